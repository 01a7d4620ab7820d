import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';

/** PostgreSQL's code for what it could not write because its disk is full. */
const DISK_FULL = '53100';
/** For so long a refused write counts, whatever else could be written: small rows still find room where others do not. */
const REMEMBERED_MS = 60_000;
/** Free bytes of the embedded database's disk below which there is no room: a segment of its log and the files that grow beside. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Takes more than a page of a table, and leaves nothing. */
const TRIAL = 'create temporary table disk_trial as select md5(n::text) as line from generate_series(1, 20000) n';

/** Whether the database's disk has room, by what became of writes and, where the disk is ours to see, by what is free. */
export class DiskSpace {
  readonly #clock: () => number;
  #refusedAt: number | null = null;

  /** @param clock ms */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** A statement failed: remembered when there was no room for it. */
  note(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === DISK_FULL) this.#refusedAt = this.#clock();
  }

  /**
   * Whether writes are refused for want of room. Some time after the last refused one it is tried again.
   * @param folder of the embedded database; null: the database is elsewhere, and only what it says is known
   */
  async isFull(pool: Pool, folder: string | null): Promise<boolean> {
    if (folder !== null && (await freeBytes(folder)) < LEAST_FREE_BYTES) return true;
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
