import { copyFile, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concludeReading } from '../../server/domain/forest/conclusion.ts';
import { POINT_AREA_HA, windowAround, type ForestAnswer } from '../../server/domain/forest/forest.ts';
import { pointAt, type Geometry } from '../../server/domain/plot/geometry/geometry.ts';
import { SATELLITE } from '../../server/domain/messages/satelliteMessages.ts';
import { microFromDegrees, type PlaceMicro } from '../../server/domain/text/units.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import { gfwMonitor } from '../../server/adapters/forest-gfw/gfwMonitor.ts';
import { DecodedStrips } from '../../server/adapters/forest-hansen/decodedStrips.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import {
  LOSS_PLACE_PNG,
  SAMPLE_DATASET_VERSION,
  SAMPLE_PLACES,
  type SamplePlace,
} from '../../server/adapters/forest-sample/places.ts';
import { tileTiff } from '../../server/adapters/forest-sample/tiff.ts';
import { GFW_KEY, GFW_VERSIONS, GfwServer } from '../support/gfwServer.ts';
import { answerLate, SAMPLE_TILES, sendRange, TileServer } from '../support/tileServer.ts';
import { SAMPLE_DATASET } from '../../server/domain/forest/deforestation.ts';

const names = { dataset: SAMPLE_DATASET, datasetVersion: SAMPLE_DATASET_VERSION };

const at = (latitude: number, longitude: number): PlaceMicro => ({
  latMicro: microFromDegrees(latitude),
  lonMicro: microFromDegrees(longitude),
});
const placeOf = (sample: SamplePlace): PlaceMicro => at(sample.latitude, sample.longitude);
const tileFile = (layer: string, tile: string): string => `Hansen_${SAMPLE_DATASET_VERSION}_${layer}_${tile}.tif`;

const server = new TileServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const overHttp = (deadlineMs?: number): ForestMonitor =>
  hansenMonitor({
    ...names,
    source: { kind: 'http', baseUrls: [server.baseUrl], politeness: { firstPauseMs: 5, breakAfter: 1_000 } },
    driver: 'hansen',
    deadlineMs,
  });
const fromFolder = (path: string, strips?: DecodedStrips): ForestMonitor =>
  hansenMonitor({ ...names, source: { kind: 'folder', path, sample: true }, driver: 'sample', strips });

const gfw = new GfwServer(fromFolder(SAMPLE_TILES));
beforeAll(() => gfw.start());
afterAll(() => gfw.stop());

interface SuitedSource {
  source: string;
  sample: boolean;
  monitor: () => ForestMonitor;
  /** a source that leaves out what is zero cannot tell these apart */
  tells?: Partial<Record<SamplePlace['verdict'], string>>;
  names?: { dataset: string; datasetVersion: string };
}

/** What the suite asks of every source. */
const sources: SuitedSource[] = [
  { source: 'the sample folder', sample: true, monitor: () => fromFolder(SAMPLE_TILES) },
  { source: 'tiles over HTTP', sample: false, monitor: () => overHttp() },
  {
    source: "GFW's interface",
    sample: false,
    monitor: () => gfwMonitor({ apiUrl: gfw.url, apiKey: GFW_KEY, versions: GFW_VERSIONS }),
    tells: { 'at sea': 'no data', outside: 'no data' },
    names: {
      dataset: 'Global Forest Watch',
      datasetVersion: 'umd_tree_cover_loss v1.13, umd_tree_cover_density_2000 v1.8, gfw_integrated_alerts v20260601',
    },
  },
];

