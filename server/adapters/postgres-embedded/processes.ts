import { execFile } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { hasEnded, isRunning } from '../../platform/process/processes.ts';

/**
 * Whether a process is a PostgreSQL server on this cluster folder (real path), and not another process that got its old
 * id.
 */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  // A server's working directory is its cluster, also after the folder was moved.
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (workingDirectory !== null) return workingDirectory === cluster;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(`-D ${cluster}`);
}

/**
 * Ends a PostgreSQL server: fast shutdown, then, after a timeout, immediate shutdown, then the kernel (PostgreSQL
 * manual, 'Shutting Down the Server'). Committed data is never lost.
 * @param pid of the server
 * @param patience milliseconds for the fast shutdown
 * @returns false when it still runs
 */
export async function endServer(pid: number, patience: number): Promise<boolean> {
  const steps = [
    { signal: 'SIGINT', ms: patience },
    { signal: 'SIGQUIT', ms: 1_000 },
    { signal: 'SIGKILL', ms: 1_000 },
  ] as const;
  for (const { signal, ms } of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself, or may not be signalled; the wait below shows which.
    }
    if (await hasEnded(pid, ms)) return true;
  }
  return false;
}
