import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/platform/config.ts';
import {
  headLeaf,
  sameHead,
  signedHead,
  verifyConsistency,
  verifyHead,
  type SignedHead,
} from '../../server/domain/proof/head.ts';
import { toHex } from '../../server/domain/proof/hashing.ts';
import { merkleRoot } from '../../server/domain/proof/merkle.ts';
import { readStoredSigners } from '../../server/adapters/ledger-embedded/blockCheck.ts';
import { readConfiguration } from '../../server/adapters/ledger-embedded/channel.ts';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { HeadFile } from '../../server/platform/checkpoints/headFile.ts';
import type { HeadOptions } from '../../server/platform/checkpoints/heads.ts';
import { HeadWitnesses } from '../../server/platform/checkpoints/witnesses.ts';
import { LEDGER } from '../../server/domain/messages/healthMessages.ts';
import { LedgerAltered } from '../../server/domain/ledger/ledger.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { cutOff, putBack, withoutTriggers } from '../support/cutLedger.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { LotWriter } from './lotEvents.ts';

const SECRET = 'a secret of the head tests';
const silent = { error: () => undefined, warn: () => undefined };

const databases: TestDatabase[] = [];
const pools: Pool[] = [];
const folders: string[] = [];
const opened: EmbeddedLedger[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all(databases.map((database) => database.drop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function newPool(): Promise<{ pool: Pool; url: string }> {
  const database = await createDatabase();
  databases.push(database);
  const pool = new Pool({ connectionString: database.url, max: 5 });
  pool.on('error', () => undefined);
  pools.push(pool);
  return { pool, url: database.url };
}

async function newFile(): Promise<HeadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'manam-heads-'));
  folders.push(folder);
  return new HeadFile(join(folder, 'kept', 'head.json'));
}

async function open(pool: Pool, heads: HeadOptions = {}, closes: SignedHead | null = null): Promise<EmbeddedLedger> {
  const ledger = await EmbeddedLedger.open({ pool, secret: SECRET, heads: { log: silent, ...heads }, closes });
  opened.push(ledger);
  return ledger;
}

/** Appends blocks of one new lot each. */
async function append(ledger: EmbeddedLedger, blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i += 1) {
    const [outcome] = await ledger.record([new LotWriter().created()]);
    expect(outcome?.kind).toBe('recorded');
  }
}

async function present(ledger: EmbeddedLedger): Promise<SignedHead> {
  const head = await ledger.head();
  if (head === null) throw new Error('There is no head');
  return head;
}

async function height(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ height: number }>('select count(*)::int as height from ledger_block');
  return rows[0]?.height ?? 0;
}

async function trouble(ledger: EmbeddedLedger): Promise<string | undefined> {
  const health = await ledger.health();
  expect(health.status).toBe('up');
  return health.trouble?.text;
}

/** A ledger of its own with so many blocks, kept in a file and closed. */
async function stopped(blocks: number): Promise<{ pool: Pool; url: string; file: HeadFile; head: SignedHead }> {
  const { pool, url } = await newPool();
  const file = await newFile();
  const ledger = await open(pool, { file });
  await append(ledger, blocks - 1);
  const head = await present(ledger);
  await ledger.close();
  return { pool, url, file, head };
}

const MISSING_95 = 'Blocks 5 to 9, which were recorded before, are missing from the ledger';

