import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../server/process/packageRoot.ts';

const run = promisify(execFile);

/** What is looked at of a file that compose has read. */
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      user: z.string().optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string().nullable()).optional(),
    }),
  ),
});

const SET = {
  POSTGRES_PASSWORD: 'letters',
  AUTH_SECRET: 'a secret of at least 32 characters',
  PUBLIC_URL: 'https://trace.example',
};

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

  it('names a version of every image, and runs nothing with rights to spare', async () => {
    const services = Object.entries(await read(['--profile', 'fabric']));
    for (const [name, { image, read_only: readOnly, cap_drop: dropped, user }] of services) {
      expect([name, image]).toEqual([name, expect.stringMatching(/^(manam-trace|manam-trace-network|.+:\d[\d.]*)$/)]);
      if (name === 'database') continue;
      expect([name, readOnly, dropped]).toEqual([name, true, ['ALL']]);
      if (image.startsWith('hyperledger/')) expect([name, user]).toEqual([name, '1000:1000']);
    }
  });

  it.each(Object.keys(SET))('does not start without %s', async (variable) => {
    await expect(read([], { ...SET, [variable]: '' })).rejects.toThrow(`set ${variable}`);
  });
});
