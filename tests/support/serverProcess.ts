import { execFile, spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** ends it in order (SIGTERM); answers the exit status */
  stop(): Promise<number | null>;
  /** ends it at once (SIGKILL); its PostgreSQL lives on */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** whether the pages are built as well; true unless told */
  pages?: boolean;
  /** what to run instead of the built program, with its arguments */
  command?: [program: string, ...args: string[]];
}

const Package = z.object({ scripts: z.object({ start: z.string() }) });
const READY = /Manam-Trace is ready(?: on (\S+))?/;
const MAIN = join('dist', 'server', 'main.js');
const ADD_USER = join('dist', 'server', 'addUser.js');
const RESTORED_LEDGER = join('dist', 'server', 'restoredLedger.js');
const MIGRATE_LEDGER = join('dist', 'server', 'migrateLedger.js');
const ROTATE_SECRET = join('dist', 'server', 'rotateSecret.js');
const VERIFY_LEDGER = join('dist', 'server', 'verifyLedger.js');

/** As a person builds it: what runs the tests says that they are such, and React would come with all its checks. */
const BUILD_ENV = { ...process.env, NODE_ENV: 'production' };
const builds = new Map<boolean, Promise<unknown>>();

/** Builds outdated outputs, once in this process: sources do not change while tests run. */
export async function build({ pages = true }: Pick<StartOptions, 'pages'> = {}): Promise<void> {
  const parts = pages ? [] : ['--server'];
  const begun =
    builds.get(pages) ??
    promisify(execFile)(process.execPath, ['server/build.mjs', ...parts], { cwd: packageRoot, env: BUILD_ENV });
  builds.set(pages, begun);
  await begun;
}

/**
 * The built server as a process of its own, as `npm start` runs it. Builds first what is out of date.
 * @throws Error with what it said when it ends before it is ready
 */
export async function startServer(env: NodeJS.ProcessEnv, options: StartOptions = {}): Promise<ServerProcess> {
  await build(options);
  const child = spawnServer(env, options.command);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exited = once(child, 'exit');
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const match = READY.exec(line);
    if (match) ready.resolve(match[1] ?? '');
  });
  void exited.then(() => ready.reject(new Error(`The server ended before it was ready: ${said}`)));
  const url = await ready.promise;
  return {
    url,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** A start that is not waited for. It must have been built. */
export function spawnServer(
  env: NodeJS.ProcessEnv,
  [program, ...args]: [string, ...string[]] = [process.execPath, ...nodeOptions(), MAIN],
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(program, args, { cwd: packageRoot, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A start that is expected to end by itself: its exit status and what it wrote. It must have been built. */
export async function runServer(env: NodeJS.ProcessEnv): Promise<{ status: number; stdout: string; stderr: string }> {
  return run([MAIN], env);
}

/** Adds a user as `npm run user:add` does, while no server holds the data folder. It must have been built. */
export async function addUser(env: NodeJS.ProcessEnv, password: string, ...args: string[]): Promise<void> {
  const { status, stderr } = await run([ADD_USER, ...args], env, password);
  if (status !== 0) throw new Error(`The user was not added: ${stderr}`);
}

/** Checks the whole ledger as `npm run ledger:verify` does: its exit status and what it wrote. It must have been built. */
export async function verifyLedger(
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; stdout: string; stderr: string }> {
  return run([VERIFY_LEDGER], env);
}

/** Moves the ledger to a channel, as `npm run ledger:migrate` does; as `verifyLedger`. */
export async function migrateLedger(
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; stdout: string; stderr: string }> {
  return run([MIGRATE_LEDGER], env);
}

/** The same, without waiting for its end. */
export function spawnMigration(env: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable> {
  return spawnServer(env, [process.execPath, MIGRATE_LEDGER]);
}

/** Declares the ledger as restored, as `npm run ledger:restored` does; as `verifyLedger`. */
export async function declareRestored(
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; stdout: string; stderr: string }> {
  return run([RESTORED_LEDGER], env);
}

/** Changes the secret as `npm run secret:rotate` does: its exit status and what it wrote. It must have been built. */
export async function rotateSecret(
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; stdout: string; stderr: string }> {
  return run([ROTATE_SECRET], env);
}

/** Process id of the embedded PostgreSQL of a data folder. */
export async function postgresPid(dataDir: string): Promise<number> {
  const [pid = ''] = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** What `npm start` tells Node. */
export function nodeOptions(): string[] {
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));
  const [, options = ''] = /exec node (.*)dist\/server\/main\.js$/.exec(scripts.start) ?? [];
  return options.split(' ').filter((option) => option !== '');
}

async function run(args: string[], env: NodeJS.ProcessEnv, input = '') {
  const child = spawn(process.execPath, args, { cwd: packageRoot, env: environment(env), stdio: 'pipe' });
  child.stdin.end(input);
  const [[status], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { status: Number(status), stdout, stderr };
}

function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...env };
}
