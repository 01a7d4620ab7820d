import 'reflect-metadata';
import { X509CertificateGenerator, X509Certificate as ReadCertificate } from '@peculiar/x509';
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { variablesOf } from '../support/fabricServers.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { runServer } from '../support/serverProcess.ts';
import { testEnvironment } from '../support/testApp.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

let network: FabricNetwork;
let database: TestDatabase;
let folder: string;
let variables: NodeJS.ProcessEnv;
let others: NodeJS.ProcessEnv;

beforeAll(async () => {
  network = await FabricNetwork.plan();
  await network.up();
  // What is looked at is read before anybody is called.
  await network.down();
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'manam-fabric-start-'));
  [variables, others] = await Promise.all([variablesOf(network, 0), variablesOf(network, 1)]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database?.drop();
  await network?.remove();
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** A client's certificate as its organisation gives it, for a day that is over. @returns paths of certificate and key */
async function ranOut(): Promise<{ FABRIC_CERTIFICATE: string; FABRIC_KEY: string }> {
  const { organisations } = await network.network();
  const root = organisations[0]?.root ?? '';
  const issuer = new ReadCertificate(await readFile(root, 'utf8'));
  const rootKey = createPrivateKey(await readFile(join(dirname(root), 'priv_sk')));
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    rootKey.export({ type: 'pkcs8', format: 'der' }),
    ALGORITHM,
    false,
    ['sign'],
  );
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=User2@coop.manam, OU=client',
    issuer: issuer.subject,
    publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2026-02-01T00:00:00Z'),
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return {
    FABRIC_CERTIFICATE: await file('old.pem', certificate.toString('pem')),
    FABRIC_KEY: await file('old.key', `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`),
  };
}

/** The organisations' file with a change. @returns its path */
async function organisationsFile(change: (facts: ReturnType<typeof JSON.parse>) => void): Promise<string> {
  const facts: unknown = JSON.parse(await readFile(variables['FABRIC_ORGANISATIONS'] ?? '', 'utf8'));
  change(facts);
  return file('organisations.json', JSON.stringify(facts));
}

const NOWHERE = '/nowhere/at-all.pem';
/** What is wrong, the settings of it, and what is said behind 'Manam-Trace cannot start: '. */
const FAULTS: [string, () => Promise<NodeJS.ProcessEnv>, RegExp][] = [
  ['a certificate that ran out', ranOut, /^FABRIC_CERTIFICATE \(\S+old\.pem\) ran out on 2026-02-01T00:00:00\.000Z\.$/],
  [
    'a certificate of another organisation',
    async () => ({ FABRIC_CERTIFICATE: others['FABRIC_CERTIFICATE'], FABRIC_KEY: others['FABRIC_KEY'] }),
    /^FABRIC_CERTIFICATE \(\S+\) cannot be used\. The certificate of ManamCoopMSP is not signed by its root\.$/,
  ],
  [
    'a key that does not fit',
    async () => ({ FABRIC_KEY: others['FABRIC_KEY'] }),
    /^FABRIC_KEY is not the key of FABRIC_CERTIFICATE\.$/,
  ],
  ...['FABRIC_CERTIFICATE', 'FABRIC_KEY', 'FABRIC_TLS_ROOTS'].map((name): (typeof FAULTS)[number] => [
    `no file at ${name}`,
    async () => ({ [name]: NOWHERE }),
    new RegExp(`^${name} takes the path of a PEM file; ${NOWHERE} cannot be read\\.$`),
  ]),
  [
    'a key that is none',
    async () => ({ FABRIC_KEY: await file('no.key', 'key') }),
    /^FABRIC_KEY takes the path of a PEM file with a private key; \S+no\.key has none\.$/,
  ],
  [
    'a certificate that is none',
    async () => ({ FABRIC_CERTIFICATE: await file('no.pem', 'certificate') }),
    /^FABRIC_CERTIFICATE takes the path of a PEM file with a certificate; \S+no\.pem has none\.$/,
  ],
  [
    'TLS roots that are none',
    async () => ({ FABRIC_TLS_ROOTS: await file('no-tls.pem', 'root') }),
    /^FABRIC_TLS_ROOTS takes the path of a PEM file with certificates; \S+no-tls\.pem has none\.$/,
  ],
  [
    'no file of organisations',
    async () => ({ FABRIC_ORGANISATIONS: '/nowhere/organisations.json' }),
    /^FABRIC_ORGANISATIONS takes the path of a JSON file; \/nowhere\/organisations\.json cannot be read\.$/,
  ],
  [
    'a file of organisations that is no JSON',
    async () => ({ FABRIC_ORGANISATIONS: await file('broken.json', '{"v": 1,') }),
    /^FABRIC_ORGANISATIONS \(\S+broken\.json\) is not JSON\.$/,
  ],
  [
    'a file of organisations that lacks a root',
    async () => ({ FABRIC_ORGANISATIONS: await organisationsFile((facts) => delete facts.organisations[1].root) }),
    /^FABRIC_ORGANISATIONS \(\S+organisations\.json\) lacks organisations\.1\.root, or it has another form\.$/,
  ],
  [
    'a file of organisations with a root that is none',
    async () => ({
      FABRIC_ORGANISATIONS: await organisationsFile((facts) => Object.assign(facts.organisations[1], { root: 'x' })),
    }),
    /^FABRIC_ORGANISATIONS \(\S+organisations\.json\) has no root certificate of ManamAssuranceMSP\.$/,
  ],
  [
    'a file of organisations without TLS root of a peer',
    async () => ({
      FABRIC_ORGANISATIONS: await organisationsFile((facts) =>
        Object.assign(facts.organisations[1].peers[0], { tlsRoot: 'x' }),
      ),
    }),
    /^FABRIC_ORGANISATIONS \(\S+organisations\.json\) has no TLS root of the peer at localhost:\d+\.$/,
  ],
  [
    'a file of organisations of another channel',
    async () => ({
      FABRIC_ORGANISATIONS: await organisationsFile((facts) => Object.assign(facts, { channel: 'other' })),
    }),
    /^FABRIC_ORGANISATIONS \(\S+organisations\.json\) is of the channel other, FABRIC_CHANNEL names manam\.$/,
  ],
  [
    'an organisation that is not of the channel',
    async () => ({ FABRIC_MSP_ID: 'StrangersMSP' }),
    /^FABRIC_MSP_ID: StrangersMSP is not one of FABRIC_ORGANISATIONS\.$/,
  ],
  [
    'an address that is none',
    async () => ({ FABRIC_PEER: 'localhost' }),
    /^FABRIC_PEER takes the peer's host:port.*\.$/,
  ],
];

describe('the program ends at its start, with one line, on', () => {
  it.each(FAULTS)('%s', async (_, wrong, line) => {
    const { status, stdout, stderr } = await runServer({
      ...testEnvironment(database.url, variables),
      ...(await wrong()),
    });
    expect([status, stdout]).toEqual([1, '']);
    const [said = '', ...more] = stderr.trimEnd().split('\n');
    expect(said).toMatch(/^Manam-Trace cannot start: /);
    expect(said.replace('Manam-Trace cannot start: ', '')).toMatch(line);
    expect(more).toEqual([]);
  });
});
