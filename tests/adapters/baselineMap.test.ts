import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ForestBaseline } from '../../server/domain/forest/forest.ts';
import { pointAt, type Geometry } from '../../server/domain/plot/geometry/geometry.ts';
import { canonicalText, sha256, toHex, utf8 } from '../../server/domain/proof/hashing.ts';
import { BaselineMap } from '../../server/adapters/forest-baseline/baselineMap.ts';
import { withBaseline } from '../../server/adapters/forest-baseline/withBaseline.ts';
import { ForestMonitorAway } from '../../server/domain/forest/forestMonitor.ts';
import { httpRanges } from '../../server/adapters/tile-files/byteRanges.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import { judgeEvidence } from '../../server/modules/satellite/judgeEvidence.ts';
import { PoliteServer } from '../../server/platform/outbound/outboundServer.ts';
import { TileDamaged } from '../../server/adapters/tile-files/tileErrors.ts';
import { SAMPLE_DATASET_VERSION } from '../../server/adapters/forest-sample/places.ts';
import { tileTiff } from '../../server/adapters/forest-sample/tiff.ts';
import { bigEndian, damageOf } from '../support/damagedTiles.ts';
import { PlainTiff } from '../support/plainTiff.ts';
import { SAMPLE_TILES, TileServer } from '../support/tileServer.ts';
import { SAMPLE_DATASET } from '../../server/domain/forest/deforestation.ts';

/** A cut of Madang at 0.0001 degrees: forest of two kinds in a pattern without two equal neighbours. */
const CUT = { north: -5, west: 145.5, size: 4_000, pixelDegrees: 0.0001 };
const forestAt = (row: number, column: number, turned = 0): number =>
  [0, 1, 20, 0, 0, 1, 0][(row * 3 + column + turned) % 7] ?? 0;

function cut(turned = 0): Uint8Array {
  return tileTiff({
    ...CUT,
    description: 'made for tests',
    wideOffsets: true,
    rowName: (row) => String(row % 7),
    rowPixels: (row) => Uint8Array.from({ length: CUT.size }, (_, column) => forestAt(row, column, turned)),
  });
}

const files = new Map<string, Uint8Array>();
const server = new TileServer(files);
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => server.reset());

const NAMED = { dataset: 'JRC Global Forest Cover 2020', datasetVersion: 'V3' };
function mapOf(file: string, bytes: Uint8Array, options: { damagedLookMs?: number } = {}): BaselineMap {
  files.set(file, bytes);
  const polite = new PoliteServer(server.baseUrl, { firstPauseMs: 5, breakAfter: 1_000 });
  return new BaselineMap(httpRanges(polite, `${server.baseUrl}/${file}`), NAMED, options);
}

/** By a reader that shares nothing with the driver. */
function plainly(bytes: Uint8Array, { window, width, height }: ForestBaseline): number[] {
  const tiff = new PlainTiff(bytes);
  const column = Math.round((window[0] - CUT.west) / CUT.pixelDegrees);
  const row = Math.round((CUT.north - window[3]) / CUT.pixelDegrees);
  return Array.from({ length: height }, (_, y) => [...tiff.row(row + y).subarray(column, column + width)]).flat();
}

const PLACE = { latMicro: -5_258_400, lonMicro: 145_743_900 };
const L_SHAPED: Geometry = {
  kind: 'polygon',
  ring: [
    [0, 0],
    [3_000, 0],
    [3_000, 1_000],
    [1_000, 1_000],
    [1_000, 3_000],
    [0, 3_000],
  ].map(([east = 0, north = 0]) => ({ latMicro: PLACE.latMicro + north, lonMicro: PLACE.lonMicro + east })),
};

