import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { Migration20261125000000_baseline } from '../../server/platform/database/migrations/Migration20261125000000_baseline.ts';
import type { LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { createBareDatabase, createDatabase, type TestDatabase } from '../support/database.ts';
import { proofFaults } from '../support/proofFaults.ts';
import { LotWriter, transformed } from './lotEvents.ts';
import { codeOf, placeOf } from './outcomes.ts';

const SECRET = 'a secret of the ledger tests';

/** The contract that new events are judged by: the ledger of before is written under the one of before. */
const newest = vi.hoisted(() => ({ contract: '1' }));
vi.mock('../../server/domain/ledger/transitions.ts', async (original) => {
  const module = await original<object>();
  return Object.defineProperty({ ...module }, 'CONTRACT', { get: () => newest.contract, enumerable: true });
});

/** The ledger's tables of the baseline, in the order of their references. */
const TABLES = {
  ledger_organisation: 'msp_id, name, root_certificate, certificate, sealed_key',
  ledger_block: 'number, previous_hash, data_hash, header_hash, created_at, transactions, signatures, configuration',
  ledger_transaction: 'tx_id, block_number, position, event_id, lot_key, seq, envelope',
  ledger_content: 'event_id, lot_key, seq, content',
  ledger_head: 'lot_key, seq, hash, stage, deleted',
  ledger_tree_node: 'level, position, hash',
};

const databases: TestDatabase[] = [];
const pools: Pool[] = [];
function poolOf({ url }: TestDatabase): Pool {
  const pool = new Pool({ connectionString: url, max: 3 });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

/** A database with the schema of the baseline and nothing after it. */
async function baseline(): Promise<TestDatabase> {
  const database = await createBareDatabase();
  databases.push(database);
  const orm = new MikroORM({
    clientUrl: database.url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'schema_migration',
      migrationsList: [{ name: 'Migration20261125000000_baseline', class: Migration20261125000000_baseline }],
      snapshot: false,
    },
    debug: false,
    logger: () => undefined,
  });
  await orm.migrator.up();
  await orm.close(true);
  return database;
}

/** Carries the rows of the ledger over, as far as the baseline has columns for them. */
async function copyLedger(from: Pool, to: Pool): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    const { rows } = await from.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns} from ${table}) t`,
    );
    for (const { row } of rows) {
      await to.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)`,
        [row],
      );
    }
  }
}

let pool: Pool;
let ledger: EmbeddedLedger;
let roots: string[];
let lots: LotWriter[];
let told: LedgerEvent[];

beforeAll(async () => {
  const before = await createDatabase();
  databases.push(before);
  const old = poolOf(before);
  const writer = await EmbeddedLedger.open({ pool: old, secret: SECRET });
  lots = Array.from({ length: 3 }, () => new LotWriter());
  const [edited, , light] = lots as [LotWriter, LotWriter, LotWriter];
  told = [
    ...lots.map((lot) => lot.created()),
    edited.edited({ weightGrams: 40_000, moistureHundredths: 700 }),
    // The contract of before took a weight in any event, and asked for no reason.
    light.event({ type: 'stage', set: { stage: 'drying', weightGrams: 20_000 } }),
    light.event({ type: 'reviewed', set: { weightGrams: 19_000 } }),
  ];
  // Throws unless it is recorded.
  (await writer.record(told)).map(placeOf);
  await writer.close();
  newest.contract = '2';
  const database = await baseline();
  pool = poolOf(database);
  await copyLedger(old, pool);
  await migrate(database.url);
  ledger = await EmbeddedLedger.open({ pool, secret: SECRET });
  roots = (await ledger.organisations()).map(({ rootFingerprint }) => rootFingerprint);
});
afterAll(async () => {
  await ledger?.close();
  await Promise.all(pools.map((one) => one.end()));
  await Promise.all(databases.map((database) => database.drop()));
});

async function expectSound(): Promise<void> {
  expect((await ledger.verifyChain()).broken).toEqual([]);
  expect(await ledger.checkHeads()).toEqual([]);
  expect(await ledger.checkChains(lots.map(({ lotKey }) => lotKey))).toEqual([]);
  for (const { lotKey } of lots) {
    const { entries, brokenBlocks, missing } = await ledger.readLot(lotKey);
    expect([brokenBlocks, missing, entries.filter(({ transactionValid }) => !transactionValid)]).toEqual([[], [], []]);
    expect(await proofFaults(JSON.parse(JSON.stringify(await ledger.proveLot(lotKey))), roots)).toEqual([]);
  }
}

describe('a ledger of before transfers', () => {
  it('checks out after the upgrade, and its events are known', async () => {
    const { rows } = await pool.query('select distinct mass, consignment from ledger_head');
    expect(rows).toEqual([{ mass: null, consignment: null }]);
    const { rows: contracts } = await pool.query(
      `select distinct envelope::json -> 'payload' -> 'chaincode' ->> 'version' as contract from ledger_transaction`,
    );
    expect(contracts).toEqual([{ contract: '1' }]);
    await expectSound();
    expect((await ledger.record(told)).map(placeOf).map(({ blockNumber }) => blockNumber)).toEqual(told.map(() => 1));
  });

  it('judges transfers by the grams that its events come to, and goes on', async () => {
    const [edited, plain, light] = lots as [LotWriter, LotWriter, LotWriter];
    const made = new LotWriter();
    const parts = [
      { lot: edited, grams: 40_000 },
      { lot: plain, grams: 10_000 },
      { lot: light, grams: 19_000 },
    ];
    const events = transformed(parts, [{ lot: made, grams: 69_000, set: { stage: 'drying' } }]);
    expect((await ledger.record(events)).map(codeOf)).toEqual(events.map(() => 'recorded'));
    const { rows } = await pool.query<{ mass: unknown }>(
      'select mass from ledger_head where lot_key = any($1) order by array_position($1, lot_key)',
      [lots.map(({ lotKey }) => lotKey)],
    );
    expect(rows.map(({ mass }) => mass)).toMatchObject([
      { weight: 40_000, used: 40_000, moisture: 700 },
      { weight: 50_000, used: 10_000, moisture: 720 },
      { weight: 19_000, used: 19_000, moisture: 720 },
    ]);
    lots.push(made);
    await expectSound();
    const more = transformed(
      [{ lot: light, grams: 1 }],
      [{ lot: new LotWriter(), grams: 1, set: { stage: 'drying' } }],
    );
    expect((await ledger.record(more)).map(codeOf)).toEqual(['NOT_AVAILABLE', 'NOT_AVAILABLE']);
  });
});
