import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database, WAKE_CHANNEL } from '../../server/platform/database/database.ts';
import { Listener } from '../../server/platform/change-feed/listener.ts';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { LedgerAway, type Ledger, type LedgerEvent, type RecordOutcome } from '../../server/domain/ledger/ledger.ts';
import { outboxStats, retryEvent } from '../../server/modules/ledger/outbox/outbox.ts';
import { OutboxWorker, retryDelay, type OutboxOptions } from '../../server/modules/ledger/outbox/outboxWorker.ts';
import { writeBack } from '../../server/modules/ledger/outbox/writeBack.ts';
import { contentTextHash } from '../../server/domain/proof/hashing.ts';
import { lotEventFacts } from '../../server/modules/lots/lotEventSeal.ts';
import { RowSigner } from '../../server/platform/row-signatures/rowSigner.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { LotWriter } from './lotEvents.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let pool: Pool;
let ledger: EmbeddedLedger;
let seals: RowSigner;
let published: number;

beforeEach(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  ledger = await EmbeddedLedger.open({ pool, secret: 'a secret of the outbox tests' });
  seals = await RowSigner.open(pool, 'a secret of the outbox tests');
  published = 0;
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

function worker(options: Partial<OutboxOptions> = {}): OutboxWorker {
  const publish = (): void => {
    published += 1;
  };
  return new OutboxWorker({ pool, ledger, seals, log: quiet, publish, random: () => 0, ...options });
}

/** What `retryEvent` answers of an event. */
async function retried(eventId: string): Promise<boolean> {
  const connected = await Database.connect(database.url);
  try {
    return await connected.write((em) => retryEvent(em, eventId));
  } finally {
    await connected.close();
  }
}

/** The embedded ledger with another `record`. */
function withRecord(record: Ledger['record']): Ledger {
  return {
    mspId: ledger.mspId,
    record,
    readLot: (lotKey) => ledger.readLot(lotKey),
    readLots: (lotKeys) => ledger.readLots(lotKeys),
    proveLot: (lotKey) => ledger.proveLot(lotKey),
    head: (blocks) => ledger.head(blocks),
    consistency: (from, to) => ledger.consistency(from, to),
    countersign: async () => ({ kind: 'alone' }),
    restorations: () => ledger.restorations(),
    closedHead: () => ledger.closedHead(),
    registerSeed: () => ledger.registerSeed(),
    blocksBefore: (instant) => ledger.blocksBefore(instant),
    health: () => ledger.health(),
    organisations: () => ledger.organisations(),
    ordering: () => ledger.ordering(),
    close: () => ledger.close(),
  };
}

let lots = 0;

/** A lot as the service leaves it: its row, its events and their outbox rows. */
class StoredLot {
  readonly id = randomUUID();
  readonly writer = new LotWriter();
  readonly events: LedgerEvent[] = [];

  async add(...events: LedgerEvent[]): Promise<this> {
    if (this.events.length === 0) {
      lots += 1;
      await pool.query(
        `insert into lot (id, lot_id, lot_key, variety, harvest_date, weight_grams, moisture_hundredths,
           temperature_hundredths, head_seq, head_hash, updated_at, version)
         values ($1, $2, $3, 'Trinitario', '2026-05-01', 1, 1, 1, 1, '', '2026-05-02T00:00:00Z', 7)`,
        [this.id, `LOT${lots}`, this.writer.lotKey],
      );
    }
    for (const event of events) await this.write(event, pool);
    return this;
  }

  /** One more event of a lot that is there. */
  async write(event: LedgerEvent, within: Pool | PoolClient): Promise<void> {
    this.events.push(event);
    const row = {
      event_id: event.eventId,
      lot_id: this.id,
      seq: event.seq,
      type: 'x',
      at: new Date(),
      actor_id: null,
      key_id: null,
      actor_role: 'farmer',
      gdpr_consent: false,
      request_id: null,
      content_hash: await contentTextHash(event.content),
    };
    await within.query(
      `insert into lot_event (event_id, lot_id, seq, type, at, actor_role, content, content_hash, seal)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        row.event_id,
        row.lot_id,
        row.seq,
        row.type,
        row.at,
        row.actor_role,
        event.content,
        row.content_hash,
        seals.seal('lot-event', event.eventId, lotEventFacts(row)),
      ],
    );
    await within.query(
      `insert into ledger_outbox (event_id, lot_id, seq, queued_at) values ($1, $2, $3, now() - interval '90 seconds')`,
      [event.eventId, this.id, event.seq],
    );
    await within.query(`update lot set ledger_status = 'pending' where id = $1`, [this.id]);
  }

  /** state and failure code of its outbox rows, by seq */
  async states(): Promise<string[]> {
    const { rows } = await pool.query<{ text: string }>(
      `select concat_ws(' ', state, failure_code) as text from ledger_outbox where lot_id = $1 order by seq`,
      [this.id],
    );
    return rows.map(({ text }) => text);
  }

  async row(): Promise<{ status: string; tx: string | null; block: string | null; signature: string | null }> {
    const { rows } = await pool.query(
      `select ledger_status as status, ledger_tx_id as tx, ledger_block::text as block, ledger_signature as signature
       from lot where id = $1 and version = 7 and updated_at = '2026-05-02T00:00:00Z'`,
      [this.id],
    );
    return rows[0];
  }

  async news(): Promise<string[]> {
    const { rows } = await pool.query<{ kind: string }>(
      `select kind from event_log where lot_id = $1 and topic = 'lot' order by id`,
      [this.id],
    );
    return rows.map(({ kind }) => kind);
  }
}

async function newLot(): Promise<StoredLot> {
  const lot = new StoredLot();
  return lot.add(lot.writer.created());
}

describe('delivery', () => {
  it('records in order per lot, writes the places back and tells of each lot once', async () => {
    const lot = await newLot();
    const other = await newLot();
    await lot.add(lot.writer.stage('fermented'), lot.writer.stage('drying'));
    expect(await worker().runOnce()).toEqual({ kind: 'delivered', recorded: 4, failed: 0 });
    const chain = await ledger.readLot(lot.writer.lotKey);
    expect(chain.entries.map(({ eventId }) => eventId)).toEqual(lot.events.map(({ eventId }) => eventId));
    const newest = chain.entries.at(-1);
    expect(await lot.row()).toEqual({
      status: 'recorded',
      tx: newest?.transactionId,
      block: String(newest?.blockNumber),
      signature: newest?.endorsers[0]?.signature,
    });
    const { rows } = await pool.query(
      'select tx_id, block_number::int as block, signature, recorded_at as at from ledger_outbox where lot_id = $1 order by seq',
      [lot.id],
    );
    expect(rows).toEqual(
      chain.entries.map((entry) => ({
        tx_id: entry.transactionId,
        block: entry.blockNumber,
        signature: entry.endorsers[0]?.signature,
        at: entry.blockTime,
      })),
    );
    expect(await lot.news()).toEqual(['recorded']);
    expect(await other.news()).toEqual(['recorded']);
    expect(published).toBe(1);
    expect(await worker().runOnce()).toEqual({ kind: 'idle' });
  });

  it('leaves a lot pending while a later event waits', async () => {
    const lot = await newLot();
    await lot.add(lot.writer.stage('fermented'), lot.writer.stage('drying'));
    const one = worker({ batchSize: 2 });
    await one.runOnce();
    expect(await lot.states()).toEqual(['recorded', 'recorded', 'pending']);
    const before = await lot.row();
    expect(before).toMatchObject({ status: 'pending', tx: expect.any(String) });
    await one.runOnce();
    const after = await lot.row();
    expect(after.status).toBe('recorded');
    expect(after.tx).not.toBe(before.tx);
  });

  it('leaves a lot pending to which an event is being added while the one before it is written back', async () => {
    const lot = await newLot();
    const adding = await pool.connect();
    await adding.query('begin');
    await adding.query('select 1 from lot where id = $1 for update', [lot.id]);
    const delivering = worker().runOnce();
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    }, 10_000);
    await lot.write(lot.writer.stage('fermented'), adding);
    await adding.query('commit');
    adding.release();
    expect(await delivering).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
    expect(await lot.row()).toMatchObject({ status: 'pending' });
  });

  it('takes the oldest events first and never more than a batch', async () => {
    const all = [await newLot(), await newLot(), await newLot()];
    const batches: string[][] = [];
    const one = worker({
      batchSize: 2,
      ledger: withRecord((events) => {
        batches.push(events.map(({ eventId }) => eventId));
        return ledger.record(events);
      }),
    });
    await one.runOnce();
    await one.runOnce();
    const ids = all.map((lot) => lot.events[0]?.eventId);
    expect(batches).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });

  it('keeps to the order of the lot where the queue has another', async () => {
    const lot = new StoredLot();
    const created = lot.writer.created();
    await lot.add(lot.writer.stage('fermented'), created);
    const one = worker();
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
    expect(await lot.states()).toEqual(['recorded', 'recorded']);
  });

  it('heals a crash between recording and writing back: same places, told of once', async () => {
    const lot = await newLot();
    await lot.add(lot.writer.stage('fermented'));
    const recorded = await ledger.record(lot.events);
    // The program died here. A later event was added meanwhile.
    await lot.add(lot.writer.stage('drying'));
    await worker().runOnce();
    const chain = await ledger.readLot(lot.writer.lotKey);
    const places = recorded.map((outcome) => (outcome.kind === 'recorded' ? outcome.recorded.transactionId : ''));
    expect(chain.entries.map(({ transactionId }) => transactionId).slice(0, 2)).toEqual(places);
    expect(await lot.states()).toEqual(['recorded', 'recorded', 'recorded']);
    expect(await lot.news()).toEqual(['recorded']);
  });

  it('says nothing new when the same result is written twice', async () => {
    const lot = await newLot();
    const outcomes = await ledger.record(lot.events);
    const recorded = outcomes.flatMap((outcome) => (outcome.kind === 'recorded' ? [outcome.recorded] : []));
    const client = await pool.connect();
    try {
      const delivery = { recorded, failed: [], away: null };
      expect(await writeBack(client, { lots: [lot.id], consignments: [] }, delivery)).toBe(true);
      expect(await writeBack(client, { lots: [lot.id], consignments: [] }, delivery)).toBe(false);
    } finally {
      client.release();
    }
    expect(await lot.states()).toEqual(['recorded']);
    expect(await lot.news()).toEqual(['recorded']);
  });

  it('loses nothing when the database fails while the result is written', async () => {
    const lot = await newLot();
    await pool.query(`create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query('create trigger cut before insert on event_log for each row execute function cut()');
    const one = worker();
    await expect(one.runOnce()).rejects.toThrow(/terminat/);
    expect(await lot.states()).toEqual(['pending']);
    await pool.query('drop trigger cut on event_log');
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
    expect((await ledger.readLot(lot.writer.lotKey)).entries).toHaveLength(1);
    expect(await lot.news()).toEqual(['recorded']);
  });

  it("works on the program's own pool, whose connections parse types in their own way", async () => {
    const lot = await newLot();
    const program = await Database.connect(database.url);
    try {
      await lot.add(lot.writer.stage('fermented'));
      expect(await worker({ pool: program.pool, batchSize: 1 }).runOnce()).toMatchObject({ recorded: 1 });
      expect(await outboxStats(program.pool)).toMatchObject({
        pending: 1,
        failed: 0,
        oldestPendingSeconds: expect.any(Number),
      });
      expect(await worker({ pool: program.pool }).runOnce()).toMatchObject({ recorded: 1 });
      expect(await lot.row()).toMatchObject({ status: 'recorded' });
    } finally {
      await program.close();
    }
  });

  it('delivers everything once when two workers share a database', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, newLot));
    for (const lot of all) await lot.add(lot.writer.stage('fermented'), lot.writer.stage('drying'));
    let atOnce = 0;
    let most = 0;
    let sent = 0;
    const counting = withRecord(async (events) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      sent += events.length;
      const outcomes = await ledger.record(events);
      atOnce -= 1;
      return outcomes;
    });
    const both = [worker({ batchSize: 4, ledger: counting }), worker({ batchSize: 4, ledger: counting })];
    const drain = async (one: OutboxWorker): Promise<void> => {
      while ((await outboxStats(pool)).pending > 0) await one.runOnce();
    };
    await Promise.all(both.map(drain));
    expect(most).toBe(1);
    expect(sent).toBe(30);
    for (const lot of all) expect(await lot.row()).toMatchObject({ status: 'recorded' });
    expect(await ledger.verifyChain()).toMatchObject({ broken: [] });
  });

  it('takes over the work of a worker whose connection died', async () => {
    const lot = await newLot();
    const holder = await pool.connect();
    holder.on('error', () => undefined);
    await holder.query(`select pg_advisory_lock(hashtextextended('manam-outbox-worker', 0))`);
    expect(await worker().runOnce()).toEqual({ kind: 'idle' });
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    holder.release(true);
    expect(await worker().runOnce()).toMatchObject({ kind: 'delivered' });
    expect(await lot.states()).toEqual(['recorded']);
  });
});

