import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isRunning, startOf } from '../../platform/process/processes.ts';

/** Another running process holds the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by another Manam-Trace (process ${pid}).`);
  }
}

export interface FolderLock {
  /** Releases the folder; harmless when called again. */
  release(): Promise<void>;
}

const Holder = z.object({ pid: z.int().positive(), start: z.string().nullable() });
type Holder = z.output<typeof Holder>;

/**
 * Locks a data folder for this process, also after a process that died without releasing it.
 *
 * The lock is a numbered file, `lock/1`, `lock/2` ...; the highest counts. A process that finds it free or stale makes
 * the next number, which only one can (`link` is atomic, and the file appears with its content). Numbers only increase:
 * a file below the highest may be removed; the highest stays and is emptied on release. So a slow starter that judged
 * an old file stale can never win over a process that took the folder meanwhile.
 * @throws DataFolderInUse while another process, or another call in this one, holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const locks = join(folder, 'lock');
  await mkdir(locks, { recursive: true });
  const me: Holder = { pid: process.pid, start: await startOf(process.pid) };
  const draft = join(locks, `draft-${randomBytes(6).toString('hex')}`);
  try {
    for (;;) {
      const number = await highest(locks);
      const holder = number === 0 ? null : await holderOf(join(locks, String(number)));
      if (holder !== null && (await holds(holder))) throw new DataFolderInUse(folder, holder.pid);
      const mine = join(locks, String(number + 1));
      await write(draft, JSON.stringify(me));
      const won = await link(draft, mine).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (won && (await highest(locks)) === number + 1) {
        for (const older of await numbers(locks))
          if (older <= number) await rm(join(locks, String(older)), { force: true });
        return { release: () => release(mine) };
      }
      if (won) await rm(mine, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function release(lock: string): Promise<void> {
  const freed = `${lock}-free`;
  await write(freed, '{}');
  await rename(freed, lock);
}

async function write(file: string, content: string): Promise<void> {
  const handle = await open(file, 'w', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function numbers(locks: string): Promise<number[]> {
  return (await readdir(locks)).filter((name) => /^\d+$/.test(name)).map(Number);
}

async function highest(locks: string): Promise<number> {
  return Math.max(0, ...(await numbers(locks)));
}

/** Null if the lock was released, is missing, or was cut short by a power failure. */
async function holderOf(lock: string): Promise<Holder | null> {
  const content = await readFile(lock, 'utf8').catch(() => '');
  try {
    return Holder.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

async function holds({ pid, start }: Holder): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  const present = await startOf(pid);
  return start === null || present === null || start === present;
}
