import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { addUser, build, startServer, verifyLedger, type ServerProcess } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

let folder: DrillFolder;
let empty: DrillFolder;
let server: ServerProcess;

beforeAll(async () => {
  await build({ pages: false });
  folder = await drillFolder();
  empty = await drillFolder('nothing');
  await addUser(folder.env, PASSWORD, 'processor', 'processor');
  server = await startServer(folder.env, { pages: false });
  const rest = await signedIn(server.url, 'processor');
  for (let lots = 1; lots <= 3; lots += 1) {
    await rest.send('POST', '/lots', newLot());
    await until(async () => (await rest.get('/blockchain/health')).data.pending === 0, 'the ledger to record the lot');
  }
});

afterAll(async () => {
  if (server?.child.exitCode === null) await server.kill();
  await folder?.remove();
  await empty?.remove();
});

/** Changes the data folder's database as its owner may, while no server runs on it. */
async function behindTheProgram(sql: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir, log: pino({ level: 'silent' }) });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

const WITHOUT_TRIGGERS = (change: string, table: string): string =>
  `alter table ${table} disable trigger user; ${change}; alter table ${table} enable trigger user`;

it('is refused in one line while the program runs on the embedded database', async () => {
  expect(await verifyLedger(folder.env)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*in use by another Manam-Trace[^\n]*\n$/),
  });
});

it('says of a ledger that checks out how high it is, and its newest block', async () => {
  if (server.child.exitCode === null) expect(await server.stop()).toBe(0);
  const { status, stdout, stderr } = await verifyLedger(folder.env);
  expect([status, stderr]).toEqual([0, '']);
  const [, blocks, newest] =
    /^The ledger checks out: (\d+) blocks, the newest is (\d+) with header hash [0-9a-f]{64}, 3 lots and all that is kept of them fit it\.\n$/.exec(
      stdout,
    ) ?? [];
  expect(Number(blocks)).toBeGreaterThanOrEqual(4);
  expect(Number(newest)).toBe(Number(blocks) - 1);
});

it('names the blocks that were changed, with status 1', async () => {
  const change = `update ledger_block set data_hash = set_byte(data_hash, 5, get_byte(data_hash, 5) # 1) where number in (2, 3)`;
  await behindTheProgram(WITHOUT_TRIGGERS(change, 'ledger_block'));
  const { status, stdout, stderr } = await verifyLedger(folder.env);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The ledger does not check out: block 2 is broken \([^\n]+\); broken as well: 3\.\n$/);
});

it('refuses another secret, and makes no ledger where there is none', async () => {
  const other = await verifyLedger({ ...folder.env, AUTH_SECRET: 'another-secret-that-is-long-enough-to-be-taken' });
  expect(other).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^AUTH_SECRET does not open the ledger keys[^\n]*\n$/),
  });
  expect(await verifyLedger(empty.env)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no ledger in this database.\n',
  });
});
