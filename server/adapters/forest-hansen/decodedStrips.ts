import { LRUCache } from 'lru-cache';
import { pause } from '../../platform/concurrency/pause.ts';
import { limitConcurrency } from '../../platform/concurrency/limitConcurrency.ts';

/**
 * Decoded strips of tiles, cached up to a number of bytes over all tiles, least recently used first. geotiff.js would
 * cache those of an opened tile without limit.
 */
export class DecodedStrips {
  readonly #kept: LRUCache<string, ArrayBufferLike>;
  readonly #underWay = new Map<string, Promise<ArrayBufferLike>>();
  #decoded = 0;
  readonly #oneAtATime = limitConcurrency(1);

  /** @param mostBytes limit of the cache, not counting strips in use */
  constructor(mostBytes: number) {
    this.#kept = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ byteLength }) => byteLength });
  }

  /** Bytes in the cache. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** How many strips were decoded since the start. */
  get decoded(): number {
    return this.#decoded;
  }

  /**
   * The strip of this name, or the result of `read`: one call for all concurrent callers. Failures are not cached.
   * @param name of one strip of one opened tile
   */
  async of(name: string, read: () => Promise<ArrayBufferLike>): Promise<ArrayBufferLike> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const reading = read();
    this.#underWay.set(name, reading);
    try {
      const strip = await reading;
      this.#kept.set(name, strip);
      return strip;
    } finally {
      this.#underWay.delete(name);
    }
  }

  /** Decodes one strip after the other. */
  async decode(work: () => Promise<ArrayBufferLike>): Promise<ArrayBufferLike> {
    return this.#oneAtATime(async () => {
      await pause();
      this.#decoded += 1;
      return work();
    });
  }
}