describe('an event that the program did not write', () => {
  /** A lot whose first event waits, after somebody who writes the database changed it. */
  async function tampered(sql: string): Promise<StoredLot> {
    const lot = await newLot();
    await lot.add(lot.writer.stage('fermented'));
    await pool.query('alter table lot_event disable trigger user');
    await pool.query(sql, [lot.id]);
    return lot;
  }

  it.each([
    ['has no seal', 'update lot_event set seal = null where lot_id = $1 and seq = 1'],
    [
      'has the seal of another',
      `update lot_event e set seal = (select seal from lot_event where seq = 2) where lot_id = $1 and seq = 1`,
    ],
    [
      'has another content',
      `update lot_event set content = replace(content, '"drying"', '"drying" ') || ' ' where lot_id = $1 and seq = 1`,
    ],
    ['has another actor', `update lot_event set actor_role = 'admin' where lot_id = $1 and seq = 1`],
    ['happened at another time', `update lot_event set at = at + interval '1 day' where lot_id = $1 and seq = 1`],
  ])('is never recorded when it %s; later ones wait, other lots go on', async (_, sql) => {
    const lot = await tampered(sql);
    const other = await newLot();
    const logged: string[] = [];
    const log = { ...quiet, error: (details: object) => void logged.push(JSON.stringify(details)) };
    expect(await worker({ log }).runOnce()).toEqual({ kind: 'delivered', recorded: 1, failed: 1 });
    expect(await lot.states()).toEqual(['failed NOT_SEALED', 'pending']);
    expect(await other.states()).toEqual(['recorded']);
    expect((await ledger.readLot(lot.writer.lotKey)).entries).toEqual([]);
    expect(logged).toEqual([JSON.stringify({ eventId: lot.events[0]?.eventId, code: 'NOT_SEALED' })]);
    // Nor when somebody tries it again.
    await retried(lot.events[0]?.eventId ?? '');
    await worker().runOnce();
    expect(await lot.states()).toEqual(['failed NOT_SEALED', 'pending']);
  });
});

