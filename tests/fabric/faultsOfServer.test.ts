import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../server/modules/identity/userService.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { allLots, PASSWORD, signedIn } from '../support/drill.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { holdProcess, keepDown } from '../support/fabricProcesses.ts';
import { recordedOn, settingsOf, variablesOf } from '../support/fabricServers.ts';
import { formsOf } from '../support/everyRow.ts';
import { newLot } from '../support/newLot.ts';
import type { RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { runServer, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { testEnvironment } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* The built server on a network: what people see of its faults, and what a killed process leaves for another one. */

let network: FabricNetwork;
let database: TestDatabase;
let own: Client;
const servers: ServerProcess[] = [];

// One channel holds one database's lots.
beforeEach(async () => {
  network = await FabricNetwork.plan();
  await network.up();
  database = await createDatabase();
  own = new Client({ connectionString: database.url });
  own.on('error', () => undefined);
  await own.connect();
  const program = await connectAsProgram(database.url, { poolSize: 2 });
  const users = new UserService({ database: program });
  await users.addUser({ username: 'processor', name: 'Kwame', role: 'processor', password: PASSWORD });
  await users.addUser({ username: 'admin', name: 'Ana', role: 'admin', password: PASSWORD });
  await program.close();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await own?.end();
  await database?.drop();
  await network?.remove();
});

async function start(ROLE: 'all' | 'web' | 'worker'): Promise<ServerProcess> {
  const env = testEnvironment(database.url, { ...(await variablesOf(network, 0)), ROLE });
  const server = await startServer(env, { pages: false });
  servers.push(server);
  return server;
}

async function register(rest: RestClient, lots: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: lots }, () => rest.send('POST', '/lots', newLot())));
  expect(answers.map(({ status }) => status)).toEqual(Array(lots).fill(201));
}

const statuses = async (rest: RestClient): Promise<string[]> =>
  (await allLots(rest)).map(({ blockchainHash }) => blockchainHash?.status ?? 'pending');

/** All that was written is on the channel, once, and no transaction is under way any more. */
async function expectWhole(rest: RestClient, lots: number): Promise<void> {
  await until(async () => {
    const { rows } = await own.query<{ open: number }>(
      `select (select count(*) from ledger_outbox where state <> 'recorded')::int
         + (select count(*) from register_event where recorded_at is null)::int
         + (select count(*) from fabric_submission)::int as open`,
    );
    return rows[0]?.open === 0 && (await statuses(rest)).every((status) => status === 'recorded');
  }, 'all to be recorded');
  expect(await allLots(rest)).toHaveLength(lots);
  const { rows } = await own.query<{ hash: string }>(
    `select content_hash as hash from lot_event join ledger_outbox using (event_id) where state = 'recorded'
     union all select content_hash from register_event where recorded_at is not null`,
  );
  const written = new Set(rows.map(({ hash }) => hash));
  const recorded = await recordedOn(await settingsOf(network, 0));
  expect(recorded.length).toBe(new Set(recorded).size);
  // A satellite check may just have added an event.
  expect(recorded.filter((hash) => written.has(hash)).length).toBe(written.size);
  for (const { id, lotId } of await allLots(rest)) {
    const check = await rest.send('POST', `/lots/${id}/verify-integrity`);
    expect([lotId, check.data.isValid]).toEqual([lotId, true]);
  }
}

const LOCK = 4711;

/** Lets no statement of a kind end on the rows of transactions under way. */
async function holdStatements(kind: 'insert' | 'update' | 'delete'): Promise<void> {
  await own.query(`create function held() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return coalesce(new, old); end $$`);
  await own.query(`create trigger held before ${kind} on fabric_submission for each row execute function held()`);
  await own.query(`select pg_advisory_lock(${LOCK})`);
}

