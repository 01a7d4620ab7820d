import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as headChecks from '../../client/public/verify/headSigned.ts';
import { checkStoredHead, type LedgerNoticeContent } from '../../client/public/verify/storedHead.ts';
import { signedHead, type SignedHead, type TreeHead } from '../../server/domain/proof/head.ts';
import { headMessage } from '../../server/domain/proof/headSignatures.ts';
import { toHex } from '../../server/domain/proof/hashing.ts';
import { COUNTERSIGNING } from '../../server/domain/messages/healthMessages.ts';
import { findBinaries } from '../../tools/fabric-network/binaries.ts';
import { signAs } from '../../server/platform/checkpoints/signingKey.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { settingsOf, variablesOf } from '../support/fabricServers.ts';
import { newLot } from '../support/newLot.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* The heads of two servers of two organisations, each on its own peer and database. */

/** Ports of the two servers, among those that the network took and does not use. */
const SERVER_PORTS = [6, 7] as const;
const NAMES = ['Manam Cooperative', 'Manam Assurance'];

let network: FabricNetwork;
const databases: TestDatabase[] = [];
const apps: TestApp[] = [];
beforeAll(async () => {
  network = await FabricNetwork.plan();
  await network.up();
});
beforeEach(async () => {
  for (let i = 0; i < 2; i += 1) databases.push(await createDatabase());
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
  for (const database of databases.splice(0)) await database.drop();
});
afterAll(() => network?.remove());

const addressOf = (organisation: number): string =>
  `http://127.0.0.1:${network.port + (SERVER_PORTS[organisation] ?? 0)}/`;

/** The organisations' file with the addresses of their servers. */
async function organisationsWith(servers: readonly (string | undefined)[]): Promise<string> {
  const { FABRIC_ORGANISATIONS: path = '' } = await variablesOf(network, 0);
  const file = JSON.parse(await readFile(path, 'utf8'));
  file.organisations.forEach((one: { server?: string }, i: number) => Object.assign(one, { server: servers[i] }));
  const written = join(network.folder, `with-servers-${Math.random().toString(36).slice(2)}.json`);
  await writeFile(written, JSON.stringify(file));
  return written;
}

async function start(
  organisation: number,
  servers: (string | undefined)[] = [addressOf(0), addressOf(1)],
  more: NodeJS.ProcessEnv = {},
): Promise<TestApp> {
  const app = await createTestApp({
    database: databases[organisation]?.url ?? '',
    env: {
      ...(await variablesOf(network, organisation)),
      FABRIC_ORGANISATIONS: await organisationsWith(servers),
      PORT: new URL(addressOf(organisation)).port,
      ...more,
    },
  });
  apps.push(app);
  return app;
}

async function end(app: TestApp): Promise<void> {
  apps.splice(apps.indexOf(app), 1);
  await app.stop();
}

const headOf = async ({ rest }: TestApp): Promise<SignedHead> =>
  signedHead.parse((await rest.get('/ledger/head')).data.head);
const signersOf = ({ signatures }: SignedHead): string[] => signatures.map(({ mspId }) => mspId).sort();

/** What a browser says of a server's head that keeps one since its first visit. */
async function browserSays({
  rest,
}: TestApp): Promise<{ notice: LedgerNoticeContent | null; kept: SignedHead | null }> {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const visit = (): Promise<LedgerNoticeContent | null> =>
    checkStoredHead(
      store,
      (path) => rest.get(`/ledger${path}`),
      async () => headChecks,
    );
  expect(await visit()).toBeNull();
  const notice = await visit();
  return { notice, kept: JSON.parse(values.get('manam.head') ?? 'null') };
}

