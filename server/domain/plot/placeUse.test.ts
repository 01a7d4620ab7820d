import { expect, it } from 'vitest';
import type { Geometry } from './geometry/geometry.ts';
import { pointAt } from './geometry/geometry.ts';
import { placeUses } from './placeUse.ts';

const at = (latMicro: number, lonMicro: number) => ({ latMicro, lonMicro });
const HERE = at(-5_258_413, 145_743_927);
const square = (south: number, west: number, size: number): Geometry => ({
  kind: 'polygon',
  ring: [at(south, west), at(south, west + size), at(south + size, west + size), at(south + size, west)],
});
const AROUND = square(-5_259_000, 145_743_000, 2_000);
const BESIDE = square(-5_259_000, 145_745_000, 2_000);
const plot = (farmId: string, geometry: Geometry, name: string | null = 'Slope') => ({ farmId, name, geometry });
const lot = (farmId: string, place = HERE, lots = 1) => ({ farmId, lots, ...place });

it.each([
  ['nothing of others', { plots: [], lots: [] }, []],
  ['a plot around it', { plots: [plot('F2', AROUND)], lots: [] }, [{ farmId: 'F2', plots: ['Slope'], lots: 0 }]],
  ['an erased name', { plots: [plot('F2', AROUND, null)], lots: [] }, [{ farmId: 'F2', plots: [null], lots: 0 }]],
  [
    'a point plot at the same place',
    { plots: [plot('F2', pointAt(HERE))], lots: [] },
    [{ farmId: 'F2', plots: ['Slope'], lots: 0 }],
  ],
  ['a plot beside it', { plots: [plot('F2', BESIDE)], lots: [] }, []],
  ['the own plot and lots', { plots: [plot('F1', AROUND)], lots: [lot('F1')] }, []],
  [
    'lots within 11 m',
    { plots: [], lots: [lot('F2', at(-5_258_500, 145_743_927), 3)] },
    [{ farmId: 'F2', plots: [], lots: 3 }],
  ],
  ['lots 20 m away', { plots: [], lots: [lot('F2', at(-5_258_613, 145_743_927))] }, []],
  [
    'several: plots first, then most lots, three at most',
    { plots: [plot('F5', AROUND)], lots: [lot('F2', HERE, 1), lot('F3', HERE, 9), lot('F4', HERE, 2), lot('F5')] },
    [
      { farmId: 'F5', plots: ['Slope'], lots: 1 },
      { farmId: 'F3', plots: [], lots: 9 },
      { farmId: 'F4', plots: [], lots: 2 },
    ],
  ],
])('names %s', (_, candidates, uses) => {
  expect(placeUses(HERE, 'F1', candidates)).toEqual(uses);
});

it('is as wide near the pole as at the equator', () => {
  const north = at(60_000_000, 10_000_000);
  expect(placeUses(north, 'F1', { plots: [], lots: [lot('F2', at(60_000_000, 10_000_190))] })).toHaveLength(1);
  expect(placeUses(HERE, 'F1', { plots: [], lots: [lot('F2', at(HERE.latMicro, HERE.lonMicro + 190))] })).toHaveLength(
    0,
  );
});
