import { expect, it } from 'vitest';
import type { ActivityEntryFragment } from '../../graphql/generated.ts';
import { activityGroups, groupKeys, withOlder } from './activityGroups.ts';

const entry = (lotId: string, change: Partial<ActivityEntryFragment> = {}): ActivityEntryFragment => ({
  lotId,
  farmerName: null,
  deforestationStatus: 'No Deforestation',
  timestamp: '2026-11-28T08:00:00.000Z',
  action: 'satellite',
  stage: 'harvested',
  ...change,
});

const sizes = (entries: ActivityEntryFragment[]): string[] =>
  activityGroups(entries).map((group) => group.map(({ lotId }) => lotId).join(' '));

it('groups three and more in a row that say the same, and no fewer', () => {
  expect(sizes([entry('A'), entry('B'), entry('C', { action: 'created' })])).toEqual(['A', 'B', 'C']);
  expect(sizes([entry('A'), entry('B', { stage: 'drying' }), entry('C')])).toEqual(['A B C']);
});

it('tells apart what a check found, and the stages that lots advanced to', () => {
  const loss = { deforestationStatus: 'Deforestation Detected' };
  expect(sizes([entry('A'), entry('B'), entry('C', loss), entry('D')])).toEqual(['A', 'B', 'C', 'D']);
  const advanced = { action: 'stage' };
  expect(
    sizes(['A', 'B', 'C', 'D'].map((id) => entry(id, { ...advanced, stage: id === 'D' ? 'drying' : 'fermented' }))),
  ).toEqual(['A B C', 'D']);
});

it('keeps the key of a group that grows at either end, and gives each group one of its own', () => {
  const keys = (ids: string, before: string[]): string[] =>
    groupKeys(activityGroups([...ids].map((id) => entry(id))), new Set(before));
  expect(keys('BCD', [])).toEqual(['B']);
  expect(keys('ABCDE', ['B'])).toEqual(['B']);
  // B was advanced: it leads its own line now.
  const parted = activityGroups([entry('B', { action: 'stage' }), ...['A', 'C', 'D'].map((id) => entry(id))]);
  expect(groupKeys(parted, new Set('B'))).toEqual(['B', 'A']);
});

it('goes on with older entries, each lot once', () => {
  const longer = [entry('A', { action: 'created' }), entry('C')];
  expect(withOlder([entry('A'), entry('B')], longer).map(({ lotId }) => lotId)).toEqual(['A', 'B', 'C']);
});
