import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { fabricCommand } from '../support/fabricNetwork.ts';
import { build } from '../support/serverProcess.ts';

let folder: string;
beforeAll(async () => {
  await build({ pages: false });
  folder = await mkdtemp(join(tmpdir(), 'manam-no-fabric-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('fabric:up', () => {
  it('says in two lines where the programs come from when they are not there', async () => {
    const { status, stdout, stderr } = await fabricCommand(['up', '--folder', join(folder, 'none')], {
      PATH: folder,
      FABRIC_BIN: '',
    });
    expect([status, stdout]).toEqual([1, '']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toEqual([
      "Of Hyperledger Fabric's programs peer, orderer, osnadmin, cryptogen, configtxgen are neither in FABRIC_BIN nor on PATH.",
      expect.stringMatching(/^They come with its releases .+ set FABRIC_BIN to its folder bin\.$/),
    ]);
  });

  it('names the one that is missing', async () => {
    for (const name of ['peer', 'orderer', 'osnadmin', 'cryptogen']) {
      await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
    }
    const said = await fabricCommand(['up', '--folder', join(folder, 'none')], { PATH: '', FABRIC_BIN: folder });
    expect(said.stderr).toMatch(/^Of Hyperledger Fabric's programs configtxgen is neither/);
  });

  it.each([
    [['up', '--port', 'high'], /^--port takes 1024 to 65000\./],
    [['up', '--max-messages', '0'], /^--max-messages takes 1 to 10000\./],
    [['sideways'], /^There is up, down and clean\./],
    [['up', '--colour', 'red'], /^Unknown option '--colour'/],
  ])('does not take %j', async (args, line) => {
    const { status, stderr } = await fabricCommand(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(line)]);
    expect(stderr).toContain('Usage: npm run fabric:up');
  });

  it('has nothing to end where nothing runs', async () => {
    const said = await fabricCommand(['down', '--folder', join(folder, 'none')]);
    expect(said).toEqual({ status: 0, stdout: 'No Fabric network was running there.\n', stderr: '' });
  });
});

describe('the chaincode', () => {
  async function chaincode(env: NodeJS.ProcessEnv): Promise<{ status: number; stderr: string }> {
    const main = join(packageRoot, 'dist', 'server', 'chaincode.js');
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [[status], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    return { status: Number(status), stderr };
  }

  it('says what it needs, in one line', async () => {
    expect(await chaincode({ CHAINCODE_SERVER_ADDRESS: 'localhost:9999' })).toEqual({
      status: 1,
      stderr: 'CHAINCODE_SERVER_ADDRESS takes host:port, and CHAINCODE_ID the id of an installed package.\n',
    });
  });

  it('says that it cannot listen', async () => {
    const { status, stderr } = await chaincode({
      CHAINCODE_SERVER_ADDRESS: '203.0.113.1:9999',
      CHAINCODE_ID: `manam-trace_2:${'a'.repeat(64)}`,
    });
    expect(status).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^The chaincode does not start: .+/);
  });
});