describe('heads of the embedded ledger', () => {
  it('are the tree over the header hashes at every size, signed by both organisations, and each extends those before', async () => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 19);
    const blocks = await pool.query<{ hash: string }>(
      `select encode(header_hash, 'hex') as hash from ledger_block order by number`,
    );
    const leaves = await Promise.all(blocks.rows.map(({ hash }) => headLeaf(hash)));
    const organisations = await pool.query(
      `select msp_id as "mspId", name, encode(root_certificate, 'hex') as "rootCertificate",
         encode(certificate, 'hex') as certificate from ledger_organisation`,
    );
    const { signers } = await readStoredSigners(organisations.rows);
    // Another process, which followed the blocks instead of writing them.
    for (const reader of [ledger, await open(pool)]) {
      for (let size = 1; size <= 20; size += 1) {
        const head = await reader.head(size);
        if (head === null) throw new Error(`No head of ${size}`);
        expect(head).toEqual({
          v: 1,
          kind: 'manam-trace/head',
          blocks: size,
          rootHash: toHex(await merkleRoot(leaves.slice(0, size))),
          ledgerId: blocks.rows[0]?.hash,
          signatures: head.signatures,
        });
        expect(await verifyHead(head, signers)).toEqual([]);
        expect(await verifyHead({ ...head, blocks: size + 1 }, signers)).toHaveLength(2);
        for (let from = 1; from <= size; from += 1) {
          const proof = await reader.consistency(from, size);
          expect(proof && (await verifyConsistency(proof))).toBe(true);
          expect(proof && sameHead(proof.to, head)).toBe(true);
        }
      }
      expect(await present(reader)).toMatchObject({ blocks: 20 });
      for (const none of [0, 21, 1.5]) expect(await reader.head(none)).toBeNull();
      for (const [from, to] of [
        [0, 5],
        [5, 4],
        [5, 21],
        [1.5, 3],
      ] as const) {
        expect(await reader.consistency(from, to)).toBeNull();
      }
      expect(await reader.verifyHeads()).toBeNull();
    }
  });

  it('stand where two processes write in turn and at once', async () => {
    const { pool } = await newPool();
    const [one, other] = [await open(pool), await open(pool)];
    await append(one, 2);
    await append(other, 3);
    await Promise.all([append(one, 5), append(other, 5)]);
    expect(await height(pool)).toBe(16);
    expect(sameHead(await present(one), await present(other))).toBe(true);
    expect(await one.verifyHeads()).toBeNull();
  });

  it('count the blocks before an instant, and at least one', async () => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 3);
    await withoutTriggers(pool, () =>
      pool.query(
        `update ledger_block set created_at = '2026-01-01T10:00:00Z'::timestamptz + number * interval '1 hour'`,
      ),
    );
    const before = (instant: string): Promise<number> => ledger.blocksBefore(new Date(instant));
    expect(await before('2026-01-01T09:00:00Z')).toBe(1);
    expect(await before('2026-01-01T12:00:00Z')).toBe(2);
    expect(await before('2026-01-01T12:00:00.001Z')).toBe(3);
    expect(await before('2027-01-01T00:00:00Z')).toBe(4);
  });

  it('are filled again by the statements of the operations guide', async () => {
    const { pool } = await newPool();
    await append(await open(pool), 12);
    const nodes = 'select level, position::int, hash from ledger_tree_node order by 1, 2';
    const written = (await pool.query(nodes)).rows;
    await withoutTriggers(pool, () => pool.query(`update ledger_tree_node set hash = '\\x00' where level > 0`));
    const guide = await readFile(join(packageRoot, 'docs', 'operations', 'ledger-checkpoints.md'), 'utf8');
    const fill = /```sql\n(begin;\nalter table ledger_tree_node[\s\S]*?)```/.exec(guide)?.[1];
    await pool.query(fill ?? expect.fail('The guide has no statements that fill the tree'));
    expect((await pool.query(nodes)).rows).toEqual(written);
    // 13 leaves, 6 pairs, 3 fours, 1 eight.
    expect(written).toHaveLength(23);
    expect(await (await open(pool)).verifyHeads()).toBeNull();
  });

  it('get the missing nodes of the blocks before with the next block', async () => {
    const { pool } = await newPool();
    const [ledger, other] = [await open(pool), await open(pool)];
    await append(ledger, 2);
    await append(other, 2);
    await withoutTriggers(pool, () => pool.query('delete from ledger_tree_node where (position + 1) << level > 3'));
    await append(ledger, 1);
    expect(await ledger.verifyHeads()).toBeNull();
  });
});

