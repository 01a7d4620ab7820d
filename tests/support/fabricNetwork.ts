import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../../tools/fabric-network/binaries.ts';
import { addressOf, CHAINCODE, CHANNEL, type Network } from '../../tools/fabric-network/layout.ts';
import { madeNetwork } from '../../tools/fabric-network/made.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { build } from './serverProcess.ts';

/** What a command of the network said, and its status. */
export interface Message {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run fabric:STEP` as it is built. It must have been built. @param env beside PATH and HOME */
export async function fabricCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Message> {
  const command = join(packageRoot, 'dist', 'server', 'fabric-network', 'command.js');
  const { PATH, HOME, FABRIC_BIN, NODE_COMPILE_CACHE } = process.env;
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], {
      cwd: packageRoot,
      env: { PATH, HOME, FABRIC_BIN, NODE_COMPILE_CACHE, ...env },
    });
    return { status: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { status: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}

/** A network of its own for a test, by the commands that an operator uses. */
export class FabricNetwork {
  readonly folder: string;
  readonly port: number;
  readonly #guard: Server;

  private constructor(folder: string, port: number, guard: Server) {
    this.folder = folder;
    this.port = port;
    this.#guard = guard;
  }

  /** A folder and ports for a network; nothing runs yet. */
  static async plan(): Promise<FabricNetwork> {
    await build({ pages: false });
    const folder = join(await mkdtemp(join(tmpdir(), 'manam-fabric-')), 'fabric');
    const { first, guard } = await takePorts();
    return new FabricNetwork(folder, first, guard);
  }

  /**
   * `fabric:up`.
   * @param single with blocks of single transactions, so that each is there at once; else as an operator has it
   * @throws Error with what it said
   */
  async up({ single = true }: { single?: boolean } = {}): Promise<Message> {
    const place = ['--folder', this.folder, '--port', String(this.port)];
    const said = await fabricCommand(['up', ...place, ...(single ? ['--max-messages', '1'] : [])]);
    if (said.status !== 0) throw new Error(said.stderr);
    return said;
  }

  async down(): Promise<Message> {
    return fabricCommand(['down', '--folder', this.folder]);
  }

  async clean(): Promise<Message> {
    return fabricCommand(['clean', '--folder', this.folder]);
  }

  /** Ends it and removes what it left. */
  async remove(): Promise<void> {
    await this.clean();
    this.#guard.close();
    await rm(dirname(this.folder), { recursive: true, force: true });
  }

  /** @throws Error when none was made */
  async network(): Promise<Network> {
    const network = await madeNetwork(this.folder);
    if (network === null) throw new Error(`There is no network in ${this.folder}`);
    return network;
  }

  /**
   * Calls the chaincode as an organisation's client, the first one's unless told, and waits until its block is there.
   * @param options.endorsing how many organisations are asked to endorse; all unless told
   * @throws Error with what the command said
   */
  async invoke(
    name: string,
    args: readonly string[],
    transient: Record<string, string> = {},
    { endorsing = 2, by = 0 }: { endorsing?: number; by?: number } = {},
  ): Promise<void> {
    const { orderer, organisations } = await this.network();
    const endorsers = organisations
      .slice(0, endorsing)
      .flatMap(({ peer, tlsRoot }) => ['--peerAddresses', addressOf(peer), '--tlsRootCertFiles', tlsRoot]);
    const fields = Object.entries(transient).map(([field, value]) => [field, Buffer.from(value).toString('base64')]);
    const to = [
      '-o',
      addressOf(orderer.place),
      '--tls',
      '--cafile',
      orderer.tlsRoot,
      '-C',
      CHANNEL,
      '-n',
      CHAINCODE.name,
    ];
    const transientFields = JSON.stringify(Object.fromEntries(fields));
    const call = ['--transient', transientFields, '-c', JSON.stringify({ Args: [name, ...args] })];
    await this.#peer(['chaincode', 'invoke', ...to, ...endorsers, '--waitForEvent', ...call], by);
  }

  /** The JSON that an evaluated call answers on an organisation's own peer. @throws Error with what the command said */
  async query(name: string, args: readonly string[] = [], organisation = 0): Promise<unknown> {
    const call = JSON.stringify({ Args: [name, ...args] });
    return JSON.parse(
      await this.#peer(['chaincode', 'query', '-C', CHANNEL, '-n', CHAINCODE.name, '-c', call], organisation),
    );
  }

  /** Number of blocks that an organisation's peer has. */
  async height(organisation = 0): Promise<number> {
    const said = await this.#peer(['channel', 'getinfo', '-c', CHANNEL], organisation);
    return Number(/"height":(\d+)/.exec(said)?.[1]);
  }

  async #peer(args: readonly string[], organisation = 0): Promise<string> {
    const own = (await this.network()).organisations[organisation];
    if (own === undefined) throw new Error(`There is no organisation ${organisation}`);
    const { stdout } = await promisify(execFile)(findBinaries(process.env).peer, args, {
      env: {
        ...process.env,
        FABRIC_CFG_PATH: own.settings,
        CORE_PEER_MSPCONFIGPATH: dirname(dirname(own.certificate)),
        FABRIC_LOGGING_SPEC: 'error',
      },
    });
    return stdout;
  }
}

/** Ports of a network from the first on. */
const PORTS = 32;
/** One of them that no process of a network takes. */
const GUARD = 5;

/**
 * Takes some free ports below those that the system gives out by itself. A guard on one of them keeps other tests away, also while
 * the network is down.
 * @returns the first of them
 */
async function takePorts(): Promise<{ first: number; guard: Server }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = 20_000 + Math.floor(Math.random() * 380) * PORTS;
    const guard = await listener(first + GUARD);
    if (guard === null) continue;
    const others = await Promise.all(
      Array.from({ length: PORTS }, (_, i) => (i === GUARD ? guard : listener(first + i))),
    );
    for (const other of others) if (other !== guard) other?.close();
    if (others.every((other) => other !== null)) return { first, guard };
    guard.close();
  }
  throw new Error('No 32 ports in a row are free');
}

/** Null: somebody else listens there. */
async function listener(port: number): Promise<Server | null> {
  const server = createServer().unref();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  } catch {
    return null;
  }
}