describe.each(sources)('a forest monitor over $source', ({ sample, monitor, tells = {}, names: own = names }) => {
  let forest: ForestMonitor;
  beforeAll(() => {
    forest = monitor();
  });

  const verdictOf = (answer: ForestAnswer): string => {
    const conclusion = concludeReading(answer);
    if (conclusion.kind !== 'inconclusive') return conclusion.kind;
    const { code } = conclusion.reason;
    if (code === SATELLITE.noLand.code) return 'at sea';
    if (code === SATELLITE.noData.code || code === SATELLITE.gaps.code) return 'no data';
    return code === SATELLITE.outsideDataset.code ? 'outside' : code;
  };
  const told = ({ verdict }: SamplePlace): string => tells[verdict] ?? verdict;

  it.each(SAMPLE_PLACES)('finds $name, $country: $verdict', async (place) => {
    expect(verdictOf(await forest.read(pointAt(placeOf(place))))).toBe(told(place));
  });

  it('answers every pixel that the window touches, with the names of the dataset', async () => {
    const answer = await forest.read(pointAt(placeOf(LOSS_PLACE_PNG)));
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    const { reading } = answer;
    expect(reading).toMatchObject({ ...own, sample, width: 9, height: 8 });
    for (const layer of [reading.lossYear, reading.treeCover2000, reading.dataMask]) expect(layer).toHaveLength(72);
    const [west, south, east, north] = windowAround(placeOf(LOSS_PLACE_PNG), POINT_AREA_HA);
    expect(reading.window[0]).toBeLessThanOrEqual(west);
    expect(reading.window[1]).toBeLessThanOrEqual(south);
    expect(reading.window[2]).toBeGreaterThanOrEqual(east);
    expect(reading.window[3]).toBeGreaterThanOrEqual(north);
    expect(reading.window[2] - reading.window[0]).toBeCloseTo(9 * 0.00025, 9);
    expect(reading.window[3] - reading.window[1]).toBeCloseTo(8 * 0.00025, 9);
  });

  /** A plot by its corners, [longitude, latitude] in degrees. */
  const plot = (...corners: [number, number][]): Geometry => ({
    kind: 'polygon',
    ring: corners.map(([lon, lat]) => at(lat, lon)),
  });

  it('counts of a plot the pixels that it covers any of, each with how much', async () => {
    // Over the west end of the patch of lost pixels, whose westernmost begin at 143.058000.
    const west = plot([143.057, -3.6312], [143.0583, -3.6312], [143.0583, -3.6309], [143.057, -3.6309]);
    const answer = await forest.read(west);
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    const { width, height, covered, window } = answer.reading;
    expect([width, height]).toEqual([6, 2]);
    expect(window[0]).toBeCloseTo(143.057, 9);
    expect(covered).toEqual([40, 40, 40, 40, 40, 8, 80, 80, 80, 80, 80, 16]);
    const expected = [1, 0].flatMap((north) =>
      [-2, -1].map((east) => ({ latMicro: -3_631_125 + north * 250, lonMicro: 143_058_625 + east * 250, year: 2022 })),
    );
    expect(concludeReading(answer)).toMatchObject({ kind: 'loss', pixels: 12, lossPixels: expected });
  });

  it('takes no pixel for a plot’s that lies beside it, in its corner', async () => {
    const around = plot(
      [143.057, -3.633],
      [143.06, -3.633],
      [143.06, -3.632],
      [143.0578, -3.632],
      [143.0578, -3.63],
      [143.057, -3.63],
    );
    const answer = await forest.read(around);
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    expect(answer.reading.lossYear.filter((year) => year > 20)).toHaveLength(20);
    expect(concludeReading(answer)).toMatchObject({ kind: 'clear', pixels: 80, confidence: 'high' });
  });

  it('ends the waiting when nobody waits any more', async () => {
    const left = new AbortController();
    left.abort(new Error('The job was stopped'));
    await expect(forest.read(pointAt(placeOf(LOSS_PLACE_PNG)), left.signal)).rejects.toThrow('The job was stopped');
  });

  it('finds each lost pixel where it is', async () => {
    const conclusion = concludeReading(await forest.read(pointAt(placeOf(LOSS_PLACE_PNG))));
    // The patch is 5 pixels wide and 4 high around the pixel of the place, whose centre is -3.631375, 143.058625.
    const expected = [2, 1, 0, -1].flatMap((north) =>
      [-2, -1, 0, 1, 2].map((east) => ({
        latMicro: -3_631_375 + north * 250,
        lonMicro: 143_058_625 + east * 250,
        year: 2022,
      })),
    );
    expect(conclusion).toMatchObject({ kind: 'loss', lossPixels: expected, lossYears: [2022] });
  });

  it('joins what lies on both sides of a meridian between tiles', async () => {
    const answer = await forest.read(pointAt(at(-9.872346, 150.000214)));
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    const { window, width, height, treeCover2000 } = answer.reading;
    expect(window[0]).toBeLessThan(150);
    expect(window[2]).toBeGreaterThan(150);
    const western = Math.round((150 - window[0]) / 0.00025);
    const rows = Array.from({ length: height }, (_, row) => treeCover2000.slice(row * width, (row + 1) * width));
    // The sample's tree cover differs from tile to tile.
    for (const row of rows) expect(row).toEqual([...Array(western).fill(53), ...Array(width - western).fill(72)]);
  });

  it('joins what lies on both sides of the equator', async () => {
    const answer = await forest.read(pointAt(at(0.000315, -79.268427)));
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    const { window, width, height, treeCover2000 } = answer.reading;
    const northern = Math.round(window[3] / 0.00025);
    expect(northern).toBeGreaterThan(0);
    expect(northern).toBeLessThan(height);
    expect(treeCover2000).toEqual([
      ...Array(northern * width).fill(51),
      ...Array((height - northern) * width).fill(54),
    ]);
  });

  it('never takes a place for clear where one of four tiles is missing', async () => {
    const answer = await forest.read(pointAt(at(0.000127, -80.000118)));
    expect(verdictOf(answer)).toBe(tells.outside ?? 'outside');
  });

  it.each([
    ['north of the dataset', 85, 20],
    ['south of the dataset', -75, 20],
    ['across its southern edge', -60, 20],
  ])('cannot read %s', async (_, latitude, longitude) => {
    expect(await forest.read(pointAt(at(latitude, longitude)))).toEqual({
      kind: 'unreadable',
      reason: SATELLITE.outsideDataset({}),
      reading: null,
    });
  });

  it('answers many reads at once', async () => {
    const answers = await Promise.all(SAMPLE_PLACES.map((place) => forest.read(pointAt(placeOf(place)))));
    expect(answers.map(verdictOf)).toEqual(SAMPLE_PLACES.map(told));
  });

  it('is up', async () => {
    expect(await forest.health()).toEqual({ status: 'up' });
  });
});