describe('blocks that are cut off', () => {
  it('of a running server stop the recording, are named, and are no alarm once they are back', async () => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 9);
    const cut = await cutOff(pool, 5);
    await expect(ledger.record([new LotWriter().created()])).rejects.toThrow(
      new LedgerAltered(LEDGER.blocksMissing({ first: 5, last: 9 })),
    );
    expect(await height(pool)).toBe(5);
    expect(await trouble(ledger)).toBe(MISSING_95);
    await expect(ledger.head()).rejects.toThrow(LedgerAltered);
    await expect(ledger.head(3)).rejects.toThrow(LedgerAltered);
    await expect(ledger.consistency(5, 10)).rejects.toThrow(MISSING_95);
    expect(await ledger.verifyHeads()).toBe(MISSING_95);
    await putBack(pool, cut);
    expect(await trouble(ledger)).toBeUndefined();
    await append(ledger, 1);
    expect(await ledger.verifyChain()).toEqual({ checked: 11, broken: [] });
  });

  it('are named one by one where it is one, and also by a server that only reads', async () => {
    const { pool } = await newPool();
    await append(await open(pool), 4);
    const reader = await open(pool);
    await cutOff(pool, 4);
    expect(await trouble(reader)).toBe('Block 4, which was recorded before, is missing from the ledger');
  });

  it('of a stopped server are named at its next start, which records nothing', async () => {
    const { pool, file } = await stopped(10);
    await cutOff(pool, 5);
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBe(MISSING_95);
    await expect(ledger.record([new LotWriter().created()])).rejects.toThrow(
      new LedgerAltered(LEDGER.blocksMissing({ first: 5, last: 9 })),
    );
    expect(await height(pool)).toBe(5);
    expect((await file.read())?.blocks).toBe(10);
  });

  it('are told by the consistency proof to whoever kept a head, when others were written in their place', async () => {
    const { pool, file, head } = await stopped(10);
    await cutOff(pool, 5);
    // A server that never knew better, such as one on a new machine.
    const other = await open(pool);
    await append(other, 8);
    const proof = await other.consistency(head.blocks, 13);
    expect(proof && (await verifyConsistency(proof))).toBe(true);
    expect(proof && sameHead(proof.from, head)).toBe(false);
    expect(proof && (await verifyConsistency({ ...proof, from: head }))).toBe(false);
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBe('The first 10 blocks of the ledger differ from the recorded ones');
    await expect(ledger.record([new LotWriter().created()])).rejects.toThrow(LedgerAltered);
    expect(await height(pool)).toBe(13);
  });

  it('leave nodes behind where those were forgotten, and nothing is written over them', async () => {
    const { pool } = await stopped(10);
    await cutOff(pool, 5, { nodes: false });
    const other = await open(pool);
    expect(await other.verifyHeads()).toMatch(
      /^Node \d+ of level \d+ of the tree stands over blocks that are not there$/,
    );
    await expect(other.record([new LotWriter().created()])).rejects.toThrow(LedgerAltered);
    expect(await trouble(other)).toBe('The tree over the blocks of the ledger was changed');
    expect(await height(pool)).toBe(5);
  });
});

