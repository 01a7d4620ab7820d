import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ForestAnswer } from '../../server/domain/forest/forest.ts';
import { pointAt, type PointGeometry } from '../../server/domain/plot/geometry/geometry.ts';
import { microFromDegrees } from '../../server/domain/text/units.ts';
import type { ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import { RangeCache } from '../../server/adapters/tile-files/rangeCache.ts';
import { SAMPLE_DATASET_VERSION } from '../../server/adapters/forest-sample/places.ts';
import { sendRange, TileServer } from '../support/tileServer.ts';
import { SAMPLE_DATASET } from '../../server/domain/forest/deforestation.ts';

const at = (latitude: number, longitude: number): PointGeometry =>
  pointAt({ latMicro: microFromDegrees(latitude), lonMicro: microFromDegrees(longitude) });
const KUMASI = at(6.690213, -1.624718);
const MADANG = at(-5.258413, 145.743926);

const server = new TileServer();
let folder: string;
let troubles: unknown[];
let expected: ForestAnswer;

beforeAll(async () => {
  await server.start();
  expected = await over(null).read(KUMASI);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.reset();
  troubles = [];
  folder = await mkdtemp(join(tmpdir(), 'manam-cache-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A monitor that knows nothing of those before it, as in another process. */
function over(mostBytes: number | null): ForestMonitor {
  const cache =
    mostBytes === null
      ? undefined
      : new RangeCache({ folder, mostBytes, onTrouble: (error) => void troubles.push(error) });
  return hansenMonitor({
    source: { kind: 'http', baseUrls: [server.baseUrl], cache, politeness: { firstPauseMs: 5, longestPauseMs: 50 } },
    dataset: SAMPLE_DATASET,
    datasetVersion: SAMPLE_DATASET_VERSION,
    driver: 'hansen',
  });
}

async function entries(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.includes('/')).map((name) => join(folder, name));
}
const sizeOf = async (): Promise<number> =>
  (await Promise.all((await entries()).map((path) => stat(path)))).reduce((sum, { size }) => sum + size, 0);

const ROOMY = 64 * 2 ** 20;

describe('what was read of tiles, kept on the disk', () => {
  it('is read by the next process without the server', async () => {
    expect(await over(ROOMY).read(KUMASI)).toEqual(expected);
    const asked = server.requests.length;
    server.fault = (_, request) => Boolean(request.socket.destroy());
    expect(await over(ROOMY).read(KUMASI)).toEqual(expected);
    expect(server.requests.length).toBe(asked);
    expect(troubles).toEqual([]);
  });

  const damages: [string, (path: string) => Promise<unknown>][] = [
    ['cut short', (path) => truncate(path, 5_000)],
    ['empty', (path) => writeFile(path, '')],
    [
      'changed in one byte',
      async (path) => {
        const bytes = await readFile(path);
        bytes[bytes.length - 1_000] = (bytes.at(-1_000) ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
    [
      'of another range',
      async (path) => writeFile(path, await readFile((await entries()).find((one) => one !== path) ?? path)),
    ],
  ];
  it.each(damages)('is asked for again where an entry is %s', async (_, damage) => {
    await over(ROOMY).read(KUMASI);
    const [entry = ''] = await entries();
    const whole = await readFile(entry);
    await damage(entry);
    server.reset();
    expect(await over(ROOMY).read(KUMASI)).toEqual(expected);
    expect(server.requests).toHaveLength(1);
    expect((await readFile(entry)).equals(whole)).toBe(true);
    server.reset();
    await over(ROOMY).read(KUMASI);
    expect(server.requests).toEqual([]);
  });

  it('stays below its limit, and what was used longest ago goes first', async () => {
    await over(ROOMY).read(MADANG);
    const old = await entries();
    const limit = (await sizeOf()) + 100_000;
    const longAgo = Date.now() / 1_000 - 7 * 86_400;
    await Promise.all(old.map((path) => utimes(path, longAgo, longAgo)));
    // Used again, so not the oldest any more.
    await over(limit).read(at(-5.2585, 145.744));
    const used = await Promise.all(
      old.map(async (path) => ((await stat(path)).mtimeMs > longAgo * 1_000 + 1 ? path : null)),
    );
    expect(used.some((path) => path !== null)).toBe(true);
    expect(await over(limit).read(KUMASI)).toEqual(expected);
    expect(await sizeOf()).toBeLessThanOrEqual(limit);
    const left = new Set(await entries());
    expect(old.some((path) => !left.has(path))).toBe(true);
  });

  it('holds its limit whatever is read', async () => {
    const limit = 400_000;
    const forest = over(limit);
    for (let east = 0; east < 6; east += 1) {
      await forest.read(at(-5.2 - east / 3, 144 + east / 2));
      expect(await sizeOf()).toBeLessThanOrEqual(limit);
    }
    expect(troubles).toEqual([]);
  });

  it('holds its limit when many ranges are read at once, and while the folder is looked through', async () => {
    const limit = 400_000;
    const cache = new RangeCache({ folder, mostBytes: limit, onTrouble: (error) => void troubles.push(error) });
    const ranges = cache.over('https://tiles.example/one.tif', {
      read: async (_offset, length) => ({ bytes: new Uint8Array(length), total: 10_000_000, tag: null }),
      forget: async () => undefined,
    });
    for (const [first, count] of [
      [0, 12],
      [12, 3],
      [15, 5],
      [20, 4],
    ] as const) {
      const offsets = Array.from({ length: count }, (_, i) => (first + i) * 60_000);
      await Promise.all(offsets.map((offset) => ranges.read(offset, 60_000, AbortSignal.timeout(60_000))));
      expect(await sizeOf()).toBeLessThanOrEqual(limit);
    }
    expect(await sizeOf()).toBeGreaterThan(0);
    expect(troubles).toEqual([]);
  });

  it('holds nothing of a file that could not be read', async () => {
    const cut = 'Hansen_sample-1_datamask_10N_010W.tif';
    server.fault = (file, request, response) => {
      if (file !== cut) return false;
      sendRange(new Uint8Array(200_000).fill(0x49), request, response);
      return true;
    };
    const forest = over(ROOMY);
    expect((await forest.read(KUMASI)).kind).toBe('unreadable');
    server.reset();
    expect(await forest.read(KUMASI)).toEqual(expected);
    expect(server.requests.filter(({ file }) => file === cut).length).toBeGreaterThan(0);
    server.reset();
    expect(await over(ROOMY).read(KUMASI)).toEqual(expected);
    expect(server.requests).toEqual([]);
  });

  it('that cannot be kept keeps nobody from reading', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'not a folder');
    expect(await over(ROOMY).read(KUMASI)).toEqual(expected);
    expect(troubles.length).toBeGreaterThan(0);
  });

  it('leaves no draft behind that another process left', async () => {
    await over(ROOMY).read(KUMASI);
    const [entry = ''] = await entries();
    const draft = `${entry}.dead.draft`;
    await writeFile(draft, 'half');
    await utimes(draft, 1, 1);
    await over(ROOMY).read(MADANG);
    expect(await entries()).not.toContain(draft);
  });
});
