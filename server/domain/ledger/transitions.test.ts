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
const mass = { weight: 50_000, used: 0, moisture: 720, derived: false, draws: {} };
const head: LotHead = { seq: 3, hash: HASH, stage: 'drying', deleted: false, mass, consignment: null };
const next: LotContent = { ...created, seq: 4, prev: HASH, type: 'edited', set: {} };

const codeOf = (before: LotHead | null, content: unknown): string => {
  const step = applyTransition('1', before, content, NEXT);
  return 'refusal' in step ? step.refusal.code : 'taken';
};

describe("the ledger's transition rules", () => {
  it('take a first event and make its head', () => {
    expect(applyTransition('1', null, created, NEXT)).toEqual({
      head: { seq: 1, hash: NEXT, stage: 'harvested', deleted: false, mass, consignment: null },
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
  const registerHead: LotHead = { seq: 1, hash: HASH, stage: null, deleted: false, mass: null, consignment: null };

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

describe('the weight of a lot, in contract version 2', () => {
  const used: LotHead = { ...head, mass: { ...mass, used: 30_000 } };
  const derived: LotHead = { ...head, mass: { ...mass, derived: true } };
  const weighed = (weightGrams: number, more: object = {}) => {
    return { ...next, v: 2, type: 'weighed', set: { weightGrams }, ...more };
  };
  const lost = (grams: number) => ({ loss: { grams, reason: 'drying' } });

  const rows: [name: string, before: LotHead | null, content: unknown, code: string][] = [
    ['a weighing of less with its loss', head, weighed(40_000, lost(10_000)), 'taken'],
    ['a weighing of less without', head, weighed(40_000), 'MASS_DIFFERS'],
    ['a weighing of less with a part of the loss', head, weighed(40_000, lost(9_999)), 'MASS_DIFFERS'],
    ['a weighing of as much with a loss', head, weighed(50_000, lost(1)), 'MASS_DIFFERS'],
    ['a weighing without a weight', head, { ...next, v: 2, type: 'weighed', set: {} }, 'BAD_CONTENT'],
    ['a weighing of more, within the tolerance', head, weighed(50_500, { tolerance: 100 }), 'taken'],
    ['a weighing of more than that', head, weighed(50_501, { tolerance: 100 }), 'DRY_MASS_GAINED'],
    ['a tolerance above the limit', head, weighed(50_000, { tolerance: 501 }), 'BAD_CONTENT'],
    [
      'a weighing that is wetter and heavier',
      head,
      weighed(51_000, { set: { weightGrams: 51_000, moistureHundredths: 910 } }),
      'taken',
    ],
    ['a weighing of what is used', used, weighed(30_000, lost(20_000)), 'taken'],
    ['a weighing of less than what is used', used, weighed(29_999, lost(20_001)), 'BELOW_USED'],
    ['a weighing of more than what is left may be', used, weighed(50_201, { tolerance: 100 }), 'DRY_MASS_GAINED'],
    [
      'a stage with its weight',
      head,
      { ...weighed(40_000, lost(10_000)), type: 'stage', set: { stage: 'processed', weightGrams: 40_000 } },
      'taken',
    ],
    [
      'a stage with less and no loss',
      head,
      { ...next, v: 2, type: 'stage', set: { stage: 'processed', weightGrams: 40_000 } },
      'MASS_DIFFERS',
    ],
    [
      'a stage with a loss and no weight',
      head,
      { ...next, v: 2, type: 'stage', set: { stage: 'processed' }, ...lost(1) },
      'BAD_CONTENT',
    ],
    ['a stage that is taken back', head, { ...next, v: 2, type: 'reverted', set: { stage: 'harvested' } }, 'taken'],
    ['a reversal without a stage', head, { ...next, v: 2, type: 'reverted', set: {} }, 'BAD_CONTENT'],
    [
      'a reversal that goes forward',
      head,
      { ...next, v: 2, type: 'reverted', set: { stage: 'processed' } },
      'STAGE_NOT_FORWARD',
    ],
    [
      'a reversal after shipping',
      { ...head, stage: 'shipped' },
      { ...next, v: 2, type: 'reverted', set: { stage: 'processed' } },
      'LOT_SHIPPED',
    ],
    ['a reversal in version 1', head, { ...next, v: 1, type: 'reverted', set: { stage: 'harvested' } }, 'BAD_CONTENT'],
    [
      'shipping with warnings',
      head,
      { ...next, v: 2, type: 'stage', set: { stage: 'shipped' }, warnings: ['open_alert'] },
      'taken',
    ],
    [
      'a warning that nobody knows',
      head,
      { ...next, v: 2, type: 'stage', set: { stage: 'shipped' }, warnings: ['rain'] },
      'BAD_CONTENT',
    ],
    [
      'a stage before shipping with warnings',
      head,
      { ...next, v: 2, type: 'stage', set: { stage: 'processed' }, warnings: ['open_alert'] },
      'BAD_CONTENT',
    ],
    ['an edit with warnings', head, { ...next, v: 2, set: {}, warnings: ['open_alert'] }, 'BAD_CONTENT'],
    ['an edit with a loss', head, { ...next, v: 2, set: { weightGrams: 49_999 }, ...lost(1) }, 'BAD_CONTENT'],
    ['a first event with a loss', null, { ...created, v: 2, ...lost(1) }, 'BAD_CONTENT'],
    ['an edit of the weight', used, { ...next, set: { weightGrams: 30_000 } }, 'taken'],
    ['an edit to less than what is used', used, { ...next, set: { weightGrams: 29_999 } }, 'BELOW_USED'],
    ["an edit of a derived lot's weight", derived, { ...next, v: 2, set: { weightGrams: 50_000 } }, 'BAD_CONTENT'],
    ['a weight in a review', head, { ...next, type: 'reviewed', set: { weightGrams: 50_000 } }, 'BAD_CONTENT'],
    ['an inherited weight', derived, { ...next, v: 2, type: 'inherited', set: { weightGrams: 50_000 } }, 'BAD_CONTENT'],
    [
      'an inherited status',
      derived,
      { ...next, v: 2, type: 'inherited', set: { deforestationStatus: 'Under Investigation' } },
      'taken',
    ],
    ['the deletion of a lot of which nothing was used', head, { ...next, type: 'deleted' }, 'taken'],
    ['the deletion of one of which some was', used, { ...next, type: 'deleted' }, 'LOT_USED'],
  ];
  it.each(rows)('%s: as it should be', (_name, before, content, code) => {
    const step = applyTransition('2', before, content, NEXT);
    expect('refusal' in step ? step.refusal.code : 'taken').toBe(code);
  });

  it('follows what is stated with a weight, and corrections of an origin lot alone', () => {
    const moistureHundredths = 650;
    const massAfter = (before: LotHead, content: object) => {
      const step = applyTransition('2', before, content, NEXT);
      return 'refusal' in step ? step.refusal : step.head.mass;
    };
    const reading = { ...next, type: 'stage', set: { stage: 'processed', moistureHundredths } };
    expect(massAfter(head, reading)).toEqual(mass);
    expect(massAfter(head, { ...next, set: { moistureHundredths } })).toEqual({ ...mass, moisture: 650 });
    expect(massAfter(derived, { ...next, set: { moistureHundredths } })).toEqual(derived.mass);
    const both = weighed(40_000, { ...lost(10_000), set: { weightGrams: 40_000, moistureHundredths } });
    expect(massAfter(derived, both)).toEqual({ ...derived.mass, weight: 40_000, moisture: 650 });
  });

  it('is not looked at by version 1, which takes no contents of version 2', () => {
    expect(codeOf(used, { ...next, set: { weightGrams: 29_999 } })).toBe('taken');
    expect(codeOf(used, { ...next, type: 'deleted' })).toBe('taken');
    expect(codeOf(head, weighed(50_000))).toBe('BAD_CONTENT');
  });
});

describe('a consignment', () => {
  const opened = {
    v: 2,
    eventId: '1'.repeat(32),
    lotKey: '6'.repeat(32),
    seq: 1,
    prev: null,
    at: '2026-11-27T08:00:00.000Z',
    actorRole: 'processor',
    org: 'ManamCoopMSP',
    salt: '3'.repeat(64),
    type: 'consignment',
    step: 'opened',
    lots: [],
    commit: {},
  };
  const part = { key: '2'.repeat(32), seq: 2, hash: HASH, grams: 1_000 };
  const moves = { transfer: '7'.repeat(32), lots: [part] };
  const states = ['open', 'closed', 'shipped', 'delivered'] as const;
  const taken: [step: string, from: readonly string[]][] = [
    ['added', ['open']],
    ['removed', ['open']],
    ['changed', ['open', 'closed', 'shipped']],
    ['closed', ['open']],
    ['shipped', ['closed']],
    ['delivered', ['shipped']],
  ];

  it.each(taken)('takes the step %s in the states %j alone', (step, from) => {
    for (const state of states) {
      const before: LotHead = {
        seq: 1,
        hash: HASH,
        stage: null,
        deleted: false,
        mass: null,
        consignment: { state, grams: 1_000 },
      };
      const moving = step === 'added' || step === 'removed' ? moves : {};
      const answer = applyTransition('2', before, { ...opened, seq: 2, prev: HASH, step, ...moving }, NEXT);
      expect('refusal' in answer ? answer.refusal.code : 'taken').toBe(
        from.includes(state) ? 'taken' : 'CONSIGNMENT_STATE',
      );
    }
  });

  const empty: LotHead = {
    seq: 1,
    hash: HASH,
    stage: null,
    deleted: false,
    mass: null,
    consignment: { state: 'open', grams: 0 },
  };
  const refused: [name: string, before: LotHead | null, change: object, code: string][] = [
    ['a second opening', empty, {}, 'LOT_EXISTS'],
    ['a first step that opens nothing', null, { step: 'changed' }, 'LOT_MISSING'],
    ['an opening that is not the first', null, { seq: 2 }, 'OUT_OF_ORDER'],
    ['a gap', empty, { step: 'changed', seq: 3, prev: HASH }, 'OUT_OF_ORDER'],
    ['a broken link', empty, { step: 'changed', seq: 2, prev: NEXT }, 'CHAIN_BROKEN'],
    ['lots in a step that moves none', empty, { step: 'changed', seq: 2, prev: HASH, ...moves }, 'BAD_CONTENT'],
    [
      'a transfer in a step that moves none',
      empty,
      { step: 'changed', seq: 2, prev: HASH, transfer: moves.transfer },
      'BAD_CONTENT',
    ],
    [
      'no lots in a step that moves some',
      empty,
      { step: 'added', seq: 2, prev: HASH, transfer: moves.transfer },
      'BAD_CONTENT',
    ],
    ['more out than is in', empty, { step: 'removed', seq: 2, prev: HASH, ...moves }, 'NOT_AVAILABLE'],
    ['the closing of nothing', empty, { step: 'closed', seq: 2, prev: HASH }, 'NOT_AVAILABLE'],
    ["a step on a lot's chain", head, { step: 'changed', seq: 4, prev: HASH }, 'BAD_CONTENT'],
    ['a commitment to what is not its own', null, { commit: { farmerName: HASH } }, 'BAD_CONTENT'],
  ];
  it.each(refused)('refuses %s', (_name, before, change, code) => {
    const step = applyTransition('2', before, { ...opened, ...change }, NEXT);
    expect('refusal' in step ? step.refusal.code : 'taken').toBe(code);
  });

  it('is no chain that version 1 knows', () => {
    expect(codeOf(null, opened)).toBe('BAD_CONTENT');
  });
});
