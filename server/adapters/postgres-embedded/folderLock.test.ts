import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type * as Files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolderInUse, lockFolder } from './folderLock.ts';
import { startOf } from '../../platform/process/processes.ts';

/** Runs once, just before the next lock file would appear: a slow starter, whose view of the folder is old by then. */
const slow = vi.hoisted(() => ({ meanwhile: async () => {} }));
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof Files>();
  return {
    ...actual,
    link: async (from: string, to: string) => {
      const { meanwhile } = slow;
      slow.meanwhile = async () => {};
      await meanwhile();
      await actual.link(from, to);
    },
  };
});

/** Above the largest process id of Linux (proc(5), pid_max). */
const NOBODY = 4_194_305;

describe('lockFolder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manam-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function leave(number: number, content: string): Promise<void> {
    await mkdir(join(folder, 'lock'), { recursive: true });
    await writeFile(join(folder, 'lock', String(number)), content);
  }

  it('keeps everyone else out until it is released, and names its holder', async () => {
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(new DataFolderInUse(folder, process.pid));
    await lock.release();
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  it.each([
    ['a process that is gone', () => JSON.stringify({ pid: NOBODY, start: 'boot/1' })],
    ['an earlier process of the same id', () => JSON.stringify({ pid: process.pid, start: 'another boot/1' })],
    ['a file cut short', () => '{"pid":'],
    ['an empty file', () => ''],
  ])('takes over from %s', async (_, content) => {
    await leave(7, content());
    await lockFolder(folder);
    expect(await readdir(join(folder, 'lock'))).toEqual(['8']);
    await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse);
  });

  it('respects a running process of another program', async () => {
    await leave(3, JSON.stringify({ pid: process.ppid, start: await startOf(process.ppid) }));
    await expect(lockFolder(folder)).rejects.toThrow(
      `${folder} is in use by another Manam-Trace (process ${process.ppid}).`,
    );
    expect(await readdir(join(folder, 'lock'))).toEqual(['3']);
  });

  it.each(Array.from({ length: 10 }, (_, round) => round))('lets one of many win, round %d', async (round) => {
    if (round % 2 === 1) await leave(5, JSON.stringify({ pid: NOBODY, start: null }));
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)));
    const won = attempts.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    const reasons = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(reasons.filter((reason) => !(reason instanceof DataFolderInUse))).toEqual([]);
    expect(await readdir(join(folder, 'lock'))).toEqual([round % 2 === 1 ? '6' : '1']);
  });

  it('never has two holders while many take and release it', async () => {
    let holders = 0;
    let taken = 0;
    let most = 0;
    async function comeAndGo(): Promise<void> {
      for (let attempt = 0; attempt < 60; attempt++) {
        const lock = await lockFolder(folder).catch((error: unknown) => {
          if (error instanceof DataFolderInUse) return null;
          throw error;
        });
        if (lock === null) continue;
        taken++;
        most = Math.max(most, ++holders);
        await stat(folder);
        holders--;
        await lock.release();
      }
    }
    await Promise.all(Array.from({ length: 8 }, comeAndGo));
    expect(most).toBe(1);
    expect(taken).toBeGreaterThan(8);
  });

  it('does not let a slow starter win over those who took the folder meanwhile', async () => {
    slow.meanwhile = async () => {
      await (await lockFolder(folder)).release();
      await (await lockFolder(folder)).release();
      await lockFolder(folder);
    };
    await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse);
    expect(await readdir(join(folder, 'lock'))).toEqual(['3']);
  });
});
