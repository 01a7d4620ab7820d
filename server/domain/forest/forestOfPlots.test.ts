import { describe, expect, it } from 'vitest';
import type { ForestAnswer } from './forest.ts';
import { concludePlots } from './forestOfPlots.ts';
import { OTHER } from '../messages/message.ts';

/** Two adjacent pixels; `west` in hundredths of a degree, so that neighbors share a border. */
function read(west: number, lossYear: number[], changes: { mask?: number; cover?: number } = {}): ForestAnswer {
  return {
    kind: 'read',
    reading: {
      dataset: 'Scripted Forest',
      datasetVersion: 'v1',
      sample: false,
      window: [west / 100, 0, (west + 2) / 100, 0.01],
      width: 2,
      height: 1,
      lossYear,
      treeCover2000: lossYear.map(() => changes.cover ?? 60),
      dataMask: lossYear.map(() => changes.mask ?? 1),
    },
  };
}
const clear = read(0, [0, 0]);
const water = read(10, [0, 0], { mask: 2 });
const lost = read(20, [22, 0], { cover: 80 });
const away: ForestAnswer = { kind: 'unreadable', reason: OTHER({ text: 'Outside' }), reading: null };

describe('a lot from several plots', () => {
  it.each<[string, ForestAnswer[], object]>([
    ['one alone is what it is', [lost], { kind: 'loss', pixels: 2, treeCover2000: 80 }],
    ['all clear', [clear, read(4, [0, 0], { cover: 20 })], { kind: 'clear', pixels: 4, treeCover2000: 40 }],
    ['loss on one', [clear, lost], { kind: 'loss', pixels: 4, lossYears: [2022], treeCover2000: 70 }],
    ['loss weighs more than what cannot be read', [away, lost], { kind: 'loss', confidence: 'low' }],
    ['one that cannot be read leaves the others unclear', [clear, away], { kind: 'inconclusive', code: 'unreadable' }],
    ['one of water alone as well', [clear, water], { kind: 'inconclusive', code: 'no_land', confidence: 'low' }],
    ['loss before the cut-off is none', [clear, read(4, [20, 0])], { kind: 'clear' }],
  ])('%s', (_, answers, expected) => expect(concludePlots(answers)).toMatchObject(expected));

  it('counts a pixel on the border of two plots once, from north to south and west to east', () => {
    const both = concludePlots([read(22, [0, 23]), read(20, [22, 0]), read(20, [22, 0])]);
    expect(both.kind === 'loss' && both.lossPixels.map(({ lonMicro, year }) => [lonMicro, year])).toEqual([
      [205_000, 2022],
      [235_000, 2023],
    ]);
  });

  it('is nothing without plots', () => expect(() => concludePlots([])).toThrow(RangeError));
});
