import { describe, expect, it } from 'vitest';
import {
  consigned,
  ConsignmentWriter,
  LotWriter,
  movedPart,
  transformed,
  withChange,
} from '../../../tests/adapters/lotEvents.ts';
import type { LedgerEvent } from './ledger.ts';
import { judgeBatch, transferOf, unitsOf, type Judgement, type LedgerState } from './judge.ts';

const nothing = (): LedgerState => ({ known: new Map(), heads: new Map(), chains: new Map() });
const codeOf = (judgement: Judgement): string =>
  judgement.kind === 'refused' ? judgement.refusal.code : judgement.kind;

/** What becomes of some events after others, which are all accepted. */
async function codesOf(before: readonly LedgerEvent[], events: readonly LedgerEvent[], state = nothing()) {
  expect((await judgeBatch(state, before)).map(codeOf)).toEqual(before.map(() => 'accepted'));
  return (await judgeBatch(state, events)).map(codeOf);
}

function twoLots(): { lots: [LotWriter, LotWriter]; made: LotWriter; created: LedgerEvent[] } {
  const lots: [LotWriter, LotWriter] = [new LotWriter(), new LotWriter()];
  return { lots, made: new LotWriter(), created: lots.map((lot) => lot.created()) };
}

/** A transformation of two lots of 50 kg into one. */
function combined(): { before: LedgerEvent[]; events: [LedgerEvent, LedgerEvent, LedgerEvent] } {
  const { lots, made, created } = twoLots();
  const parts = lots.map((lot) => ({ lot, grams: 50_000 }));
  const [one, other, result] = transformed(parts, [{ lot: made, grams: 100_000 }]);
  if (one === undefined || other === undefined || result === undefined) throw new Error('Three events');
  return { before: created, events: [one, other, result] };
}

/** The event with another statement of what was moved. */
function withInput(event: LedgerEvent, change: (input: Record<string, unknown>) => void): LedgerEvent {
  return withChange(event, ({ formation }) => {
    if (typeof formation !== 'object' || formation === null || !('inputs' in formation)) throw new Error('No inputs');
    const [input] = formation.inputs as [Record<string, unknown>];
    change(input);
  });
}

