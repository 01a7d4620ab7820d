import { describe, expect, it } from 'vitest';
import type { AlertContent, LotContent, RegisterContent } from './content.ts';
import { applyTransition, type LotHead } from './transitions.ts';

const HASH = 'a'.repeat(64);
const NEXT = 'b'.repeat(64);

const created: LotContent = {
  v: 1,
  eventId: '1'.repeat(32),
  lotKey: '2'.repeat(32),
  seq: 1,
  prev: null,
  type: 'created',
  at: '2026-11-21T08:00:00.000Z',
  actorRole: 'farmer',
  org: 'ManamCoopMSP',
  set: {
    lotId: 'LOT501',
    variety: 'Trinitario',
    harvestDate: '2026-05-01',
    stage: 'harvested',
    weightGrams: 50_000,
    moistureHundredths: 720,
    temperatureHundredths: 2_550,
    certifications: [],
    isAnonymized: false,
    deforestationStatus: 'Pending Review',
  },
  commit: {},
  salt: '3'.repeat(64),
};
const head: LotHead = { seq: 3, hash: HASH, stage: 'drying', deleted: false };
const next: LotContent = { ...created, seq: 4, prev: HASH, type: 'edited', set: {} };

const codeOf = (before: LotHead | null, content: unknown): string => {
  const step = applyTransition('1', before, content, NEXT);
  return 'refusal' in step ? step.refusal.code : 'taken';
};

describe("the ledger's transition rules", () => {
  it('take a first event and make its head', () => {
    expect(applyTransition('1', null, created, NEXT)).toEqual({
      head: { seq: 1, hash: NEXT, stage: 'harvested', deleted: false },
      content: created,
    });
  });

  it('take a later stage, and keep the stage otherwise', () => {
    const moved = applyTransition('1', head, { ...next, type: 'stage', set: { stage: 'shipped' } }, NEXT);
    expect(moved).toMatchObject({ head: { seq: 4, hash: NEXT, stage: 'shipped', deleted: false } });
    expect(applyTransition('1', head, next, NEXT)).toMatchObject({ head: { stage: 'drying' } });
  });

  it('end a lot with its deletion, after which only erasure is taken', () => {
    expect(applyTransition('1', head, { ...next, type: 'deleted' }, NEXT)).toMatchObject({ head: { deleted: true } });
    const gone = { ...head, deleted: true };
    expect(codeOf(gone, next)).toBe('LOT_DELETED');
    expect(codeOf(gone, { ...next, type: 'deleted' })).toBe('LOT_DELETED');
    expect(
      applyTransition('1', gone, { ...next, type: 'erased', erase: [{ seq: 1, fields: ['farmerName'] }] }, NEXT),
    ).toMatchObject({
      head: { deleted: true },
    });
  });

  const refused: [name: string, before: LotHead | null, content: unknown, code: string][] = [
    ['no object', null, null, 'BAD_CONTENT'],
    ['an unknown key', null, { ...created, farmerName: 'Ama' }, 'BAD_CONTENT'],
    ['a personal value in the clear', null, { ...created, set: { ...created.set, farmerName: 'Ama' } }, 'BAD_CONTENT'],
    ['a fraction of a gram', null, { ...created, set: { ...created.set, weightGrams: 0.5 } }, 'BAD_CONTENT'],
    ['another version', null, { ...created, v: 2 }, 'BAD_CONTENT'],
    ['a commitment to no known field', null, { ...created, commit: { email: HASH } }, 'BAD_CONTENT'],
    ['a commitment that is no hash', null, { ...created, commit: { farmerName: 'Ama' } }, 'BAD_CONTENT'],
    ['a first event for a lot that is there', head, created, 'LOT_EXISTS'],
    ['a first event with another seq', null, { ...created, seq: 2 }, 'OUT_OF_ORDER'],
    ['a first event after another', null, { ...created, prev: HASH }, 'CHAIN_BROKEN'],
    [
      'a first event in a later stage',
      null,
      { ...created, set: { ...created.set, stage: 'drying' } },
      'STAGE_NOT_FORWARD',
    ],
    ['a first event that erases', null, { ...created, erase: [{ seq: 1, fields: ['farmerName'] }] }, 'BAD_CONTENT'],
    ['an event of no lot', null, next, 'LOT_MISSING'],
    ['the same seq again', head, { ...next, seq: 3 }, 'OUT_OF_ORDER'],
    ['a gap', head, { ...next, seq: 5 }, 'OUT_OF_ORDER'],
    ['another event before', head, { ...next, prev: NEXT }, 'CHAIN_BROKEN'],
    ['no event before', head, { ...next, prev: null }, 'CHAIN_BROKEN'],
    ['a new lot id', head, { ...next, set: { lotId: 'LOT502' } }, 'BAD_CONTENT'],
    ['a stage event without a stage', head, { ...next, type: 'stage' }, 'BAD_CONTENT'],
    ['a stage in another event', head, { ...next, set: { stage: 'shipped' } }, 'BAD_CONTENT'],
    ['the same stage', head, { ...next, type: 'stage', set: { stage: 'drying' } }, 'STAGE_NOT_FORWARD'],
    ['a stage before', head, { ...next, type: 'stage', set: { stage: 'fermented' } }, 'STAGE_NOT_FORWARD'],
  ];

  it.each(refused)('refuse %s', (_name, before, content, code) => {
    expect(codeOf(before, content)).toBe(code);
  });

  it.each(Object.keys(created.set).filter((field) => field !== 'stage'))('need %s in a first event', (field) => {
    const set = Object.fromEntries(Object.entries(created.set).filter(([key]) => key !== field));
    const step = applyTransition('1', null, { ...created, set }, NEXT);
    expect(step).toEqual({ refusal: { code: 'BAD_CONTENT', text: `set.${field}: needed in the first event` } });
  });
});

