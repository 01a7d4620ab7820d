import { describe, expect, it } from 'vitest';
import { offeredPlots, withoutTwins } from './offeredPlots.ts';
import { placeOfPlots } from './placeOfPlots.ts';

const RIVER = '3f0c9a52-6a53-4f0e-9a38-111111111111';
const HILL = '3f0c9a52-6a53-4f0e-9a38-222222222222';
const ref = (plotId: string, version: number): string => `${plotId}/${version}/${'a'.repeat(64)}`;
const middle = { latitude: -5.3, longitude: 145.6, areaHa: 2 };
const ofFarm = [
  { id: RIVER, name: 'River', ...middle },
  { id: HILL, name: 'Hill', ...middle },
];
const kept = (plotId: string, version: number, standing: 'current' | 'redrawn' | 'removed') => ({
  plotId,
  version,
  name: plotId === RIVER ? 'River' : 'Hill',
  standing,
  ...middle,
});
const told = (named: string[], own: ReturnType<typeof kept>[]) =>
  offeredPlots(named, own, ofFarm).map(({ value, outline }) => [value, outline]);

describe('the plots that a lot may be from', () => {
  it('are those that it names and the others of its farm, each once', () => {
    expect(told([ref(RIVER, 1)], [kept(RIVER, 1, 'current')])).toEqual([
      [ref(RIVER, 1), 'only'],
      [HILL, 'only'],
    ]);
  });

  it('are two outlines of one that was drawn anew, and the old one of one that was taken out', () => {
    expect(told([ref(RIVER, 1)], [kept(RIVER, 1, 'redrawn')])).toEqual([
      [ref(RIVER, 1), 'then'],
      [RIVER, 'now'],
      [HILL, 'only'],
    ]);
    const gone = '3f0c9a52-6a53-4f0e-9a38-333333333333';
    expect(told([ref(gone, 4)], [kept(gone, 4, 'removed')])[0]).toEqual([ref(gone, 4), 'then']);
  });

  it('hold one outline of each plot: the one that was chosen last', () => {
    const offered = offeredPlots([ref(RIVER, 1)], [kept(RIVER, 1, 'redrawn')], ofFarm);
    expect(withoutTwins(offered, [ref(RIVER, 1), RIVER, HILL], [ref(RIVER, 1), HILL])).toEqual([RIVER, HILL]);
    expect(withoutTwins(offered, [ref(RIVER, 1), RIVER], [RIVER])).toEqual([ref(RIVER, 1)]);
    expect(withoutTwins(offered, [RIVER, HILL], [RIVER])).toEqual([RIVER, HILL]);
  });
});

it('the place of plots is the middle of their land, as it is typed', () => {
  const larger = { latitude: -5.2, longitude: 145.6, areaHa: 2 };
  expect(placeOfPlots([middle, larger])).toEqual({ latitude: '-5.250000', longitude: '145.600000' });
  expect(placeOfPlots([{ latitude: null, longitude: null, areaHa: null }])).toBeNull();
});
