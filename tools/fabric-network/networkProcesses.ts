import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded } from '../../server/platform/process/processes.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import type { Binaries } from './binaries.ts';
import { addressOf, ORDERING, type Network } from './layout.ts';

/** A process that makes a network, as it is started. */
export interface Part {
  name: string;
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** The one that starts the others, and again those that end. */
export const SUPERVISOR = 'supervisor';

/** Environment variable of each process of a network: finds them even if their ids are lost. */
const NETWORK = 'MANAM_FABRIC_NETWORK';
const PROCESS = 'MANAM_FABRIC_PROCESS';

const DIST = join(packageRoot, 'dist', 'server');

/** The processes of a network beside its supervisor. */
export async function partsOf({ orderer, organisations }: Network, binaries: Binaries): Promise<Part[]> {
  const FABRIC_LOGGING_SPEC = process.env['FABRIC_LOGGING_SPEC'] ?? 'warn';
  const peers = organisations.map(({ id, settings }) => ({
    name: `peer-${id}`,
    program: binaries.peer,
    args: ['node', 'start'],
    env: { FABRIC_CFG_PATH: settings, FABRIC_LOGGING_SPEC },
  }));
  const chaincodes = organisations.map(async ({ id, chaincode, packageId }) => ({
    name: `chaincode-${id}`,
    program: process.execPath,
    args: [join(DIST, 'chaincode.js')],
    env: {
      CHAINCODE_SERVER_ADDRESS: addressOf(chaincode),
      CHAINCODE_ID: (await readFile(packageId, 'utf8')).trim(),
    },
  }));
  const ordering = {
    name: ORDERING.id,
    program: binaries.orderer,
    args: [],
    env: { FABRIC_CFG_PATH: orderer.settings, FABRIC_LOGGING_SPEC },
  };
  return [ordering, ...peers, ...(await Promise.all(chaincodes))];
}

/** The environment that a process of a network runs in. */
export function environmentOf({ folder }: Network, name: string, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE, ...own, [NETWORK]: folder, [PROCESS]: name };
}

/** A file of the network's logs, to be added to. */
export function openLog({ logs }: Network, name: string): number {
  return openSync(join(logs, `${name}.log`), 'a');
}

/** Starts the supervisor, which outlives this process. */
export function startSupervisor(network: Network, env: NodeJS.ProcessEnv): void {
  const log = openLog(network, SUPERVISOR);
  const child = spawn(process.execPath, [join(DIST, 'fabric-network', 'supervise.js'), network.folder], {
    cwd: network.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: environmentOf(network, SUPERVISOR, { FABRIC_BIN: env['FABRIC_BIN'] }),
  });
  child.unref();
}

/** The processes of a network that run, by name (proc(5), /proc/PID/environ). */
export async function runningProcesses(folder: string): Promise<{ pid: number; name: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = pids.map(async (pid) => {
    // A process that is gone, of another user, or a zombie has no readable environment.
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0');
    if (!environment.includes(`${NETWORK}=${folder}`)) return [];
    const name = environment.find((line) => line.startsWith(`${PROCESS}=`))?.slice(PROCESS.length + 1) ?? '';
    return [{ pid, name }];
  });
  return (await Promise.all(found)).flat();
}

const PATIENCE_MS = 8_000;

/**
 * Ends every process of a network, its supervisor first.
 * @returns how many there were
 * @throws Error when one of them does not end
 */
export async function endProcesses(folder: string): Promise<number> {
  const all = await runningProcesses(folder);
  const supervisor = all.find(({ name }) => name === SUPERVISOR);
  if (supervisor !== undefined) {
    signal(supervisor.pid, 'SIGTERM');
    await hasEnded(supervisor.pid, PATIENCE_MS);
  }
  const left = await runningProcesses(folder);
  for (const { pid } of left) signal(pid, 'SIGTERM');
  const ended = await Promise.all(left.map(({ pid }) => hasEnded(pid, PATIENCE_MS)));
  const late = left.filter((_, i) => ended[i] === false);
  for (const { pid } of late) signal(pid, 'SIGKILL');
  for (const { pid, name } of late) {
    if (!(await hasEnded(pid, 2_000))) throw new Error(`${name} (process ${pid}) does not end.`);
  }
  return all.length;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}
