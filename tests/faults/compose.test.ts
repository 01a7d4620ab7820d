import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

const run = promisify(execFile);

/** What is looked at of a file that compose has read. */
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      user: z.string().optional(),
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string().nullable()).optional(),
    }),
  ),
});

const SET = { PUBLIC_URL: 'https://trace.example' };

/** What every service of the file must have, as it is written: compose is not needed to look at it. */
const hardened = z.record(
  z.string(),
  z.object({
    image: z.string(),
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    pids_limit: z.int().positive(),
    mem_limit: z.string().regex(/^\d+[mg]$/),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    environment: z.record(z.string(), z.unknown()).optional(),
    secrets: z.array(z.string()).optional(),
  }),
);

/** Services that answer for as long as they run. Jobs end by themselves; a chaincode is asked by its peer. */
const WATCHED = ['web', 'worker', 'database', 'orderer', 'peer-coop', 'peer-assurance'];

describe('docker-compose.yml as it is written', async () => {
  const text = await readFile(join(packageRoot, 'docker-compose.yml'), 'utf8');
  const file = z
    .object({
      services: z.record(z.string(), z.unknown()),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
    })
    .parse(parse(text, { merge: true }));

  it.each(Object.keys(file.services))('%s has no rights, memory or processes to spare', (name) => {
    const { [name]: service } = hardened.parse({ [name]: file.services[name] });
    expect(service?.image).toMatch(/^(manam-trace|manam-trace-network|[^@\s]+:\d[\d.]*@sha256:[0-9a-f]{64})$/);
    expect(service?.healthcheck !== undefined).toBe(WATCHED.includes(name));
  });

  it.each(Object.keys(file.services))('%s gets its secrets as files', (name) => {
    const { [name]: service } = hardened.parse({ [name]: file.services[name] });
    for (const variable of Object.keys(service?.environment ?? {})) {
      expect(variable).not.toMatch(/(SECRET|PASSWORD|TOKEN|DATABASE_URL|SMTP_URL|API_KEY)$/);
    }
    for (const secret of service?.secrets ?? []) expect(Object.keys(file.secrets)).toContain(secret);
  });

  it('builds on an image that is named with its digest', async () => {
    const dockerfile = await readFile(join(packageRoot, 'Dockerfile'), 'utf8');
    const bases = [...dockerfile.matchAll(/^FROM (node:\S+)/gm)].map(([, image]) => image);
    expect(bases.length).toBeGreaterThan(0);
    for (const image of bases) expect(image).toMatch(/^node:\d+\.\d+\.\d+-[a-z-]+@sha256:[0-9a-f]{64}$/);
  });
});

/** The client of compose on this machine; null: there is none. */
async function composeClient(): Promise<[string, ...string[]] | null> {
  const clients: [string, ...string[]][] = [['docker', 'compose'], ['docker-compose']];
  for (const [program, ...args] of clients) {
    const there = await run(program, [...args, 'version']).then(
      () => true,
      () => false,
    );
    if (there) return [program, ...args];
  }
  return null;
}

const client = await composeClient();
if (client === null)
  process.stdout.write('Left out: tests/faults/compose.test.ts, since docker compose is not there.\n');

/** docker-compose.yml as compose understands it. @throws Error with what it said */
async function read(args: readonly string[], env: NodeJS.ProcessEnv = SET) {
  const [program, ...own] = client ?? ['docker'];
  const { PATH, HOME } = process.env;
  const { stdout } = await run(program, [...own, ...args, 'config', '--format', 'json'], {
    cwd: packageRoot,
    env: { PATH, HOME, ...env },
  });
  return composeFile.parse(JSON.parse(stdout)).services;
}

describe.skipIf(client === null)('docker-compose.yml', () => {
  it('runs the program and its database, on the embedded ledger', async () => {
    const services = await read([]);
    expect(Object.keys(services).sort()).toEqual(['database', 'web', 'worker']);
    expect(services['worker']?.environment).toMatchObject({ LEDGER: 'embedded', ROLE: 'worker' });
  });

  it('runs a network of Fabric beside them when it is asked for', async () => {
    const services = await read(['--profile', 'fabric'], { ...SET, LEDGER: 'fabric' });
    expect(Object.keys(services).sort()).toEqual([
      'chaincode-assurance',
      'chaincode-coop',
      'database',
      'fabric-deploy',
      'fabric-make',
      'orderer',
      'peer-assurance',
      'peer-coop',
      'web',
      'worker',
    ]);
    expect(services['web']?.environment).toMatchObject({ LEDGER: 'fabric', FABRIC_PEER: 'peer-coop:7051' });
  });

  it('runs the nodes of Fabric as an ordinary user', async () => {
    const services = Object.values(await read(['--profile', 'fabric']));
    const users = services.filter(({ image }) => image.startsWith('hyperledger/')).map(({ user }) => user);
    expect(new Set(users)).toEqual(new Set(['1000:1000']));
  });

  it.each(Object.keys(SET))('does not start without %s', async (variable) => {
    await expect(read([], { ...SET, [variable]: '' })).rejects.toThrow(`set ${variable}`);
  });
});
