import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drillFolder, PASSWORD, signedIn, type DrillFolder } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import {
  addUser,
  build,
  rotateSecret,
  runServer,
  startServer,
  verifyLedger,
  type ServerProcess,
} from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

let folder: DrillFolder;
let server: ServerProcess | null = null;
let lotId: string;
let partnerKey: string;
let refreshToken: string;

const file = (name = ''): string => join(folder.dataDir, `auth-secret${name}`);
const secret = async (): Promise<string> => (await readFile(file(), 'utf8')).trim();

async function start(): Promise<string> {
  server = await startServer(folder.env, { pages: false });
  return server.url;
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

beforeAll(async () => {
  await build({ pages: false });
  folder = await drillFolder();
  await addUser(folder.env, PASSWORD, 'admin', 'admin');
  const url = await start();
  const admin = await signedIn(url, 'admin');
  const lot = newLot();
  lotId = String(lot.lotId);
  await admin.send('POST', '/lots', lot);
  await until(async () => (await admin.get('/blockchain/health')).data.pending === 0, 'the ledger to record the lot');
  partnerKey = (await admin.send('POST', '/keys', { name: 'Partner', role: 'auditor' })).data.key;
  const login = await restClient(url).send('POST', '/auth/login', { username: 'admin', password: PASSWORD });
  refreshToken = login.data.refresh_token;
  await stop();
});

// Also what a test that failed has left running: the next start needs the folder.
afterEach(stop);
afterAll(async () => {
  await server?.kill();
  await folder?.remove();
});

/** What was made under another secret is good under this one. */
async function allIsGood(): Promise<void> {
  const url = await start();
  await signedIn(url, 'admin');
  const refreshed = await restClient(url).send('POST', '/auth/refresh', { refreshToken });
  expect(refreshed.status).toBe(200);
  refreshToken = refreshed.data.refresh_token;
  const partner = restClient(url, partnerKey);
  await until(
    async () => (await partner.get(`/lots/${lotId}/blockchain`)).data.verification.state === 'verified',
    'the lot to be verified',
  );
  expect((await partner.get('/health')).data.seals).toEqual({ status: 'ok', broken: [] });
  await stop();
  expect(await verifyLedger(folder.env)).toMatchObject({ status: 0, stderr: '' });
}

it('a new secret opens what the old one did, and the old one opens nothing', async () => {
  const old = await secret();
  expect(await rotateSecret(folder.env)).toEqual({
    status: 0,
    stdout: '3 keys are locked under the new secret; it is kept in DATA_DIR.\n',
    stderr: '',
  });
  expect(await secret()).not.toBe(old);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  await expect(stat(file('.next'))).rejects.toThrow('ENOENT');
  await allIsGood();
  const refused = await runServer({ ...folder.env, AUTH_SECRET: old });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^Manam-Trace cannot start: AUTH_SECRET does not open the seal keys[^\n]*\n$/);
});

it('a change that was cut off after its commit is brought to its end', async () => {
  const old = await secret();
  await rotateSecret(folder.env);
  const next = await secret();
  await rename(file(), file('.next'));
  await writeFile(file(), `${old}\n`, { mode: 0o600 });
  expect(await verifyLedger(folder.env)).toMatchObject({ status: 0 });
  expect(await secret()).toBe(next);
  await allIsGood();
});

it('a change that was cut off before its commit is taken back', async () => {
  const present = await secret();
  await writeFile(file('.next'), `${'x'.repeat(48)}\n`, { mode: 0o600 });
  await allIsGood();
  expect(await secret()).toBe(present);
  await expect(stat(file('.next'))).rejects.toThrow('ENOENT');
});

it('a secret of the environment is changed for the one that is named, and for none that is too short or in use', async () => {
  const present = await secret();
  const env = { ...folder.env, AUTH_SECRET: present };
  const next = 'the-next-secret-of-the-environment-0001';
  for (const [given, line] of [
    [undefined, 'NEW_AUTH_SECRET must be set when AUTH_SECRET is: nobody else keeps it.\n'],
    ['short', 'NEW_AUTH_SECRET takes at least 32 characters, without spaces around them.\n'],
    [present, 'NEW_AUTH_SECRET is the secret that is in use.\n'],
  ]) {
    expect(await rotateSecret({ ...env, NEW_AUTH_SECRET: given })).toEqual({ status: 1, stdout: '', stderr: line });
  }
  const wrong = await rotateSecret({ ...env, AUTH_SECRET: next, NEW_AUTH_SECRET: present });
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringMatching(/^AUTH_SECRET does not open the keys/) });
  expect(await rotateSecret({ ...env, NEW_AUTH_SECRET: next })).toMatchObject({ status: 0, stderr: '' });
  folder.env.AUTH_SECRET = next;
  await allIsGood();
});