describe('blocks in the place of others', () => {
  it.each([
    [
      'another hash of the newest',
      `update ledger_block set header_hash = sha256(header_hash) where number = 4`,
      'Block 4 of the ledger differs from the recorded one',
    ],
    [
      'one more that nobody signed',
      `insert into ledger_block select 5, header_hash, data_hash, sha256('x'), created_at, 1, signatures, null from ledger_block where number = 4`,
      'Block 5 of the ledger does not follow the one before',
    ],
    [
      'one more behind a gap',
      `insert into ledger_block select 6, header_hash, data_hash, sha256('x'), created_at, 1, signatures, null from ledger_block where number = 4`,
      'Block 5, which was recorded before, is missing from the ledger',
    ],
  ])('%s is noticed before anything is written', async (_, change, message) => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 4);
    await withoutTriggers(pool, () => pool.query(change));
    const before = await height(pool);
    await expect(ledger.record([new LotWriter().created()])).rejects.toThrow(new RegExp(message));
    expect(await height(pool)).toBe(before);
    expect(await trouble(ledger)).toBe(message);
  });

  it('a rightly linked one without the signatures is noticed too', async () => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 2);
    const cut = await cutOff(pool, 2);
    // A server that knows block 1 alone; then block 2 comes back with the signatures of block 1.
    const other = await open(pool);
    await putBack(pool, cut);
    await withoutTriggers(pool, () =>
      pool.query(
        `update ledger_block set signatures = (select signatures from ledger_block where number = 1) where number = 2`,
      ),
    );
    expect(await trouble(other)).toBe('Block 2 of the ledger is not signed by its organizations');
  });

  it('a node that was changed signs no wrong head, and is named', async () => {
    const { pool } = await newPool();
    const ledger = await open(pool);
    await append(ledger, 7);
    await withoutTriggers(pool, () =>
      pool.query('update ledger_tree_node set hash = sha256(hash) where level = 1 and position = 1'),
    );
    expect(await ledger.verifyHeads()).toBe('Node 1 of level 1 of the tree is missing or changed');
    await expect(ledger.head(6)).resolves.toMatchObject({ blocks: 6 });
    await expect(ledger.head(4)).resolves.toMatchObject({ blocks: 4 });
    // The root of 6 stands on node (2, 0); that of 3 leans on (1, 1)'s half, and its proof on the changed one.
    await expect(ledger.consistency(2, 8)).rejects.toThrow(LedgerAltered);
    await expect(ledger.head(2)).rejects.toThrow('The tree over the blocks of the ledger was changed');
    expect(await trouble(ledger)).toBe('The tree over the blocks of the ledger was changed');
    // What is written next comes from the blocks.
    await append(ledger, 1);
    expect(await present(ledger)).toMatchObject({ blocks: 9 });
  });

  it('changed nodes keep no server from seeing that its blocks are all there', async () => {
    const { pool, file, head } = await stopped(8);
    await withoutTriggers(pool, () => pool.query('update ledger_tree_node set hash = sha256(hash) where level = 3'));
    const ledger = await open(pool, { file });
    expect(sameHead(await present(ledger), head)).toBe(true);
    expect(await trouble(ledger)).toBe('The tree over the blocks of the ledger was changed');
    await append(ledger, 1);
  });
});

describe('the kept head', () => {
  it('is the newest when the server has ended, in one file that nobody else may read', async () => {
    const { file, head } = await stopped(4);
    const kept = await file.read();
    expect(kept && sameHead(kept, head)).toBe(true);
    expect(await readdir(join(file.path, '..'))).toEqual(['head.json']);
  });

  it('is kept while the server runs', async () => {
    const { pool } = await newPool();
    const file = await newFile();
    const ledger = await open(pool, { file });
    await append(ledger, 3);
    await until(async () => (await file.read())?.blocks === 4, 'the head to be kept');
    expect(await file.read()).toMatchObject({ blocks: 4 });
  });

  it('goes neither back nor to another ledger', async () => {
    const { file, head } = await stopped(4);
    const { head: stranger } = await stopped(9);
    const kept = await file.read();
    expect(kept?.blocks).toBe(4);
    expect(await file.write({ ...head, blocks: 3 })).toBe(false);
    expect(await file.write(head)).toBe(false);
    expect(await file.write(stranger)).toBe(false);
    expect(await file.read()).toEqual(kept);
    expect(await file.write({ ...head, blocks: 5 })).toBe(true);
  });

  it('that lags behind is gone on from', async () => {
    const { pool, file, head } = await stopped(4);
    await append(await open(pool), 5);
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBeUndefined();
    await ledger.close();
    expect((await file.read())?.blocks).toBe(9);
    expect(head.blocks).toBe(4);
  });

  it('of another ledger is an alarm', async () => {
    const { file } = await stopped(4);
    const { pool } = await stopped(4);
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBe('The database contains a different ledger than before');
    await expect(ledger.record([new LotWriter().created()])).rejects.toThrow(LedgerAltered);
  });

  it('that the organisations did not sign is an alarm', async () => {
    const { pool, file, head } = await stopped(4);
    await writeFile(file.path, JSON.stringify({ ...head, rootHash: head.ledgerId }));
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBe('The organizations of the ledger did not sign the stored checkpoint');
  });

  it('that cannot be read ends the start in one line', async () => {
    const { pool, file } = await stopped(4);
    const whole = await readFile(file.path, 'utf8');
    for (const damaged of ['', whole.slice(0, 80), '{}']) {
      await writeFile(file.path, damaged);
      await expect(open(pool, { file })).rejects.toThrow(ConfigError);
    }
    await expect(open(pool, { file: new HeadFile(join(file.path, '..')) })).rejects.toThrow(/^HEAD_FILE takes/);
  });

  it('that cannot be written is told, and holds up nothing', async () => {
    const { pool } = await newPool();
    const { file } = await stopped(1);
    const ledger = await open(pool, { file: new HeadFile(join(file.path, 'not-a-folder', 'head.json')) });
    await append(ledger, 2);
    await until(
      async () => (await trouble(ledger)) === 'Could not write the newest checkpoint to its file',
      'the trouble to be told',
    );
    await append(ledger, 1);
    expect(await height(pool)).toBe(4);
  });
});