/** Lets statements end again. @param waiting what becomes of those that wait */
async function letStatementsEnd(waiting: 'done' | 'never done'): Promise<void> {
  if (waiting === 'never done') {
    await own.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
    );
    await until(async () => !(await isHeld()), 'the held statements to be gone');
  }
  await own.query(`select pg_advisory_unlock(${LOCK})`);
  await own.query('drop trigger held on fabric_submission');
  await own.query('drop function held()');
}

/** A statement waits where it is held. */
const isHeld = async (): Promise<boolean> =>
  ((await own.query(`select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`)).rowCount ??
    0) > 0;
const isUnderWay = async (where: string): Promise<boolean> =>
  ((await own.query(`select from fabric_submission where ${where}`)).rowCount ?? 0) > 0;

/** A step behind which a process is held. */
interface Step {
  hold(): Promise<unknown>;
  /** ends when a transaction is there */
  reach(): Promise<unknown>;
  /** after the process was killed */
  letGo(): Promise<unknown>;
}

function heldStatement(kind: 'insert' | 'update' | 'delete'): Step {
  return {
    hold: () => holdStatements(kind),
    reach: () => until(isHeld, `a transaction's ${kind}`),
    letGo: () => letStatementsEnd('never done'),
  };
}

function heldOrderer(): Step {
  let letGo: () => void = () => undefined;
  return {
    hold: async () => (letGo = await holdProcess(network, 'ordering')),
    reach: () => until(() => isUnderWay('commit is null'), 'a transaction that is stored'),
    letGo: async () => letGo(),
  };
}

function heldPeer(): Step {
  let letGo: () => void = () => undefined;
  return {
    hold: () => holdStatements('update'),
    reach: async () => {
      await until(isHeld, 'a transaction that was handed over');
      letGo = await holdProcess(network, 'peer-coop');
      await letStatementsEnd('done');
      await until(() => isUnderWay('commit is not null'), 'that to be stored');
    },
    letGo: async () => letGo(),
  };
}

const STEPS: [string, () => Step][] = [
  ['endorsed, and not stored', () => heldStatement('insert')],
  ['stored, and not handed over', heldOrderer],
  ['handed over, and that not stored', () => heldStatement('update')],
  ['stored as handed over, and its outcome unknown', heldPeer],
  ['known in its outcome, and that not stored', () => heldStatement('delete')],
];

describe('a process that is killed while a transaction is', () => {
  it.each(STEPS)('%s: another one goes on, and nothing is lost or doubled', async (_, made) => {
    const web = await start('web');
    const rest = await signedIn(web.url, 'processor');
    const step = made();
    const worker = await start('worker');
    // What a start records by itself is through.
    await register(rest, 1);
    await expectWhole(rest, 1);
    const { rows: before } = await own.query('select number, followed_at from fabric_block b order by b.number');
    await step.hold();
    await register(rest, 30);
    await step.reach();
    await worker.kill();
    expect(new Set((await statuses(rest)).slice(1))).toContain('pending');
    await step.letGo();
    await start('worker');
    await expectWhole(rest, 31);
    // Blocks that were followed stay as they are: no process begins again.
    const { rows: after } = await own.query('select number, followed_at from fabric_block b order by b.number');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length);
  });
});

