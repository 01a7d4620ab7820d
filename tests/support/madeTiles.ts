import {
  longitudeOf,
  PIXEL_DEGREES,
  TILE_DEGREES,
  tileName,
  type TileCorner,
} from '../../server/domain/forest/grid.ts';
import { tileTiff } from '../../server/adapters/forest-sample/tiff.ts';

export const MADE_VERSION = 'GFC-2025-v1.13';
const SIZE = TILE_DEGREES / PIXEL_DEGREES;
/** So far from a tile's edges each pixel has a value of its own. */
const RIM = 24;

export const TILE_LAYERS = ['lossyear', 'treecover2000', 'datamask'] as const;
export type TileLayer = (typeof TILE_LAYERS)[number];

export const madeFile = (layer: TileLayer, corner: TileCorner): string =>
  `Hansen_${MADE_VERSION}_${layer}_${tileName(corner)}.tif`;

/** Near the rim every pixel differs from its neighbours; inside, a row is as long as it is wide. */
function valueAt(layer: TileLayer, corner: TileCorner, row: number, column: number): number {
  const near = (at: number): number => (at < RIM ? at : at >= SIZE - RIM ? 2 * RIM - (SIZE - at) : RIM * 2);
  const mixed = (near(row) * 7919 + near(column) * 104_729 + corner.north * 31 + corner.west * 17 + 1_000_003) % 8_191;
  if (layer === 'lossyear') return mixed % 5 === 0 ? mixed % 26 : 0;
  if (layer === 'treecover2000') return mixed % 101;
  return 1 + (mixed % 13 === 0 ? 1 : 0);
}

/** A tile in the layout of a real one, with wide offsets. @param changed values in place of the made ones */
export function madeTile(
  layer: TileLayer,
  corner: TileCorner,
  changed: (row: number, column: number) => number | null = () => null,
): Uint8Array {
  return tileTiff({
    north: corner.north,
    west: longitudeOf(corner),
    size: SIZE,
    pixelDegrees: PIXEL_DEGREES,
    description: 'made for tests',
    wideOffsets: true,
    rowName: (row) => String(row < RIM || row >= SIZE - RIM ? row : 'inside'),
    rowPixels: (row) => {
      const middle = valueAt(layer, corner, row, SIZE / 2);
      const pixels = new Uint8Array(SIZE).fill(changed(row, SIZE / 2) ?? middle);
      for (let i = 0; i < RIM; i += 1) {
        for (const column of [i, SIZE - 1 - i])
          pixels[column] = changed(row, column) ?? valueAt(layer, corner, row, column);
      }
      return pixels;
    },
  });
}

/** The files of some tiles, three layers each. */
export function madeTiles(corners: readonly TileCorner[]): Map<string, Uint8Array> {
  return new Map(
    corners.flatMap((corner) =>
      TILE_LAYERS.map((layer) => [madeFile(layer, corner), madeTile(layer, corner)] as const),
    ),
  );
}
