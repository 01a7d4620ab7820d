import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { isRunning } from '../../server/platform/process/processes.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { allLots, drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { addUser, build, postgresPid, runServer, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { openSocket } from '../support/socketClient.ts';

let folder: DrillFolder;
let otherFolder: DrillFolder;
let server: ServerProcess;

beforeAll(async () => {
  await build({ pages: false });
  folder = await drillFolder('nothing');
  otherFolder = await drillFolder('nothing');
  await addUser(folder.env, PASSWORD, 'processor', 'processor');
  server = await startServer(folder.env, { pages: false, command: ['sh', '-c', await startScript()] });
});

// A test that is tried again may have stopped it.
beforeEach(async () => {
  const { exitCode, signalCode } = server.child;
  if (exitCode !== null || signalCode !== null) server = await startServer(folder.env, { pages: false });
});
afterAll(async () => {
  if (server?.child.exitCode === null) await server.kill();
  await folder?.remove();
  await otherFolder?.remove();
});

/** What `npm start` runs, but for the pages. */
async function startScript(): Promise<string> {
  const manifest = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')));
  return manifest.scripts.start.replace('server/build.mjs', 'server/build.mjs --server');
}

/** What a start that failed answers: its reason in one line on standard error, and nothing else. */
const oneLine = (reason: string) => ({
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^Manam-Trace cannot start: [^\\n]*${reason}[^\\n]*\\n$`)),
});

it('a second start on the same data folder is refused in one line', async () => {
  expect(await runServer(folder.env)).toEqual(oneLine('in use by another Manam-Trace'));
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
});

it('a taken port is told in one line, and leaves no database behind', async () => {
  const { port } = new URL(server.url);
  expect(await runServer({ ...otherFolder.env, PORT: port })).toEqual(oneLine(`PORT: ${port} .*is taken`));
  expect(existsSync(join(otherFolder.dataDir, 'cluster', 'postmaster.pid'))).toBe(false);
});

it.each([
  ['PORT', 'http'],
  ['ROLE', 'waiter'],
  ['DATABASE_URL', 'mysql://localhost/manam'],
  ['PERMISSION_TABLE', 'C'],
  ['LEDGER', 'fabric'],
])('a value of %s that cannot be used is told in one line', async (name, value) => {
  expect(await runServer({ ...otherFolder.env, [name]: value })).toEqual(oneLine(`(${name}|FABRIC_)`));
});

it.each([
  ['no PostgreSQL listens', 'postgresql://manam:hidden@127.0.0.1:1/manam'],
  ['the name of its host', 'postgresql://manam:hidden@nowhere.invalid/manam'],
])('an address of a database that is not there is told in one line: %s', async (reason, address) => {
  const answer = await runServer({ ...otherFolder.env, DATABASE_URL: address, AUTH_SECRET: 'x'.repeat(32) });
  expect(answer).toEqual(oneLine(`DATABASE_URL: its database cannot be reached: ${reason}`));
  expect(answer.stderr).not.toContain('hidden');
});

it.each([
  ['10.255.255.254', 'an address of another machine'],
  ['nowhere.invalid', 'a name that is not known'],
])('a host that is none of this machine is told in one line: %s, %s', async (host) => {
  expect(await runServer({ ...otherFolder.env, HOST: host, DEMO: 'true' })).toEqual(
    oneLine(`HOST: ${host} is no address`),
  );
});

it('papers are made in threads as they are compiled, which do not keep it from ending', async () => {
  const { accessToken } = await signedIn(server.url, 'processor');
  const answer = await fetch(`${server.url}/api/v1/reports/compliance?format=pdf`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, bytes.toString('latin1', 0, 5)]).toEqual([200, '%PDF-']);
});

it('SIGTERM ends it with status 0 while requests and sockets are open, and keeps what it answered', async () => {
  const rest = await signedIn(server.url, 'processor');
  const postgres = await postgresPid(folder.dataDir);
  const sockets = await Promise.all([openSocket(server.url), openSocket(server.url, rest.accessToken)]);
  const stream = sockets[1].begin('subscription { lotChanged { kind } }');
  const answered: string[] = [];
  const first = Promise.withResolvers<void>();
  const asking = Array.from({ length: 8 }, async () => {
    // Until the server does not answer any more.
    for (;;) {
      const lot = newLot();
      const answer = await rest.send('POST', '/lots', lot).catch(() => null);
      if (answer?.status !== 201) return;
      answered.push(lot.lotId);
      first.resolve();
    }
  });
  await first.promise;
  await stream.next();
  // A stop that hangs is ended by the program itself, with another status.
  expect(await server.stop()).toBe(0);
  await Promise.all(asking);
  for (const socket of sockets) expect((await socket.closed).code).toBe(1001);
  expect(await isRunning(postgres)).toBe(false);

  server = await startServer(folder.env, { pages: false });
  const kept = (await allLots(await signedIn(server.url, 'processor'))).map(({ lotId }) => lotId);
  expect(answered.filter((lotId) => !kept.includes(lotId))).toEqual([]);
  expect(await server.stop()).toBe(0);
});
