import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concludeReading } from '../../server/domain/forest.ts';
import { pointAt } from '../../server/domain/geometry/geometry.ts';
import { microFromDegrees, type PlaceMicro } from '../../server/domain/units.ts';
import type { ForestMonitor } from '../../server/satellite/forestMonitor.ts';
import type { TileCorner } from '../../server/satellite/grid.ts';
import { hansenMonitor } from '../../server/satellite/hansen/hansenMonitor.ts';
import { MADE_VERSION, madeFile, madeTiles } from '../support/madeTiles.ts';
import { TileServer } from '../support/tileServer.ts';

const CORNER: TileCorner = { north: 0, west: 140 };
const OTHER: TileCorner = { north: 10, west: -10 };
const ABSENT: TileCorner = { north: 30, west: 90 };
const at = (latitude: number, longitude: number): PlaceMicro => ({
  latMicro: microFromDegrees(latitude),
  lonMicro: microFromDegrees(longitude),
});
const PLACE = at(-5.2, 145.7);
const OTHER_PLACE = at(6.7, -1.6);
const FILE = madeFile('lossyear', CORNER);

let whole: Map<string, Uint8Array>;
const tiles = new Map<string, Uint8Array>();
const server = new TileServer(tiles);

beforeAll(async () => {
  whole = madeTiles([CORNER, OTHER]);
  await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  tiles.clear();
  for (const [name, bytes] of whole) tiles.set(name, bytes);
});

function forestOf(parts: { damagedLookMs?: number; needed?: () => Promise<PlaceMicro[]> } = {}): ForestMonitor {
  return hansenMonitor({
    source: { kind: 'http', baseUrls: [server.baseUrl], politeness: { firstPauseMs: 5, longestPauseMs: 50 } },
    dataset: 'Made',
    datasetVersion: MADE_VERSION,
    driver: 'hansen',
    ...parts,
  });
}

/** Changes a copy of the tile. @param change gets where a field of the directory begins */
function changed(change: (view: DataView, field: (tag: number) => number) => void): Uint8Array {
  const bytes = Uint8Array.from(whole.get(FILE) ?? []);
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(4, true);
  change(view, (tag) => {
    for (let i = 0; i < view.getUint16(directory, true); i += 1) {
      const entry = directory + 2 + i * 12;
      if (view.getUint16(entry, true) === tag) return entry;
    }
    throw new Error(`No field ${tag}`);
  });
  return bytes;
}

/** The same field as LONG8: a classic file may say so, and the library believes it. */
const asType = (view: DataView, entry: number, type: number, count: number): void => {
  view.setUint16(entry + 2, type, true);
  view.setUint32(entry + 4, count, true);
};

/** All counts of bytes as LONG, each the same. */
function withByteCounts(count: number): Uint8Array {
  const before = changed(() => {});
  const list = new Uint8Array(40_000 * 4);
  const bytes = new Uint8Array([...before, ...list]);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 40_000; i += 1) view.setUint32(before.length + i * 4, count, true);
  const directory = view.getUint32(4, true);
  for (let i = 0; i < view.getUint16(directory, true); i += 1) {
    const entry = directory + 2 + i * 12;
    if (view.getUint16(entry, true) !== 279) continue;
    asType(view, entry, 4, 40_000);
    view.setUint32(entry + 8, before.length, true);
  }
  return bytes;
}

/** Header, directory and values of another byte order; the strips stay. */
function bigEndian(): Uint8Array {
  return changed((view) => {
    const directory = view.getUint32(4, true);
    const turn = (offset: number, bytes: number): void => {
      new Uint8Array(view.buffer, offset, bytes).reverse();
    };
    const sizes: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 };
    const entries = view.getUint16(directory, true);
    for (let i = 0; i < entries; i += 1) {
      const entry = directory + 2 + i * 12;
      const [type, count] = [view.getUint16(entry + 2, true), view.getUint32(entry + 4, true)];
      const size = sizes[type] ?? 1;
      const inline = size * count <= 4;
      const values = inline ? entry + 8 : view.getUint32(entry + 8, true);
      for (let n = 0; n < count; n += 1) turn(values + n * size, size);
      if (!inline) turn(entry + 8, 4);
      turn(entry, 2);
      turn(entry + 2, 2);
      turn(entry + 4, 4);
    }
    turn(directory, 2);
    turn(4, 4);
    turn(2, 2);
    view.setUint16(0, 0x4d4d);
  });
}

/** A BigTIFF that has nothing but a directory. */
function bigTiff(entries: bigint, count: bigint): Uint8Array {
  const bytes = new Uint8Array(70_000);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 43, 0, 8, 0, 0, 0]);
  view.setBigUint64(8, 16n, true);
  view.setBigUint64(16, entries, true);
  view.setUint16(24, 279, true);
  view.setUint16(26, 16, true);
  view.setBigUint64(28, count, true);
  view.setBigUint64(36, 64n, true);
  return bytes;
}

