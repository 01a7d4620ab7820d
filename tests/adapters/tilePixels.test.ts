import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ForestReading } from '../../server/domain/forest/forest.ts';
import { pointAt, type Geometry } from '../../server/domain/plot/geometry/geometry.ts';
import { microFromDegrees } from '../../server/domain/text/units.ts';
import { longitudeOf, PIXEL_DEGREES, type TileCorner } from '../../server/domain/forest/grid.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import { MADE_VERSION, madeFile, madeTiles, type TileLayer } from '../support/madeTiles.ts';
import { PlainTiff } from '../support/plainTiff.ts';
import { TileServer } from '../support/tileServer.ts';

/** The four tiles around a corner, from the north-west. */
const around = (north: number, west: number): TileCorner[] => [
  { north: north + 10, west: west - 10 },
  { north: north + 10, west },
  { north, west: west - 10 },
  { north, west },
];
const CORNERS = [...around(0, 150), ...around(-10, 180), ...around(0, 0)];

let tiles: Map<string, Uint8Array>;
let server: TileServer;
beforeAll(async () => {
  tiles = madeTiles(CORNERS);
  server = new TileServer(tiles);
  await server.start();
});
afterAll(() => server.stop());

/** The pixels of a window by the plain reader, from whichever tile each lies in. */
function plainly(layer: TileLayer, { window, width, height }: ForestReading): number[] {
  const opened = new Map<string, PlainTiff>();
  const rows = new Map<string, Uint8Array>();
  const values: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const latitude = window[3] - (y + 0.5) * PIXEL_DEGREES;
      const longitude = window[0] + (x + 0.5) * PIXEL_DEGREES;
      const corner = { north: Math.ceil(latitude / 10) * 10, west: Math.floor(longitude / 10) * 10 };
      const file = madeFile(layer, corner);
      const tiff = opened.get(file) ?? new PlainTiff(tiles.get(file) ?? new Uint8Array());
      opened.set(file, tiff);
      expect([tiff.west, tiff.north + 0, tiff.step]).toEqual([longitudeOf(corner), corner.north + 0, PIXEL_DEGREES]);
      const row = Math.floor((tiff.north - latitude) / tiff.step);
      const column = Math.floor((longitude - corner.west) / tiff.step);
      const pixels = rows.get(`${file} ${row}`) ?? tiff.row(row);
      rows.set(`${file} ${row}`, pixels);
      values.push(pixels[column] ?? -1);
    }
  }
  return values;
}

describe('the pixels of a window over tiles of a server', () => {
  const plot = (latitude: number, longitude: number, half: number): Geometry => ({
    kind: 'polygon',
    ring: [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ].map(([east = 0, north = 0]) => ({
      latMicro: microFromDegrees(latitude + north),
      lonMicro: microFromDegrees(longitude + east),
    })),
  });
  const point = (latitude: number, longitude: number): Geometry =>
    pointAt({ latMicro: microFromDegrees(latitude), lonMicro: microFromDegrees(longitude) });

  const windows: [string, Geometry, tilesUnder: number][] = [
    ['over four tiles, at the equator', point(0.000113, 150.000087), 4],
    ['over four tiles, where both hemispheres meet twice', point(-0.000213, -0.000187), 4],
    ['over four tiles, at the antimeridian from the west', point(-10.000113, 179.999917), 4],
    ['over four tiles, at the antimeridian from the east', point(-9.999713, -179.999917), 4],
    ['in the north, east of Greenwich', point(0.0012, 0.0012), 1],
    ['in the north, west of Greenwich', point(0.0012, -0.0012), 1],
    ['in the south, west of Greenwich', point(-0.0012, -0.0012), 1],
    ['in the south, in the east', point(-0.0012, 150.0012), 1],
    ['over a plot on four tiles', plot(-0.0007, 150.0004, 0.0041), 4],
  ];
  it.each(windows)('%s are those that a plain reader finds', async (_, geometry, tilesUnder) => {
    const forest = hansenMonitor({
      source: { kind: 'http', baseUrls: [server.baseUrl] },
      dataset: 'Made',
      datasetVersion: MADE_VERSION,
      driver: 'hansen',
    });
    server.reset();
    const answer = await forest.read(geometry);
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    const { reading } = answer;
    expect(new Set(server.requests.map(({ file }) => file)).size).toBe(tilesUnder * 3);
    expect(reading.lossYear).toEqual(plainly('lossyear', reading));
    expect(reading.treeCover2000).toEqual(plainly('treecover2000', reading));
    expect(reading.dataMask).toEqual(plainly('datamask', reading));
    // Made so that neighbours differ: a window of one value would prove little.
    expect(new Set(reading.treeCover2000).size).toBeGreaterThan(20);
  });
});
