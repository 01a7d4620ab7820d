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

describe('the plots offered for a lot', () => {
  it('are its own and the others of its farm, each once', () => {
    expect(told([ref(RIVER, 1)], [kept(RIVER, 1, 'current')])).toEqual([
      [ref(RIVER, 1), 'only'],
      [HILL, 'only'],
    ]);
  });

  it('include two outlines of a redrawn plot, and the old one of a removed plot', () => {
    expect(told([ref(RIVER, 1)], [kept(RIVER, 1, 'redrawn')])).toEqual([
      [ref(RIVER, 1), 'then'],
      [RIVER, 'now'],
      [HILL, 'only'],
    ]);
    const gone = '3f0c9a52-6a53-4f0e-9a38-333333333333';
    expect(told([ref(gone, 4)], [kept(gone, 4, 'removed')])[0]).toEqual([ref(gone, 4), 'then']);
  });

  it('allow one outline per plot: the one selected last', () => {
    const offered = offeredPlots([ref(RIVER, 1)], [kept(RIVER, 1, 'redrawn')], ofFarm);
    expect(withoutTwins(offered, [ref(RIVER, 1), RIVER, HILL], [ref(RIVER, 1), HILL])).toEqual([RIVER, HILL]);
    expect(withoutTwins(offered, [ref(RIVER, 1), RIVER], [RIVER])).toEqual([ref(RIVER, 1)]);
    expect(withoutTwins(offered, [RIVER, HILL], [RIVER])).toEqual([RIVER, HILL]);
  });
});

it('use the centroid of the land as the place, formatted like typed input', () => {
  const larger = { latitude: -5.2, longitude: 145.6, areaHa: 2 };
  expect(placeOfPlots([middle, larger])).toEqual({ latitude: '-5.250000', longitude: '145.600000' });
  expect(placeOfPlots([{ latitude: null, longitude: null, areaHa: null }])).toBeNull();
});