const DAMAGED: [name: string, file: () => Uint8Array][] = [
  ['a byte count of 4 GB', () => withByteCounts(0xffff_fff0)],
  ['a byte count of all of a large file', () => withByteCounts(300_000)],
  ['a number of byte counts', () => changed((view, field) => asType(view, field(279), 16, 0x0fff_ffff))],
  ['a number of strips', () => changed((view, field) => view.setUint32(field(273) + 4, 0x0fff_ffff, true))],
  ['a number of geographic keys', () => changed((view, field) => view.setUint32(field(34735) + 4, 0x1fff_ffff, true))],
  ['an offset of byte counts', () => changed((view, field) => view.setUint32(field(279) + 8, 0xffff_ff00, true))],
  ['an offset of the directory', () => changed((view) => view.setUint32(4, 0xffff_ff00, true))],
  ['a number of fields', () => changed((view) => view.setUint16(view.getUint32(4, true), 0xffff, true))],
  ['a height of a strip', () => changed((view, field) => view.setUint32(field(278) + 8, 40_000, true))],
  ['an unknown type', () => changed((view, field) => view.setUint16(field(256) + 2, 99, true))],
  ['big-endian bytes', bigEndian],
  ['a number of fields of a BigTIFF', () => bigTiff(2n ** 40n, 1n)],
  ['a count of a BigTIFF', () => bigTiff(1n, 2n ** 31n)],
];

describe('a damaged tile', () => {
  it.each(DAMAGED)('with %s is damaged at once, and other places are read meanwhile', async (_, file) => {
    tiles.set(FILE, file());
    const forest = forestOf();
    await forest.read(pointAt(OTHER_PLACE));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const [answer, other] = await Promise.all([forest.read(pointAt(PLACE)), forest.read(pointAt(OTHER_PLACE))]);
    delay.disable();
    expect(answer).toMatchObject({ kind: 'unreadable', reason: { code: 'satellite.damaged_data' } });
    expect(concludeReading(answer).kind).toBe('inconclusive');
    expect(other.kind).toBe('read');
    expect(delay.max / 1e6).toBeLessThan(100);
    expect(await forest.health()).toEqual({ status: 'up' });
  });

  it('of big-endian bytes is refused by its byte order', async () => {
    tiles.set(FILE, bigEndian());
    expect(await forestOf().read(pointAt(PLACE))).toMatchObject({
      reason: { values: { detail: expect.stringContaining('big-endian') } },
    });
  });

  it('is read again only when it has changed, which is asked with eight bytes', async () => {
    server.tag = '"damaged"';
    tiles.set(FILE, withByteCounts(0xffff_fff0));
    const asked = () => server.requests.filter(({ file }) => file === FILE).map(({ range }) => range);
    const rarely = forestOf();
    expect((await rarely.read(pointAt(PLACE))).kind).toBe('unreadable');
    server.requests = [];
    expect((await rarely.read(pointAt(PLACE))).kind).toBe('unreadable');
    expect(asked()).toEqual([]);

    const often = forestOf({ damagedLookMs: 0 });
    expect((await often.read(pointAt(PLACE))).kind).toBe('unreadable');
    server.requests = [];
    expect((await often.read(pointAt(PLACE))).kind).toBe('unreadable');
    expect(asked()).toEqual(['bytes=0-7']);
    server.tag = '"whole"';
    tiles.set(FILE, whole.get(FILE) ?? new Uint8Array());
    expect((await often.read(pointAt(PLACE))).kind).toBe('read');
  });
});

describe('a mirror of one country', () => {
  beforeEach(() => {
    for (const name of tiles.keys()) if (!name.includes('10N_010W')) tiles.delete(name);
  });

  it('is up when it has the tile of a place that is needed, and a place elsewhere is outside', async () => {
    const forest = forestOf({ needed: async () => [at(25, 95), OTHER_PLACE] });
    expect(await forest.health()).toEqual({ status: 'up' });
    expect(await forest.read(pointAt(at(25, 95)))).toMatchObject({ reason: { code: 'satellite.outside_dataset' } });
    expect((await forest.read(pointAt(OTHER_PLACE))).kind).toBe('read');
  });

  it('is up when a tile of it was read before', async () => {
    const forest = forestOf();
    expect((await forest.read(pointAt(OTHER_PLACE))).kind).toBe('read');
    expect(await forest.read(pointAt(at(25, 95)))).toMatchObject({ reason: { code: 'satellite.outside_dataset' } });
    expect(await forest.health()).toEqual({ status: 'up' });
  });

  it('is up while no place is needed', async () => {
    expect(await forestOf({ needed: async () => [] }).health()).toEqual({ status: 'up' });
  });

  it('that has none of the tiles that are needed is down', async () => {
    const forest = forestOf({ needed: async () => [at(ABSENT.north - 5, ABSENT.west + 5)] });
    expect(await forest.health()).toMatchObject({ status: 'down' });
  });
});
