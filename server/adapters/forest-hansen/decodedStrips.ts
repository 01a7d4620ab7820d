import { serialQueue } from '../../platform/concurrency/serialQueue.ts';

/**
 * Strips of tiles as they were decoded, kept up to a number of bytes over all tiles; what was not asked for longest goes
 * first. geotiff.js would keep those of an opened tile without bound.
 */
export class DecodedStrips {
  readonly #mostBytes: number;
  readonly #kept = new Map<string, ArrayBufferLike>();
  readonly #underWay = new Map<string, Promise<ArrayBufferLike>>();
  #bytes = 0;
  #decoded = 0;
  readonly #serialQueue = serialQueue();

  /** @param mostBytes that are kept, not counting those in use */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes that are kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many strips were decoded since the start. */
  get decoded(): number {
    return this.#decoded;
  }

  /**
   * The strip of this name, or what `read` makes: once for all who ask meanwhile. What fails is not kept.
   * @param name of one strip of one opened tile
   */
  async of(name: string, read: () => Promise<ArrayBufferLike>): Promise<ArrayBufferLike> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const reading = read();
    this.#underWay.set(name, reading);
    try {
      const strip = await reading;
      this.#keep(name, strip);
      return strip;
    } finally {
      this.#underWay.delete(name);
    }
  }

  /** Decodes one strip after the other. */
  async decode(work: () => Promise<ArrayBufferLike>): Promise<ArrayBufferLike> {
    return this.#serialQueue(() => {
      this.#decoded += 1;
      return work();
    });
  }

  #keep(name: string, strip: ArrayBufferLike): void {
    if (strip.byteLength > this.#mostBytes) return;
    this.#kept.set(name, strip);
    this.#bytes += strip.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