describe('alerts and the register chain', () => {
  const alert: AlertContent = {
    v: 1,
    eventId: '1'.repeat(32),
    lotKey: '2'.repeat(32),
    seq: 4,
    prev: HASH,
    org: 'ManamCoopMSP',
    salt: '3'.repeat(64),
    type: 'alert',
    alert: { key: '4'.repeat(32), step: 'raised', day: '2026-11-22' },
    set: {},
    commit: { alertFinding: HASH },
  };
  const register: RegisterContent = {
    v: 1,
    eventId: '1'.repeat(32),
    lotKey: '5'.repeat(32),
    seq: 1,
    prev: null,
    org: 'ManamCoopMSP',
    salt: '3'.repeat(64),
    type: 'register',
    at: '2026-11-22T08:00:00.000Z',
    entry: { kind: 'reports', files: [HASH] },
  };
  const run: RegisterContent = {
    ...register,
    seq: 2,
    prev: HASH,
    entry: {
      kind: 'integrity run',
      startedAt: '2026-11-22T01:07:00.000Z',
      ledgerId: HASH,
      blocks: 95,
      rootHash: HASH,
      shares: [0, 27],
      of: 28,
      lots: 310,
      differing: 0,
      faults: 0,
    },
  };
  const registerHead: LotHead = { seq: 1, hash: HASH, stage: null, deleted: false };

  it('take an alert, which leaves the stage', () => {
    expect(applyTransition('1', head, alert, NEXT)).toMatchObject({ head: { seq: 4, hash: NEXT, stage: 'drying' } });
  });

  it('take the result of an integrity run on the register chain', () => {
    expect(codeOf(registerHead, run)).toBe('taken');
  });

  it('continue the register chain', () => {
    const later = { ...register, seq: 2, prev: HASH };
    expect(applyTransition('1', registerHead, later, NEXT)).toMatchObject({
      head: { seq: 2, hash: NEXT, stage: null },
    });
  });

  const refused: [name: string, before: LotHead | null, content: unknown, code: string][] = [
    ['an alert of no lot', null, alert, 'LOT_MISSING'],
    ['an alert of a deleted lot', { ...head, deleted: true }, alert, 'LOT_DELETED'],
    ['an alert that sets a field', head, { ...alert, set: { stage: 'shipped' } }, 'BAD_CONTENT'],
    ['an alert that tells the hour', head, { ...alert, at: '2026-11-22T08:00:00.000Z' }, 'BAD_CONTENT'],
    ['an alert that tells the role', head, { ...alert, actorRole: 'auditor' }, 'BAD_CONTENT'],
    ['an alert that commits to a field of the lot', head, { ...alert, commit: { farmerName: HASH } }, 'BAD_CONTENT'],
    ['another event that commits to an alert', head, { ...next, commit: { alertNote: HASH } }, 'BAD_CONTENT'],
    ['an erasure that names no event', head, { ...next, type: 'erased', erase: ['farmerName'] }, 'BAD_CONTENT'],
    ['an erasure by another event', head, { ...next, erase: [{ seq: 1, fields: ['farmerName'] }] }, 'BAD_CONTENT'],
    ["a lot's event on the register chain", registerHead, { ...next, seq: 2 }, 'BAD_CONTENT'],
    ["a register event on a lot's chain", head, { ...register, seq: 4, prev: HASH }, 'BAD_CONTENT'],
    ['an integrity run without blocks', registerHead, { ...run, entry: { ...run.entry, blocks: 0 } }, 'BAD_CONTENT'],
    ['an integrity run that says more', registerHead, { ...run, entry: { ...run.entry, note: 'x' } }, 'BAD_CONTENT'],
    ['a gap in the register chain', registerHead, { ...register, seq: 3, prev: HASH }, 'OUT_OF_ORDER'],
    ['a broken link in the register chain', registerHead, { ...register, seq: 2, prev: NEXT }, 'CHAIN_BROKEN'],
  ];
  it.each(refused)('refuse %s', (_name, before, content, code) => {
    expect(codeOf(before, content)).toBe(code);
  });
});