describe('a ledger that is away', () => {
  const start = new Date('2030-01-01T00:00:00Z');
  const after = (ms: number): Date => new Date(start.getTime() + ms);

  it('is tried again after 1 s, 2 s, 4 s ... 60 s, and nothing is lost', async () => {
    const lot = await newLot();
    let away = true;
    let calls = 0;
    const one = worker({
      ledger: withRecord((events) => {
        calls += 1;
        return away ? Promise.reject(new LedgerAway('away')) : ledger.record(events);
      }),
    });
    let time = 0;
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      expect(await one.runOnce(after(time))).toEqual({ kind: 'away', retryInMs: pause });
      expect(await one.runOnce(after(time + pause - 1))).toEqual({ kind: 'idle' });
      time += pause;
    }
    expect(calls).toBe(8);
    expect(await lot.states()).toEqual(['pending']);
    expect(await lot.row()).toMatchObject({ status: 'pending' });
    expect(await lot.news()).toEqual([]);
    away = false;
    expect(await one.runOnce(after(time))).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
  });

  it('spreads the retries of several servers, within 1 s and 60 s', () => {
    expect(retryDelay(1, 1)).toBe(1_000);
    expect(retryDelay(3, 0)).toBe(4_000);
    expect(retryDelay(3, 1)).toBe(3_200);
    expect(retryDelay(40, 0)).toBe(60_000);
    expect(retryDelay(40, 1)).toBe(48_000);
  });

  it('keeps the backoff over a restart of the worker, and holds back later events of the lot', async () => {
    const lot = await newLot();
    await worker({ ledger: withRecord(() => Promise.reject(new LedgerAway('away'))) }).runOnce(start);
    await lot.add(lot.writer.stage('fermented'));
    const other = await newLot();
    const next = worker();
    expect(await next.runOnce(after(500))).toEqual({ kind: 'delivered', recorded: 1, failed: 0 });
    expect(await other.states()).toEqual(['recorded']);
    expect(await lot.states()).toEqual(['pending', 'pending']);
    expect(await next.runOnce(after(1_000))).toEqual({ kind: 'delivered', recorded: 2, failed: 0 });
  });

  it('is asked at once where somebody put the next try off for longer than the program does', async () => {
    const lot = await newLot();
    await lot.add(lot.writer.stage('fermented'));
    await pool.query(`update ledger_outbox set next_attempt_at = '9999-01-01' where seq = 1`);
    expect(await worker().runOnce()).toEqual({ kind: 'delivered', recorded: 2, failed: 0 });
  });

  it('does not make what waited wait longer once the ledger answers again', async () => {
    const early = await newLot();
    let away = true;
    const flaky = withRecord((events) => (away ? Promise.reject(new LedgerAway('away')) : ledger.record(events)));
    const first = worker({ ledger: flaky });
    for (const ms of [0, 1_000, 3_000]) await first.runOnce(after(ms));
    // The first one waits until 7 s now. After a restart a later lot finds out earlier that the ledger is back.
    const late = await newLot();
    const second = worker({ ledger: flaky });
    expect(await second.runOnce(after(3_500))).toEqual({ kind: 'away', retryInMs: 1_000 });
    away = false;
    await second.runOnce(after(4_500));
    expect([await early.states(), await late.states()]).toEqual([['pending'], ['recorded']]);
    await second.runOnce(after(4_501));
    expect(await early.states()).toEqual(['recorded']);
  });

  it('writes back what a batch recorded before the ledger went away', async () => {
    const poison = await newLot();
    const several = [await newLot(), await newLot(), await newLot()];
    let calls = 0;
    const one = worker({
      ledger: withRecord((events) => {
        calls += 1;
        if (events.length > 2) return Promise.reject(new Error('too many'));
        return calls > 2 ? Promise.reject(new LedgerAway('away')) : ledger.record(events);
      }),
    });
    expect(await one.runOnce(start)).toMatchObject({ kind: 'away' });
    expect(await poison.states()).toEqual(['recorded']);
    expect(await Promise.all(several.map((lot) => lot.states()))).toEqual([['recorded'], ['pending'], ['pending']]);
  });
});