describe('a map of forest in 2020', () => {
  it.each<[string, Geometry]>([
    ['the square around a point', pointAt(PLACE)],
    ['a plot', L_SHAPED],
  ])('has the pixels of %s as they stand in the file', async (_, geometry) => {
    const bytes = cut();
    const read = await mapOf('map.tif', bytes).read(geometry);
    if (read === null) throw new Error('Nothing was read');
    expect(read).toMatchObject(NAMED);
    expect(new Set(read.forest)).toEqual(new Set([0, 1, 20]));
    expect(read.forest).toEqual(plainly(bytes, read));
    expect(read.covered === undefined).toBe(geometry.kind === 'point');
    // Of the square around the plot three ninths and two ninths of two are its.
    if (read.covered) {
      const area = read.covered.reduce((sum, percent) => sum + percent, 0) / 100 / read.covered.length;
      expect(area).toBeCloseTo(5 / 9, 1);
    }
  });

  it('says nothing of a place that it has not whole, or that is too large to be kept', async () => {
    const map = mapOf('map.tif', cut());
    expect(await map.read(pointAt({ latMicro: -5_000_100, lonMicro: PLACE.lonMicro }))).toBeNull();
    expect(await map.read(pointAt({ latMicro: 5_000_000, lonMicro: -70_000_000 }))).toBeNull();
    expect(await map.read(pointAt(PLACE, 4_000))).toBeNull();
    expect(await map.read(pointAt(PLACE))).not.toBeNull();
  });

  it('is away while its server is, or has none, and is read once it can be', async () => {
    const bytes = cut();
    const map = mapOf('map.tif', bytes);
    server.fault = (_file, _request, response) => {
      response.writeHead(500).end();
      return true;
    };
    await expect(map.read(pointAt(PLACE))).rejects.toThrow(ForestMonitorAway);
    expect(await map.health()).toMatchObject({ status: 'down' });
    server.reset();
    expect(await map.read(pointAt(PLACE))).not.toBeNull();
    expect(await map.health()).toEqual({ status: 'up' });
    const gone = mapOf('gone.tif', bytes);
    files.delete('gone.tif');
    await expect(gone.read(pointAt(PLACE))).rejects.toThrow(ForestMonitorAway);
  });

  it('is down while its server is, whatever a cache holds of it', async () => {
    const cached = { read: async () => ({ bytes: new Uint8Array(8), total: 8, tag: null }) };
    const polite = new PoliteServer(server.baseUrl, { firstPauseMs: 5, breakAfter: 1_000 });
    const map = new BaselineMap(cached, NAMED, { rangesNow: httpRanges(polite, `${server.baseUrl}/map.tif`) });
    server.fault = (_file, _request, response) => Boolean(response.writeHead(500).end());
    expect(await map.health()).toMatchObject({ status: 'down' });
  });

  it('is not waited for by those who leave, and read for those who stay', async () => {
    const map = mapOf('map.tif', cut());
    const asked = Promise.withResolvers<void>();
    const answers: (() => void)[] = [];
    server.fault = (_file, _request, response) => {
      asked.resolve();
      answers.push(() => response.writeHead(500).end());
      return true;
    };
    const leaver = new AbortController();
    const left = map.read(pointAt(PLACE), leaver.signal);
    await asked.promise;
    leaver.abort(new Error('The program is shutting down'));
    await expect(left).rejects.toThrow('The program is shutting down');
    await expect.poll(() => server.left).toBeGreaterThan(0);
    server.reset();
    expect(await map.read(pointAt(PLACE))).not.toBeNull();

    const [early, late] = [new AbortController(), new AbortController()];
    const fresh = mapOf('fresh.tif', cut());
    const [gone, kept] = [fresh.read(pointAt(PLACE), early.signal), fresh.read(pointAt(PLACE), late.signal)];
    early.abort(new Error('Gone'));
    await expect(gone).rejects.toThrow('Gone');
    expect(await kept).not.toBeNull();
  });

  it('keeps what it read while its server is away, and drops what was damaged', async () => {
    files.set('kept.tif', cut());
    let forgotten = 0;
    const polite = new PoliteServer(server.baseUrl, { firstPauseMs: 5, breakAfter: 1_000 });
    const ranges = httpRanges(polite, `${server.baseUrl}/kept.tif`);
    const map = new BaselineMap({ ...ranges, forget: async () => void (forgotten += 1) }, NAMED);
    server.fault = (_file, _request, response) => {
      response.writeHead(500).end();
      return true;
    };
    await expect(map.read(pointAt(PLACE))).rejects.toThrow(ForestMonitorAway);
    expect(forgotten).toBe(0);
    server.reset();
    files.set('kept.tif', Buffer.from('<html>Sign in to the proxy</html>'.repeat(100)));
    await expect(map.read(pointAt(PLACE))).rejects.toThrow(TileDamaged);
    expect(forgotten).toBe(1);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['text', () => Buffer.from('<html>Sign in to the proxy</html>'.repeat(100))],
    ['of another byte order', bigEndian],
    ['of a wrong number of keys', damageOf('a number of geographic keys')],
  ])('that is %s is damaged, not away, and is read again only when it has changed', async (_, damage) => {
    server.tag = '"damaged"';
    const map = mapOf('damaged.tif', damage(cut()), { damagedLookMs: 0 });
    const tiles = hansenMonitor({
      source: { kind: 'folder', path: SAMPLE_TILES, sample: true },
      dataset: SAMPLE_DATASET,
      datasetVersion: SAMPLE_DATASET_VERSION,
      driver: 'sample',
    });
    const forest = withBaseline(tiles, map);
    const withoutMap = async () => {
      const answer = await forest.read(pointAt(PLACE));
      expect(answer.kind === 'read' && answer.reading.baseline).toBeUndefined();
    };
    await withoutMap();
    expect(await forest.health()).toEqual({ status: 'up', damaged: ['JRC Global Forest Cover 2020 V3'] });
    server.requests = [];
    await withoutMap();
    expect(server.requests.map(({ range }) => range)).toEqual(['bytes=0-7']);

    server.tag = '"whole"';
    files.set('damaged.tif', cut());
    expect(await forest.read(pointAt(PLACE))).toMatchObject({ kind: 'read', reading: { baseline: NAMED } });
    expect(await forest.health()).toEqual({ status: 'up' });
  });

  it('stands in evidence that the command holds to it', async () => {
    const tiles = hansenMonitor({
      source: { kind: 'folder', path: SAMPLE_TILES, sample: true },
      dataset: SAMPLE_DATASET,
      datasetVersion: SAMPLE_DATASET_VERSION,
      driver: 'sample',
    });
    const monitor = withBaseline(tiles, mapOf('map.tif', cut()));
    const answer = await monitor.read(pointAt(PLACE));
    if (answer.kind !== 'read') throw new Error('Nothing was read');
    expect(answer.reading.baseline).toMatchObject(NAMED);
    const evidence = { ...answer.reading, driver: 'sample', sample: true };
    const file = JSON.stringify({
      v: 1,
      kind: 'manam-trace/evidence',
      lotId: 'LOT701',
      checkedAt: '2026-05-01T08:00:00.000Z',
      place: { latitude: PLACE.latMicro / 1e6, longitude: PLACE.lonMicro / 1e6, areaHa: 4 },
      evidence,
      evidenceHash: toHex(await sha256(utf8(canonicalText(evidence)))),
    });
    expect(await judgeEvidence(file, monitor)).toMatchObject({ status: 0 });
    const another = withBaseline(tiles, mapOf('other.tif', cut(1)));
    const judged = await judgeEvidence(file, another);
    expect(judged.status).toBe(1);
    expect(judged.lines.join('\n')).toMatch(
      /forest in 2020, forest, column 1, row 1: \d+ in the file, \d+ in the tiles/,
    );
    expect((await judgeEvidence(file, tiles)).lines.join('\n')).toContain(
      'forest in 2020: in the file, and not asked now',
    );
  });
});
