import { describe, expect, it } from 'vitest';
import { MOVEMENT_TYPES, EVENT_TYPES } from '../ledger/content.ts';
import { isBuiltUpon, mayUndoImport } from './importUndo.ts';

const AT = new Date('2026-03-04T10:00:00Z');
const after = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);
const lot = (lotId: string, ...types: string[]) => ({ lotId, events: types.map((type) => ({ type })) });

describe('an import may be undone', () => {
  it.each([
    ['at once', false, 0, [lot('LOT1', 'created', 'satellite')], null],
    ['just before the hour is over', false, 59.99, [lot('LOT1', 'created')], null],
    ['no more after an hour', false, 60, [lot('LOT1', 'created')], { kind: 'late' }],
    ['no second time', true, 1, [], { kind: 'undone' }],
    [
      'not once something was built on lots, which are named',
      false,
      1,
      [lot('LOT1', 'created'), lot('LOT2', 'created', 'stage'), lot('LOT3', 'created', 'used', 'returned')],
      { kind: 'built', lotIds: ['LOT2', 'LOT3'] },
    ],
  ])('%s', (_, isUndone, minutes, lots, fault) => {
    expect(mayUndoImport({ at: AT, isUndone }, after(minutes), lots)).toEqual(fault);
  });
});

describe('something is built on a lot', () => {
  it('by these events', () => {
    const all = [...EVENT_TYPES, ...MOVEMENT_TYPES];
    expect(all.filter((type) => isBuiltUpon([{ type }]))).toEqual([
      'stage',
      'reviewed',
      'reverted',
      'used',
      'returned',
      'formed',
    ]);
  });

  it.each([
    ['raised', false],
    ['acknowledged', true],
    ['resolved', true],
  ])('by an alert that is %s: %s', (step, built) => {
    expect(isBuiltUpon([{ type: 'alert', step }])).toBe(built);
  });

  it('by an event of a kind that is not known', () => {
    expect(isBuiltUpon([{ type: 'reversed' }])).toBe(true);
  });
});
