import { describe, expect, it } from 'vitest';
import type { LotScope } from '../../domain/access/permissions.ts';
import { fewLots, LotDigest, MOST_NAMED, MOST_WHOLE } from './lotDigest.ts';
import type { LotChange } from './lotChange.ts';

const ALL: LotScope = { kind: 'all' };
const farm = (farmId: string): LotScope => ({ kind: 'farm', farmId });

function change(id: string, changes: Partial<LotChange> = {}): LotChange {
  return { id, lotId: `LOT${id}`, kind: 'CHANGED', farmId: 'Farm001', left: new Set(), farmErased: false, ...changes };
}

function digestOf(...changes: LotChange[]): LotDigest {
  const digest = new LotDigest();
  for (const one of changes) digest.add(one);
  return digest;
}

const lots = (count: number, farmId: string): LotChange[] =>
  Array.from({ length: count }, (_, at) => change(`${farmId}-${at}`, { farmId }));

describe('changes of lots within a moment', () => {
  it('are told whole up to a number, several of one lot as one', () => {
    const few = digestOf(...lots(MOST_WHOLE, 'FARM001'), change('FARM001-0', { kind: 'DELETED' }));
    expect(few.few()).toHaveLength(MOST_WHOLE);
    expect(few.few()?.[0]).toMatchObject({ id: 'FARM001-0', kind: 'DELETED' });
    expect(digestOf(...lots(MOST_WHOLE + 1, 'FARM001')).few()).toBeNull();
  });

  it('are named up to a number, to each farm its own; above it, much has changed', () => {
    const digest = digestOf(...lots(MOST_NAMED, 'FARM001'), ...lots(3, 'FARM002'), change('FARM002-0'));
    expect(digest.through(ALL)).toEqual({ lots: [], ids: [], much: true });
    expect(digest.through(farm('FARM001'))).toMatchObject({ much: true });
    expect(digest.through(farm('FARM002'))).toEqual({
      lots: [],
      ids: ['FARM002-0', 'FARM002-1', 'FARM002-2'],
      much: false,
    });
    expect(digest.through(farm('FARM003'))).toBeNull();
    expect(digest.through({ kind: 'none' })).toBeNull();
    expect(digestOf(...lots(MOST_NAMED, 'FARM001')).through(farm('FARM001'))).toMatchObject({ much: false });
  });

  it('reach both farms of a lot that moved, and each farm on its way', () => {
    const moved = change('a', { farmId: 'FARM003', left: new Set(['FARM001']) });
    const digest = digestOf(moved, { ...moved, left: new Set(['FARM002']) });
    const told = { id: 'a', lotId: 'LOTa', lot: null, activity: null };
    const seen = (scope: LotScope) =>
      fewLots(
        (digest.few() ?? []).map((one) => ({ change: one, told })),
        scope,
      )?.lots.map(({ kind }) => kind);
    expect([ALL, farm('FARM001'), farm('FARM002'), farm('FARM003'), farm('FARM004')].map(seen)).toEqual([
      ['CHANGED'],
      ['DEPARTED'],
      ['DEPARTED'],
      ['CHANGED'],
      undefined,
    ]);
    expect(digest.through(farm('FARM002'))).toMatchObject({ ids: ['a'] });
  });

  it('of lots whose farm was erased, which is known no more, have every farm look', () => {
    const digest = digestOf(change('a', { farmId: null, farmErased: true }));
    expect(digest.few()).toBeNull();
    expect(digest.through(farm('FARM001'))).toEqual({ lots: [], ids: [], much: true });
    expect(digest.through(ALL)).toEqual({ lots: [], ids: ['a'], much: false });
  });
});