describe('people', () => {
  const health = async (rest: RestClient) => (await rest.get('/health')).data;

  it.each(['peer-assurance', 'chaincode-assurance'] as const)(
    'see a lot as pending, and whose peer is away, while %s is down',
    async (name) => {
      const server = await start('all');
      const rest = await signedIn(server.url, 'processor');
      await register(rest, 1);
      await expectWhole(rest, 1);
      const bringBack = await keepDown(network, name);
      await register(rest, 3);
      const seen = await until(async () => {
        const { ledger } = await health(rest);
        return ledger.status === 'degraded' && ledger;
      }, 'health to tell of it');
      expect(seen).toMatchObject({
        driver: 'fabric',
        said: { code: 'ledger.organisation_away', values: { organisation: 'Manam Assurance' } },
      });
      const { data } = await rest.get('/blockchain/health');
      expect(data.peers).toMatchObject([
        { name: 'Manam Cooperative', status: 'up' },
        { name: 'Manam Assurance', status: 'down' },
      ]);
      expect(data.pending).toBeGreaterThan(0);
      expect((await statuses(rest)).filter((status) => status === 'pending')).toHaveLength(3);
      await bringBack();
      await expectWhole(rest, 4);
      await until(async () => (await health(rest)).ledger.status === 'ok', 'health to be well');
    },
  );

  it('are served by a program whose own peer is away at its start', async () => {
    const first = await start('all');
    await register(await signedIn(first.url, 'processor'), 1);
    await expectWhole(await signedIn(first.url, 'processor'), 1);
    await first.stop();
    await network.down();
    const server = await start('all');
    const rest = await signedIn(server.url, 'processor');
    await register(rest, 2);
    expect((await health(rest)).ledger).toMatchObject({ status: 'degraded', driver: 'fabric' });
    expect((await statuses(rest)).filter((status) => status === 'pending')).toHaveLength(2);
    await network.up();
    await expectWhole(rest, 3);
    await until(async () => (await health(rest)).ledger.status === 'ok', 'health to be well');
  });

  it('are told in one line that a first start on a channel needs its peer', async () => {
    await network.down();
    const { status, stderr } = await runServer(testEnvironment(database.url, await variablesOf(network, 0)));
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Manam-Trace cannot start: The peer sent no block of the channel manam within 20 s, which a first start on it needs\n',
    );
  });
});

/** Every file below a folder, as bytes. */
async function* filesIn(folder: string): AsyncGenerator<{ path: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield { path, bytes: await readFile(path) };
  }
}

describe('a person who was erased', () => {
  it('stands in no file of any peer or of the orderer, and never stood there', async () => {
    const person = 'Zyxquor Vantablick';
    const server = await start('all');
    const rest = await signedIn(server.url, 'processor');
    const created = await rest.send('POST', '/lots', newLot({ farmerName: person }));
    const { id } = created.data.lot;
    const stage = { currentProcess: 'fermented', processDetails: 'Brimwick drying floor', operatorName: person };
    await rest.send('PATCH', `/lots/${id}/process`, { ...stage, location: 'Plorvane ridge' });
    await expectWhole(rest, 1);
    const { rows: personal } = await own.query<{ value: unknown; salt: Buffer }>(
      'select value, salt from personal_value',
    );
    const { rows: contents } = await own.query<{ content: string }>('select content from lot_event');
    expect(personal.length).toBeGreaterThanOrEqual(4);
    const admin = await signedIn(server.url, 'admin');
    const erased = await admin.send('POST', '/gdpr/erase', { farmId: 'FARM001', farmerName: person });
    expect([erased.status, erased.data?.erased]).toEqual([200, true]);
    await expectWhole(rest, 1);
    const words = [person, 'Brimwick drying floor', 'Plorvane ridge'];
    const forms = ['hex', 'base64', 'base64url'] as const;
    const salts = personal.flatMap(({ salt }) => forms.map((form) => salt.toString(form)));
    const raw = personal.map(({ salt }) => salt);
    const { organisations, orderer } = await network.network();
    const found: string[] = [];
    let saltsOfContents = 0;
    const known = contents.map(({ content }) => String(JSON.parse(content).salt));
    for (const folder of [...organisations.map(({ data }) => data), orderer.data]) {
      for await (const { path, bytes } of filesIn(folder)) {
        for (const word of [...formsOf(words), ...salts]) if (bytes.includes(word)) found.push(`${path}: ${word}`);
        for (const salt of raw) if (bytes.includes(salt)) found.push(`${path}: a salt`);
        if (known.some((salt) => bytes.includes(salt))) saltsOfContents += 1;
      }
    }
    expect(found).toEqual([]);
    // What the peers do hold is found in the same way.
    expect(saltsOfContents).toBeGreaterThanOrEqual(2);
  });
});
