import { expect, it } from 'vitest';
import { ImportDoubts, type DoubtedLot } from './importDoubts.ts';

const LOT: DoubtedLot = {
  row: 2,
  farmId: 'FARM001',
  farmerName: 'Maria Kaupa',
  harvestDate: '2026-03-04',
  weight: 62.5,
  place: { latitude: -5.25, longitude: 145.74 },
};

it.each([
  ['the same lot twice', { row: 3 }, [{ row: 3, kind: 'twin', other: 2 }]],
  ['another weight', { row: 3, weight: 60 }, []],
  ['another farmer', { row: 3, farmerName: 'Grace Kila' }, []],
  [
    'an exchanged digit',
    { row: 3, weight: 1, place: { latitude: -5.25, longitude: 147.54 } },
    [{ row: 3, kind: 'far', km: 199, other: 2 }],
  ],
  ['another farm far away', { row: 3, farmId: 'FARM002', place: { latitude: -9, longitude: 147 } }, []],
  ['a lot of plots', { row: 3, weight: 1, place: null }, []],
] as const)('doubts about %s', (_, changes, expected) => {
  const doubts = new ImportDoubts();
  expect(doubts.of(LOT)).toEqual([]);
  expect(doubts.of({ ...LOT, ...changes })).toEqual(expected);
});
