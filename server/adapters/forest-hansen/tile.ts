import { randomUUID } from 'node:crypto';
import type { GeoTIFFImage } from 'geotiff';
import type { Window } from '../../domain/forest/forest.ts';
import type { ByteRanges } from '../tile-files/byteRanges.ts';
import { blockBytes, openTiff } from '../tile-files/openTiff.ts';
import type { DecodedStrips } from './decodedStrips.ts';
import { longitudeOf, PIXEL_DEGREES, TILE_DEGREES, tileName, type TileCorner } from '../../domain/forest/grid.ts';
import { damagedUnlessKnown, TileDamaged } from '../tile-files/tileErrors.ts';

/** Rounding of 1e-6 degrees is 0.004 pixels: an edge this near to a pixel's edge lies on it. */
const EDGE_PIXELS = 1e-4;

/** Pixels of one layer, row by row from the north-west. */
export interface TilePixels {
  /** outer edges of the pixels, degrees, as the tile counts them */
  window: Window;
  width: number;
  height: number;
  values: Uint8Array;
}

/** One layer of one tile, opened. */
export interface Tile {
  /**
   * Reads the pixels that the window touches, as far as they lie in this tile.
   * @param window degrees, in the same turn around the globe as the tile's corner
   * @throws TileDamaged, TileAbsent, ForestMonitorAway
   */
  readWindow(window: Window): Promise<TilePixels>;
}

/**
 * Opens a tile and checks that it matches its name.
 * @param strips cache of its decoded strips; a tile that is opened again starts with an empty one
 * @param left ends all of its reads
 * @throws TileDamaged, TileAbsent, ForestMonitorAway
 */
export async function openTile(
  corner: TileCorner,
  ranges: ByteRanges,
  strips: DecodedStrips,
  left: AbortSignal,
): Promise<Tile> {
  return damagedUnlessKnown(left, async () => {
    const image = await openTiff(ranges, left);
    checkLayout(image, corner);
    keepStrips(image, strips);
    return { readWindow: (window) => damagedUnlessKnown(left, () => readPixels(image, corner, window)) };
  });
}

function checkLayout(image: GeoTIFFImage, corner: TileCorner): void {
  const [west, south, east, north] = image.getBoundingBox();
  const offGrid = (edge: number | undefined, expected: number): boolean =>
    edge === undefined || Math.abs(edge - expected) > PIXEL_DEGREES / 2;
  const lon = longitudeOf(corner);
  if (
    offGrid(west, lon) ||
    offGrid(east, lon + TILE_DEGREES) ||
    offGrid(north, corner.north) ||
    offGrid(south, corner.north - TILE_DEGREES)
  ) {
    throw new TileDamaged(`The file does not cover tile ${tileName(corner)}.`);
  }
  if (image.getSamplesPerPixel() !== 1 || image.getBitsPerSample() !== 8 || image.getSampleFormat() !== 1) {
    throw new TileDamaged('The file does not hold one unsigned byte per pixel.');
  }
}

/** Inserts the cache between the image and its decoder, where geotiff.js requests a strip. */
function keepStrips(image: GeoTIFFImage, strips: DecodedStrips): void {
  const opened = randomUUID();
  const read = image.getTileOrStrip.bind(image);
  image.getTileOrStrip = async (x, y, sample, decoder, signal) => {
    const serialDecoder = { decode: (bytes: ArrayBufferLike) => strips.decode(() => decoder.decode(bytes)) };
    const data = await strips.of(`${opened} ${x} ${y} ${sample}`, async () => {
      // geotiff.js takes a strip without bytes for one of zeros, which would be years without loss.
      if (!((await blockBytes(image, x, y)) > 0)) {
        throw new TileDamaged('The file holds no bytes for a row of pixels.');
      }
      return (await read(x, y, sample, serialDecoder, signal)).data;
    });
    return { x, y, sample, data };
  };
}

/** geotiff.js ignores a window given in degrees, so the pixels are counted from the image's own origin and resolution. */
async function readPixels(image: GeoTIFFImage, corner: TileCorner, window: Window): Promise<TilePixels> {
  const [originX = NaN, originY = NaN] = image.getOrigin();
  const [stepX = NaN, minusStepY = NaN] = image.getResolution();
  const stepY = -minusStepY;
  const left = originX + corner.west - longitudeOf(corner);
  const [west, south, east, north] = window;
  const x0 = Math.max(0, Math.floor((west - left) / stepX + EDGE_PIXELS));
  const x1 = Math.min(image.getWidth(), Math.ceil((east - left) / stepX - EDGE_PIXELS));
  const y0 = Math.max(0, Math.floor((originY - north) / stepY + EDGE_PIXELS));
  const y1 = Math.min(image.getHeight(), Math.ceil((originY - south) / stepY - EDGE_PIXELS));
  const width = x1 - x0;
  const height = y1 - y0;
  const [values] = await image.readRasters({ window: [x0, y0, x1, y1] });
  if (!(values instanceof Uint8Array) || values.length !== width * height) {
    throw new TileDamaged('The file answered other pixels than were asked for.');
  }
  return {
    window: [left + x0 * stepX, originY - y1 * stepY, left + x1 * stepX, originY - y0 * stepY],
    width,
    height,
    values,
  };
}
