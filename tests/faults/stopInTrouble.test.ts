import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../server/modules/identity/userService.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { linkTo, type DatabaseLink } from '../support/databaseLink.ts';
import { drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { build, spawnServer, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { openSocket } from '../support/socketClient.ts';
import { TEST_SECRET } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/** what a stop may take (docs/spec/settings-and-commands.md, 'Commands') */
const STOP_WITHIN_MS = 10_000;

let folder: DrillFolder;
let own: TestDatabase;
let link: DatabaseLink;
let holder: Client;
let ends: (() => Promise<unknown> | unknown)[] = [];

beforeAll(() => build({ pages: false }));

beforeEach(async () => {
  folder = await drillFolder('nothing');
  own = await createDatabase();
  const database = await connectAsProgram(own.url, { poolSize: 2 });
  const account = { username: 'processor', name: 'Kwame', role: 'processor', password: PASSWORD } as const;
  await new UserService({ database }).addUser(account);
  await database.close();
  link = await linkTo(own.url);
  holder = new Client({ connectionString: own.url });
  await holder.connect();
});

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await holder?.end();
  await link?.close();
  await own?.drop();
  await folder?.remove();
});

function environment(role: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...folder.env, DATABASE_URL: link.url, AUTH_SECRET: TEST_SECRET, ROLE: role, ...extra };
}

async function start(role: string, extra: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await startServer(environment(role, extra), { pages: false });
  ends.push(() => (server.child.exitCode === null ? server.kill() : undefined));
  return server;
}

/** Ends a server with SIGTERM. @returns its status, and whether it ended in time */
async function stopped(child: ServerProcess['child']): Promise<{ status: number | null; inTime: boolean }> {
  const began = performance.now();
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  // One that hangs is killed here, so that it is reported as such.
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS + 5_000);
  await exited;
  clearTimeout(kill);
  return { status: child.exitCode, inTime: performance.now() - began < STOP_WITHIN_MS };
}

const IN_ORDER = { status: 0, inTime: true };

/** Clients that create lots until the server does not answer any more. @returns once the first lot was created */
async function people(url: string): Promise<void> {
  const rest = await signedIn(url, 'processor');
  const first = Promise.withResolvers<void>();
  const creating = async (): Promise<void> => {
    for (;;) {
      const answer = await rest.send('POST', '/lots', newLot()).catch(() => null);
      if (answer === null) return;
      if (answer.status === 201) first.resolve();
    }
  };
  for (let i = 0; i < 4; i++) void creating();
  const socket = await openSocket(url, rest.accessToken);
  socket.begin('subscription { lotChanged { kind } }');
  await first.promise;
}

async function holdLedger(): Promise<void> {
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('manam-ledger-writer', 0))`);
}

async function holdLots(): Promise<void> {
  await holder.query('begin');
  await holder.query('lock table lot in access exclusive mode');
}

describe('SIGTERM ends a server in time, with status 0', () => {
  it.each([
    { role: 'all', trouble: 'the network to the database hangs', cause: () => link.hang() },
    { role: 'all', trouble: 'the database is gone', cause: () => link.cut() },
    { role: 'all', trouble: 'the ledger is held by another process', cause: holdLedger },
    { role: 'web', trouble: 'a table that requests need is locked', cause: holdLots },
  ])('ROLE=$role while $trouble', async ({ role, cause }) => {
    const server = await start(role);
    await people(server.url);
    await cause();
    expect(await stopped(server.child)).toEqual(IN_ORDER);
  });

  it('ROLE=worker while the network to the database hangs', async () => {
    const server = await start('worker');
    link.hang();
    expect(await stopped(server.child)).toEqual(IN_ORDER);
  });

  it('while nobody reads its log', async () => {
    const server = await start('web', { LOG_LEVEL: 'info' });
    server.child.stdout?.pause();
    const rest = restClient(server.url);
    // Each call leaves a line of more than 100 bytes; a pipe holds 64 KiB.
    for (let sent = 0; sent < 1_500; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => rest.get('/lots/public/health')));
    }
    expect(await stopped(server.child)).toEqual(IN_ORDER);
  });

  it('while clients keep connections open that say nothing, half a request, or no farewell', async () => {
    const server = await start('web');
    const { port } = new URL(server.url);
    const begin = async (said: string): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1');
      ends.push(() => socket.destroy());
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(said);
      return socket;
    };
    await begin('');
    await begin(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
    );
    const silent = await begin(
      'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n',
    );
    const [greeting] = await once(silent, 'data');
    expect(String(greeting)).toContain('101 Switching Protocols');
    expect(await stopped(server.child)).toEqual(IN_ORDER);
  });

  it('when it comes again while the server ends', async () => {
    const server = await start('all');
    await people(server.url);
    const ended = stopped(server.child);
    server.child.kill('SIGTERM');
    server.child.kill('SIGINT');
    expect(await ended).toEqual(IN_ORDER);
  });
});

describe('SIGTERM ends a start', () => {
  it('that waits for another process to bring the database to its schema, and says so', async () => {
    await holder.query(`select pg_advisory_lock(hashtext('manam-migrate'))`);
    const child = spawnServer(environment('web', { LOG_LEVEL: 'info' }));
    ends.push(() => child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(JSON.parse(String(line))).toMatchObject({
      msg: 'Waiting for another process to bring the database to its schema',
    });
    expect(await stopped(child)).toEqual(IN_ORDER);
  });

  it('that waits for the first block of the ledger', async () => {
    await holdLedger();
    const child = spawnServer(environment('web'));
    ends.push(() => child.kill('SIGKILL'));
    await until(async () => {
      const { rows } = await holder.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and not granted and d.datname = current_database()`,
      );
      return rows.length > 0;
    }, 'the start to come to the ledger');
    expect(await stopped(child)).toEqual(IN_ORDER);
  });

  it('whose database does not answer', async () => {
    link.hang();
    const child = spawnServer(environment('web'));
    ends.push(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    await until(async () => link.connections() > 0, 'the start to come to the database');
    expect(await stopped(child)).toEqual(IN_ORDER);
  });
});

describe('a database that goes away and comes back', () => {
  it('does not end the server, whatever its jobs were doing', async () => {
    const server = await start('all');
    await people(server.url);
    link.cut();
    const health = async () => (await restClient(server.url).get('/health')).status;
    await until(async () => (await health()) === 503, 'the outage to show');
    link.restore();
    await until(async () => (await health()) === 200, 'the database to be back');
    expect(await stopped(server.child)).toEqual(IN_ORDER);
  });
});

describe('a start beside a process that is stuck in the ledger', () => {
  it('does not wait for it', async () => {
    await (await start('web')).stop();
    await holdLedger();
    const server = await start('web');
    expect((await restClient(server.url).get('/health')).status).toBe(200);
  });
});
