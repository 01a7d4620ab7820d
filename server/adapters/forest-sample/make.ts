/**
 * Makes the sample tiles beside this file: `tsx server/adapters/forest-sample/make.ts`. No network, and the same bytes each time.
 * They have the layout of Hansen's tiles and made-up contents: coasts by hand, tree cover by formula, the patches of places.ts.
 */
import { writeFile } from 'node:fs/promises';
import { microFromDegrees } from '../../domain/text/units.ts';
import { PIXEL_DEGREES, TILE_DEGREES, tileName, type TileCorner } from '../../domain/forest/grid.ts';
import { LAND } from './coastlines.ts';
import { SAMPLE_DATASET_VERSION, SAMPLE_PLACES, type SamplePatch } from './places.ts';
import { tileTiff } from './tiff.ts';

const TILES: TileCorner[] = [
  { north: 0, west: 140 },
  { north: 0, west: 150 },
  { north: 10, west: -10 },
  { north: 10, west: -80 },
  { north: 0, west: -80 },
  { north: 0, west: -90 },
  { north: -10, west: -80 },
];
const LAYERS = ['lossyear', 'treecover2000', 'datamask'] as const;
type Layer = (typeof LAYERS)[number];

const SIZE = TILE_DEGREES / PIXEL_DEGREES;
const LAND_VALUE = 1;
const WATER_VALUE = 2;
/** Rows of one band are alike: 0.1 degrees. */
const BAND_ROWS = 400;
const DESCRIPTION = 'Manam-Trace sample data, not observations';

/** A run of pixels of a row: from `start` up to `end`, not included. */
interface Run {
  start: number;
  end: number;
  value: number;
}

const pixelsEast = (lon: number, west: number): number =>
  Math.min(SIZE, Math.max(0, Math.round((lon - west) / PIXEL_DEGREES)));

/** Where a band's middle line runs over land, by the even-odd rule for each ring. */
function landRuns(corner: TileCorner, band: number): Run[] {
  const lat = corner.north - (band + 0.5) * BAND_ROWS * PIXEL_DEGREES;
  return LAND.flatMap((ring) => {
    const crossings = ring
      .flatMap(([lonA, latA], i) => {
        const [lonB, latB] = ring[(i + 1) % ring.length] ?? [lonA, latA];
        return latA > lat === latB > lat ? [] : [lonA + ((lat - latA) / (latB - latA)) * (lonB - lonA)];
      })
      .sort((a, b) => a - b);
    return crossings.flatMap((lon, i) => {
      const next = crossings[i + 1];
      if (i % 2 === 1 || next === undefined) return [];
      const run = { start: pixelsEast(lon, corner.west), end: pixelsEast(next, corner.west), value: LAND_VALUE };
      return run.end > run.start ? [run] : [];
    });
  });
}

/** Canopy cover of a band's land, percent: 40 to 90, the same for half a degree. */
function coverOf(corner: TileCorner, band: number): number {
  const halfDegree = Math.floor(band / 5);
  return 40 + ((halfDegree * 37 + corner.west * 7 + corner.north * 11 + 7000) % 51);
}

function patchRuns(corner: TileCorner, layer: Layer, row: number): Run[] {
  return SAMPLE_PLACES.flatMap(({ latitude, longitude, patches }) =>
    patches
      .filter((patch) => patch.layer === layer)
      .flatMap((patch) => runOf(patch, row, rowOf(latitude, corner), columnOf(longitude, corner))),
  );
}

const rowOf = (latitude: number, { north }: TileCorner): number =>
  Math.floor((north * 1e6 - microFromDegrees(latitude)) / (PIXEL_DEGREES * 1e6));
const columnOf = (longitude: number, { west }: TileCorner): number =>
  Math.floor((microFromDegrees(longitude) - west * 1e6) / (PIXEL_DEGREES * 1e6));

function runOf(patch: SamplePatch, row: number, middleRow: number, middleColumn: number): Run[] {
  const firstRow = middleRow - Math.floor(patch.rows / 2);
  const start = middleColumn - Math.floor(patch.columns / 2);
  const inTile = middleColumn >= 0 && middleColumn < SIZE && middleRow >= 0 && middleRow < SIZE;
  if (!inTile || row < firstRow || row >= firstRow + patch.rows) return [];
  return [{ start, end: start + patch.columns, value: patch.value }];
}

function tile(layer: Layer, corner: TileCorner): Uint8Array {
  const bands = Array.from({ length: SIZE / BAND_ROWS }, (_, band) => landRuns(corner, band));
  const ground = layer === 'datamask' ? WATER_VALUE : 0;
  const runsOf = (row: number): Run[] => {
    const band = Math.floor(row / BAND_ROWS);
    const land = bands[band] ?? [];
    const patches = patchRuns(corner, layer, row);
    if (layer === 'lossyear') return patches;
    if (layer === 'datamask') return [...land, ...patches];
    return land.map((run) => ({ ...run, value: coverOf(corner, band) }));
  };
  return tileTiff({
    ...corner,
    size: SIZE,
    pixelDegrees: PIXEL_DEGREES,
    description: DESCRIPTION,
    rowName: (row) => JSON.stringify(runsOf(row)),
    rowPixels: (row) => {
      const pixels = new Uint8Array(SIZE).fill(ground);
      for (const { start, end, value } of runsOf(row)) pixels.fill(value, start, end);
      return pixels;
    },
  });
}

for (const corner of TILES) {
  for (const layer of LAYERS) {
    const file = `Hansen_${SAMPLE_DATASET_VERSION}_${layer}_${tileName(corner)}.tif`;
    await writeFile(new URL(file, import.meta.url), tile(layer, corner));
  }
}