/** Another certificate and key for the first organisation's server, from the same authority. @returns their paths */
async function renewedCertificate(): Promise<{ FABRIC_CERTIFICATE: string; FABRIC_KEY: string }> {
  const { channel, keys, organisations } = await network.network();
  const settings = JSON.parse(await readFile(join(channel, 'crypto-config.yaml'), 'utf8'));
  settings.PeerOrgs[0].Users.Count = 2;
  const more = join(channel, 'more-users.yaml');
  await writeFile(more, JSON.stringify(settings));
  const { cryptogen } = findBinaries(process.env);
  await promisify(execFile)(cryptogen, ['extend', `--config=${more}`, `--input=${keys}`]);
  const { certificate = '', key = '' } = organisations[0] ?? {};
  return {
    FABRIC_CERTIFICATE: certificate.replaceAll('User1@', 'User2@'),
    FABRIC_KEY: key.replaceAll('User1@', 'User2@'),
  };
}

/** A head that an organisation's server signs. */
async function signedBy(organisation: number, head: TreeHead): Promise<SignedHead> {
  const { mspId, certificate, key } = await settingsOf(network, organisation);
  const der = new Uint8Array(new X509Certificate(await readFile(certificate)).raw);
  const signing = { mspId, certificate: der, key: createPrivateKey(await readFile(key)) };
  const signature = { ...(await signAs(signing, headMessage(head))), certificate: toHex(der) };
  const { blocks, rootHash, ledgerId } = head;
  return { v: 1, kind: 'manam-trace/head', blocks, rootHash, ledgerId, signatures: [signature] };
}

const countersign = ({ rest }: TestApp, head: SignedHead) => rest.send('POST', '/ledger/countersign', { head });
const troubleOf = async ({ rest }: TestApp) => (await rest.get('/health')).data.ledger.said;

