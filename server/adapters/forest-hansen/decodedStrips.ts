import { LRUCache } from 'lru-cache';
import { pause } from '../../platform/concurrency/pause.ts';
import { limitConcurrency } from '../../platform/concurrency/limitConcurrency.ts';

/**
 * Strips of tiles as they were decoded, kept up to a number of bytes over all tiles; what was not asked for longest goes
 * first. geotiff.js would keep those of an opened tile without bound.
 */
export class DecodedStrips {
  readonly #kept: LRUCache<string, ArrayBufferLike>;
  readonly #underWay = new Map<string, Promise<ArrayBufferLike>>();
  #decoded = 0;
  readonly #oneAtATime = limitConcurrency(1);

  /** @param mostBytes that are kept, not counting those in use */
  constructor(mostBytes: number) {
    this.#kept = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ byteLength }) => byteLength });
  }

  /** Bytes that are kept now. */
  get bytes(): number {
    return this.#kept.calculatedSize;
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
