import { describe, expect, it } from 'vitest';
import { cocoaRisk, converge, treesIn2020, type TreesIn2020 } from './convergence.ts';
import { concludeReading } from './conclusion.ts';
import {
  type ForestAnswer,
  type ForestConclusion,
  type ForestReading,
  type InconclusiveCode,
  type OtherAnswer,
} from './forest.ts';
import { answersOf, readingsWithLoss, riskOf } from './forestSources.ts';
import { OTHER } from '../messages/message.ts';

const figures = { pixels: 4, treeCover2000: 50, confidence: 'high' } as const;
const clear: ForestConclusion = { kind: 'clear', ...figures };
const loss = (...years: number[]): ForestConclusion => ({
  kind: 'loss',
  lossPixels: years.map((year) => ({ latMicro: 125, lonMicro: 125, year })),
  lossYears: years,
  ...figures,
});
const open = (code: InconclusiveCode): ForestConclusion => ({
  kind: 'inconclusive',
  code,
  reason: OTHER({ text: code }),
  ...figures,
});

describe('several sources', () => {
  const table: [string, [ForestConclusion, ForestConclusion], string][] = [
    ['both clear', [clear, clear], 'clear'],
    ['one saw loss', [clear, loss(2022)], 'loss'],
    ['the other saw loss', [loss(2022), clear], 'loss'],
    ['one saw loss, the other is damaged', [open('unreadable'), loss(2022)], 'loss'],
    ['one could not be read', [clear, open('unreadable')], 'unreadable'],
    ['the first could not be read', [open('unreadable'), clear], 'unreadable'],
    ['layers of one do not fit', [clear, open('incomplete')], 'incomplete'],
    ['one saw what is not confirmed', [clear, open('unconfirmed')], 'unconfirmed'],
    ['one has no data here, the other read all of it', [clear, open('no_data')], 'clear'],
    ['one has gaps, the other read all of it', [open('gaps'), clear], 'clear'],
    ['neither read all of it', [open('gaps'), open('no_data')], 'gaps'],
    ['sea, and no data', [open('no_land'), open('no_data')], 'no_land'],
    ['gaps, and not confirmed', [open('gaps'), open('unconfirmed')], 'unconfirmed'],
  ];
  it.each(table)('%s', (_, conclusions, comesTo) => {
    const together = converge(conclusions);
    expect(together.kind === 'inconclusive' ? together.code : together.kind).toBe(comesTo);
  });

  it('count a pixel that both saw once, and keep the years', () => {
    expect(converge([loss(2023, 2021), loss(2023)])).toMatchObject({
      lossPixels: [{ year: 2021 }, { year: 2023 }],
      lossYears: [2021, 2023],
    });
  });
});

describe('the risk tree for cocoa', () => {
  const table: [ForestConclusion['kind'], TreesIn2020[], string][] = [
    ['clear', ['none', 'none'], 'low'],
    ['clear', ['none', 'unknown'], 'low'],
    ['clear', ['none', 'some'], 'more_information'],
    ['clear', ['some'], 'more_information'],
    ['clear', ['unknown', 'unknown'], 'more_information'],
    ['inconclusive', ['none', 'none'], 'more_information'],
    ['loss', ['some'], 'high'],
    ['loss', ['none', 'none'], 'high'],
    ['loss', ['unknown'], 'high'],
  ];
  it.each(table)('%s, trees in 2020 %j: %s', (kind, trees, risk) => {
    expect(cocoaRisk(kind, trees)).toBe(risk);
  });
});

function reading(changes: Partial<ForestReading> = {}): ForestReading {
  return {
    dataset: 'Tiles',
    datasetVersion: 'v1',
    sample: false,
    window: [0, 0, 0.0005, 0.0005],
    width: 2,
    height: 2,
    lossYear: [0, 0, 0, 0],
    treeCover2000: [50, 50, 50, 50],
    dataMask: [1, 1, 1, 1],
    ...changes,
  };
}

describe('trees in 2020', () => {
  it.each<[string, Partial<ForestReading>, TreesIn2020]>([
    ['stand', {}, 'some'],
    ['stood until 2022', { lossYear: [22, 22, 22, 22] }, 'some'],
    ['were gone in 2020', { lossYear: [20, 19, 5, 1] }, 'none'],
    ['are too few', { treeCover2000: [10, 0, 3, 9] }, 'none'],
    ['are not known everywhere', { treeCover2000: [0, 0, 0, 0], dataMask: [1, 1, 1, 0] }, 'unknown'],
    ['stand in one pixel beside a gap', { treeCover2000: [0, 0, 11, 0], dataMask: [1, 1, 1, 0] }, 'some'],
    ['stand beside the plot alone', { treeCover2000: [0, 0, 0, 90], covered: [100, 100, 100, 0] }, 'none'],
  ])('%s', (_, changes, trees) => {
    expect(treesIn2020(reading(changes))).toBe(trees);
  });
});

describe('a reading of several sources', () => {
  const beside = (changes: Partial<ForestReading> | null): OtherAnswer[] => [
    changes === null
      ? { driver: 'gfw', reading: null, reason: OTHER({ text: 'Refused.' }) }
      : { driver: 'gfw', reading: reading({ dataset: 'Rows', ...changes }), reason: null },
  ];
  const joint = (changes: Partial<ForestReading> | null, own: Partial<ForestReading> = {}): ForestReading =>
    reading({ readBy: 'hansen', others: beside(changes), ...own });
  const answer = (one: ForestReading): ForestAnswer => ({ kind: 'read', reading: one });
  const alert = { latMicro: 100, lonMicro: 400, date: '2024-02-03', confidence: 'high' } as const;

  it('is concluded from all of them, and says what each of them says', () => {
    const both = joint({ alerts: [alert] });
    expect(concludeReading({ kind: 'read', reading: both })).toMatchObject({ kind: 'loss', lossYears: [2024] });
    expect(riskOf([answer(both)])).toBe('high');
    expect(readingsWithLoss(both).map(({ dataset }) => dataset)).toEqual(['Rows']);
    expect(answersOf(both)).toMatchObject([
      { driver: 'hansen', dataset: 'Tiles', conclusion: 'clear', reason: null },
      { driver: 'gfw', dataset: 'Rows', conclusion: 'loss', reason: null },
    ]);
  });

  it('is never clear where one of them could not be read', () => {
    const half = joint(null);
    expect(concludeReading({ kind: 'read', reading: half })).toMatchObject({
      kind: 'inconclusive',
      code: 'unreadable',
    });
    expect(riskOf([answer(half)])).toBe('more_information');
    expect(answersOf(half)?.[1]).toMatchObject({
      dataset: null,
      conclusion: 'inconclusive',
      reason: { text: 'Refused.' },
    });
  });

  it('of land without trees is of low risk, of one source it is not said', () => {
    const bare = { treeCover2000: [0, 0, 0, 0] };
    const low = answer(joint({ dataMask: [0, 0, 0, 0], ...bare }, bare));
    expect(riskOf([low])).toBe('low');
    expect(riskOf([answer(reading(bare))])).toBeNull();
    // With several plots the worst counts.
    expect(riskOf([low, answer(joint({}))])).toBe('more_information');
    expect(riskOf([low, answer(joint(null)), answer(joint({ alerts: [alert] }))])).toBe('high');
    expect(answersOf(reading())).toBeNull();
  });
});
