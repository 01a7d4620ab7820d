import '../../server/platform/process/nodeVersion.ts';
import { existsSync } from 'node:fs';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BinariesMissing, findBinaries, MAKING } from './binaries.ts';
import { deploy, rejoin, waitForChaincodes } from './deployment.ts';
import { addressOf, CHANNEL, type Network } from './layout.ts';
import { madeNetwork, makeNetwork, plannedNetwork } from './made.ts';
import { endProcesses, runningProcesses, startSupervisor, SUPERVISOR } from './networkProcesses.ts';
import { BATCHES } from './nodeSettings.ts';
import { NotReady, takenPort, waitForChannel, waitForNodes } from './readiness.ts';

/*
 * `npm run fabric:up`, `fabric:down` and `fabric:clean`: a Fabric network of two organisations on this machine, in a folder.
 * `make` and `deploy` are the two steps of `up` that containers cannot do by themselves.
 */

const USAGE = `Usage: npm run fabric:up [-- --folder DIR] [--port N] [--max-messages N] [--batch-timeout MS]
       npm run fabric:down [-- --folder DIR]
       npm run fabric:clean [-- --folder DIR]
DIR is the folder fabric in DATA_DIR (.manam) unless told, N the first of the network's ports (7050).`;

/** The command line cannot be read. */
class UsageError extends Error {
  override name = 'UsageError';
}

/** What is asked cannot be done now; the message says why. */
class Refused extends Error {
  override name = 'Refused';
}

const STEPS = ['up', 'down', 'clean', 'make', 'deploy'] as const;
const DEFAULT_PORT = 7050;

process.exitCode = await main(process.argv.slice(2)).then(() => 0, report);

async function main(args: string[]): Promise<void> {
  const { step, options } = readArguments(args);
  const folder = await realFolder(resolve(options.folder ?? join(process.env['DATA_DIR'] || '.manam', 'fabric')));
  const batches = {
    timeoutMs: options['batch-timeout'] ?? BATCHES.timeoutMs,
    maxMessages: options['max-messages'] ?? BATCHES.maxMessages,
  };
  switch (step) {
    case 'up':
      return up(folder, options.port ?? null, batches);
    case 'down':
      return down(folder);
    case 'clean':
      await down(folder);
      return rm(folder, { recursive: true, force: true });
    case 'make':
      if ((await madeNetwork(folder)) !== null) return;
      return makeNetwork(findBinaries(process.env, MAKING), plannedNetwork(folder, null), { port: null, batches });
    case 'deploy':
      return deployOnce(folder);
  }
}

async function up(folder: string, port: number | null, batches: typeof BATCHES): Promise<void> {
  const began = performance.now();
  const binaries = findBinaries(process.env);
  const running = await runningProcesses(folder);
  // Without their supervisor they are left over from one that was killed.
  if (running.length > 0 && !running.some(({ name }) => name === SUPERVISOR)) await endProcesses(folder);
  const present = await madeNetwork(folder);
  const whole = present !== null && existsSync(present.deployed);
  if (whole && port !== null && present.orderer.place.port !== port) {
    throw new Refused(
      `The network in ${folder} has port ${present.orderer.place.port}: leave --port out, or clean it first.`,
    );
  }
  const network = whole ? present : plannedNetwork(folder, port ?? DEFAULT_PORT);
  if (!whole) {
    // What a start that was broken off left holds nothing that was recorded.
    await endProcesses(folder);
    await rm(folder, { recursive: true, force: true });
    await assertPortsFree(network);
    await makeNetwork(binaries, network, { port: network.orderer.place.port, batches });
  }
  if ((await runningProcesses(folder)).length === 0) {
    await assertPortsFree(network);
    startSupervisor(network, process.env);
  }
  await waitForNodes(network);
  if (whole) {
    await rejoin(binaries, network);
  } else {
    await deploy(binaries, network);
    await writeFile(network.deployed, '');
  }
  await waitForChannel(network);
  await waitForChaincodes(binaries, network);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const peers = network.organisations.map(({ peer, name }) => `${addressOf(peer)} (${name})`).join(' and ');
  say(`The Fabric network is up after ${seconds} s: channel ${CHANNEL}, peers ${peers}.`);
  say(`Settings for the program are in ${network.environment}, logs in ${network.logs}.`);
}

async function assertPortsFree(network: Network): Promise<void> {
  const taken = await takenPort(network);
  if (taken === null) return;
  throw new Refused(`Port ${taken} is taken by another program: end it, or choose other ports with --port.`);
}

async function down(folder: string): Promise<void> {
  const ended = await endProcesses(folder);
  say(ended === 0 ? 'No Fabric network was running there.' : `The Fabric network is down (${ended} processes ended).`);
}

/** For containers, whose processes others start. */
async function deployOnce(folder: string): Promise<void> {
  const network = await madeNetwork(folder);
  if (network === null) throw new Refused(`There is no network in ${folder}: make it first.`);
  const binaries = findBinaries(process.env, MAKING);
  await waitForNodes(network);
  if (!existsSync(network.deployed)) {
    await deploy(binaries, network);
    await writeFile(network.deployed, '');
  }
  await waitForChannel(network);
  await waitForChaincodes(binaries, network);
  say('The chaincode is on the channel.');
}

/** The folder as its processes name it, also where links lead to it. */
async function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(async () =>
    join(await realpath(dirname(folder)).catch(() => dirname(folder)), basename(folder)),
  );
}

function readArguments(args: string[]) {
  const { positionals, values } = parsedArguments(args);
  const step = STEPS.find((known) => known === positionals[0]);
  if (step === undefined || positionals.length > 1) throw new UsageError('There is up, down and clean.');
  return {
    step,
    options: {
      ...(values.folder !== undefined && { folder: values.folder }),
      ...numbered('port', values.port, 1_024, 65_000),
      ...numbered('max-messages', values['max-messages'], 1, 10_000),
      ...numbered('batch-timeout', values['batch-timeout'], 1, 60_000),
    },
  };
}

function parsedArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { folder: text, port: text, 'max-messages': text, 'batch-timeout': text };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function numbered<Name extends string>(
  name: Name,
  text: string | undefined,
  min: number,
  max: number,
): { [N in Name]?: number } {
  if (text === undefined) return {};
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) throw new UsageError(`--${name} takes ${min} to ${max}.`);
  const option: { [N in Name]?: number } = {};
  option[name] = value;
  return option;
}

/** Reports an error. Status: 1 not done, 2 wrong usage. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    return 2;
  }
  const clear = [BinariesMissing, Refused, NotReady].some((type) => error instanceof type);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(clear ? `${message}\n` : `The Fabric network cannot be run: ${message}\n`);
  return 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
