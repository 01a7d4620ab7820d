import '../../server/platform/process/nodeVersion.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { madeNetwork } from './made.ts';
import { environmentOf, openLog, partsOf, type Part } from './networkProcesses.ts';
import type { Network } from './layout.ts';

/*
 * `supervise.js FOLDER`: runs the processes of the network in a folder, each with a log of its own, and starts again one that ends.
 * SIGTERM ends it and them. `fabric:up` starts it.
 */

/** Pauses before a process is started again: a crash at once does not keep the machine busy. */
const PAUSES_MS = [100, 500, 2_000, 5_000] as const;
/** One that ran this long had started well. */
const STARTED_MS = 10_000;
const PATIENCE_MS = 6_000;

const folder = process.argv[2] ?? '';
const network = await madeNetwork(folder);
if (network === null) throw new Error(`There is no network in ${folder}`);

const ending = new AbortController();
const children = new Set<ChildProcess>();
for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort());
// A terminal that is closed does not end the network.
process.on('SIGHUP', () => undefined);

const parts = await partsOf(network, findBinaries(process.env));
await Promise.all(parts.map((part) => supervise(network, part)));

async function supervise(of: Network, part: Part): Promise<void> {
  for (let failures = 0; !ending.signal.aborted;) {
    const began = performance.now();
    const how = await runOnce(of, part);
    if (ending.signal.aborted) return;
    failures = performance.now() - began > STARTED_MS ? 0 : failures + 1;
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
    say(`${part.name} ended (${how}) and is started again in ${pause} ms`);
    await delay(pause, undefined, { signal: ending.signal }).catch(() => undefined);
  }
}

/** Runs a process until it ends. @returns how it ended */
async function runOnce(of: Network, { name, program, args, env }: Part): Promise<string> {
  const log = openLog(of, name);
  const child = spawn(program, args, {
    cwd: of.folder,
    stdio: ['ignore', log, log],
    env: environmentOf(of, name, env),
  });
  children.add(child);
  const end = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  };
  ending.signal.addEventListener('abort', end, { once: true });
  try {
    const [status, signal] = await once(child, 'exit');
    return String(signal ?? status);
  } catch (error) {
    return String(error);
  } finally {
    ending.signal.removeEventListener('abort', end);
    children.delete(child);
  }
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}
