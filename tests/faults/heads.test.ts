import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { cutOff, putBack, type CutBlocks } from '../support/cutLedger.ts';
import { drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import {
  addUser,
  build,
  declareRestored,
  startServer,
  verifyLedger,
  type ServerProcess,
} from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

let folder: DrillFolder;
let server: ServerProcess | null = null;

beforeAll(async () => {
  await build({ pages: false });
  folder = await drillFolder();
  await addUser(folder.env, PASSWORD, 'processor', 'processor');
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.kill();
  await folder?.remove();
});

// One that is tried again begins as the first time: without the server that its first try has left.
beforeEach(async () => {
  if (server?.child.exitCode === null) await server.kill();
});

async function start(): Promise<string> {
  server = await startServer(folder.env, { pages: false });
  return server.url;
}

async function stop(): Promise<void> {
  expect(await server?.stop()).toBe(0);
}

/** Registers lots and waits until the ledger has all of their creation and their satellite check. @returns its height */
async function grow(url: string, lots: number): Promise<number> {
  const rest = await signedIn(url, 'processor');
  for (let i = 0; i < lots; i += 1) expect((await rest.send('POST', '/lots', newLot())).status).toBe(201);
  return until(async () => {
    const { data } = await rest.get('/lots?limit=100');
    const done = data.lots.every(
      (lot: { satelliteTimestamp: string | null; blockchainHash: { status: string } | null }) =>
        lot.satelliteTimestamp !== null && lot.blockchainHash?.status === 'recorded',
    );
    // A satellite check stands on the lot before its event is on the ledger: the height is final once nothing waits.
    if (!done || (await rest.get('/health')).data.queue.pending > 0) return false;
    return (await rest.get('/blockchain/health')).data.height;
  }, 'the ledger to record the lots');
}

/** Changes the data folder's database as its owner may, while no server runs on it. */
async function behindTheProgram<T>(change: (client: Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir, log: pino({ level: 'silent' }) });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    return await change(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** How the ledger is by health, its height included. */
async function ledgerOf(url: string): Promise<{ status: string; message?: string; height: number }> {
  return (await restClient(url).get('/health')).data.ledger;
}

/** The height of the ledger by the head beside the database. */
async function headFileHeight(): Promise<number> {
  return JSON.parse(await readFile(join(folder.dataDir, 'ledger-head.json'), 'utf8')).blocks;
}

let height = 0;
let cut: CutBlocks | null = null;

/** Puts back what is cut off, if anything is. */
async function whole(): Promise<void> {
  const missing = cut;
  if (missing === null) return;
  await behindTheProgram((client) => putBack(client, missing));
  cut = null;
}

const missing = (): string =>
  `Blocks ${height - 3} to ${height - 1}, which were recorded before, are missing from the ledger`;

it('keeps the newest head beside the database, also after a kill', async () => {
  const url = await start();
  height = await grow(url, 4);
  // More, where a job anchors something meanwhile.
  await until(async () => (await headFileHeight()) >= height, 'the newest head to be kept');
  await server?.kill();
  expect((await ledgerOf(await start())).status).toBe('ok');
  await stop();
  // What was anchored meanwhile of the audit trail counts too.
  height = await headFileHeight();
});

it('names the blocks that are missing at the next start, serves people, and records nothing', async () => {
  await whole();
  await whole();
  cut = await behindTheProgram((client) => cutOff(client, height - 3));
  const url = await start();
  expect(await ledgerOf(url)).toMatchObject({ status: 'degraded', message: missing(), height: height - 3 });
  const rest = await signedIn(url, 'processor');
  expect((await rest.send('POST', '/lots', newLot())).status).toBe(201);
  await until(async () => (await rest.get('/health')).data.queue.pending > 0, 'an event to wait');
  expect((await rest.get(`/ledger/consistency?from=1&to=${height - 3}`)).body).toMatchObject({
    statusCode: 409,
    message: missing(),
  });
  await stop();
  expect(await verifyLedger(folder.env)).toEqual({
    status: 1,
    stdout: '',
    stderr: `The ledger does not check out: ${missing()}.\n`,
  });
});

it('goes on by itself once the blocks are back', async () => {
  await whole();
  const url = await start();
  expect((await ledgerOf(url)).status).toBe('ok');
  await grow(url, 1);
  await stop();
  height = await headFileHeight();
  expect((await verifyLedger(folder.env)).status).toBe(0);
});

it('takes a declared restore, once, and goes on', async () => {
  await behindTheProgram((client) => cutOff(client, height - 3));
  expect(await declareRestored(folder.env)).toEqual({
    status: 0,
    stdout: `The ledger is declared as restored, from ${height} blocks to ${height - 3}.\n`,
    stderr: '',
  });
  expect(await declareRestored(folder.env)).toEqual({
    status: 0,
    stdout: 'There is nothing to declare: the ledger holds all that was known of it.\n',
    stderr: '',
  });
  const url = await start();
  expect(await ledgerOf(url)).toMatchObject({ status: 'ok', height: height - 3 });
  await stop();
  // The blocks alone are gone here, and not the rows of the lots in them: what is declared does not hide that.
  expect(await verifyLedger(folder.env)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The tables do not fit the ledger: [^\n]+\n$/),
  });
});

it('refuses a start with a damaged head, in one line', async () => {
  const file = join(folder.dataDir, 'ledger-head.json');
  await rename(file, `${file}.kept`);
  const other = { ...folder.env, HEAD_FILE: join(folder.dataDir, 'auth-secret') };
  await expect(startServer(other, { pages: false })).rejects.toThrow(/HEAD_FILE: \S+ is damaged\. [^\n]*\n$/);
});