describe('a refused event', () => {
  it('fails alone: later events of its lot wait, other lots go on', async () => {
    const bad = await newLot();
    await bad.add(bad.writer.stage('processed'), bad.writer.stage('drying'), bad.writer.stage('shipped'));
    const good = await newLot();
    expect(await worker().runOnce()).toEqual({ kind: 'delivered', recorded: 3, failed: 1 });
    expect(await bad.states()).toEqual(['recorded', 'recorded', 'failed STAGE_NOT_FORWARD', 'pending']);
    expect(await bad.row()).toMatchObject({ status: 'failed', tx: expect.any(String) });
    expect(await bad.news()).toEqual(['ledger-failed']);
    expect(await good.row()).toMatchObject({ status: 'recorded' });
    // What waits behind it is not sent, however often the worker looks.
    expect(await worker().runOnce()).toEqual({ kind: 'idle' });
    expect(await outboxStats(pool)).toMatchObject({ pending: 1, failed: 1 });
  });

  it('also holds back a lot whose first event was refused', async () => {
    const lot = new StoredLot();
    await lot.add(lot.writer.created({ stage: 'drying' }), lot.writer.stage('processed'));
    await worker().runOnce();
    expect(await lot.states()).toEqual(['failed STAGE_NOT_FORWARD', 'pending']);
    expect(await lot.row()).toEqual({ status: 'failed', tx: null, block: null, signature: null });
  });

  it('is tried again when an admin says so, and its lot goes on', async () => {
    const lot = await newLot();
    await lot.add(lot.writer.stage('fermented'), lot.writer.stage('drying'));
    let refuse = true;
    const one = worker({
      ledger: withRecord(async (events) => {
        if (!refuse) return ledger.record(events);
        const outcomes = await ledger.record(events.slice(0, 1));
        const refused = events.slice(1).map((event, i): RecordOutcome => {
          const code = i === 0 ? 'BAD_CONTENT' : 'OUT_OF_ORDER';
          return { kind: 'refused', eventId: event.eventId, refusal: { code, text: 'no' } };
        });
        return [...outcomes, ...refused];
      }),
    });
    await one.runOnce();
    expect(await lot.states()).toEqual(['recorded', 'failed BAD_CONTENT', 'pending']);
    refuse = false;
    const failed = lot.events[1]?.eventId ?? '';
    expect(await retried('f'.repeat(32))).toBe(false);
    expect(await retried(failed)).toBe(true);
    expect(await retried(failed)).toBe(false);
    expect(await lot.row()).toMatchObject({ status: 'pending' });
    await one.runOnce();
    expect(await lot.states()).toEqual(['recorded', 'recorded', 'recorded']);
    expect(await lot.row()).toMatchObject({ status: 'recorded' });
    expect(await lot.news()).toEqual(['ledger-failed', 'ledger-retry', 'recorded']);
  });

  it('waits no longer than a new one when it is tried again and the ledger is away', async () => {
    const lot = await newLot();
    await worker({ ledger: withRecord(() => Promise.reject(new Error('cannot'))) }).runOnce();
    await pool.query('update ledger_outbox set attempts = 6 where lot_id = $1', [lot.id]);
    expect(await retried(lot.events[0]?.eventId ?? '')).toBe(true);
    const away = worker({ ledger: withRecord(() => Promise.reject(new LedgerAway('no answer'))) });
    expect(await away.runOnce()).toEqual({ kind: 'away', retryInMs: 1_000 });
  });

  it('is found by halving when the ledger breaks on it', async () => {
    const several = await Promise.all(Array.from({ length: 9 }, newLot));
    const poison = several[4] as StoredLot;
    await poison.add(poison.writer.stage('fermented'));
    const sent = new Set<string>();
    const one = worker({
      ledger: withRecord((events) => {
        if (events.some(({ eventId }) => eventId === poison.events[0]?.eventId))
          return Promise.reject(new Error('cannot'));
        for (const { eventId } of events) sent.add(eventId);
        return ledger.record(events);
      }),
    });
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 8, failed: 1 });
    expect(await poison.states()).toEqual(['failed INTERNAL', 'pending']);
    for (const lot of several.toSpliced(4, 1)) expect(await lot.states()).toEqual(['recorded']);
    // What comes after it in its lot is not even sent.
    expect(sent.size).toBe(8);
  });

  it('is found beside another one, as long as the ledger takes the rest', async () => {
    const several = await Promise.all(Array.from({ length: 6 }, newLot));
    const poison = [several[1], several[4]].map((lot) => lot?.events[0]?.eventId);
    const one = worker({
      ledger: withRecord((events) =>
        events.some(({ eventId }) => poison.includes(eventId))
          ? Promise.reject(new Error('cannot'))
          : ledger.record(events),
      ),
    });
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 4, failed: 2 });
  });

  it('is found beside one that the ledger refuses, also when it takes no other', async () => {
    const [broken, refused] = [await newLot(), await newLot()];
    const one = worker({
      ledger: withRecord(async (events) => {
        if (events.some(({ lotKey }) => lotKey === broken.writer.lotKey)) throw new Error('cannot');
        return events.map(({ eventId }): RecordOutcome => {
          return { kind: 'refused', eventId, refusal: { code: 'BAD_CONTENT', text: 'no '.repeat(1_000) } };
        });
      }),
    });
    expect(await one.runOnce()).toEqual({ kind: 'delivered', recorded: 0, failed: 2 });
    expect([await broken.states(), await refused.states()]).toEqual([['failed INTERNAL'], ['failed BAD_CONTENT']]);
    const { rows } = await pool.query('select length(failure_text) as length from ledger_outbox where lot_id = $1', [
      refused.id,
    ]);
    expect(rows).toEqual([{ length: 500 }]);
  });

  it('is not looked for in a ledger that breaks on everything', async () => {
    const several = [await newLot(), await newLot(), await newLot()];
    const one = worker({ ledger: withRecord(() => Promise.reject(new Error('broken'))) });
    expect(await one.runOnce()).toMatchObject({ kind: 'away' });
    for (const lot of several) expect(await lot.states()).toEqual(['pending']);
  });
});

