import { describe, expect, it } from 'vitest';
import type { LotContent } from './content.ts';
import { foldEvents } from './projection.ts';

const event = (seq: number, part: Partial<LotContent>): LotContent => ({
  v: 1,
  eventId: String(seq).repeat(32),
  lotKey: 'a'.repeat(32),
  seq,
  prev: null,
  type: 'edited',
  at: '2026-11-21T08:00:00.000Z',
  actorRole: 'farmer',
  org: 'ManamCoopMSP',
  set: {},
  commit: {},
  salt: 'b'.repeat(64),
  ...part,
});
const name1 = '1'.repeat(64);
const name2 = '2'.repeat(64);

describe('fold of events', () => {
  it('is nothing when there are none', () => {
    expect(foldEvents([])).toBeNull();
  });

  it('keeps the last word on each field and who said it', () => {
    const state = foldEvents([
      event(1, { set: { weightGrams: 1, qualityTenths: 900 }, commit: { farmerName: name1, farmId: name1 } }),
      event(2, { set: { qualityTenths: null }, commit: { farmerName: name2 } }),
    ]);
    expect(state).toEqual({
      lotKey: 'a'.repeat(32),
      seq: 2,
      deleted: false,
      formation: null,
      mass: { weight: 1, used: 0, moisture: 0, derived: false, draws: {} },
      clear: { weightGrams: 1, qualityTenths: null },
      clearSetBy: { weightGrams: '1'.repeat(32), qualityTenths: '2'.repeat(32) },
      committed: {
        farmerName: { eventId: '2'.repeat(32), seq: 2, commitment: name2, erased: false },
        farmId: { eventId: '1'.repeat(32), seq: 1, commitment: name1, erased: false },
      },
    });
  });

  it('marks what was erased until it is set again', () => {
    const before = [
      event(1, { commit: { farmerName: name1 } }),
      event(2, { type: 'erased', erase: [{ seq: 1, fields: ['farmerName', 'notes'] }] }),
    ];
    expect(foldEvents(before)?.committed).toEqual({
      farmerName: { eventId: '1'.repeat(32), seq: 1, commitment: name1, erased: true },
    });
    const after = foldEvents([event(3, { commit: { farmerName: name2 } })], foldEvents(before));
    expect(after?.committed.farmerName).toMatchObject({ seq: 3, erased: false });
  });

  it('keeps a lot deleted', () => {
    expect(foldEvents([event(1, { type: 'deleted' }), event(2, { type: 'erased' })])?.deleted).toBe(true);
  });
});
