import type { Window } from '../../domain/forest.ts';
import type { ByteRanges } from '../ranges/byteRanges.ts';
import type { DecodedStrips } from './decodedStrips.ts';
import type { TileCorner } from '../grid.ts';
import { openTile, type Tile, type TilePixels } from './tile.ts';

/** A tile that several read at once. What is under way for it goes on while anybody waits for it, and ends when nobody does. */
export class HeldTile {
  readonly #tile: Promise<Tile>;
  readonly #left = new AbortController();
  readonly #forget: () => Promise<void>;
  #readers = 0;

  constructor(corner: TileCorner, ranges: ByteRanges, strips: DecodedStrips) {
    this.#tile = openTile(corner, ranges, strips, this.#left.signal);
    // Whoever reads is told; a tile that everybody has left tells nobody.
    this.#tile.catch(() => undefined);
    this.#forget = async () => ranges.forget?.();
  }

  /** Everybody has left: it is to be opened anew. */
  get isOver(): boolean {
    return this.#left.signal.aborted;
  }

  /** What was kept of its bytes is not to be used again. */
  async forget(): Promise<void> {
    await this.#forget();
  }

  /** @throws TileDamaged, TileAbsent, ForestMonitorAway, and the signal's reason */
  async readWindow(window: Window, signal: AbortSignal): Promise<TilePixels> {
    signal.throwIfAborted();
    this.#readers += 1;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => {
      this.#readers -= 1;
      gone.reject(signal.reason);
      if (this.#readers === 0) this.#left.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([this.#tile.then((tile) => tile.readWindow(window)), gone.promise]);
    } finally {
      if (!signal.aborted) this.#readers -= 1;
      signal.removeEventListener('abort', leave);
    }
  }
}
