import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { migrate } from '../../server/platform/database/migrate.ts';
import { EMPTY_FRONTIER, grow, type TreeNode } from '../../server/domain/proof/consistency.ts';
import { consistencyProof, headLeaf, verifyConsistency } from '../../server/domain/proof/head.ts';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { EMBEDDED_HEAD_TABLES } from '../../server/adapters/ledger-embedded/headSource.ts';
import { nativeSha256 } from '../../server/platform/checkpoints/nativeSha256.ts';
import { scanBlocks } from '../../server/platform/checkpoints/headerScan.ts';
import { storeNodes } from '../../server/platform/checkpoints/tree.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';

const BLOCKS = 100_000;
const PAIRS = 2_000;
const PORTION = 10_000;

/**
 * Heads of a ledger with 100,000 blocks (made-up ones: headers alone), asked of the built server one after the other.
 * @param postgresUrl of a cluster in which a database can be made; it is dropped again
 * @returns lines of text
 */
export async function measureHeadProofs(postgresUrl: string, secret: string): Promise<string[]> {
  const url = Object.assign(new URL(postgresUrl), { pathname: '/bench_heads' }).href;
  const folder = await mkdtemp(join(tmpdir(), 'manam-bench-heads-'));
  await run(postgresUrl, 'create database bench_heads');
  try {
    await seedBlocks(url, secret);
    const began = performance.now();
    const server = await startServer({
      PORT: '0',
      DATABASE_URL: url,
      AUTH_SECRET: secret,
      HEAD_FILE: join(folder, 'head.json'),
      DEMO: 'false',
      FOREST: 'sample',
      PUBLIC_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    });
    const startedMs = performance.now() - began;
    try {
      return [...(await askForProofs(server)), `The start of the server took ${(startedMs / 1_000).toFixed(1)} s.`];
    } finally {
      await server.stop();
    }
  } finally {
    await run(postgresUrl, 'drop database bench_heads with (force)');
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function seedBlocks(url: string, secret: string): Promise<void> {
  await migrate(url);
  const pool = new Pool({ connectionString: url, max: 2 });
  try {
    await EmbeddedLedger.open({ pool, secret });
    await pool.query(
      `insert into ledger_block (number, previous_hash, data_hash, header_hash, created_at, transactions, signatures)
       select n, sha256('p' || n::text::bytea), sha256('d' || n::text::bytea), sha256('h' || n::text::bytea), now(), 1, '[]'
       from generate_series(1, $1::int - 1) n`,
      [BLOCKS],
    );
    let tree = EMPTY_FRONTIER;
    let nodes: TreeNode[] = [];
    for await (const { hash } of scanBlocks(pool, EMBEDDED_HEAD_TABLES, 0, null)) {
      const grown = await grow(tree, await headLeaf(hash, nativeSha256), nativeSha256);
      tree = grown.frontier;
      nodes.push(...grown.nodes);
      if (nodes.length < PORTION) continue;
      await storeNodes(pool, EMBEDDED_HEAD_TABLES, nodes);
      nodes = [];
    }
    await storeNodes(pool, EMBEDDED_HEAD_TABLES, nodes);
  } finally {
    await pool.end();
  }
}

/** Processor time of a process so far, milliseconds; NaN where there is no /proc. */
async function processorMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold blanks; in hundredths of a second (proc(5): utime, stime).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

async function askForProofs({ url, child }: ServerProcess): Promise<string[]> {
  const some = (): number => 1 + Math.floor(Math.random() * BLOCKS);
  const spentBefore = await processorMs(child.pid);
  const times: number[] = [];
  let largest = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [from = 1, to = 1] = [some(), some()].sort((a, b) => a - b);
    const began = performance.now();
    const response = await fetch(`${url}/api/v1/ledger/consistency?from=${from}&to=${to}`);
    const text = await response.text();
    times.push(performance.now() - began);
    largest = Math.max(largest, Buffer.byteLength(text));
    const proof = consistencyProof.parse(JSON.parse(text).data);
    if (!(await verifyConsistency(proof, nativeSha256)))
      throw new Error(`The proof from ${from} to ${to} does not hold`);
  }
  const spent = (await processorMs(child.pid)) - spentBefore;
  times.sort((a, b) => a - b);
  const at = (share: number): string => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  return [
    `Consistency between two of ${BLOCKS.toLocaleString('en-US')} heads, ${PAIRS} random pairs, each proof verified: at most ${largest} bytes with`,
    `the envelope; over HTTP and one after the other p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ${(spent / PAIRS).toFixed(2)} ms of the server's processor time each.`,
  ];
}