describe('a transformation', () => {
  it('is accepted in any order of its events, and changes nothing when it is refused', async () => {
    const { before, events } = combined();
    expect(await codesOf(before, events)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await codesOf(before, events.toReversed())).toEqual(['accepted', 'accepted', 'accepted']);
    const state = nothing();
    const heads = async () => JSON.stringify([...state.heads, ...state.known, ...state.chains]);
    await judgeBatch(state, before);
    const known = await heads();
    expect((await judgeBatch(state, events.slice(1))).map(codeOf)).toEqual([
      'TRANSFER_INCOMPLETE',
      'TRANSFER_INCOMPLETE',
    ]);
    expect(await heads()).toBe(known);
    expect((await judgeBatch(state, events)).map(codeOf)).toEqual(['accepted', 'accepted', 'accepted']);
    expect((await judgeBatch(state, events)).map(codeOf)).toEqual(['known', 'known', 'known']);
  });

  it('that is recorded stays so, whatever else comes in its name', async () => {
    const { before, events } = combined();
    const state = nothing();
    await judgeBatch(state, [...before, ...events]);
    const stranger = new LotWriter();
    const late = stranger.used(transferOf(events[0].content) ?? '', 1);
    expect((await judgeBatch(state, [...events, late])).map(codeOf)).toEqual([
      'known',
      'known',
      'known',
      'LOT_MISSING',
    ]);
    const changed = withChange(events[0], (content) => Object.assign(content, { grams: 1 }));
    expect((await judgeBatch(state, [changed, events[1]])).map(codeOf)).toEqual(['EVENT_DIFFERS', 'known']);
  });

  const misfits: [
    what: string,
    code: string,
    change: (events: ReturnType<typeof combined>['events']) => LedgerEvent[],
  ][] = [
    ['without an input', 'TRANSFER_INCOMPLETE', ([, other, made]) => [other, made]],
    ['without its output', 'TRANSFER_INCOMPLETE', ([one, other]) => [one, other]],
    [
      'that names another position',
      'TRANSFER_INCOMPLETE',
      ([one, other, made]) => [one, other, withInput(made, (input) => Object.assign(input, { seq: 3 }))],
    ],
    [
      'that names another content',
      'TRANSFER_INCOMPLETE',
      ([one, other, made]) => [one, other, withInput(made, (input) => Object.assign(input, { hash: 'f'.repeat(64) }))],
    ],
    [
      'that takes more than it names',
      'TRANSFER_INCOMPLETE',
      ([one, other, made]) => [one, withChange(other, (content) => Object.assign(content, { grams: 49_999 })), made],
    ],
    [
      'of which an input goes into a consignment',
      'TRANSFER_INCOMPLETE',
      ([one, other, made]) => [
        withChange(one, (content) => Object.assign(content, { consignment: 'e'.repeat(32) })),
        other,
        made,
      ],
    ],
    [
      'that names a gram less',
      'MASS_DIFFERS',
      ([one, other, made]) => [one, other, withInput(made, (input) => Object.assign(input, { grams: 49_999 }))],
    ],
    [
      'of which the output has another weight',
      'BAD_CONTENT',
      ([one, other, made]) => [
        one,
        other,
        withChange(made, ({ set }) => Object.assign(set as object, { weightGrams: 99_999 })),
      ],
    ],
  ];
  it.each(misfits)('%s is refused whole: %s', async (_what, code, change) => {
    const { before, events } = combined();
    const changed = change(events);
    expect(await codesOf(before, changed)).toEqual(changed.map(() => code));
  });

  it('has outputs that say the same of it', async () => {
    const { lots, created } = twoLots();
    const outputs = [new LotWriter(), new LotWriter()].map((lot) => ({ lot, grams: 50_000 }));
    const events = transformed(
      lots.map((lot) => ({ lot, grams: 50_000 })),
      outputs,
    );
    const [one, other, first, second] = events as [LedgerEvent, LedgerEvent, LedgerEvent, LedgerEvent];
    const changed = withChange(second, ({ formation }) => Object.assign(formation as object, { tolerance: 99 }));
    const codes = ['TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE'];
    expect(await codesOf(created, [one, other, first, changed])).toEqual(codes);
    expect(await codesOf(created, events)).toEqual(codes.map(() => 'accepted'));
  });

  it.each([
    ['as much dry mass as the tolerance lets be', 628, 'accepted'],
    ['a hundredth of a percent more, and is refused', 627, 'DRY_MASS_GAINED'],
  ])('takes %s', async (_what, moistureHundredths, code) => {
    // 92.80 % is dry before, and at most 93.728 % after.
    const { lots, made, created } = twoLots();
    const outputs = [{ lot: made, grams: 50_000, set: { moistureHundredths } }];
    const events = transformed([{ lot: lots[0], grams: 50_000 }], outputs, { tolerance: 100 });
    expect(await codesOf(created, events)).toEqual([code, code]);
  });

  it.each([
    ['fermented', 'STAGE_NOT_FORWARD'],
    ['drying', 'accepted'],
    ['processed', 'accepted'],
  ] as const)('of a lot that is drying makes one that is %s: %s', async (stage, code) => {
    const { lots, made, created } = twoLots();
    const before = [...created, lots[1].stage('drying')];
    const events = transformed(
      lots.map((lot) => ({ lot, grams: 1_000 })),
      [{ lot: made, grams: 2_000, set: { stage } }],
    );
    expect(await codesOf(before, events)).toEqual([code, code, code]);
  });
});

