import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { REQUEST } from '../../domain/said/refusedSaid.ts';

/** PostgreSQL's code for what it could not write because its disk is full. */
const DISK_FULL = '53100';
/** For so long a refused write counts, whatever else could be written: small rows still find room where others do not. */
const REMEMBERED_MS = 60_000;
/** For so long what is free on the disk counts as it was measured. */
const MEASURED_MS = 1_000;

/** Takes more than a page of a table, and leaves nothing. */
const TRIAL = 'create temporary table disk_trial as select md5(n::text) as line from generate_series(1, 20000) n';

/** There is no room for what would be written. */
export class DiskFull extends Error {
  override name = 'DiskFull';

  constructor() {
    super(REQUEST.diskFull({}).text);
  }
}

/** Whether an error says that there is no room: the program's own, or PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFull || (error instanceof Error && 'code' in error && error.code === DISK_FULL);
}

/**
 * Whether the database's disk has room, by what became of writes and, where the disk is ours to see, by what is free. What is refused
 * before the disk is full leaves room for those who sign in.
 */
export class DiskSpace {
  readonly #folder: string | null;
  readonly #leastFreeBytes: number;
  readonly #clock: () => number;
  #refusedAt: number | null = null;
  #measured: { at: number; short: boolean } | null = null;

  /**
   * @param parts.folder of the embedded database; null: the database is elsewhere, and only what it says is known
   * @param parts.leastFreeBytes of the folder's disk, below which there is no room
   * @param parts.clock ms
   */
  constructor(parts: { folder: string | null; leastFreeBytes: number; clock?: () => number }) {
    this.#folder = parts.folder;
    this.#leastFreeBytes = parts.leastFreeBytes;
    this.#clock = parts.clock ?? (() => performance.now());
  }

  /** A statement failed: remembered when there was no room for it. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#refusedAt = this.#clock();
  }

  /**
   * Whether little is free, or a write was refused within the last minute. Asked before each write: it costs no statement, and looks at
   * the disk once a second.
   */
  async isShort(): Promise<boolean> {
    const now = this.#clock();
    if (this.#refusedAt !== null && now - this.#refusedAt < REMEMBERED_MS) return true;
    if (this.#folder === null) return false;
    if (this.#measured === null || now - this.#measured.at >= MEASURED_MS) {
      this.#measured = { at: now, short: (await freeBytes(this.#folder)) < this.#leastFreeBytes };
    }
    return this.#measured.short;
  }

  /** @throws DiskFull while there is no room for more */
  async assertRoom(): Promise<void> {
    if (await this.isShort()) throw new DiskFull();
  }

  /** Whether writes are refused for want of room. Some time after the last refused one it is tried again. */
  async isFull(pool: Pool): Promise<boolean> {
    if (this.#folder !== null && (await freeBytes(this.#folder)) < this.#leastFreeBytes) return true;
    if (this.#refusedAt === null) return false;
    if (this.#clock() - this.#refusedAt >= REMEMBERED_MS && (await this.#canWrite(pool))) this.#refusedAt = null;
    return this.#refusedAt !== null;
  }

  async #canWrite(pool: Pool): Promise<boolean> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(TRIAL);
      return true;
    } catch (error) {
      this.note(error);
      return false;
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }
}

/** Bytes that are free for the program on a folder's disk. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
