import { describe, expect, it } from 'vitest';
import type { ForestAnswer, ForestBaseline } from './forest.ts';
import { forestPercent, treesInBaseline } from './forestBaseline.ts';
import { baselineOf, riskOf } from './forestSources.ts';

/** A map of adjacent pixels. */
function map(forest: number[], covered?: number[]): ForestBaseline {
  const named = { dataset: 'Forest of 2020', datasetVersion: 'V3' };
  return { ...named, window: [0, 0, 0.01, 0.01], width: forest.length, height: 1, forest, covered };
}

function answer(baseline: ForestBaseline | undefined, lossYear = 0): ForestAnswer {
  const pixels = { lossYear: [lossYear], treeCover2000: [80], dataMask: [1] };
  const read = { dataset: 'Loss', datasetVersion: 'v1', sample: false, window: [0, 0, 1, 1] as const };
  return { kind: 'read', reading: { ...read, window: [...read.window], width: 1, height: 1, ...pixels, baseline } };
}

describe('forest in 2020 by a map', () => {
  it.each<[string, ForestBaseline, string, number | null]>([
    ['none', map([0, 0]), 'none', 0],
    ['some, of any kind', map([0, 20, 1, 0]), 'some', 50],
    ['weighted by what belongs to the plot', map([1, 0], [50, 100]), 'some', 33.3],
    ['forest beside the plot is none of its', map([1, 0], [0, 100]), 'none', 0],
    ['of nothing no percentage', map([]), 'none', null],
  ])('%s', (_, baseline, trees, percent) => {
    expect([treesInBaseline(baseline), forestPercent([baseline])]).toEqual([trees, percent]);
  });

  it('is said of all plots together, and of none where one is not on the map', () => {
    const answers = [answer(map([1, 1])), answer(map([0, 0]))];
    expect(baselineOf(answers)).toEqual({ dataset: 'Forest of 2020', datasetVersion: 'V3', forestPercent: 50 });
    expect(baselineOf([...answers, answer(undefined)])).toBeNull();
    expect(baselineOf([])).toBeNull();
  });

  it.each<[string, ForestAnswer, string | null]>([
    ['low where the map has no forest, though trees stood in 2000', answer(map([0])), 'low'],
    ['open where it has', answer(map([1])), 'more_information'],
    ['high where trees were lost since, whatever the map says', answer(map([0]), 22), 'high'],
    ['not said without a map by one source alone', answer(undefined), null],
  ])('the risk is %s', (_, one, risk) => expect(riskOf([one])).toBe(risk));
});