describe('a step of a consignment', () => {
  const added = (): {
    before: LedgerEvent[];
    lots: LotWriter[];
    consignment: ConsignmentWriter;
    events: LedgerEvent[];
  } => {
    const { lots, created } = twoLots();
    const consignment = new ConsignmentWriter();
    const before = [...created, consignment.step('opened')];
    const parts = lots.map((lot) => ({ lot, grams: 20_000 }));
    return { before, lots, consignment, events: consigned(consignment, 'added', parts) };
  };

  it('counts what it holds of each lot, until nothing of it is left', async () => {
    const { before, lots, consignment, events } = added();
    const state = nothing();
    await judgeBatch(state, [...before, ...events]);
    const [one] = lots as [LotWriter];
    const { lotKey: key } = consignment;
    const mass = () => state.heads.get(one.lotKey)?.mass;
    expect(mass()).toMatchObject({ weight: 50_000, used: 20_000, draws: { [key]: { grams: 20_000 } } });
    expect(state.heads.get(key)?.consignment).toEqual({ state: 'open', grams: 40_000 });
    await judgeBatch(state, consigned(consignment, 'removed', [{ lot: one, grams: 5_000 }]));
    expect(mass()).toMatchObject({ used: 15_000, draws: { [key]: { grams: 15_000 } } });
    await judgeBatch(state, consigned(consignment, 'removed', [{ lot: one, grams: 15_000 }]));
    expect(mass()).toMatchObject({ used: 0, draws: {} });
    expect(state.heads.get(key)?.consignment).toEqual({ state: 'open', grams: 20_000 });
  });

  it.each([
    ['without the use of a lot', (events: LedgerEvent[]) => events.slice(1)],
    ['without the step itself', (events: LedgerEvent[]) => events.slice(0, 2)],
  ])('%s is refused whole', async (_what, change) => {
    const { before, events } = added();
    expect(await codesOf(before, change(events))).toEqual(['TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE']);
  });

  it('takes nothing that goes into another consignment, or the other way', async () => {
    const { before, lots, events, consignment } = added();
    const [one] = lots as [LotWriter];
    const other = new ConsignmentWriter();
    const all = [...before, other.step('opened'), ...events];
    const transfer = 'c'.repeat(32);
    const strayed = one.used(transfer, 1_000, consignment.lotKey);
    const step = other.step('added', { transfer, lots: [movedPart(strayed, 1_000)] });
    expect(await codesOf(all, [strayed, step])).toEqual(['TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE']);
    const back = new LotWriter('ManamCoopMSP', events[0]).returned(transfer, 1_000, consignment.lotKey);
    const in2 = consignment.step('added', { transfer, lots: [movedPart(back, 1_000)] });
    expect(await codesOf(all, [back, in2])).toEqual(['TRANSFER_INCOMPLETE', 'TRANSFER_INCOMPLETE']);
  });

  it('does not bring grams back from where they never went', async () => {
    const { before, events, consignment } = added();
    const back = new LotWriter('ManamCoopMSP', events[0]).returned('c'.repeat(32), 1, 'd'.repeat(32));
    const none = new LotWriter('ManamCoopMSP', events[0]).returned('c'.repeat(32), 1, null);
    expect(await codesOf([...before, ...events], [back])).toEqual(['NOT_AVAILABLE']);
    expect(await codesOf([...before, ...events], [none])).toEqual(['BAD_CONTENT']);
    const moving = new ConsignmentWriter('ManamCoopMSP', events[2]).step('added');
    expect(await codesOf([...before, ...events], [moving])).toEqual(['BAD_CONTENT']);
    expect(consignment.lotKey).toBe(events[2]?.lotKey);
  });
});

describe('a batch', () => {
  it('is divided into what is recorded together, in the order of the first of each', () => {
    const entries = ['a', null, 'b', 'a', null, 'b'].map((transfer, i) => ({ transfer, i }));
    expect(unitsOf(entries).map((unit) => unit.map(({ i }) => i))).toEqual([[0, 3], [1], [2, 5], [4]]);
  });

  it('has transfers by the contents, and by no text within them', () => {
    const { events } = combined();
    expect(transferOf(events[0].content)).toBe(JSON.parse(events[0].content).transfer);
    const text = `x","transfer":"${'a'.repeat(32)}`;
    expect(transferOf(new LotWriter().created({ lotId: text.slice(0, 23) }).content)).toBeNull();
    expect(transferOf(JSON.stringify({ note: text, other: `"transfer":"${'a'.repeat(32)}"` }))).toBeNull();
  });

  it('goes on after a refused transfer with the lots as they were', async () => {
    const { lots, made, created } = twoLots();
    const first = lots[0];
    const after = new LotWriter('ManamCoopMSP', created[0]);
    const refused = transformed([{ lot: first, grams: 50_001 }], [{ lot: made, grams: 50_001 }]);
    const taken = transformed([{ lot: after, grams: 50_000 }], [{ lot: new LotWriter(), grams: 50_000 }]);
    expect(await codesOf(created, [...refused, ...taken])).toEqual([
      'NOT_AVAILABLE',
      'NOT_AVAILABLE',
      'accepted',
      'accepted',
    ]);
  });
});
