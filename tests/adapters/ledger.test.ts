import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../server/platform/database/database.ts';
import { RequestScope } from '../../server/platform/database/requestScope.ts';
import { commitment, contentHash, toHex } from '../../server/domain/proof/hashing.ts';
import { checkProof } from '../../server/domain/proof/checkProof.ts';
import { withDisclosures, type EmbeddedProof } from '../../server/domain/proof/proofFile.ts';
import { proofFaults } from '../support/proofFaults.ts';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { LedgerAway, type LedgerEvent, type LotChain } from '../../server/domain/ledger/ledger.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { describeLedger } from './ledgerSuite.ts';
import { codeOf, placeOf } from './outcomes.ts';
import { LotWriter } from './lotEvents.ts';

const SECRET = 'a secret of the ledger tests';

const databases: TestDatabase[] = [];
const pools: Pool[] = [];
const programs: Database[] = [];

async function embedded(connections = 5): Promise<{ pool: Pool; database: TestDatabase; ledger: EmbeddedLedger }> {
  const database = await createDatabase();
  databases.push(database);
  const pool = poolOf(database, connections);
  return { pool, database, ledger: await EmbeddedLedger.open({ pool, secret: SECRET }) };
}

function poolOf(database: TestDatabase, connections = 5): Pool {
  const pool = new Pool({ connectionString: database.url, max: connections });
  // Dropping the database ends its idle connections.
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

afterAll(async () => {
  await Promise.all(programs.map((program) => program.close()));
  await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
  await Promise.all(databases.map((database) => database.drop()));
});

describeLedger('embedded ledger', async () => {
  const { database, ledger } = await embedded();
  // The other server writes through the program's own pool, whose connections parse types in their own way.
  const program = await Database.connect(database.url);
  programs.push(program);
  return { ledger, another: await EmbeddedLedger.open({ pool: program.pool, secret: SECRET }) };
});

describe('embedded ledger: opening', () => {
  it('makes the organisations once when many servers start at the same time, and keeps them', async () => {
    const database = await createDatabase();
    databases.push(database);
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => EmbeddedLedger.open({ pool: poolOf(database), secret: SECRET })),
    );
    const roots = await Promise.all(opened.map((ledger) => ledger.organisations()));
    for (const other of roots) expect(other).toEqual(roots[0]);
    expect(roots[0]?.map(({ mspId, name }) => [mspId, name])).toEqual([
      ['ManamAssuranceMSP', 'Manam Assurance'],
      ['ManamCoopMSP', 'Manam Cooperative'],
    ]);
    expect((await opened[0]?.health())?.height).toBe(1);
  });

  it('refuses another secret in one clear line', async () => {
    const { database } = await embedded();
    const opening = EmbeddedLedger.open({ pool: poolOf(database), secret: 'another secret' });
    await expect(opening).rejects.toThrow(/^AUTH_SECRET does not open the ledger keys in this database/);
  });

  it('stores no key in the clear', async () => {
    const { pool } = await embedded();
    const { rows } = await pool.query<{ sealed_key: Buffer }>('select sealed_key from ledger_organisation');
    // PKCS #8 of a P-256 key names its curve.
    const curve = Buffer.from('06082a8648ce3d030107', 'hex');
    for (const row of rows) expect(row.sealed_key.includes(curve)).toBe(false);
    expect(rows).toHaveLength(2);
  });

  it('is away, not broken, when its database does not answer', async () => {
    const { pool, ledger } = await embedded();
    await pool.end();
    const lot = new LotWriter();
    await expect(ledger.record([lot.created()])).rejects.toBeInstanceOf(LedgerAway);
    await expect(ledger.readLot(lot.lotKey)).rejects.toBeInstanceOf(LedgerAway);
    expect(await ledger.health()).toMatchObject({ status: 'down', height: null });
    const nowhere = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    pools.push(nowhere);
    await expect(EmbeddedLedger.open({ pool: nowhere, secret: SECRET })).rejects.toBeInstanceOf(LedgerAway);
  });

  it('holds at most 500 events in a block', async () => {
    const { ledger } = await embedded();
    const events = Array.from({ length: 501 }, () => new LotWriter().created());
    const outcomes = await ledger.record(events);
    expect(new Set(outcomes.map((outcome) => placeOf(outcome).blockNumber))).toEqual(new Set([1, 2]));
    expect(await ledger.verifyChain()).toEqual({ checked: 3, broken: [] });
  });

  it('loses the whole batch, and nothing else, when its transaction ends early', async () => {
    const { pool, ledger } = await embedded();
    const lot = new LotWriter();
    const event = lot.created();
    await pool.query(`create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query('create trigger cut before insert on ledger_head for each row execute function cut()');
    await expect(ledger.record([event])).rejects.toBeInstanceOf(LedgerAway);
    await pool.query('drop trigger cut on ledger_head');
    expect((await ledger.readLot(lot.lotKey)).entries).toEqual([]);
    expect((await ledger.record([event])).map(codeOf)).toEqual(['recorded']);
    expect(await ledger.verifyChain()).toEqual({ checked: 2, broken: [] });
  });

  it('has triggers that refuse a change in the first place', async () => {
    const { pool, ledger } = await embedded();
    await ledger.record([new LotWriter().created()]);
    for (const table of ['ledger_organisation', 'ledger_block', 'ledger_transaction', 'ledger_content']) {
      await expect(pool.query(`delete from ${table}`)).rejects.toThrow(/written once/);
    }
  });

  it('shows disclosed values in a proof file, and none that the ledger does not commit to', async () => {
    const { ledger } = await embedded();
    const roots = (await ledger.organisations()).map(({ rootFingerprint }) => rootFingerprint);
    const named = new LotWriter();
    const salt = new Uint8Array(32).fill(9);
    const value = [-9_440_000, 147_180_000];
    const created = named.created({}, { place2: await commitment('place2', value, salt) });
    const other = named.stage('fermented');
    await ledger.record([created, other]);
    const file = await ledger.proveLot(named.lotKey);
    if (file === null) throw new Error('No proof');
    const shown = { eventId: created.eventId, field: 'place2' as const, value, salt: toHex(salt) };
    const good = await checkProof(withDisclosures(file, [shown]), { roots });
    expect([good.proven, good.steps.at(-1)]).toEqual([
      true,
      { code: 'fields', state: 'proven', computed: { compared: 0, opened: 1 } },
    ]);
    const bad = [
      { ...shown, value: [-9_450_000, 147_180_000] },
      { ...shown, salt: '00'.repeat(32) },
      { ...shown, field: 'place1' as const },
      { ...shown, eventId: other.eventId },
    ];
    for (const one of bad) {
      expect(await proofFaults(withDisclosures(file, [one]), roots)).toEqual([
        expect.stringMatching(/^fields: opened_differs /),
      ]);
    }
    expect(withDisclosures(file, [{ ...shown, eventId: 'e'.repeat(32) }])).toEqual(file);
  });

  it('goes on after a restart with the same roots', async () => {
    const lot = new LotWriter();
    const { pool, ledger } = await embedded();
    await ledger.record([lot.created()]);
    await ledger.record([lot.stage('fermented')]);
    const again = await EmbeddedLedger.open({ pool, secret: SECRET });
    expect(await again.organisations()).toEqual(await ledger.organisations());
    expect((await again.record([lot.stage('drying')])).map(codeOf)).toEqual(['recorded']);
    expect((await again.readLot(lot.lotKey)).brokenBlocks).toEqual([]);
    expect(await again.verifyChain(2)).toEqual({ checked: 2, broken: [] });
  });

  it('hashes contents as the domain says', async () => {
    const lot = new LotWriter();
    const { ledger } = await embedded();
    await ledger.record([lot.created(), lot.stage('fermented')]);
    const chain = await ledger.readLot(lot.lotKey);
    const [first, second] = chain.entries.map(({ content }) => JSON.parse(content ?? ''));
    expect(second.prev).toBe(await contentHash(first));
  });
});

describe('embedded ledger: what was checked before', () => {
  /** Edits enough for three portions and a part. */
  const LONG = 650;
  let pool: Pool;
  let ledger: EmbeddedLedger;
  let long: LotWriter;
  const edits = (lot: LotWriter, count: number): LedgerEvent[] =>
    Array.from({ length: count }, (_, i) => lot.edited({ weightGrams: 40_000 + i }));

  beforeAll(async () => {
    ({ pool, ledger } = await embedded());
    long = new LotWriter();
    await ledger.record([long.created(), ...edits(long, LONG - 1)]);
  });

  /** What a read of a lot had checked, in requests of a rate. */
  async function paidFor(lotKey: string, of = ledger): Promise<number> {
    const scope = new RequestScope(60_000);
    await scope.run(() => of.readLot(lotKey));
    return scope.work.requests;
  }

  it('is not checked again, and what follows it is checked alone', async () => {
    const [lot, other] = [new LotWriter(), new LotWriter()];
    await ledger.record([other.created()]);
    await ledger.record([lot.created()]);
    // With it the certificates and block 0 are checked.
    await ledger.readLot(other.lotKey);
    const verify = vi.spyOn(crypto.subtle, 'verify');
    try {
      const first = await ledger.readLot(lot.lotKey);
      // Two signatures of the transaction, two of the block.
      expect(verify).toHaveBeenCalledTimes(4);
      verify.mockClear();
      expect(await ledger.readLot(lot.lotKey)).toBe(first);
      expect(verify).not.toHaveBeenCalled();
      await ledger.record([lot.stage('fermented')]);
      const second = await ledger.readLot(lot.lotKey);
      expect(second.entries.slice(0, 1)).toEqual(first.entries);
      expect(second.entries).toHaveLength(2);
      expect(verify).toHaveBeenCalledTimes(4);
    } finally {
      verify.mockRestore();
    }
  });

  it('is checked once for two who ask at the same time', async () => {
    const lots = [new LotWriter(), new LotWriter()];
    await ledger.record(lots.map((lot) => lot.created()));
    const verify = vi.spyOn(crypto.subtle, 'verify');
    try {
      const keys = lots.map(({ lotKey }) => lotKey);
      const [one, other] = await Promise.all([ledger.readLots(keys), ledger.readLots(keys)]);
      expect(one).toEqual(other);
      expect(verify).toHaveBeenCalledTimes(6);
    } finally {
      verify.mockRestore();
    }
  });

  it('is paid for once: a long chain as it was before costs a fraction', async () => {
    const fresh = await EmbeddedLedger.open({ pool, secret: SECRET });
    expect(await paidFor(long.lotKey, fresh)).toBeGreaterThanOrEqual(LONG / 25);
    expect(await paidFor(long.lotKey, fresh)).toBe(1);
    await fresh.close();
  });

  it('of a long chain is what another server reads anew, also after it went on', async () => {
    const whole = async (): Promise<LotChain> => {
      const another = await EmbeddedLedger.open({ pool, secret: SECRET });
      const chain = await another.readLot(long.lotKey);
      await another.close();
      return chain;
    };
    const known = await ledger.readLot(long.lotKey);
    expect(known).toEqual(await whole());
    expect(known.entries.every(({ transactionValid, blockValid }) => transactionValid && blockValid)).toBe(true);
    await ledger.record(edits(long, 2));
    const later = await ledger.readLot(long.lotKey);
    expect(later.entries).toHaveLength(known.entries.length + 2);
    expect(later).toEqual(await whole());
  });

  it('stands no longer for what was changed in it, wherever in a long chain', async () => {
    const before = await ledger.readLot(long.lotKey);
    const { seq, eventId } = before.entries[417] ?? { seq: 0, eventId: '' };
    await pool.query('alter table ledger_content disable trigger user');
    await pool.query(`update ledger_content set content = content || ' ' where event_id = $1`, [eventId]);
    const invalid = (await ledger.readLot(long.lotKey)).entries.filter(({ transactionValid }) => !transactionValid);
    expect(invalid.map((entry) => entry.seq)).toEqual([seq]);
    await pool.query(`update ledger_content set content = rtrim(content) where event_id = $1`, [eventId]);
    await pool.query('alter table ledger_content enable trigger user');
    expect(await ledger.readLot(long.lotKey)).toEqual(before);
  });

  it('stands no longer for a chain to which a row was added that shares a place with another', async () => {
    const lot = new LotWriter();
    await ledger.record([lot.created(), ...edits(lot, 201)]);
    const before = await ledger.readLot(lot.lotKey);
    await pool.query('alter table ledger_transaction drop constraint ledger_transaction_lot_key_seq_key');
    // The last place of a portion: read with a bound on rows, the second row would be passed by.
    await pool.query(
      `insert into ledger_transaction (tx_id, block_number, position, event_id, lot_key, seq, envelope)
       select 'x' || substr(tx_id, 2), block_number, position + 1000, 'x' || substr(event_id, 2), lot_key, seq, envelope
       from ledger_transaction where lot_key = $1 and seq = 200`,
      [lot.lotKey],
    );
    for (const reader of [ledger, await EmbeddedLedger.open({ pool, secret: SECRET })]) {
      const chain = await reader.readLot(lot.lotKey);
      expect(chain.entries).toHaveLength(203);
      expect(chain.entries.filter(({ transactionValid }) => !transactionValid).length).toBeGreaterThan(0);
      expect(chain.brokenBlocks).toEqual([before.entries[0]?.blockNumber]);
    }
  });

  it('is looked at no further once nobody waits for it', async () => {
    const fresh = await EmbeddedLedger.open({ pool, secret: SECRET });
    const scope = new RequestScope(60_000);
    const query = vi.spyOn(pool, 'query');
    try {
      let read: Promise<unknown> = Promise.resolve();
      await scope.run(async () => {
        read = fresh.readLot(long.lotKey);
      });
      scope.giveUp();
      await expect(read).rejects.toBe(scope.timeout);
      expect(query).toHaveBeenCalledTimes(1);
      expect(scope.work.requests).toBe(0);
    } finally {
      query.mockRestore();
      await fresh.close();
    }
  });
});

describe('embedded ledger: tampering', () => {
  let pool: Pool;
  let ledger: EmbeddedLedger;
  let lot: LotWriter;

  // One connection, so that each change lives in a transaction of it and is taken back after its test. The lot was verified
  // before it is changed, so that its chain and all verdicts are remembered.
  beforeEach(async () => {
    await pool.query('begin');
    await ledger.readLot(lot.lotKey);
  });
  afterEach(() => pool.query('rollback'));

  /** Block 1: another lot; 2: the lot's creation among others; 3: another lot; 4: the lot's second event; 5: another. */
  beforeAll(async () => {
    ({ pool, ledger } = await embedded(1));
    lot = new LotWriter();
    await ledger.record([new LotWriter().created()]);
    await ledger.record([new LotWriter().created(), lot.created(), new LotWriter().created()]);
    await ledger.record([new LotWriter().created()]);
    await ledger.record([new LotWriter().created(), lot.stage('fermented')]);
    await ledger.record([new LotWriter().created()]);
  });

  async function tamper(table: string, change: string, where: string): Promise<void> {
    await pool.query(`alter table ${table} disable trigger user`);
    const { rowCount } = await pool.query(`update ${table} set ${change} where ${where}`);
    await pool.query(`alter table ${table} enable trigger user`);
    expect(rowCount).toBe(1);
  }

  async function verdict(): Promise<{ broken: number[]; invalid: number[]; missing: number[]; walk: number[] }> {
    const chain = await ledger.readLot(lot.lotKey);
    return {
      broken: chain.brokenBlocks,
      invalid: chain.entries.filter(({ transactionValid }) => !transactionValid).map(({ seq }) => seq),
      missing: chain.missing,
      walk: (await ledger.verifyChain()).broken.map(({ number }) => number),
    };
  }

  it('finds nothing where nothing was changed', async () => {
    expect(await verdict()).toEqual({ broken: [], invalid: [], missing: [], walk: [] });
  });

  const flip = (column: string): string => `${column} = set_byte(${column}, 5, get_byte(${column}, 5) # 1)`;
  const own = 'event_id = (select event_id from ledger_transaction where block_number = 2 and position = 1)';
  const foreign = 'block_number = 2 and position = 0';
  const flipSignature = (column: string, at: number): string =>
    `${column} = jsonb_set(${column}, '{${at},signature}', to_jsonb(overlay(${column}->${at}->>'signature' placing
       (case substr(${column}->${at}->>'signature', 40, 1) when '0' then '1' else '0' end) from 40)))`;

  const cases: [
    name: string,
    table: string,
    change: string,
    where: string,
    found: Partial<Awaited<ReturnType<typeof verdict>>>,
  ][] = [
    [
      'a value in the content',
      'ledger_content',
      `content = replace(content, '50000', '60000')`,
      own,
      { invalid: [1], walk: [2] },
    ],
    ['a space in the content', 'ledger_content', `content = content || ' '`, own, { invalid: [1], walk: [2] }],
    ['the lot of a content', 'ledger_content', `seq = 7`, own, { invalid: [1], walk: [2] }],
    [
      'the payload',
      'ledger_transaction',
      `envelope = replace(envelope, '"seq":1', '"seq":2')`,
      own,
      { broken: [2], invalid: [1], walk: [2] },
    ],
    [
      'the content hash in the payload',
      'ledger_transaction',
      `envelope = regexp_replace(envelope, '"contentHash":"....', '"contentHash":"0000')`,
      own,
      { broken: [2], invalid: [1, 2], walk: [2] },
    ],
    [
      'an endorsement',
      'ledger_transaction',
      `envelope = regexp_replace(envelope, '("signature":"[0-9a-f]{20})....', '\\10000')`,
      own,
      { broken: [2], invalid: [1], walk: [2] },
    ],
    [
      'a space in the transaction',
      'ledger_transaction',
      `envelope = envelope || ' '`,
      own,
      { broken: [2], invalid: [1, 2], walk: [2] },
    ],
    [
      "another lot's transaction of the block",
      'ledger_transaction',
      `envelope = regexp_replace(envelope, '"nonce":"....', '"nonce":"0000')`,
      foreign,
      { broken: [2], walk: [2] },
    ],
    [
      'the transaction id of the row',
      'ledger_transaction',
      `tx_id = 'x' || substr(tx_id, 2)`,
      own,
      { invalid: [1], walk: [2] },
    ],
    [
      'the event id of the row',
      'ledger_transaction',
      `event_id = 'x' || substr(event_id, 2)`,
      own,
      { invalid: [1], walk: [2] },
    ],
    ['the order in the block', 'ledger_transaction', 'position = 9', foreign, { broken: [2], walk: [2] }],
    [
      'a gap in the block',
      'ledger_transaction',
      'position = 9',
      'block_number = 2 and position = 2',
      { broken: [2], walk: [2] },
    ],
    [
      'the place in the lot',
      'ledger_transaction',
      'seq = 8',
      own,
      { invalid: [2, 8], missing: [1, 3, 4, 5, 6, 7], walk: [2] },
    ],
    ['the data hash', 'ledger_block', flip('data_hash'), 'number = 2', { broken: [2], walk: [2] }],
    ['the previous hash', 'ledger_block', flip('previous_hash'), 'number = 2', { broken: [2], walk: [2] }],
    ['the header hash', 'ledger_block', flip('header_hash'), 'number = 2', { broken: [2], walk: [2, 3] }],
    [
      'the time of the block',
      'ledger_block',
      `created_at = created_at + interval '1 microsecond'`,
      'number = 2',
      { broken: [2], walk: [2] },
    ],
    ['the number of transactions', 'ledger_block', 'transactions = 2', 'number = 2', { broken: [2], walk: [2] }],
    [
      'the first signature of the header',
      'ledger_block',
      flipSignature('signatures', 0),
      'number = 2',
      { broken: [2], walk: [2] },
    ],
    [
      'the second signature of the header',
      'ledger_block',
      flipSignature('signatures', 1),
      'number = 2',
      { broken: [2], walk: [2] },
    ],
    ['a signature taken away', 'ledger_block', 'signatures = signatures - 1', 'number = 2', { broken: [2], walk: [2] }],
    [
      'the header hash of the block before',
      'ledger_block',
      flip('header_hash'),
      'number = 1',
      { broken: [1], walk: [1, 2] },
    ],
    [
      'the previous hash of the block after',
      'ledger_block',
      flip('previous_hash'),
      'number = 3',
      { broken: [3], walk: [3] },
    ],
    [
      'the configuration in block 0',
      'ledger_block',
      `configuration = replace(configuration, 'Cooperative', 'Cooperation')`,
      'number = 0',
      { broken: [0], walk: [0] },
    ],
  ];

  it.each(cases)('shows a change of %s', async (_name, table, change, where, found) => {
    await tamper(table, change, where);
    expect(await verdict()).toEqual({ broken: [], invalid: [], missing: [], walk: [], ...found });
  });

  it.each([
    ['the signing certificate', 'certificate'],
    ['the root certificate', 'root_certificate'],
  ])('takes nothing as valid when %s was changed', async (_name, column) => {
    const { rows } = await pool.query<{ length: number }>(`select length(${column}) from ledger_organisation limit 1`);
    for (const at of [10, 60, Math.floor((rows[0]?.length ?? 0) / 2), (rows[0]?.length ?? 0) - 3]) {
      const change = `${column} = set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`;
      await tamper('ledger_organisation', change, `msp_id = 'ManamCoopMSP'`);
      expect(await verdict()).toEqual({ broken: [0, 2, 4], invalid: [1, 2], missing: [], walk: [0, 1, 2, 3, 4, 5] });
      await tamper('ledger_organisation', change, `msp_id = 'ManamCoopMSP'`);
      expect(await verdict()).toEqual({ broken: [], invalid: [], missing: [], walk: [] });
    }
  });

  it('shows an organisation that was renamed', async () => {
    await tamper('ledger_organisation', `name = 'Manam Co'`, `msp_id = 'ManamCoopMSP'`);
    expect((await verdict()).broken).toEqual([0, 2, 4]);
  });

  it('shows a content that was lost', async () => {
    await pool.query('alter table ledger_content disable trigger user');
    await pool.query(`delete from ledger_content where ${own}`);
    const chain = await ledger.readLot(lot.lotKey);
    expect(chain.entries.map(({ content, transactionValid }) => [content === null, transactionValid])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await ledger.proveLot(lot.lotKey)).toBeNull();
  });

  it('shows a transaction that was lost, and its block', async () => {
    await pool.query('alter table ledger_transaction disable trigger user');
    await pool.query('delete from ledger_transaction where block_number = 4 and position = 1');
    expect(await verdict()).toEqual({ broken: [], invalid: [], missing: [2], walk: [4] });
    expect(await ledger.proveLot(lot.lotKey)).toBeNull();
  });

  it('names the missing block when one was cut out', async () => {
    await pool.query('alter table ledger_block disable trigger user');
    await pool.query('alter table ledger_transaction disable trigger user');
    await pool.query('delete from ledger_transaction where block_number = 3');
    await pool.query('delete from ledger_block where number = 3');
    expect(await verdict()).toEqual({ broken: [3], invalid: [], missing: [], walk: [3, 4] });
  });

  it('does not take a block that was made without the keys, however well it is hashed', async () => {
    const stranger = await embedded();
    const forged = new LotWriter();
    await stranger.ledger.record([forged.created()]);
    const { rows } = await stranger.pool.query('select * from ledger_transaction');
    const { rows: contents } = await stranger.pool.query('select * from ledger_content');
    const block = await stranger.pool.query('select * from ledger_block where number = 1');
    await pool.query(
      `insert into ledger_block select 6, header_hash, $1, sha256('forged'), $2, 1, $3::jsonb, null from ledger_block where number = 5`,
      [block.rows[0].data_hash, block.rows[0].created_at, JSON.stringify(block.rows[0].signatures)],
    );
    await pool.query('insert into ledger_transaction select $1, 6, 0, $2, $3, 1, $4', [
      rows[0].tx_id,
      rows[0].event_id,
      rows[0].lot_key,
      rows[0].envelope,
    ]);
    await pool.query('insert into ledger_content select $1, $2, 1, $3', [
      contents[0].event_id,
      contents[0].lot_key,
      contents[0].content,
    ]);
    const chain = await ledger.readLot(forged.lotKey);
    expect(chain.brokenBlocks).toEqual([6]);
    expect(chain.entries.map(({ transactionValid, blockValid }) => [transactionValid, blockValid])).toEqual([
      [false, false],
    ]);
  });

  it('does not take another ledger that was put in its place whole', async () => {
    const stranger = await embedded();
    const theirs = new LotWriter();
    await stranger.ledger.record([theirs.created()]);
    const tables = ['ledger_organisation', 'ledger_block', 'ledger_transaction', 'ledger_content'];
    for (const table of tables.toReversed()) {
      await pool.query(`alter table ${table} disable trigger user`);
      await pool.query(`delete from ${table}`);
    }
    for (const table of tables) {
      const { rows } = await stranger.pool.query<{ json: string }>(`select to_jsonb(t)::text as json from ${table} t`);
      for (const { json } of rows) {
        await pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb)`, [json]);
      }
    }
    const chain = await ledger.readLot(theirs.lotKey);
    expect(chain.entries.map(({ transactionValid, blockValid }) => [transactionValid, blockValid])).toEqual([
      [false, false],
    ]);
    expect(chain.brokenBlocks).toEqual([0, 1]);
  });

  it('shows in a proof file which of its parts was changed', async () => {
    const roots = (await ledger.organisations()).map(({ rootFingerprint }) => rootFingerprint);
    const file = (await ledger.proveLot(lot.lotKey)) as EmbeddedProof;
    const failing = async (
      change: (copy: EmbeddedProof) => void,
      pinned: string[] | undefined = roots,
    ): Promise<string> => {
      const copy = structuredClone(file);
      change(copy);
      const [fault = '', ...more] = await proofFaults(copy, pinned);
      expect(more).toEqual([]);
      return fault;
    };
    const event = (copy: EmbeddedProof, i = 0): EmbeddedProof['events'][number] =>
      copy.events[i] as EmbeddedProof['events'][number];
    const changes: [what: string, change: (copy: EmbeddedProof) => void, fault: string | RegExp][] = [
      [
        'a content',
        (copy) => {
          event(copy).content = event(copy).content.replace('50000', '60000');
        },
        'events: content_differs {"event":1}',
      ],
      [
        'a transaction',
        (copy) => {
          event(copy).transaction = event(copy, 1).transaction;
        },
        'events: content_differs {"event":1}',
      ],
      [
        'the lot',
        (copy) => {
          copy.lotKey = 'd'.repeat(32);
        },
        'events: another_event {"event":1}',
      ],
      ['an event taken out', (copy) => copy.events.shift(), 'chain: chain_broken {"event":1,"refusal":"LOT_MISSING"}'],
      [
        'two events in another order',
        (copy) => copy.events.reverse(),
        'chain: chain_broken {"event":1,"refusal":"LOT_MISSING"}',
      ],
      [
        'an audit path',
        (copy) => {
          event(copy).path = [...event(copy).path, 'a'.repeat(64)];
        },
        /^path: path_differs \{"event":1,/,
      ],
      [
        'a header',
        (copy) => {
          event(copy).block.previousHash = 'b'.repeat(64);
        },
        /^headers: header_differs /,
      ],
      [
        'the number of a block',
        (copy) => {
          event(copy).block.number += 1_000;
        },
        /^headers: header_differs /,
      ],
      [
        'a signature',
        (copy) => {
          event(copy, 1).block.signatures[0] = event(copy).block.signatures[0] as { mspId: string; signature: string };
        },
        /^signatures: signature_invalid \{"organisation":"Manam [A-Za-z]+","on":"block"/,
      ],
      [
        'a signature taken out',
        (copy) => {
          event(copy, 1).block.signatures.pop();
        },
        /^signatures: signature_missing /,
      ],
      ['an organisation taken out', (copy) => copy.organisations.pop(), /^roots: other_roots /],
      [
        'an organisation put twice',
        (copy) => {
          copy.organisations[1] = copy.organisations[0] as EmbeddedProof['organisations'][number];
        },
        /^roots: organisation_twice /,
      ],
      [
        'a root',
        (copy) => {
          for (const one of copy.organisations) {
            one.rootCertificate = one.rootCertificate.slice(0, -1) + (one.rootCertificate.endsWith('0') ? '1' : '0');
          }
        },
        /^roots: certificate /,
      ],
    ];
    for (const [what, change, fault] of changes) {
      const found = await failing(change);
      if (typeof fault === 'string') expect([what, found]).toEqual([what, fault]);
      else expect([what, found]).toEqual([what, expect.stringMatching(fault)]);
    }
    const stranger = (await (await embedded()).ledger.organisations()).map(({ rootFingerprint }) => rootFingerprint);
    for (const pinned of [['0'.repeat(64)], stranger, roots.slice(1), [...roots, '0'.repeat(64)]]) {
      expect(await failing(() => undefined, pinned)).toMatch(/^roots: other_roots /);
    }
    expect(await proofFaults(file)).toEqual(['roots: no_roots {}']);
    expect(await proofFaults({ v: 1 }, roots)).toEqual([expect.stringMatching(/^file: form /)]);
  });
});