describe('decoded strips', () => {
  const lossPlace = placeOf(LOSS_PLACE_PNG);
  const placeAt = (eastMicro: number, northMicro = 0): PlaceMicro => ({
    latMicro: lossPlace.latMicro + northMicro,
    lonMicro: lossPlace.lonMicro + eastMicro,
  });

  it('serve every other place that lies in them, and reads that come together', async () => {
    const strips = new DecodedStrips(2 ** 24);
    const forest = fromFolder(SAMPLE_TILES, strips);
    const first = await Promise.all([
      forest.read(pointAt(placeAt(0))),
      forest.read(pointAt(placeAt(0))),
      forest.read(pointAt(placeAt(1_250))),
    ]);
    // 8 rows of pixels in three layers.
    expect(strips.decoded).toBe(24);
    expect(first[1]).toEqual(first[0]);
    const other = await forest.read(pointAt(placeAt(1_000_000)));
    expect(strips.decoded).toBe(24);
    expect(other).toEqual(await fromFolder(SAMPLE_TILES).read(pointAt(placeAt(1_000_000))));
    expect(await forest.read(pointAt(placeAt(0)))).toEqual(first[0]);
  });

  it('stay below their bound, whatever is read, and the answers stay the same', async () => {
    const mostBytes = 30 * 40_000;
    const strips = new DecodedStrips(mostBytes);
    const forest = fromFolder(SAMPLE_TILES, strips);
    for (let north = 0; north < 12; north += 1) {
      const place = placeAt(0, north * 10_000);
      const answer = await forest.read(pointAt(place));
      expect(strips.bytes).toBeGreaterThan(0);
      expect(strips.bytes).toBeLessThanOrEqual(mostBytes);
      expect(answer).toEqual(await fromFolder(SAMPLE_TILES).read(pointAt(place)));
    }
    const before = strips.decoded;
    await forest.read(pointAt(placeAt(0)));
    expect(strips.decoded).toBe(before + 24);
  });

  it('are not kept where they are larger than the bound', async () => {
    const strips = new DecodedStrips(39_999);
    const forest = fromFolder(SAMPLE_TILES, strips);
    expect((await forest.read(pointAt(placeAt(0)))).kind).toBe('read');
    expect(strips.bytes).toBe(0);
  });
});

