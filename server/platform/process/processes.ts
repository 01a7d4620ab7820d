import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/** Whether a process has this id, including a zombie that its parent has not collected yet. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other code (EPERM) means that it runs under another account.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Whether a process of this id exists and has not ended. */
export async function isRunning(pid: number): Promise<boolean> {
  return exists(pid) && (await stat(pid))?.state !== 'Z';
}

/**
 * Start of a process, as a text that is unique among processes of this id: the boot and the clock ticks since
 * (proc(5)). Null if the system does not provide it, and for a process that is gone.
 */
export async function startOf(pid: number): Promise<string | null> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  const start = (await stat(pid))?.start;
  return boot === null || start === undefined ? null : `${boot.trim()}/${start}`;
}

/** Fields 3 and 22 of /proc/PID/stat; the name in field 2 may itself hold blanks and brackets. */
async function stat(pid: number): Promise<{ state: string; start: string } | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const [state, ...rest] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const start = rest[18];
  return state === undefined || start === undefined ? null : { state, start };
}

/** Waits until a process has ended; false when it still runs after `ms`. */
export async function hasEnded(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (await isRunning(pid)) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