describe('a restored ledger', () => {
  it('that is declared is no alarm; the same cut once more is', async () => {
    const { pool, file, head } = await stopped(10);
    await cutOff(pool, 5);
    const alarmed = await open(pool, { file });
    expect(await trouble(alarmed)).toBe(MISSING_95);
    const operator = await open(pool, { file });
    const declared = await operator.declareRestored();
    expect(declared).toEqual({
      from: { blocks: 10, rootHash: head.rootHash, ledgerId: head.ledgerId },
      to: expect.objectContaining({ blocks: 5, ledgerId: head.ledgerId }),
    });
    await operator.close();
    expect((await file.read())?.blocks).toBe(5);
    // One that was running hears of it by itself.
    await until(async () => (await trouble(alarmed)) === undefined, 'the alarm to end');
    await append(alarmed, 5);
    await alarmed.close();
    expect((await file.read())?.blocks).toBe(10);
    await cutOff(pool, 5);
    const again = await open(pool, { file });
    expect(await trouble(again)).toBe(MISSING_95);
    await expect(again.record([new LotWriter().created()])).rejects.toThrow(LedgerAltered);
  });

  it('is declared once; where nothing is missing there is nothing to declare', async () => {
    const { pool, file } = await stopped(6);
    expect(await (await open(pool, { file })).declareRestored()).toBeNull();
    expect(await (await open(pool)).declareRestored()).toBeNull();
    await cutOff(pool, 4);
    const ledger = await open(pool, { file });
    expect(await ledger.declareRestored()).toMatchObject({ from: { blocks: 6 }, to: { blocks: 4 } });
    expect(await ledger.declareRestored()).toBeNull();
    await append(ledger, 1);
  });

  it('may be one that grew differently since', async () => {
    const { pool, file } = await stopped(6);
    await cutOff(pool, 4);
    await append(await open(pool), 7);
    const ledger = await open(pool, { file });
    expect(await ledger.declareRestored()).toMatchObject({ from: { blocks: 6 }, to: { blocks: 11 } });
    await append(ledger, 1);
    await ledger.close();
    const next = await open(pool, { file });
    expect(await trouble(next)).toBeUndefined();
  });

  it('is not declared by anybody else, nor for another head', async () => {
    const { pool, file, head } = await stopped(6);
    const stranger = await stopped(6);
    await cutOff(stranger.pool, 4);
    await (await open(stranger.pool, { file: stranger.file })).declareRestored();
    await cutOff(pool, 4);
    const { rows } = await stranger.pool.query<{ declaration: string }>('select declaration from ledger_restored');
    const declaration = JSON.parse(rows[0]?.declaration ?? '');
    const { rootHash } = await present(await open(pool));
    const to = { blocks: 4, rootHash, ledgerId: head.ledgerId };
    const from = { blocks: 6, rootHash: head.rootHash, ledgerId: head.ledgerId };
    for (const forged of [
      declaration,
      { ...declaration, from },
      { ...declaration, from, to },
      { ...declaration, from, to, signatures: head.signatures },
      'no json',
    ]) {
      await pool.query('insert into ledger_restored (declaration) values ($1)', [JSON.stringify(forged)]);
    }
    await pool.query(`insert into ledger_restored (declaration) values ('{')`);
    const ledger = await open(pool, { file });
    expect(await trouble(ledger)).toBe('Blocks 4 to 5, which were recorded before, are missing from the ledger');
  });
});