describe('tiles over HTTP', () => {
  const kumasi = at(6.690213, -1.624718);
  const isTile = (file: string): boolean => file.endsWith('_10N_010W.tif');

  it('asks for ranges only, and for none twice', async () => {
    const forest = overHttp();
    await Promise.all([forest.read(pointAt(kumasi)), forest.read(pointAt(kumasi))]);
    const asked = server.requests.map(({ file, range }) => `${file} ${range}`);
    expect(new Set(asked.map((line) => line.split(' ')[0])).size).toBe(3);
    expect(asked.every((line) => / bytes=\d+-\d+$/.test(line))).toBe(true);
    expect(new Set(asked).size).toBe(asked.length);
    expect(server.bytesSent).toBeLessThan(3 * 4 * 65_536);
    await forest.read(pointAt(kumasi));
    expect(server.requests).toHaveLength(asked.length);
  });

  it.each([404, 403])('takes a tile that answers %d for one outside the dataset', async (status) => {
    server.fault = (file, _, response) => isTile(file) && Boolean(response.writeHead(status).end());
    expect(await overHttp().read(pointAt(kumasi))).toMatchObject({ kind: 'unreadable', reading: null });
  });

  it.each([85, -75, -60])('asks for nothing beyond the dataset, at latitude %d', async (latitude) => {
    expect(await overHttp().read(pointAt(at(latitude, 20)))).toMatchObject({ kind: 'unreadable' });
    expect(server.requests).toEqual([]);
  });

  it('takes a file that is cut short for unreadable', async () => {
    const bytes = await readFile(join(SAMPLE_TILES, tileFile('datamask', '10N_010W')));
    server.fault = (file, request, response) => {
      if (file !== tileFile('datamask', '10N_010W')) return false;
      sendRange(bytes.subarray(0, bytes.length - 100_000), request, response);
      return true;
    };
    const answer = await overHttp().read(pointAt(kumasi));
    expect(answer).toMatchObject({
      kind: 'unreadable',
      reason: { text: expect.stringContaining('could not be read') },
    });
  });

  const faults: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['answers 500', (_, response) => response.writeHead(500).end()],
    ['answers 503', (_, response) => response.writeHead(503).end()],
    ['answers 429', (_, response) => response.writeHead(429).end()],
    ['answers 401', (_, response) => response.writeHead(401).end()],
    ['hangs up', (request) => request.socket.destroy()],
    ['never answers', () => {}],
    ['takes its time for each of several answers', (request, response) => void answerLate(request, response, 200)],
    ['sends the whole file', (_, response) => response.writeHead(200).end('whole')],
    [
      'sends another range',
      (_, response) => response.writeHead(206, { 'content-range': 'bytes 7-65535/65536' }).end('x'.repeat(65_536)),
    ],
    [
      'sends less than it says',
      (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end('abc'),
    ],
    [
      'breaks off',
      (request, response) => {
        response.writeHead(206, { 'content-range': 'bytes 0-65535/300000', 'content-length': 65_536 });
        response.write('abc', () => request.socket.destroy());
      },
    ],
    [
      'stops in the middle',
      (_, response) => {
        response.writeHead(206, { 'content-range': 'bytes 0-65535/300000', 'content-length': 65_536 });
        response.write('abc');
      },
    ],
  ];

  it.each(faults)('is away when the server %s, and back when it is back', async (_, fault) => {
    const forest = overHttp(300);
    server.fault = (file, request, response) => {
      if (isTile(file)) fault(request, response);
      return isTile(file);
    };
    await expect(forest.read(pointAt(kumasi))).rejects.toBeInstanceOf(ForestMonitorAway);
    server.fault = () => false;
    // On a busy machine one read may take longer than the 300 ms that this source is given.
    const readAgain = () =>
      forest.read(pointAt(kumasi)).then(
        ({ kind }) => kind,
        () => 'away',
      );
    await expect.poll(readAgain, { timeout: 30_000 }).toBe('read');
  });

  it('forgets a strip that failed after the tile was opened', async () => {
    const forest = overHttp();
    server.fault = (file, request, response) => {
      const later = file === tileFile('lossyear', '10N_010W') && !request.headers.range?.startsWith('bytes=0-');
      if (later) response.writeHead(500).end();
      return later;
    };
    await expect(forest.read(pointAt(kumasi))).rejects.toBeInstanceOf(ForestMonitorAway);
    server.fault = () => false;
    expect(concludeReading(await forest.read(pointAt(kumasi))).kind).toBe('clear');
  });

  it('is away, not outside the dataset, when every tile is forbidden', async () => {
    server.fault = (_, __, response) => Boolean(response.writeHead(403).end());
    const forest = overHttp();
    await expect(forest.read(pointAt(kumasi))).rejects.toBeInstanceOf(ForestMonitorAway);
    expect(await forest.health()).toEqual({ status: 'down', message: 'No tiles of sample-1 were found.' });
  });

  it('is away and down when nothing listens', async () => {
    const gone = new TileServer();
    await gone.start();
    const { baseUrl } = gone;
    await gone.stop();
    const forest = hansenMonitor({
      ...names,
      source: { kind: 'http', baseUrls: [baseUrl], politeness: { firstPauseMs: 5 } },
      driver: 'hansen',
    });
    await expect(forest.read(pointAt(kumasi))).rejects.toBeInstanceOf(ForestMonitorAway);
    expect(await forest.health()).toMatchObject({ status: 'down', message: expect.stringContaining('reached') });
  });

  it('asks the server for its health once in a while, however often it is asked', async () => {
    const forest = overHttp();
    await Promise.all([forest.health(), forest.health()]);
    await forest.health();
    expect(server.requests).toHaveLength(1);
  });

  it('bears a slash at the end of the address', async () => {
    const forest = hansenMonitor({
      ...names,
      source: { kind: 'http', baseUrls: [`${server.baseUrl}/`] },
      driver: 'hansen',
    });
    expect(await forest.health()).toEqual({ status: 'up' });
  });
});

