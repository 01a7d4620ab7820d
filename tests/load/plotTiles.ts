import type { TileCorner } from '../../server/domain/forest/grid.ts';
import { longitudeOf, PIXEL_DEGREES, TILE_DEGREES } from '../../server/domain/forest/grid.ts';
import { tileTiff } from '../../server/adapters/forest-sample/tiff.ts';
import { MADE_VERSION, madeFile, TILE_LAYERS, type TileLayer } from '../support/madeTiles.ts';

const SIZE = TILE_DEGREES / PIXEL_DEGREES;
/** Rows on each side of the equator that differ from each other; the others are one row. */
const OWN_ROWS = 450;
/** In two pixels of three a row repeats the previous value: it compresses about as well as forest data. */
const CHANGES = 1 / 3;

export const PLOT_TILES_VERSION = MADE_VERSION;
/** Where four tiles meet on land: the equator at 10 degrees east, in Gabon. */
export const CORNER = { latitude: 0, longitude: 10 } as const;
const CORNERS: readonly TileCorner[] = [10, 0].flatMap((north) => [0, 10].map((west) => ({ north, west })));

/** A generator of numbers from 0 to 1 that are the same in each run (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Forest of 40 to 95 percent, some loss of all years, land with some water. */
function rowOf(layer: TileLayer, seed: number, lossShare: number): Uint8Array {
  const next = numbersFrom(seed);
  const pixels = new Uint8Array(SIZE);
  let value = 0;
  for (let at = 0; at < SIZE; at += 1) {
    if (at === 0 || next() < CHANGES) {
      if (layer === 'treecover2000') value = 40 + Math.floor(next() * 56);
      else if (layer === 'lossyear') value = next() < lossShare ? 1 + Math.floor(next() * 25) : 0;
      else value = next() < 0.001 ? 2 : 1;
    }
    pixels[at] = value;
  }
  return pixels;
}

/**
 * Files of the four tiles around `CORNER`, in the layout of the real ones.
 * @param lossShare of the pixels that begin a new value
 */
export function plotTiles(lossShare = 0.003): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [at, corner] of CORNERS.entries()) {
    for (const [layerAt, layer] of TILE_LAYERS.entries()) {
      const own = (row: number): boolean => (corner.north === 0 ? row < OWN_ROWS : row >= SIZE - OWN_ROWS);
      files.set(
        madeFile(layer, corner),
        tileTiff({
          north: corner.north,
          west: longitudeOf(corner),
          size: SIZE,
          pixelDegrees: PIXEL_DEGREES,
          description: 'made for measures',
          wideOffsets: true,
          rowName: (row) => (own(row) ? String(row) : 'far'),
          rowPixels: (row) =>
            rowOf(layer, ((at * TILE_LAYERS.length + layerAt) * SIZE + (own(row) ? row : 0)) | 0, lossShare),
        }),
      );
    }
  }
  return files;
}