describe('a ledger in the place of another', () => {
  it('carries the closing head in its first block, and is no alarm to who kept that', async () => {
    const { file, head } = await stopped(5);
    const { pool } = await newPool();
    const ledger = await open(pool, { file }, head);
    expect(await trouble(ledger)).toBeUndefined();
    await append(ledger, 2);
    const { rows } = await pool.query<{ configuration: string }>(
      'select configuration from ledger_block where number = 0',
    );
    expect(readConfiguration(rows[0]?.configuration ?? '')).toMatchObject({ v: 2, closes: head });
    expect(await ledger.closedHead()).toEqual(head);
    expect(await ledger.verifyChain()).toEqual({ checked: 3, broken: [] });
    await ledger.close();
    expect((await file.read())?.ledgerId).not.toBe(head.ledgerId);
    expect(await trouble(await open(pool, { file }))).toBeUndefined();
  });

  it('is an alarm when it closes another head', async () => {
    const { file } = await stopped(5);
    const { head } = await stopped(5);
    const { pool } = await newPool();
    expect(await trouble(await open(pool, { file }, head))).toMatch(/a different ledger/);
  });
});

describe('witnesses', () => {
  /** Takes heads once `takes` says so; each request is kept. */
  async function witness(takes: () => boolean | Promise<boolean>) {
    const heads: SignedHead[] = [];
    const asked: number[] = [];
    const server = createServer((request: IncomingMessage, response: ServerResponse) => {
      void (async () => {
        const body = await text(request);
        asked.push(heads.length);
        const taken = await takes();
        if (taken) heads.push(signedHead.parse(JSON.parse(body)));
        response.writeHead(taken ? 204 : 503).end();
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const close = async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    return { url: `http://127.0.0.1:${port}/heads`, heads, asked, close };
  }

  it('get the newest head, are tried again, and hold up nothing', async () => {
    let up = false;
    const one = await witness(() => up);
    const other = await witness(() => true);
    const { pool } = await newPool();
    const witnesses = new HeadWitnesses([one.url, other.url], silent);
    const ledger = await open(pool, { witnesses });
    await until(() => other.heads.length > 0 && one.asked.length > 0, 'the first head to be sent');
    await until(
      async () => (await trouble(ledger)) === 'Checkpoints do not reach 1 of 2 witnesses',
      'the trouble to be told',
    );
    await append(ledger, 5);
    await until(() => other.heads.at(-1)?.blocks === 6, 'the newest head to be taken');
    expect(other.heads.length).toBeLessThan(6);
    expect(one.heads).toEqual([]);
    up = true;
    await until(() => one.heads.at(-1)?.blocks === 6, 'the newest head to be taken at last');
    await until(async () => (await trouble(ledger)) === undefined, 'the trouble to end');
    await ledger.close();
    await Promise.all([one.close(), other.close()]);
  });

  it('that do not answer are left when the server ends', async () => {
    const silentOne = await witness(() => new Promise(() => undefined));
    const { pool } = await newPool();
    const ledger = await open(pool, { witnesses: new HeadWitnesses([silentOne.url], silent) });
    await until(() => silentOne.asked.length > 0, 'the head to be offered');
    await append(ledger, 1);
    await ledger.close();
    expect(silentOne.heads).toEqual([]);
    await silentOne.close();
  });
});
