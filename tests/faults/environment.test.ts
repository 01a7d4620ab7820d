import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { build, spawnServer } from '../support/serverProcess.ts';
import { drillFolder } from '../support/drill.ts';

const run = promisify(execFile);

/** Programs that are started by hand, with what they are made of. */
const PROGRAMS = [
  'main',
  'addUser',
  'rotateSecret',
  'verifyEvidence',
  'verifyLedger',
  'migrateLedger',
  'restoredLedger',
  'fabric-network/command',
];

beforeAll(() => build({ pages: false }));

describe('on a Node that is too old', () => {
  it.each(PROGRAMS)('%s says so in one line and does nothing', async (program) => {
    // As Node 20 has it: no function that came later.
    const older = `data:text/javascript,${encodeURIComponent(
      "delete Promise.withResolvers; Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
    )}`;
    const ended = run(process.execPath, ['--import', older, join('dist', 'server', `${program}.js`)], {
      cwd: packageRoot,
    });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Manam-Trace runs on Node 24 or newer, and this is Node 20\.20\.2\..*\n$/),
    });
  });
});

describe('a start', () => {
  it('logs no warning', async () => {
    const folder = await drillFolder();
    const server = spawnServer({ ...folder.env, LOG_LEVEL: 'warn' });
    let written = '';
    server.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      // How it stops is no part of its start.
      if (written.includes('is ready on')) server.kill('SIGKILL');
    });
    await once(server, 'close');
    await folder.remove();
    expect(written).toMatch(/^Manam-Trace is ready on \S+\n$/);
  });
});

describe('secrets beside the program', () => {
  it('stay out of git and of images', async () => {
    for (const file of ['.gitignore', '.dockerignore']) {
      const lines = (await readFile(join(packageRoot, file), 'utf8')).split('\n');
      expect(lines).toEqual(expect.arrayContaining(['.env', '.env.*']));
    }
  });
});

describe("the health check of Fabric's nodes", () => {
  it.each([
    [200, 0],
    [503, 1],
  ])('of a node that answers %i ends with %i, by wget as by bash', async (status, code) => {
    const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const compose = await readFile(join(packageRoot, 'docker-compose.yml'), 'utf8');
    const [, command = ''] = /CMD-SHELL\n\s+- >-\n((?:\s+(?:wget|bash) .*\n)+)/.exec(compose) ?? [];
    const shell = command.replaceAll('9443', String(port)).replace(/\s*\n\s*/g, ' ');
    expect(shell).toContain('/healthz');
    for (const way of [shell, shell.replace('wget', 'no-such-program')]) {
      const ended = await run('sh', ['-c', way]).then(
        () => 0,
        () => 1,
      );
      expect(ended).toBe(code);
    }
    server.close();
  });
});
