import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packageRoot } from '../../server/packageRoot.ts';

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** ends it in order (SIGTERM); answers the exit status */
  stop(): Promise<number | null>;
  /** ends it at once (SIGKILL); its PostgreSQL lives on */
  kill(): Promise<void>;
}

const READY = /Manam-Trace is ready(?: on (\S+))?/;

/**
 * The built server as a process of its own, as `npm start` runs it. Builds first what is out of date.
 * @throws Error with what it said when it ends before it is ready
 */
export async function startServer(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  await promisify(execFile)(process.execPath, ['server/build.mjs'], { cwd: packageRoot });
  const child = spawn(process.execPath, [join('dist', 'server', 'main.js')], {
    cwd: packageRoot,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
