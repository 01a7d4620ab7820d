import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALL_LIMITS, eventRecords, recordedEvents } from '../../../domain/ledger/channelForms.ts';
import { applyTransition, CONTRACT, CONTRACTS } from '../../../domain/ledger/transitions.ts';
import { canonicalText } from '../../../domain/proof/hashing.ts';
import {
  consigned,
  ConsignmentWriter,
  LotWriter,
  randomKey,
  transformed,
  withChange,
} from '../../../../tests/adapters/lotEvents.ts';
import { ChannelPeer, inTheBlock, type Call, type Simulated } from '../../../../tests/support/channelPeer.ts';
import type { LedgerEvent } from '../../../domain/ledger/ledger.ts';

const SALT = '5a'.repeat(32);
const AT = new Date('2026-11-23T08:00:00.123Z');
const CLOSES = {
  v: 1,
  kind: 'manam-trace/head',
  blocks: 3,
  rootHash: 'a'.repeat(64),
  ledgerId: 'b'.repeat(64),
  signatures: [{ mspId: 'ManamCoopMSP', signature: '30' }],
};
const FORMERLY = { transactionId: 'c'.repeat(64), blockNumber: 2, at: '2026-05-01T08:00:00.000Z' };

let peer: ChannelPeer;
beforeEach(() => {
  // An invented earlier version: its events are carried over, and judged by its own rules.
  CONTRACTS.set('0', (head, raw, contentHash) => {
    const step = applyTransition('1', head, raw, contentHash);
    return 'content' in step && step.content.type === 'deleted'
      ? { refusal: { code: 'BAD_CONTENT', text: 'type: version 0 knows no deletion' } }
      : step;
  });
  vi.useFakeTimers({ toFake: ['Date'], now: AT });
  peer = new ChannelPeer();
});
afterEach(() => {
  CONTRACTS.delete('0');
  vi.useRealTimers();
});

const begin = (closes: unknown = null): Promise<Simulated> =>
  peer.submit('begin', { args: [canonicalText({ closes })], transient: { salt: SALT } });
const recording = (events: readonly object[], more: Call = {}): Call => ({
  args: ['1'],
  transient: { events: JSON.stringify(events) },
  at: AT,
  ...more,
});
const record = (...events: object[]): Promise<Simulated> => peer.submit('record', recording(events));
const hashOf = ({ content }: LedgerEvent): string => createHash('sha256').update(`\0${content}`).digest('hex');
const moved = (event: LedgerEvent, contract?: string) => ({
  ...event,
  formerly: FORMERLY,
  ...(contract && { contract }),
});

describe('a channel', () => {
  it('begins once, and says how', async () => {
    await expect(peer.evaluate('readBeginning')).rejects.toThrow(/^NOT_BEGUN: /);
    await expect(record(new LotWriter().created())).rejects.toThrow(/^NOT_BEGUN: /);
    await begin();
    expect(await peer.evaluate('readBeginning')).toEqual({ by: 'ManamCoopMSP', closes: null, settled: true });
    await expect(begin()).rejects.toThrow(/^ALREADY_BEGUN: /);
    await expect(begin(CLOSES)).rejects.toThrow(/^ALREADY_BEGUN: /);
    await expect(peer.submit('settle')).rejects.toThrow(/^SETTLED: /);
  });

  it('takes the place of another ledger until it is settled', async () => {
    await begin(CLOSES);
    expect(await peer.evaluate('readBeginning')).toEqual({ by: 'ManamCoopMSP', closes: CLOSES, settled: false });
    await peer.submit('settle', { at: AT });
    expect(await peer.evaluate('readBeginning')).toEqual({ by: 'ManamCoopMSP', closes: CLOSES, settled: true });
    await expect(peer.submit('settle')).rejects.toThrow(/^SETTLED: /);
  });

  it.each([
    ['begin', { args: ['{}'], transient: { salt: SALT } }],
    ['begin', { args: ['{"closes":null}'], transient: { salt: 'short' } }],
    ['begin', { args: ['{"closes":null}'] }],
    ['record', { args: ['2'], transient: { events: '[]' } }],
    ['record', { args: ['1'] }],
    ['record', { args: ['1'], transient: { events: '[{}]' } }],
    ['record', { args: ['1'], transient: { events: '{' } }],
    ['readLots', { args: ['["LOT501"]', '1'] }],
    ['readLots', { args: ['[]', '0'] }],
    ['readEvents', { args: ['null'] }],
  ])('refuses a call of %s that it cannot read: %j', async (name, call) => {
    if (name !== 'begin') await begin();
    const { status, message } = await peer.simulate(name, call);
    expect([status, message]).toEqual([500, expect.stringMatching(/^BAD_REQUEST: /)]);
  });

  it('knows no other calls, and takes no other number of arguments', async () => {
    for (const call of [
      { name: 'createContext' },
      { name: 'record', args: [] },
      { name: 'record', args: ['1', '2'] },
    ]) {
      expect((await peer.simulate(call.name, call)).status).toBe(500);
    }
  });
});

