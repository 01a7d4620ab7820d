import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { COLLECTION } from '../../server/domain/ledger/channelForms.ts';
import type { Binaries } from './binaries.ts';
import { chaincodePackage } from './chaincodePackage.ts';
import { CHANNEL, inContainers, networkIn, onThisMachine, type Network } from './layout.ts';
import {
  channelSettings,
  collectionSettings,
  keySettings,
  ordererSettings,
  peerSettings,
  type Batches,
} from './nodeSettings.ts';
import { writeProgramSettings } from './programSettings.ts';

/** What a network is made with, and keeps. */
const choices = z.object({
  v: z.literal(1),
  /** base port of a network on this machine; null: of containers */
  port: z.int().min(1_024).max(65_000).nullable(),
  batches: z.object({ timeoutMs: z.int().min(1), maxMessages: z.int().min(1) }),
});
export type Choices = z.infer<typeof choices>;

/** The network of a folder, before it is made. */
export function plannedNetwork(folder: string, port: number | null): Network {
  return networkIn(folder, port === null ? inContainers() : onThisMachine(port));
}

/** The network that was made in a folder; null: none was. */
export async function madeNetwork(folder: string): Promise<Network | null> {
  const { made } = plannedNetwork(folder, null);
  if (!existsSync(made)) return null;
  return plannedNetwork(folder, choices.parse(JSON.parse(await readFile(made, 'utf8'))).port);
}

/**
 * Creates keys, settings, the channel's first block and the chaincode's packages. No process is started yet.
 * @throws Error with the output of a Fabric program
 */
export async function makeNetwork(
  binaries: Binaries,
  network: Network,
  { port, batches }: { port: number | null; batches: Batches },
): Promise<void> {
  const { keys, channel, genesis, collections, builder, logs, orderer, organisations } = network;
  const config = join(channel, 'crypto-config.yaml');
  await write(config, keySettings(network));
  await run(binaries.cryptogen, ['generate', `--config=${config}`, `--output=${keys}`]);
  await write(join(channel, 'configtx.yaml'), channelSettings(network, batches));
  await run(binaries.configtxgen, ['-profile', CHANNEL, '-channelID', CHANNEL, '-outputBlock', genesis], {
    FABRIC_CFG_PATH: channel,
  });
  await write(collections, collectionSettings(COLLECTION));
  await write(join(orderer.settings, 'orderer.yaml'), ordererSettings(network));
  await writeBuilder(builder);
  for (const own of organisations) {
    await write(join(own.settings, 'core.yaml'), peerSettings(network, own));
    const { bytes, id } = chaincodePackage(own.chaincode);
    await write(own.package, bytes);
    await write(own.packageId, `${id}\n`);
    await mkdir(own.data, { recursive: true });
  }
  for (const folder of [orderer.data, logs]) await mkdir(folder, { recursive: true });
  await writeProgramSettings(network);
  await write(network.made, { v: 1, port, batches } satisfies Choices);
}

/** What a peer runs for a package of a chaincode that is a service: it only learns its address. */
async function writeBuilder(folder: string): Promise<void> {
  const scripts = {
    detect: `grep -q '"type":"ccaas"' "$2/metadata.json"`,
    build: 'cp "$1/connection.json" "$3/"',
    release: 'mkdir -p "$2/chaincode/server" && cp "$1/connection.json" "$2/chaincode/server/"',
  };
  for (const [name, script] of Object.entries(scripts)) {
    await write(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, 0o755);
  }
}

async function write(path: string, content: object | string | Buffer, mode?: number): Promise<void> {
  const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode });
}

/** Runs one of Fabric's programs to its end. @throws Error with the last line of its output */
export async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const last = said.trim().split('\n').at(-1) ?? '';
    throw new Error(`${program} ${args.slice(0, 3).join(' ')}: ${last}`, { cause: error });
  }
}
