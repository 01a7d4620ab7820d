import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { carriedEvents } from '../../server/adapters/ledger-embedded/encodedEvents.ts';
import { LedgerAway, type CarriedEvent, type LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { proofFaults } from '../support/proofFaults.ts';
import { consigned, ConsignmentWriter, LotWriter, transformed } from './lotEvents.ts';
import { codeOf, placeOf } from './outcomes.ts';

const SECRET = 'a secret of the ledger tests';

let database: TestDatabase;
/** one connection, so that each change lives in a transaction of it and is taken back after its test */
let pool: Pool;
let ledger: EmbeddedLedger;
let lots: LotWriter[];
let made: LotWriter;
let consignment: ConsignmentWriter;

beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => undefined);
  ledger = await EmbeddedLedger.open({ pool, secret: SECRET });
  lots = Array.from({ length: 3 }, () => new LotWriter());
  made = new LotWriter();
  consignment = new ConsignmentWriter();
  // Block 1: the lots; 2: another lot, the transformation, another lot; 3: the derived lot in a consignment.
  await record([...lots.map((lot) => lot.created()), consignment.step('opened')]);
  const parts = lots.map((lot) => ({ lot, grams: 20_000 }));
  const events = transformed(parts, [{ lot: made, grams: 60_000 }]);
  await record([new LotWriter().created(), ...events, new LotWriter().created()]);
  await record(consigned(consignment, 'added', [{ lot: made, grams: 5_000 }]));
});
afterAll(async () => {
  await ledger.close();
  await pool.end();
  await database.drop();
});

async function record(events: readonly LedgerEvent[]): Promise<void> {
  expect((await ledger.record(events)).map(codeOf)).toEqual(events.map(() => 'recorded'));
}

/** Of block 2: the transformation's rows are at position 1, those of the inputs first. */
const rowOf = (part: number): string => `block_number = 2 and position = 1 and part = ${part}`;
const contentOf = (part: number): string => `event_id = (select event_id from ledger_transaction where ${rowOf(part)})`;

async function tamper(table: string, change: string, where: string): Promise<void> {
  await pool.query(`alter table ${table} disable trigger user`);
  const { rowCount } = await pool.query(`update ${table} set ${change} where ${where}`);
  await pool.query(`alter table ${table} enable trigger user`);
  expect(rowCount).toBe(1);
}

/** What is found of the chain of one lot, of the blocks, and of the heads. */
async function verdict(lot: LotWriter): Promise<{ invalid: number[]; broken: number[]; faults: string[] }> {
  const chain = await ledger.readLot(lot.lotKey);
  const { broken } = await ledger.verifyChain();
  return {
    invalid: chain.entries.filter(({ transactionValid }) => !transactionValid).map(({ seq }) => seq),
    broken: chain.brokenBlocks,
    faults: broken.map(
      ({ number, faults }) => `${number}: ${faults.map((fault) => fault.split(/ of | is /)[0]).join('; ')}`,
    ),
  };
}

