import { LRUCache } from 'lru-cache';
import type { ByteRanges, RangeOfFile } from './byteRanges.ts';
import { TileDamaged, TileReplaced } from './tileErrors.ts';

/** A check reads about nine neighbouring strips of some kilobytes: one or two blocks, instead of one request each. */
const BLOCK_BYTES = 65_536;
const BLOCKS_KEPT = 16;

interface Slice {
  offset: number;
  length: number;
}

/**
 * The source from which geotiff.js reads a tile. The library's own sources hide the status of a failed request and
 * accept a short answer as a full one, which would turn missing bytes into pixels without loss. Blocks are cached,
 * failed ones too: after a failure the source is dropped together with its tile.
 */
export class BlockSource {
  /** Set once the header was read, which asks for more than a small file has; from then on a short read is an error. */
  complete = false;
  readonly fileSize = null;
  readonly #ranges: ByteRanges;
  readonly #left: AbortSignal;
  readonly #blocks = new LRUCache<number, Promise<Uint8Array>>({ max: BLOCKS_KEPT });
  /** which contents the first block was of */
  #contents: Pick<RangeOfFile, 'total' | 'tag'> | null = null;

  /**
   * @param left aborted when the tile is not read any more; geotiff.js passes no signal on where it reads its directory
   */
  constructor(ranges: ByteRanges, left: AbortSignal) {
    this.#ranges = ranges;
    this.#left = left;
  }

  async fetch(slices: Slice[]): Promise<ArrayBuffer[]> {
    return Promise.all(slices.map((slice) => this.#slice(slice)));
  }

  async fetchSlice(slice: Slice): Promise<Slice & { data: ArrayBuffer }> {
    return { ...slice, data: await this.#slice(slice) };
  }

  async close(): Promise<void> {}

  /** Length of the file. */
  async size(): Promise<number> {
    await this.#block(0);
    return this.#contents?.total ?? 0;
  }

  async #slice(asked: Slice): Promise<ArrayBuffer> {
    const { offset } = asked;
    const left = (await this.size()) - offset;
    // Nothing is allocated or read beyond the end of the file.
    if (!(offset >= 0 && asked.length >= 0 && left >= (this.complete ? asked.length : 0))) {
      throw new TileDamaged(`The file has no ${asked.length} bytes at ${offset}.`);
    }
    const length = Math.min(asked.length, left);
    if (length === 0) return new ArrayBuffer(0);
    const first = Math.floor(offset / BLOCK_BYTES);
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES);
    const blocks = await Promise.all(Array.from({ length: last - first + 1 }, (_, i) => this.#block(first + i)));
    const bytes = new Uint8Array(length);
    let filled = 0;
    for (const [i, block] of blocks.entries()) {
      const start = i === 0 ? offset - first * BLOCK_BYTES : 0;
      const part = block.subarray(start, start + length - filled);
      bytes.set(part, filled);
      filled += part.byteLength;
      if (block.byteLength < BLOCK_BYTES) break;
    }
    if (this.complete && filled < length) {
      throw new TileDamaged(`The file ends ${length - filled} bytes too early.`);
    }
    return bytes.buffer.slice(0, filled);
  }

  #block(number: number): Promise<Uint8Array> {
    const held = this.#blocks.get(number);
    if (held !== undefined) return held;
    const block = this.#read(number);
    this.#blocks.set(number, block);
    return block;
  }

  async #read(number: number): Promise<Uint8Array> {
    const { bytes, total, tag } = await this.#ranges.read(number * BLOCK_BYTES, BLOCK_BYTES, this.#left);
    this.#contents ??= { total, tag };
    if (this.#contents.total !== total || this.#contents.tag !== tag) {
      throw new TileReplaced('The file was replaced while it was read.');
    }
    return bytes;
  }
}