describe('events', () => {
  beforeEach(() => begin());

  it('are recorded and read back with their contents, several of a lot in one transaction seeing one another', async () => {
    const lot = new LotWriter();
    const events = [lot.created(), lot.stage('fermented'), lot.edited({ weightGrams: 49_000 })];
    const { payload, txId } = await record(...events.slice(0, 2));
    const answer = recordedEvents.parse(JSON.parse(payload));
    expect(canonicalText(answer)).toBe(payload);
    expect(answer).toEqual({
      v: 1,
      contract: CONTRACT,
      at: AT.toISOString(),
      events: events.slice(0, 2).map((event) => ({
        contentHash: hashOf(event),
      })),
    });
    await record(events[2]!);
    const unknown = randomKey();
    const { lots, next } = await readLots([lot.lotKey, unknown]);
    expect(next).toBeNull();
    expect(lots).toEqual([
      {
        lotKey: lot.lotKey,
        head: { seq: 3, hash: hashOf(events[2]!), stage: 'fermented', deleted: false },
        events: events.map((event) => ({
          eventId: event.eventId,
          seq: event.seq,
          content: event.content,
          contentHash: hashOf(event),
          at: AT.toISOString(),
          contract: CONTRACT,
          txId: expect.stringMatching(/^[0-9a-f]{64}$/),
        })),
      },
      { lotKey: unknown, head: null, events: [] },
    ]);
    expect(lots[0]?.events[0]?.txId).toBe(txId);
    const records = await peer.evaluate('readEvents', { args: [JSON.stringify([events[1]!.eventId, randomKey()])] });
    expect(eventRecords.parse(records)).toEqual([
      { lotKey: lot.lotKey, seq: 2, contentHash: hashOf(events[1]!), txId, at: AT.toISOString(), contract: CONTRACT },
      null,
    ]);
  });

  it('that are recorded already are left out, in a later call or the same', async () => {
    const lot = new LotWriter();
    const created = lot.created();
    expect(recordedOf(await record(created, created))).toEqual([hashOf(created)]);
    const later = lot.stage('drying');
    expect(recordedOf(await record(created, later))).toEqual([hashOf(later)]);
    const again = await record(created, later);
    expect(recordedOf(again)).toEqual([]);
    expect(again.writes.size).toBe(0);
  });

  it('are refused with their code and id, and then none of the call is recorded', async () => {
    const lot = new LotWriter();
    const created = lot.created();
    const bad = lot.stage('harvested');
    const other = new LotWriter().created();
    const refused = await peer.simulate('record', recording([created, other, bad]));
    expect(refused.message).toMatch(new RegExp(`^STAGE_NOT_FORWARD: ${bad.eventId} From harvested`));
    await record(created);
    const changed = withChange(created, (content) => Object.assign(content, { actorRole: 'admin' }));
    await expect(record(changed)).rejects.toThrow(`EVENT_DIFFERS: ${created.eventId} `);
    await expect(record(lot.edited({ weightGrams: 1 }))).rejects.toThrow(/^OUT_OF_ORDER: /);
    await expect(record(new LotWriter().event({ type: 'deleted' }))).rejects.toThrow(/^LOT_MISSING: /);
    await expect(record({ ...other, content: `${other.content} ` })).rejects.toThrow(/^BAD_CONTENT: /);
    expect(await peer.evaluate('readEvents', { args: [JSON.stringify([other.eventId])] })).toEqual([null]);
  });

  it('give a lot id to one chain for ever, within a call and later', async () => {
    const [first, second] = [new LotWriter(), new LotWriter()];
    const [one, other] = [first.created({ lotId: 'LOT901' }), second.created({ lotId: 'LOT901' })];
    await expect(record(one, other)).rejects.toThrow(`LOT_ID_TAKEN: ${other.eventId} `);
    await record(one);
    await expect(record(other)).rejects.toThrow(/^LOT_ID_TAKEN: /);
    expect(await peer.evaluate('lotChain', { transient: { lotId: 'LOT901' } })).toBe(first.lotKey);
    expect(await peer.evaluate('lotChain', { transient: { lotId: 'LOT902' } })).toBeNull();
  });

  it('that race for one place: one is recorded', async () => {
    const lot = new LotWriter();
    await record(lot.created());
    const one = lot.stage('fermented');
    const id = randomKey();
    const twin = { ...withChange(one, (content) => Object.assign(content, { eventId: id })), eventId: id };
    const [ours, theirs] = [
      await peer.simulate('record', recording([one])),
      await peer.simulate('record', recording([twin])),
    ];
    expect([ours.status, theirs.status, peer.commit(ours), peer.commit(theirs)]).toEqual([200, 200, true, false]);
    await expect(record(twin)).rejects.toThrow(/^OUT_OF_ORDER: /);
  });

  it('of two chains that race for one lot id: one is recorded', async () => {
    const [ours, theirs] = [
      await peer.simulate('record', recording([new LotWriter().created({ lotId: 'LOT903' })])),
      await peer.simulate('record', recording([new LotWriter().created({ lotId: 'LOT903' })])),
    ];
    expect([peer.commit(ours), peer.commit(theirs)]).toEqual([true, false]);
  });

  it('are recorded at a time that the organisation shares', async () => {
    const event = new LotWriter().created();
    for (const minutes of [-16, 16]) {
      const call = recording([event], { at: new Date(AT.getTime() + minutes * 60_000) });
      expect((await peer.simulate('record', call)).message).toMatch(/^TIME_OFF: /);
    }
    const at = new Date(AT.getTime() + 14 * 60_000);
    const { payload } = await peer.submit('record', recording([event], { at }));
    expect(JSON.parse(payload)).toMatchObject({ at: at.toISOString() });
  });

  it('are taken up to a size and a number', async () => {
    const lots = Array.from({ length: CALL_LIMITS.events + 1 }, () => new LotWriter().created());
    await expect(record(...lots)).rejects.toThrow(/^TOO_MUCH: One call/);
    expect(recordedOf(await record(...lots.slice(1)))).toHaveLength(CALL_LIMITS.events);
    const { contentCharacters, transferCharacters } = CALL_LIMITS;
    const longest = [
      ['"type":"edited"', contentCharacters],
      ['"type":"used"', contentCharacters],
      ['"type":"formed"', transferCharacters],
      ['"type":"consignment"', transferCharacters],
    ] as const;
    for (const [type, most] of longest) {
      const fitting = {
        ...new LotWriter().created(),
        content: `{"a":"${'x'.repeat(most - type.length - 9)}",${type}}`,
      };
      expect(fitting.content).toHaveLength(most);
      await expect(record(fitting)).rejects.toThrow(/^BAD_CONTENT: /);
      const long = { ...fitting, content: fitting.content.replace('x', 'xx') };
      await expect(record(lots[0]!, long)).rejects.toThrow(`TOO_MUCH: ${long.eventId} `);
    }
  });

  it('of long chains are read in portions', async () => {
    const [long, short] = [new LotWriter(), new LotWriter()];
    const events = [long.created()];
    while (events.length < CALL_LIMITS.events + 120) events.push(long.edited({ weightGrams: events.length }));
    for (let from = 0; from < events.length; from += 660) await record(...events.slice(from, from + 660));
    await record(short.created());
    const first = await readLots([long.lotKey, short.lotKey]);
    expect(first.lots[0]?.events).toHaveLength(CALL_LIMITS.events);
    expect(first.next).toEqual({ lotKey: long.lotKey, from: CALL_LIMITS.events + 1 });
    const rest = await readLots([long.lotKey, short.lotKey], CALL_LIMITS.events + 1);
    expect(rest.next).toBeNull();
    expect(rest.lots.map((lot) => lot.events.length)).toEqual([120, 1]);
    const read = [...(first.lots[0]?.events ?? []), ...(rest.lots[0]?.events ?? [])];
    expect(read.map(({ content }) => content)).toEqual(events.map(({ content }) => content));
    const many = Array.from({ length: CALL_LIMITS.lots + 1 }, randomKey);
    await expect(readLots(many)).rejects.toThrow(/^TOO_MUCH: /);
  });

  it('with long contents are read in portions of some size', async () => {
    const lot = new LotWriter();
    const events = [lot.created()];
    const salts = Array.from({ length: 190 }, (_, i) => ({ seq: i + 1, fields: Array<'notes'>(5).fill('notes') }));
    for (let i = 0; i < 100; i += 1) events.push(lot.event({ type: 'erased', erase: salts }));
    await record(...events);
    const read: number[] = [];
    let next: { from: number } | null = { from: 1 };
    let answers = 0;
    while (next !== null) {
      const answer = await readLots([lot.lotKey], next.from);
      read.push(...(answer.lots[0]?.events.map(({ seq }) => seq) ?? []));
      next = answer.next;
      answers += 1;
    }
    expect(read).toEqual(events.map(({ seq }) => seq));
    expect(answers).toBe(2);
  });

  it('leave nothing readable in a block, and no private value without a secret', async () => {
    const lot = new LotWriter();
    const created = lot.created({ lotId: 'LOT-SECRET-1', variety: 'Criollo' });
    const simulated = await record(created, lot.stage('fermented'));
    const open = inTheBlock(simulated);
    for (const word of [
      'LOT-SECRET-1',
      'Criollo',
      'harvested',
      'fermented',
      'farmer',
      SALT,
      lot.lotKey,
      created.eventId,
    ]) {
      expect(open).not.toContain(word);
    }
    const hidden = [...simulated.writes].filter(([place]) => !place.startsWith('\n'));
    const keys = hidden.map(([place]) => place.slice(place.indexOf('\n') + 1)).sort();
    expect(keys).toEqual([
      expect.stringMatching(/^chain\/[0-9a-f]{64}$/),
      `content/${lot.lotKey}/1`,
      `content/${lot.lotKey}/2`,
      expect.stringMatching(/^event\/[0-9a-f]{32}$/),
      expect.stringMatching(/^event\/[0-9a-f]{32}$/),
      `head/${lot.lotKey}`,
    ]);
    expect(keys[0]).not.toContain(createHash('sha256').update('LOT-SECRET-1').digest('hex'));
    const heads = hidden.filter(([place]) => place.includes('head/'));
    expect(JSON.parse(heads[0]?.[1].toString() ?? '')).toMatchObject({ salt: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('come out byte for byte alike on two peers', async () => {
    const other = new ChannelPeer();
    await other.submit('begin', { args: ['{"closes":null}'], transient: { salt: SALT } });
    const lots = [new LotWriter(), new LotWriter()];
    const events = [...lots.map((lot) => lot.created()), ...lots.map((lot) => lot.stage('drying'))];
    const call = recording(events, { txId: 'd'.repeat(64) });
    const [ours, theirs] = [await peer.simulate('record', call), await other.simulate('record', call)];
    expect(ours.status).toBe(200);
    expect(theirs).toEqual(ours);
  });
});

describe('transfers of grams', () => {
  beforeEach(() => begin());

  it('are recorded whole, with what the next events are judged by', async () => {
    const [lot, made, consignment] = [new LotWriter(), new LotWriter(), new ConsignmentWriter()];
    await record(lot.created(), consignment.step('opened'));
    const transfer = transformed([{ lot, grams: 30_000 }], [{ lot: made, grams: 30_000 }]);
    expect(recordedOf(await record(...transfer))).toEqual(transfer.map(hashOf));
    const added = consigned(consignment, 'added', [
      { lot, grams: 20_000 },
      { lot: made, grams: 10_000 },
    ]);
    expect(recordedOf(await record(...added))).toEqual(added.map(hashOf));
    const spent = transformed([{ lot, grams: 1 }], [{ lot: new LotWriter(), grams: 1 }]);
    await expect(record(...spent)).rejects.toThrow(/^NOT_AVAILABLE: [0-9a-f]{32} 0 g are available, not 1 g$/);
    const { lots } = await readLots([consignment.lotKey]);
    expect(lots[0]?.events.map(({ content }) => content)).toEqual([expect.anything(), added[2]!.content]);
    expect(recordedOf(await record(consignment.step('closed'), consignment.step('shipped')))).toHaveLength(2);
  });

  it('are refused in parts, and when one of their events is refused', async () => {
    const [lot, other] = [new LotWriter(), new LotWriter()];
    await record(lot.created(), other.created());
    const parts = [lot, other].map((one) => ({ lot: one, grams: 50_000 }));
    const transfer = transformed(parts, [{ lot: new LotWriter(), grams: 100_000 }]);
    for (const missing of transfer) {
      const rest = transfer.filter((event) => event !== missing);
      expect((await peer.simulate('record', recording(rest))).message).toMatch(/^TRANSFER_INCOMPLETE: [0-9a-f]{32} /);
    }
    const apart = new LotWriter().created();
    const foreign = withChange(transfer[1]!, (content) => Object.assign(content, { grams: 49_999 }));
    const { message } = await peer.simulate('record', recording([apart, transfer[0]!, foreign, transfer[2]!]));
    expect(message).toMatch(/^TRANSFER_INCOMPLETE: /);
    expect(await peer.evaluate('readEvents', { args: [JSON.stringify([apart.eventId])] })).toEqual([null]);
    await record(...transfer);
    expect(recordedOf(await record(...transfer, apart))).toEqual([hashOf(apart)]);
  });

  it('are carried over with their former places', async () => {
    peer = new ChannelPeer();
    await begin(CLOSES);
    const [lot, made] = [new LotWriter(), new LotWriter()];
    await record(moved(lot.created(), '1'));
    const transfer = transformed([{ lot, grams: 50_000 }], [{ lot: made, grams: 50_000 }]);
    await expect(record(...transfer.map((event) => moved(event, '1')))).rejects.toThrow(/^BAD_CONTENT: /);
    const { payload } = await record(...transfer.map((event) => moved(event, CONTRACT)));
    expect(recordedEvents.parse(JSON.parse(payload)).events).toMatchObject([
      { formerly: FORMERLY },
      { formerly: FORMERLY },
    ]);
  });
});

describe('a channel that contract 1 wrote', () => {
  /** Gives the heads and records of chains the form in which contract 1 stored them. */
  function asContract1Stored(simulated: Simulated): Simulated {
    const writes = new Map(simulated.writes);
    for (const [place, value] of writes) {
      const key = place.split('\n')[1] ?? '';
      if (!/^(?:head|event)\//.test(key)) continue;
      const { mass: _mass, consignment: _consignment, contract: _contract, ...stored } = JSON.parse(value.toString());
      writes.set(place, Buffer.from(canonicalText(stored)));
    }
    return { ...simulated, writes };
  }
  async function recordAsContract1(...events: LedgerEvent[]): Promise<void> {
    expect(peer.commit(asContract1Stored(await peer.simulate('record', recording(events))))).toBe(true);
  }
  beforeEach(() => begin());

  it('judges the next events by the grams that its contents come to, and stores them then', async () => {
    const [lot, made] = [new LotWriter(), new LotWriter()];
    await recordAsContract1(lot.created(), lot.stage('drying'));
    const edited = lot.edited({ weightGrams: 40_000 });
    await recordAsContract1(edited);
    const more = transformed(
      [{ lot: new LotWriter('ManamCoopMSP', edited), grams: 40_001 }],
      [{ lot: new LotWriter(), grams: 40_001, set: { stage: 'drying' } }],
    );
    await expect(record(...more)).rejects.toThrow('40000 g are available, not 40001 g');
    const transfer = transformed([{ lot, grams: 40_000 }], [{ lot: made, grams: 40_000, set: { stage: 'drying' } }]);
    const { writes } = await record(...transfer);
    const head = [...writes].find(([place]) => place.endsWith(`head/${lot.lotKey}`))?.[1].toString() ?? '';
    expect(JSON.parse(head)).toMatchObject({ seq: 4, mass: { weight: 40_000, used: 40_000, moisture: 720 } });
    const { reads } = await peer.simulate('record', recording([made.stage('processed'), lot.edited({})]));
    expect([...reads.keys()].filter((place) => place.includes('content/'))).toEqual([]);
  });

  it('reads its chains without reading more than it answers', async () => {
    const lot = new LotWriter();
    const events = [lot.created(), lot.stage('drying')];
    await recordAsContract1(...events);
    expect(await peer.evaluate('readHeads', { args: [JSON.stringify([lot.lotKey])] })).toEqual([2]);
    const { reads } = await peer.simulate('readHeads', { args: [JSON.stringify([lot.lotKey])] });
    expect(reads.size).toBe(1);
    expect((await readLots([lot.lotKey])).lots[0]?.events.map(({ content }) => content)).toEqual(
      events.map(({ content }) => content),
    );
  });

  it('judges nothing by contents that do not come to the head', async () => {
    const lot = new LotWriter();
    const [created, stage] = [lot.created(), lot.stage('drying')];
    const simulated = asContract1Stored(await peer.simulate('record', recording([created, stage])));
    const lost = [...simulated.writes.keys()].find((place) => place.endsWith(`content/${lot.lotKey}/1`));
    expect(simulated.writes.delete(lost ?? '\n')).toBe(true);
    peer.commit(simulated);
    const { message } = await peer.simulate('record', recording([lot.edited({ weightGrams: 1 })]));
    expect(message).toBe(`The contents of chain ${lot.lotKey} do not come to its head`);
  });
});

describe('a ledger that is moved', () => {
  it('keeps where its events stood and which contract judged them', async () => {
    await begin(CLOSES);
    const lot = new LotWriter();
    const [old, newer, now] = [lot.created(), lot.stage('drying'), lot.stage('shipped')];
    const simulated = await record(moved(old, '0'), moved(newer, CONTRACT));
    const { events } = recordedEvents.parse(JSON.parse(simulated.payload));
    expect(events).toMatchObject([{ formerly: FORMERLY, contract: '0' }, { formerly: FORMERLY }]);
    expect(events[1]).not.toHaveProperty('contract');
    const { lots } = await readLots([lot.lotKey]);
    expect(lots[0]?.events).toMatchObject([
      { formerly: FORMERLY, contract: '0' },
      { formerly: FORMERLY, contract: CONTRACT },
    ]);
    await peer.submit('settle');
    expect(recordedOf(await record(now))).toEqual([hashOf(now)]);
  });

  it('takes nothing of that kind when it is settled, or began by itself', async () => {
    await begin(CLOSES);
    await peer.submit('settle');
    const event = new LotWriter().created();
    await expect(record(moved(event))).rejects.toThrow(`SETTLED: ${event.eventId} `);
    peer = new ChannelPeer();
    await begin();
    await expect(record({ ...event, contract: CONTRACT })).rejects.toThrow(/^SETTLED: /);
  });

  it('never goes back to an earlier contract, in a call or later, but for events that are recorded already', async () => {
    await begin(CLOSES);
    const [first, second, third] = [new LotWriter().created(), new LotWriter().created(), new LotWriter().created()];
    await expect(record(moved(first, '1'), moved(second, '0'))).rejects.toThrow(`CONTRACT_BACK: ${second.eventId} `);
    await record(moved(first, '0'));
    await record(moved(second, '1'));
    await expect(record(moved(third, '0'))).rejects.toThrow(/^CONTRACT_BACK: /);
    expect(recordedOf(await record(moved(first, '0'), moved(second, '1'), moved(third)))).toEqual([hashOf(third)]);
    await expect(record(moved(new LotWriter().created(), '1'))).rejects.toThrow(/^CONTRACT_BACK: /);
  });

  it('goes on with events of the contract that was the newest when the move began', async () => {
    await begin(CLOSES);
    const [first, second, third] = [new LotWriter(), new LotWriter(), new LotWriter()];
    // As contract 1 noted its own version, and left it out of records.
    await record(moved(first.created(), '1'));
    const { writes } = await record(moved(second.created(), '1'), moved(second.stage('drying'), '1'));
    expect([...writes.keys()].filter((place) => place.startsWith('\n'))).toEqual([]);
    const { writes: newer } = await record(moved(third.created(), CONTRACT));
    expect(newer.get('\ncontract')?.toString()).toBe(`"${CONTRACT}"`);
  });

  it('judges by the rules of that contract, and takes none that it does not know', async () => {
    await begin(CLOSES);
    const deleted = new LotWriter();
    await record(moved(deleted.created(), '0'));
    // The invented version takes no deletion.
    const deletion = deleted.event({ type: 'deleted' });
    await expect(record(moved(deletion, '0'))).rejects.toThrow(/^BAD_CONTENT: /);
    await record(moved(deletion, '1'));
    const unknown = { ...moved(new LotWriter().created()), contract: '7' };
    await expect(record(unknown)).rejects.toThrow(/^BAD_REQUEST: /);
  });
});

describe('a member of the channel', () => {
  const by = 'ManamAssuranceMSP';

  it('records in its own name alone, on any chain', async () => {
    await begin();
    const [ours, theirs] = [new LotWriter(), new LotWriter(by)];
    const created = ours.created();
    expect((await peer.simulate('record', recording([created], { by }))).message).toBe(
      `BAD_CONTENT: ${created.eventId} An event in the name of another organisation than ${by}`,
    );
    const own = theirs.created();
    expect((await peer.simulate('record', recording([own]))).message).toMatch(/^BAD_CONTENT: /);
    expect(recordedOf(await peer.submit('record', recording([own], { by })))).toEqual([hashOf(own)]);
    // An event that is already recorded is left out, whichever organisation submits it.
    await record(created);
    expect(recordedOf(await peer.submit('record', recording([created], { by })))).toEqual([]);
    const next = withChange(ours.stage('drying'), (content) => Object.assign(content, { org: by }));
    expect(recordedOf(await peer.submit('record', recording([next], { by })))).toEqual([hashOf(next)]);
  });

  it('begins a channel, and then another one neither moves a ledger to it nor ends the move', async () => {
    await begin(CLOSES);
    const [lot, own] = [new LotWriter(), new LotWriter(by).created()];
    for (const event of [moved(lot.created()), own]) {
      const { message } = await peer.simulate('record', recording([event], { by }));
      expect(message).toBe('NOT_YOURS: ManamCoopMSP moves its ledger to this channel');
    }
    expect((await peer.simulate('settle', { by, at: AT })).message).toBe('NOT_YOURS: The move is that of ManamCoopMSP');
    await peer.submit('settle', { at: AT });
    expect(recordedOf(await peer.submit('record', recording([own], { by })))).toEqual([hashOf(own)]);
  });

  it('carries events over in the name that they had', async () => {
    await begin(CLOSES);
    const event = new LotWriter('FormerMSP').created();
    expect(recordedOf(await record(moved(event)))).toEqual([hashOf(event)]);
  });
});

interface Read {
  lots: { events: { seq: number; content: string; txId: string }[] }[];
  next: { from: number } | null;
}

async function readLots(lotKeys: string[], from = 1): Promise<Read> {
  return (await peer.evaluate('readLots', { args: [JSON.stringify(lotKeys), String(from)] })) as Read;
}

function recordedOf({ payload }: Simulated): string[] {
  return recordedEvents.parse(JSON.parse(payload)).events.map(({ contentHash }) => contentHash);
}