describe('embedded ledger: a changed part of a transaction of several events', () => {
  beforeEach(async () => {
    await pool.query('begin');
    for (const { lotKey } of [...lots, made]) await ledger.readLot(lotKey);
  });
  afterEach(() => pool.query('rollback'));

  it('finds nothing where nothing was changed', async () => {
    for (const lot of [...lots, made]) expect(await verdict(lot)).toEqual({ invalid: [], broken: [], faults: [] });
    const keys = [...lots, made, consignment].map(({ lotKey }) => lotKey);
    expect(await ledger.checkChains(keys)).toEqual([]);
  });

  const digit = `case substr(path, 1, 1) when '0' then '1' else '0' end`;
  const cases: [what: string, table: string, change: string, part: number, found: string][] = [
    ['the part', 'ledger_transaction', 'part = 7', 1, '2: There are not all events; The content'],
    ['the path', 'ledger_transaction', `path = overlay(path placing (${digit}) from 1)`, 1, '2: The content'],
    ['the end of the path', 'ledger_transaction', `path = path || repeat('0', 64)`, 1, '2: The content'],
    ['the path, to no hash', 'ledger_transaction', `path = path || 'z'`, 1, '2: The content'],
    ['the envelope', 'ledger_transaction', `envelope = replace(envelope, '"v":2', '"v":3')`, 1, '2: The rows'],
    ['the content', 'ledger_content', `content = replace(content, '20000', '20001')`, 1, '2: The content'],
    ['a content that is lost', 'ledger_content', `event_id = 'x' || substr(event_id, 2)`, 1, '2: The content'],
    ['the transaction id', 'ledger_transaction', `tx_id = 'x' || substr(tx_id, 2)`, 1, '2: The columns'],
    ['the event id', 'ledger_transaction', `event_id = 'x' || substr(event_id, 2)`, 1, '2: The content'],
  ];
  it.each(cases)('names it: %s', async (_what, table, change, part, found) => {
    await tamper(table, change, table === 'ledger_content' ? contentOf(part) : rowOf(part));
    expect(await verdict(lots[1] as LotWriter)).toEqual({ invalid: [2], broken: [], faults: [found] });
    // The others of the transaction stand.
    expect(await verdict(lots[0] as LotWriter)).toMatchObject({ invalid: [], broken: [] });
  });

  it('names it: the envelope of the first row, which is the leaf of the block', async () => {
    await tamper('ledger_transaction', `envelope = envelope || ' '`, rowOf(0));
    for (const lot of lots.slice(0, 2)) expect((await verdict(lot)).broken).toEqual([2]);
  });

  it('names it: an envelope of the same events and time that stands in no block', async () => {
    await pool.query('rollback');
    const [lot, derived] = [new LotWriter(), new LotWriter()];
    await record([lot.created()]);
    const events = transformed([{ lot, grams: 50_000 }], [{ lot: derived, grams: 50_000 }]);
    await pool.query(`create function tell() returns trigger language plpgsql as $$
      begin raise exception '%', (select tx_id || envelope from ledger_transaction where part = 1 order by block_number desc limit 1);
      end $$`);
    await pool.query('create trigger tell before insert on ledger_head for each row execute function tell()');
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    try {
      const told: unknown = await ledger.record(events).catch((error: unknown) => error);
      await pool.query('drop trigger tell on ledger_head');
      await record(events);
      await pool.query('begin');
      const lost = told instanceof Error ? told.message : '';
      const change = `tx_id = '${lost.slice(0, 64)}', envelope = '${lost.slice(64)}'`;
      await tamper('ledger_transaction', change, `lot_key = '${derived.lotKey}'`);
    } finally {
      vi.useRealTimers();
    }
    expect(await verdict(derived)).toMatchObject({ invalid: [1], broken: [] });
    expect((await verdict(derived)).faults).toEqual([expect.stringMatching(/^[0-9]+: The rows/)]);
    expect(await verdict(lot)).toMatchObject({ invalid: [], broken: [] });
  });

  it('names it: two events of a transaction that changed places', async () => {
    await pool.query('alter table ledger_transaction disable trigger user');
    for (const [from, to] of [
      [1, 9],
      [2, 1],
      [9, 2],
    ]) {
      await pool.query(`update ledger_transaction set part = ${to} where ${rowOf(from ?? 0)}`);
    }
    await pool.query('alter table ledger_transaction enable trigger user');
    expect(await verdict(lots[1] as LotWriter)).toEqual({
      invalid: [2],
      broken: [],
      faults: ['2: The content; The content'],
    });
  });

  it('names it: an event that is taken out of its transaction', async () => {
    await pool.query('alter table ledger_transaction disable trigger user');
    await pool.query(`delete from ledger_transaction where ${rowOf(2)}`);
    expect((await ledger.verifyChain()).broken.map(({ number }) => number)).toEqual([2]);
    expect((await ledger.readLot((lots[2] as LotWriter).lotKey)).missing).toEqual([2]);
  });

  it('names it: a path at an event that is alone in its transaction', async () => {
    await tamper('ledger_transaction', `path = 'z'`, 'block_number = 2 and position = 0');
    expect((await ledger.verifyChain()).broken).toMatchObject([{ number: 2 }]);
  });

  const heads: [what: string, change: string, whose: () => string][] = [
    ['used', `mass = jsonb_set(mass, '{used}', '19999')`, () => (lots[0] as LotWriter).lotKey],
    ['weight', `mass = jsonb_set(mass, '{weight}', '70000')`, () => made.lotKey],
    ['draws', `mass = jsonb_set(mass, '{draws}', '{}')`, () => made.lotKey],
    ['state', `consignment = jsonb_set(consignment, '{state}', '"closed"')`, () => consignment.lotKey],
    ['grams', `consignment = null`, () => consignment.lotKey],
  ];
  it.each(heads)('names it: %s of a head', async (_what, change, whose) => {
    await tamper('ledger_head', change, `lot_key = '${whose()}'`);
    const keys = [...lots, made, consignment].map(({ lotKey }) => lotKey);
    expect(await ledger.checkChains(keys)).toMatchObject([{ table: 'ledger_head', row: whose() }]);
  });

  it('computes the grams of a head without them anew, and judges by them', async () => {
    const [lot] = lots as [LotWriter];
    await tamper('ledger_head', 'mass = null', `lot_key = '${lot.lotKey}'`);
    expect(await ledger.checkChains([lot.lotKey])).toEqual([]);
    const last = (await ledger.readLot(lot.lotKey)).entries.at(-1);
    const { eventId = '', seq = 0, content } = last ?? {};
    const again = new LotWriter('ManamCoopMSP', { eventId, lotKey: lot.lotKey, seq, content: content ?? '' });
    const events = transformed([{ lot: again, grams: 30_001 }], [{ lot: new LotWriter(), grams: 30_001 }]);
    // The ledger's own writing has a transaction of its own: this one holds no change of it.
    await pool.query('rollback');
    await tamper('ledger_head', 'mass = null', `lot_key = '${lot.lotKey}'`);
    expect((await ledger.record(events)).map(codeOf)).toEqual(['NOT_AVAILABLE', 'NOT_AVAILABLE']);
    await pool.query('begin');
  });

  it('is not proven, and in a proof file no other place is', async () => {
    const roots = (await ledger.organisations()).map(({ rootFingerprint }) => rootFingerprint);
    const { lotKey } = made;
    const file = await ledger.proveLot(lotKey);
    expect(file?.events.map(({ within }) => [within?.index, within?.size])).toEqual([
      [3, 4],
      [0, 2],
    ]);
    const changed = async (within: unknown): Promise<string[]> =>
      proofFaults({ ...file, events: file?.events.with(0, { ...file.events[0], within } as never) }, roots);
    const own = file?.events[0]?.within;
    expect(await changed(own)).toEqual([]);
    expect(await changed({ ...own, index: 2 })).toEqual(['events: content_differs {"event":1}']);
    expect(await changed({ ...own, size: 5 })).toEqual(['events: another_event {"event":1}']);
    expect(await changed({ ...own, path: own?.path.toReversed() })).toEqual(['events: content_differs {"event":1}']);
    expect(await changed(undefined)).toEqual(['events: another_event {"event":1}']);
    expect(await changed({ ...own, more: 1 })).toEqual([expect.stringMatching(/^file: form /)]);
    // A file of version 1 names no places.
    expect(await proofFaults({ ...file, v: 1 }, roots)).toEqual([expect.stringMatching(/^file: form /)]);
  });
});

