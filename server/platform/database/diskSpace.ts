import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';

/** PostgreSQL's code for a write that failed because its disk is full. */
const DISK_FULL = '53100';
/** How long a rejected write counts, even if other writes succeeded: small rows may fit where others do not. */
const REMEMBERED_MS = 60_000;
/** How long a measurement of the free space is valid. */
const MEASURED_MS = 1_000;

/** Takes more than a page of a table, and leaves nothing. */
const TRIAL = 'create temporary table disk_trial as select md5(n::text) as line from generate_series(1, 20000) n';

/** The disk has no space for the write. */
export class DiskFull extends Error {
  override name = 'DiskFull';

  constructor() {
    super(REQUEST.diskFull({}).text);
  }
}

/** Whether an error reports a full disk: the program's own, or PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFull || (error instanceof Error && 'code' in error && error.code === DISK_FULL);
}

/**
 * Whether the database's disk has space, judged by failed writes and, if the disk is local, by its free space. Writes
 * are rejected before the disk is full, so that people can still sign in.
 */
export class DiskSpace {
  readonly #folder: string | null;
  readonly #leastFreeBytes: number;
  readonly #clock: () => number;
  #refusedAt: number | null = null;
  #measured: { at: number; short: boolean } | null = null;

  /**
   * @param parts.folder of the embedded database; null: the database is elsewhere, and only its errors are known
   * @param parts.leastFreeBytes of the folder's disk, below which it counts as full
   * @param parts.clock ms
   */
  constructor(parts: { folder: string | null; leastFreeBytes: number; clock?: () => number }) {
    this.#folder = parts.folder;
    this.#leastFreeBytes = parts.leastFreeBytes;
    this.#clock = parts.clock ?? (() => performance.now());
  }

  /** A statement failed: stored if the disk was full. */
  note(error: unknown): void {
    if (isDiskFull(error)) this.#refusedAt = this.#clock();
  }

  /**
   * Whether little is free, or a write was rejected within the last minute. Called before each write: it sends no
   * statement, and measures the disk once a second.
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

  /** @throws DiskFull while the disk has no space */
  async assertRoom(): Promise<void> {
    if (await this.isShort()) throw new DiskFull();
  }

  /** Whether writes are rejected because the disk is full. Some time after the last rejection it tries a write. */
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