describe('the heads of two servers', () => {
  it('are signed by both organisations, each of whose own peer has the blocks, and a browser checks that', async () => {
    const [coop, assurance] = await Promise.all([start(0), start(1)]);
    const { rest } = await coop.person('processor');
    expect((await rest.send('POST', '/lots', newLot())).status).toBe(201);
    await until(async () => (await coop.rest.get('/blockchain/health')).data.pending === 0, 'the lot to be recorded');
    for (const app of [coop, assurance]) {
      const head = await until(async () => {
        const one = await headOf(app);
        return one.blocks > 3 && one.signatures.length === 2 && one;
      }, 'a head that both signed');
      expect(signersOf(head)).toEqual(['ManamAssuranceMSP', 'ManamCoopMSP']);
      const early = signedHead.parse((await app.rest.get('/ledger/heads/2')).data.head);
      expect(signersOf(early)).toEqual(signersOf(head));
      const { notice, kept } = await browserSays(app);
      expect([notice, kept?.signatures.length]).toEqual([null, 2]);
      expect(await troubleOf(app)).toBeUndefined();
      // Each has a register of its own.
      await until(async () => {
        const { rows } = await app.app.database.pool.query(
          'select count(recorded_at)::int as recorded, count(*)::int as all from register_event',
        );
        return rows[0].all > 0 && rows[0].recorded === rows[0].all;
      }, 'the register to be recorded');
    }
  });

  it('carry one signature while the other server is away, which health and browser say, and both when it is back', async () => {
    const coop = await start(0);
    const head = await headOf(coop);
    expect(signersOf(head)).toEqual(['ManamCoopMSP']);
    expect(await troubleOf(coop)).toMatchObject({
      code: 'ledger.countersigner_away',
      values: { organisation: NAMES[1] },
    });
    const { notice, kept } = await browserSays(coop);
    expect([notice?.tone, notice?.word, kept?.signatures.length]).toEqual([
      'pod',
      { id: 'notice.lacking', params: { names: NAMES[1] } },
      1,
    ]);
    const assurance = await start(1);
    // No head is requested meanwhile.
    await until(async () => (await troubleOf(coop)) === undefined, 'health to be well again');
    expect(await headOf(coop).then(({ signatures }) => signatures)).toHaveLength(2);
    await end(assurance);
    // What both signed is remembered.
    expect(signersOf(signedHead.parse((await coop.rest.get(`/ledger/heads/${head.blocks}`)).data.head))).toHaveLength(
      2,
    );
  });

  it('are not signed, and told of, by a server whose peer has other blocks', async () => {
    const assurance = await start(1, [addressOf(0), addressOf(1)]);
    const own = await headOf(assurance);
    expect(await countersign(assurance, await signedBy(0, own))).toMatchObject({
      status: 200,
      data: { signature: { mspId: 'ManamAssuranceMSP' } },
    });
    const refused = async (head: SignedHead, status: number, code: string): Promise<void> =>
      expect(await countersign(assurance, head)).toMatchObject({ status, body: { said: { code } } });
    await refused(await signedBy(0, { ...own, blocks: own.blocks + 1_000 }), 409, COUNTERSIGNING.ahead.code);
    // A head that no member of the channel signed proves nothing.
    const other = await signedBy(0, { ...own, rootHash: 'a'.repeat(64) });
    await refused({ ...other, blocks: own.blocks - 1 }, 403, COUNTERSIGNING.unsigned.code);
    const [made] = other.signatures;
    await refused(
      { ...other, signatures: [{ ...made!, mspId: 'ManamOrderingMSP' }] },
      403,
      COUNTERSIGNING.unsigned.code,
    );
    expect((await troubleOf(assurance))?.code).not.toBe('ledger.strange_head');
    for (const strange of [
      other,
      await signedBy(0, { ...own, blocks: 1 }),
      await signedBy(0, { ...own, ledgerId: 'b'.repeat(64) }),
    ]) {
      await refused(strange, 409, COUNTERSIGNING.differs.code);
      const values = { organisation: NAMES[0], blocks: strange.blocks };
      // What health was found to be is remembered for a moment.
      const said = await until(async () => {
        const one = await troubleOf(assurance);
        return one?.values.blocks === strange.blocks && one;
      }, 'health to tell of it');
      expect(said).toMatchObject({ code: 'ledger.strange_head', values });
    }
    expect((await assurance.rest.get('/blockchain/health')).data.status).toBe('degraded');
  });

  it('are told of by the server whose head another one refuses, or answers with what is no signature of it', async () => {
    let answer: { status: number; body: object } = { status: 409, body: { said: COUNTERSIGNING.differs({}) } };
    const other = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(answer.status).end(JSON.stringify(answer.body)));
    });
    await once(other.listen(Number(new URL(addressOf(1)).port), '127.0.0.1'), 'listening');
    try {
      const coop = await start(0);
      const head = await headOf(coop);
      expect(signersOf(head)).toEqual(['ManamCoopMSP']);
      expect(await troubleOf(coop)).toMatchObject({ code: 'ledger.head_refused', values: { organisation: NAMES[1] } });
      await end(coop);
      answer = { status: 409, body: { said: COUNTERSIGNING.otherEnd({}) } };
      const moved = await start(0);
      expect(signersOf(await headOf(moved))).toEqual(['ManamCoopMSP']);
      expect(await troubleOf(moved)).toMatchObject({ code: 'ledger.end_refused', values: { organisation: NAMES[1] } });
      await end(moved);
      const { signatures } = await signedBy(1, { ...head, rootHash: 'c'.repeat(64) });
      answer = { status: 200, body: { data: { signature: signatures[0] } } };
      const again = await start(0);
      expect(signersOf(await headOf(again))).toEqual(['ManamCoopMSP']);
      expect(await troubleOf(again)).toMatchObject({ code: 'ledger.countersigner_away' });
    } finally {
      other.close();
    }
  });

  it('that were kept stand when the certificate that signed them was renewed since', async () => {
    const servers = [undefined, undefined];
    const before = await start(0, servers);
    const kept = await headOf(before);
    await end(before);
    const renewed = await renewedCertificate();
    const after = await start(0, servers, renewed);
    const file = after.env['HEAD_FILE'] ?? '';
    expect(signedHead.parse(JSON.parse(await readFile(file, 'utf8'))).signatures[0]?.certificate).toBe(
      kept.signatures[0]?.certificate,
    );
    const head = await headOf(after);
    expect(head.signatures[0]?.certificate).not.toBe(kept.signatures[0]?.certificate);
    expect(await troubleOf(after)).toBeUndefined();
  });
});