describe('figures and waking', () => {
  it('counts what waits, what failed, and how long the oldest has waited', async () => {
    expect(await outboxStats(pool)).toEqual({ pending: 0, failed: 0, oldestPendingSeconds: null });
    await newLot();
    await newLot();
    const stats = await outboxStats(pool);
    expect(stats).toMatchObject({ pending: 2, failed: 0 });
    expect(stats.oldestPendingSeconds).toBeGreaterThanOrEqual(90);
    expect(stats.oldestPendingSeconds).toBeLessThan(150);
  });

  it('delivers at a wake, long before the next look, and stops when told', async () => {
    const listener = new Listener(database.url, quiet);
    const news = Promise.withResolvers<void>();
    const one = worker({ pollMs: 600_000, publish: news.resolve });
    listener.onWake(() => one.wake());
    await listener.start();
    one.start();
    const lot = await newLot();
    await pool.query(`select pg_notify($1, '')`, [WAKE_CHANNEL]);
    await news.promise;
    await one.stop();
    expect(await lot.states()).toEqual(['recorded']);
    await listener.close();
  });

  it('hears again after its connection was cut, and says so at once', async () => {
    const listener = new Listener(database.url, quiet);
    await listener.start();
    const woken = Promise.withResolvers<void>();
    listener.onWake(woken.resolve);
    await pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'manam-trace-listener'`,
    );
    await woken.promise;
    const again = Promise.withResolvers<string>();
    listener.onWake(() => again.resolve('heard'));
    await pool.query(`select pg_notify($1, '')`, [WAKE_CHANNEL]);
    expect(await again.promise).toBe('heard');
    await listener.close();
  });

  it('finishes the batch under way before it stops', async () => {
    const lot = await newLot();
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const one = worker({
      ledger: withRecord(async (events) => {
        reached.resolve();
        await gate.promise;
        return ledger.record(events);
      }),
    });
    one.start();
    await reached.promise;
    const stopped = one.stop();
    gate.resolve();
    await stopped;
    expect(await lot.row()).toMatchObject({ status: 'recorded' });
  });
});
