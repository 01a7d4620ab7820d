import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concludeReading } from '../../server/domain/forest/conclusion.ts';
import { pointAt } from '../../server/domain/plot/geometry/geometry.ts';
import { microFromDegrees, type PlaceMicro } from '../../server/domain/text/units.ts';
import type { ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import type { TileCorner } from '../../server/domain/forest/grid.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import { bigEndian, DAMAGES, withByteCounts } from '../support/damagedTiles.ts';
import { measureTurns } from '../support/longestTurn.ts';
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
/** A count of a damaged file that is believed takes seconds, or all memory. */
const LONGEST_TURN_MS = 400;
const FILE = madeFile('lossyear', CORNER);

let whole: Map<string, Uint8Array>;
const tiles = new Map<string, Uint8Array>();
const server = new TileServer(tiles);
const wholeFile = (): Uint8Array => whole.get(FILE) ?? new Uint8Array();

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

describe('a damaged tile', () => {
  it.each(DAMAGES)('with %s is damaged at once, and other places are read meanwhile', async (_, damage) => {
    tiles.set(FILE, damage(wholeFile()));
    const forest = forestOf();
    await forest.read(pointAt(OTHER_PLACE));
    const longestTurn = measureTurns();
    const [answer, other] = await Promise.all([forest.read(pointAt(PLACE)), forest.read(pointAt(OTHER_PLACE))]);
    const longestMs = longestTurn();
    expect(answer).toMatchObject({ kind: 'unreadable', reason: { code: 'satellite.damaged_data' } });
    expect(concludeReading(answer).kind).toBe('inconclusive');
    expect(other.kind).toBe('read');
    expect(longestMs).toBeLessThan(LONGEST_TURN_MS);
    expect(await forest.health()).toEqual({ status: 'up' });
  });

  it('of big-endian bytes is refused by its byte order', async () => {
    tiles.set(FILE, bigEndian(wholeFile()));
    expect(await forestOf().read(pointAt(PLACE))).toMatchObject({
      reason: { values: { detail: expect.stringContaining('big-endian') } },
    });
  });

  it('is read again only when it has changed, which is asked with eight bytes', async () => {
    server.tag = '"damaged"';
    tiles.set(FILE, withByteCounts(wholeFile(), 0xffff_fff0));
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
    tiles.set(FILE, wholeFile());
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
