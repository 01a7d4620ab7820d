import type { Window } from './forest.ts';

/** Hansen's tiles are 10 by 10 degrees, named after their north-west corner. */
export const TILE_DEGREES = 10;
export const PIXEL_DEGREES = 0.00025;

/** The northernmost and southernmost rows of tiles: the dataset reaches from 80 N to 60 S. */
const NORTHERNMOST_TOP = 80;
const SOUTHERNMOST_TOP = -50;

/** A tile by its north-west corner, whole tens of degrees; `west` may be 180 or more behind the date line. */
export interface TileCorner {
  north: number;
  west: number;
}

/** The corner's longitude as the tile itself states it: -180 up to 170. */
export function longitudeOf({ west }: TileCorner): number {
  return ((west + 540) % 360) - 180;
}

/** e.g. `00N_140E`, `10S_080W`. */
export function tileName(corner: TileCorner): string {
  const { north } = corner;
  const lon = longitudeOf(corner);
  const lat = `${String(Math.abs(north)).padStart(2, '0')}${north >= 0 ? 'N' : 'S'}`;
  return `${lat}_${String(Math.abs(lon)).padStart(3, '0')}${lon >= 0 ? 'E' : 'W'}`;
}

/** True when the dataset has tiles at this latitude at all. */
export function isCovered({ north }: TileCorner): boolean {
  return north <= NORTHERNMOST_TOP && north >= SOUTHERNMOST_TOP;
}

/** The tiles under a window, row by row from the north-west. */
export function tilesUnder([west, south, east, north]: Window): TileCorner[][] {
  const rows: TileCorner[][] = [];
  for (let top = Math.ceil(north / TILE_DEGREES) * TILE_DEGREES; top > south; top -= TILE_DEGREES) {
    const row: TileCorner[] = [];
    for (let left = Math.floor(west / TILE_DEGREES) * TILE_DEGREES; left < east; left += TILE_DEGREES) {
      row.push({ north: top, west: left });
    }
    rows.push(row);
  }
  return rows;
}
