import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ByteRanges, RangeOfFile } from './byteRanges.ts';

/** The time of last use is written at most this often: it decides the order of deletion, so an hour is exact enough. */
const USE_STEP_MS = 3_600_000;
/** Below its limit the cache is brought down to this share, so that not each write looks through the folder. */
const KEPT_SHARE = 0.9;
/** Other processes may write into the same folder: after so large a share of the limit of our own it is looked through again. */
const LOOK_SHARE = 0.05;
/** A draft that is older belongs to a process that died while writing it. */
const DRAFT_DEAD_MS = 600_000;
const DRAFT = '.draft';
const DIGEST_BYTES = 32;

const head = z.strictObject({
  url: z.string(),
  offset: z.int(),
  length: z.int(),
  total: z.int(),
  tag: z.string().nullable(),
});
type Head = z.infer<typeof head>;

/**
 * Ranges of remote files, cached in a folder, also across restarts. Each entry is written beside its path and renamed,
 * and holds its own digest, which is compared at each read; a damaged one counts as missing. The least recently used
 * entries are deleted first. The folder may be deleted at any time, and its errors fail no read.
 */
export class RangeCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #onTrouble: (error: unknown) => void;
  /** what the folder held, and was to hold, when it was last looked through; null before the first time and meanwhile */
  #looked: number | null = null;
  /** announced since that began */
  #written = 0;
  /** announced, and not yet at its place */
  #inFlight = 0;
  #looking: Promise<void> | null = null;

  /** @param parts.onTrouble called with errors of the disk */
  constructor(parts: { folder: string; mostBytes: number; onTrouble?: (error: unknown) => void }) {
    this.#folder = parts.folder;
    this.#mostBytes = parts.mostBytes;
    this.#onTrouble = parts.onTrouble ?? (() => {});
  }

  /** The same ranges, from the cache if present. @param url of the file */
  over(url: string, ranges: ByteRanges): ByteRanges {
    const asked = new Set<number>();
    return {
      read: async (offset, length, signal) => {
        asked.add(offset);
        const kept = await this.#find(url, offset, length);
        if (kept !== null) return kept;
        const read = await ranges.read(offset, length, signal);
        await this.#keep({ url, offset, length, total: read.total, tag: read.tag }, read.bytes);
        return read;
      },
      forget: async () => {
        await Promise.all([...asked].map((offset) => rm(this.#pathOf(url, offset), { force: true }))).catch(
          this.#onTrouble,
        );
      },
    };
  }

  #pathOf(url: string, offset: number): string {
    const name = createHash('sha256').update(`${url} ${offset}`).digest('hex');
    return join(this.#folder, name.slice(0, 2), name);
  }

  async #find(url: string, offset: number, length: number): Promise<RangeOfFile | null> {
    const path = this.#pathOf(url, offset);
    const entry = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') this.#onTrouble(error);
      return null;
    });
    if (entry === null) return null;
    const found = unpacked(entry);
    if (found?.head.url !== url || found.head.offset !== offset || found.head.length !== length) {
      await rm(path, { force: true }).catch(this.#onTrouble);
      return null;
    }
    await this.#used(path).catch(this.#onTrouble);
    return { bytes: found.bytes, total: found.head.total, tag: found.head.tag };
  }

  async #used(path: string): Promise<void> {
    const now = Date.now();
    const before = await stat(path).catch(() => null);
    if (before !== null && now - before.mtimeMs > USE_STEP_MS) await utimes(path, now / 1_000, now / 1_000);
  }

  async #keep(entryHead: Head, bytes: Uint8Array): Promise<void> {
    const path = this.#pathOf(entryHead.url, entryHead.offset);
    const entry = packed(entryHead, bytes);
    if (entry.byteLength > this.#mostBytes) return;
    this.#inFlight += entry.byteLength;
    this.#written += entry.byteLength;
    try {
      if (!(await this.#makeRoom())) return;
      await mkdir(join(path, '..'), { recursive: true });
      await write(path, entry);
    } catch (error) {
      this.#onTrouble(error);
    } finally {
      this.#inFlight -= entry.byteLength;
    }
  }

  /** Deletes entries where those that were announced would be too many. Answers whether there is room for them now. */
  async #makeRoom(): Promise<boolean> {
    // A look that began before the entry was announced does not count it, so a second one may be needed.
    for (let looks = 0; looks < 2 && !this.#needsNoLook(); looks += 1) {
      this.#looking ??= this.#look().finally(() => (this.#looking = null));
      await this.#looking;
    }
    return this.#fits();
  }

  #fits(): boolean {
    return this.#looked !== null && this.#looked + this.#written <= this.#mostBytes;
  }

  #needsNoLook(): boolean {
    return this.#fits() && this.#written < this.#mostBytes * LOOK_SHARE;
  }

  async #look(): Promise<void> {
    this.#looked = null;
    this.#written = 0;
    // Before the folder is read: an entry that reaches its place meanwhile may be counted twice, but is not missed.
    let bytes = this.#inFlight;
    const entries = await this.#entries();
    bytes += entries.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes + this.#written > this.#mostBytes) {
      for (const entry of entries.sort((a, b) => a.usedAt - b.usedAt)) {
        if (bytes + this.#written <= this.#mostBytes * KEPT_SHARE) break;
        await rm(entry.path, { force: true });
        bytes -= entry.bytes;
      }
    }
    this.#looked = bytes;
  }

  async #entries(): Promise<{ path: string; bytes: number; usedAt: number }[]> {
    const entries: { path: string; bytes: number; usedAt: number }[] = [];
    const folders = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    for (const folder of folders.filter((one) => one.isDirectory())) {
      const names = await readdir(join(this.#folder, folder.name));
      for (const name of names) {
        const path = join(this.#folder, folder.name, name);
        const found = await stat(path).catch(() => null);
        if (found === null) continue;
        const dead = name.endsWith(DRAFT) && Date.now() - found.mtimeMs > DRAFT_DEAD_MS;
        if (dead) await rm(path, { force: true });
        else entries.push({ path, bytes: found.size, usedAt: found.mtimeMs });
      }
    }
    return entries;
  }
}

/** An entry appears at its place whole, or not at all. */
async function write(path: string, entry: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  try {
    await using file = await open(draft, 'wx');
    await file.writeFile(entry);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Digest of all that follows, length of the head, head, bytes. */
function packed(entryHead: Head, bytes: Uint8Array): Buffer {
  const headBytes = Buffer.from(JSON.stringify(entryHead));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headBytes.byteLength);
  const rest = Buffer.concat([length, headBytes, bytes]);
  return Buffer.concat([createHash('sha256').update(rest).digest(), rest]);
}

/** Null if it differs from what was written. */
function unpacked(entry: Buffer): { head: Head; bytes: Uint8Array } | null {
  const rest = entry.subarray(DIGEST_BYTES);
  const digest = createHash('sha256').update(rest).digest();
  if (rest.byteLength < 4 || !digest.equals(entry.subarray(0, DIGEST_BYTES))) return null;
  const headEnd = 4 + rest.readUInt32BE();
  return { head: head.parse(JSON.parse(rest.toString('utf8', 4, headEnd))), bytes: rest.subarray(headEnd) };
}