describe('a folder of tiles', () => {
  const kumasi = at(6.690213, -1.624718);
  const tile = '10N_010W';
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manam-tiles-'));
    for (const layer of ['lossyear', 'treecover2000', 'datamask']) {
      await copyFile(join(SAMPLE_TILES, tileFile(layer, tile)), join(folder, tileFile(layer, tile)));
    }
    await copyFile(
      join(SAMPLE_TILES, tileFile('lossyear', '00N_140E')),
      join(folder, tileFile('lossyear', '00N_140E')),
    );
  });
  afterEach(() => rm(folder, { recursive: true }));

  const small = (corner: { west: number; north: number }, value: number, size = 400): Uint8Array =>
    tileTiff({
      ...corner,
      size,
      pixelDegrees: 10 / size,
      description: 'test',
      rowName: () => 'each row',
      rowPixels: () => new Uint8Array(size).fill(value),
    });

  /** Moves the one strip of a small tile behind everything else, and leaves its last two bytes away. */
  function cutInLastStrip(bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(4, true);
    const valuesOf = (tag: number): number => {
      let entry = directory + 2;
      while (view.getUint16(entry, true) !== tag) entry += 12;
      return view.getUint32(entry + 8, true);
    };
    const strip = bytes.slice(8, 8 + view.getUint16(valuesOf(279), true) - 2);
    const offsets = valuesOf(273);
    for (let row = 0; row < 400; row += 1) view.setUint16(offsets + row * 2, bytes.length, true);
    return Buffer.concat([bytes, strip]);
  }

  const damage: [string, (file: string) => Promise<unknown>][] = [
    ['is empty', (file) => writeFile(file, '')],
    ['is not a TIFF', (file) => writeFile(file, 'x'.repeat(5000))],
    ['is cut in its strips', (file) => truncate(file, 1000)],
    ['is cut behind its directory', async (file) => truncate(file, (await readFile(file)).length - 100_000)],
    ['is another tile', (file) => copyFile(join(SAMPLE_TILES, tileFile('lossyear', '00N_140E')), file)],
    ['covers another latitude', async (file) => writeFile(file, small({ west: -10, north: 20 }, 0))],
    ['has pixels of another size', async (file) => writeFile(file, small({ west: -10, north: 10 }, 0))],
    [
      'has strips that do not decode',
      async (file) => {
        await using handle = await open(file, 'r+');
        await handle.write(new Uint8Array(300).fill(0xff), 0, 300, 8);
      },
    ],
  ];

  it.each(damage)('is unreadable, never clear, where a file %s', async (_, spoil) => {
    await spoil(join(folder, tileFile('lossyear', tile)));
    expect(await fromFolder(folder).read(pointAt(kumasi))).toMatchObject({
      kind: 'unreadable',
      reason: { text: expect.stringContaining('could not be read') },
    });
  });

  it('decodes a strip anew after it could not be decoded, and the others of its tile with it', async () => {
    const file = join(folder, tileFile('lossyear', tile));
    const whole = await readFile(file);
    const strips = new DecodedStrips(2 ** 24);
    const forest = fromFolder(folder, strips);
    await using handle = await open(file, 'r+');
    await handle.write(new Uint8Array(300).fill(0xff), 0, 300, 8);
    expect((await forest.read(pointAt(kumasi))).kind).toBe('unreadable');
    await writeFile(file, whole);
    const before = strips.decoded;
    expect(concludeReading(await forest.read(pointAt(kumasi))).kind).toBe('clear');
    const rows = strips.decoded - before;
    expect(rows).toBeGreaterThan(0);
    await forest.read(pointAt(kumasi));
    expect(strips.decoded - before).toBe(rows);
  });

  it('is unreadable where only the end of a strip is missing', async () => {
    const corner = { west: -10, north: 10 };
    await writeFile(join(folder, tileFile('lossyear', tile)), small(corner, 0));
    await writeFile(join(folder, tileFile('treecover2000', tile)), small(corner, 50));
    await writeFile(join(folder, tileFile('datamask', tile)), small(corner, 1));
    expect(concludeReading(await fromFolder(folder).read(pointAt(kumasi))).kind).toBe('clear');
    await writeFile(join(folder, tileFile('lossyear', tile)), cutInLastStrip(small(corner, 0)));
    expect(await fromFolder(folder).read(pointAt(kumasi))).toMatchObject({ kind: 'unreadable' });
  });

  it('is unreadable where neighbouring tiles have pixels of different sizes', async () => {
    for (const layer of ['lossyear', 'treecover2000', 'datamask']) {
      await writeFile(join(folder, tileFile(layer, '10S_170E')), small({ west: 170, north: -10 }, 1));
      await writeFile(join(folder, tileFile(layer, '10S_180W')), small({ west: -180, north: -10 }, 1, 8000));
    }
    expect(await fromFolder(folder).read(pointAt(at(-16.8125, 180), 9))).toMatchObject({
      kind: 'unreadable',
      reason: { text: expect.stringContaining('do not fit together') },
    });
  });

  it.each(['lossyear', 'treecover2000', 'datamask'])('is unreadable without the layer %s', async (layer) => {
    await rm(join(folder, tileFile(layer, tile)));
    expect(await fromFolder(folder).read(pointAt(kumasi))).toMatchObject({ kind: 'unreadable' });
  });

  it('is away and down when the folder is not there', async () => {
    const forest = fromFolder(join(folder, 'elsewhere'));
    await expect(forest.read(pointAt(kumasi))).rejects.toBeInstanceOf(ForestMonitorAway);
    expect(await forest.health()).toMatchObject({ status: 'down' });
  });

  it.each([179.999, 180, -180, -179.999])('reads across the date line around longitude %d', async (longitude) => {
    for (const [name, west, year] of [['10S_170E', 170, 0] as const, ['10S_180W', -180, 22] as const]) {
      await writeFile(join(folder, tileFile('lossyear', name)), small({ west, north: -10 }, year));
      await writeFile(join(folder, tileFile('treecover2000', name)), small({ west, north: -10 }, 50));
      await writeFile(join(folder, tileFile('datamask', name)), small({ west, north: -10 }, 1));
    }
    const conclusion = concludeReading(await fromFolder(folder).read(pointAt(at(-16.8125, longitude), 9)));
    expect(conclusion).toMatchObject({
      kind: 'loss',
      pixels: 2,
      lossPixels: [{ latMicro: -16_812_500, lonMicro: -179_987_500, year: 2022 }],
    });
  });
});
