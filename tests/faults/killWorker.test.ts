import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserService } from '../../server/modules/identity/userService.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { allLots, drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { TEST_SECRET } from '../support/testApp.ts';
import { until } from '../support/until.ts';

const LOTS = 40;

let folder: DrillFolder;
let own: TestDatabase;
let blocker: Client;
const servers: ServerProcess[] = [];

beforeEach(async () => {
  folder = await drillFolder('nothing');
  own = await createDatabase();
  blocker = new Client({ connectionString: own.url });
  await blocker.connect();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await blocker?.end();
  await own?.drop();
  await folder?.remove();
});

async function start(role: 'web' | 'worker'): Promise<ServerProcess> {
  const env = { ...folder.env, DATABASE_URL: own.url, AUTH_SECRET: TEST_SECRET, ROLE: role };
  const server = await startServer(env, { pages: false });
  servers.push(server);
  return server;
}

async function addProcessor(): Promise<void> {
  const database = await connectAsProgram(own.url, { poolSize: 2 });
  try {
    const users = new UserService({ database });
    await users.addUser({ username: 'processor', name: 'Kwame', role: 'processor', password: PASSWORD });
  } finally {
    await database.close();
  }
}

it('what a killed worker had in hand, another one records', async () => {
  await addProcessor();
  const web = await start('web');
  const rest = await signedIn(web.url, 'processor');
  const created = await Promise.all(Array.from({ length: LOTS }, () => rest.send('POST', '/lots', newLot())));
  expect(created.map(({ status }) => status)).toEqual(Array(LOTS).fill(201));

  // The first worker is held in the middle of its first batch.
  await blocker.query('begin');
  await blocker.query('lock table ledger_transaction in exclusive mode');
  const first = await start('worker');
  await until(async () => {
    const { rowCount } = await blocker.query(
      "select from pg_locks where not granted and relation = 'ledger_transaction'::regclass",
    );
    return (rowCount ?? 0) > 0;
  }, 'the worker to come to the ledger');
  await first.kill();
  expect((await allLots(rest)).every(({ blockchainHash }) => blockchainHash === null)).toBe(true);
  // Its half-written block still locks the ledger until PostgreSQL notices that the connection is gone.
  const second = start('worker');
  await blocker.query('rollback');
  await second;

  const lots = await until(
    async () => {
      const all = await allLots(rest);
      return all.every(({ blockchainHash }) => blockchainHash?.status === 'recorded') && all;
    },
    'the other worker to record every lot',
    { withinMs: 60_000, lookMs: 250 },
  );
  expect(lots).toHaveLength(LOTS);
  const { rows } = await blocker.query<{ creations: string; chained: string }>(
    `select count(*) filter (where t.seq = 1) as creations, count(distinct t.lot_key) as chained
     from ledger_transaction t join lot using (lot_key)`,
  );
  expect(rows).toEqual([{ creations: String(LOTS), chained: String(LOTS) }]);
  for (const { id, lotId } of lots) {
    const check = await rest.send('POST', `/lots/${id}/verify-integrity`);
    expect([lotId, check.data.proof.blockchainVerified]).toEqual([lotId, true]);
  }
});