describe('embedded ledger: a transfer', () => {
  it('is signed once by each organisation, however many events it has', async () => {
    const many = Array.from({ length: 600 }, () => new LotWriter());
    await record(many.map((lot) => lot.created()));
    const before = Number((await pool.query('select max(number) as top from ledger_block')).rows[0]?.top);
    const parts = many.map((lot) => ({ lot, grams: 50_000 }));
    const events = transformed(parts, [{ lot: new LotWriter(), grams: 30_000_000 }]);
    // More events than a block holds: it has one of its own, and the events before and after have theirs.
    await record([new LotWriter().created(), ...events, new LotWriter().created()]);
    const { rows } = await pool.query(
      `select t.block_number::int - $1 as block, b.transactions, count(*)::int as events,
         count(distinct t.envelope)::int as envelopes
       from ledger_transaction t join ledger_block b on b.number = t.block_number where t.block_number > $1
       group by 1, 2 order by 1`,
      [before],
    );
    expect(rows).toEqual([
      { block: 1, transactions: 1, events: 1, envelopes: 1 },
      { block: 2, transactions: 1, events: 601, envelopes: 1 },
      { block: 3, transactions: 1, events: 1, envelopes: 1 },
    ]);
    expect((await ledger.verifyChain(before)).broken).toEqual([]);
  });

  it('is lost whole when its transaction ends early, and recorded whole when it comes again', async () => {
    const [lot, derived] = [new LotWriter(), new LotWriter()];
    await record([lot.created()]);
    const events = transformed([{ lot, grams: 50_000 }], [{ lot: derived, grams: 50_000 }]);
    await pool.query(`create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query('create trigger cut before insert on ledger_head for each row execute function cut()');
    await expect(ledger.record(events)).rejects.toBeInstanceOf(LedgerAway);
    await pool.query('drop trigger cut on ledger_head');
    const lengths = async () =>
      Promise.all([lot, derived].map(async ({ lotKey }) => (await ledger.readLot(lotKey)).entries.length));
    expect(await lengths()).toEqual([1, 0]);
    const places = (await ledger.record(events)).map(placeOf);
    expect(new Set(places.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await lengths()).toEqual([2, 1]);
  });

  it('moves whole and in order to another ledger', async () => {
    const height = (await ledger.health()).height ?? 0;
    const portions: CarriedEvent[][] = [];
    for await (const portion of carriedEvents(pool, height)) portions.push(portion);
    const { rows } = await pool.query<{ event_id: string; tx_id: string }>(
      'select event_id, tx_id from ledger_transaction order by block_number, position, part',
    );
    expect(portions.flat().map(({ eventId, formerly }) => [eventId, formerly.transactionId])).toEqual(
      rows.map((row) => [row.event_id, row.tx_id]),
    );
    const portionsOf = new Map<string, Set<number>>();
    for (const [i, portion] of portions.entries()) {
      for (const { formerly } of portion) {
        portionsOf.set(formerly.transactionId, (portionsOf.get(formerly.transactionId) ?? new Set()).add(i));
      }
    }
    expect([...portionsOf.values()].filter(({ size }) => size > 1)).toEqual([]);
  });
});
