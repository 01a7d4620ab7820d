import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { differencesOf } from '../../server/domain/forest/evidenceFile.ts';
import { concludeReading } from '../../server/domain/forest/conclusion.ts';
import { pointAt } from '../../server/domain/plot/geometry/geometry.ts';
import { canonicalText } from '../../server/domain/proof/hashing.ts';
import { concludeEvidence, readingIn } from '../../server/domain/verification/evidence.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import { gfwMonitor } from '../../server/adapters/forest-gfw/gfwMonitor.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import { jointMonitor } from '../../server/adapters/forest-joint/jointMonitor.ts';
import { openMonitor } from '../../server/adapters/openMonitor.ts';
import { SAMPLE_DATASET_VERSION } from '../../server/adapters/forest-sample/places.ts';
import { GFW_KEY, GFW_VERSIONS, GfwServer, inWindow } from '../support/gfwServer.ts';
import { TileServer } from '../support/tileServer.ts';
import { SAMPLE_DATASET } from '../../server/domain/forest/deforestation.ts';

const MADANG = { latMicro: -5_258_413, lonMicro: 145_743_926 };
const PLACE = pointAt(MADANG);
const tiles = new TileServer();
const gfw = new GfwServer(openMonitor({ forest: { driver: 'sample' } }));

beforeAll(() => Promise.all([tiles.start(), gfw.start()]));
afterAll(() => Promise.all([tiles.stop(), gfw.stop()]));
beforeEach(() => {
  tiles.reset();
  gfw.reset();
});

const politeness = { firstPauseMs: 5, longestPauseMs: 20, breakAfter: 1_000 };
const both = (): ForestMonitor =>
  jointMonitor('hansen+gfw', [
    hansenMonitor({
      source: { kind: 'http', baseUrls: [tiles.baseUrl], politeness },
      dataset: SAMPLE_DATASET,
      datasetVersion: SAMPLE_DATASET_VERSION,
      driver: 'hansen',
    }),
    gfwMonitor({ apiUrl: gfw.url, apiKey: GFW_KEY, versions: GFW_VERSIONS, politeness }),
  ]);
const fails = (_: unknown, __: unknown, response: { writeHead(status: number): { end(): unknown } }): boolean =>
  Boolean(response.writeHead(500).end());

describe('two sources for one place', () => {
  it('are both asked, and what each of them answered stands in the evidence, from which it is concluded anew', async () => {
    const answer = await both().read(PLACE);
    if (answer.kind !== 'read') throw new Error(answer.reason.text);
    expect(answer.reading).toMatchObject({
      dataset: SAMPLE_DATASET,
      readBy: 'hansen',
      others: [{ driver: 'gfw', reason: null, reading: { dataset: 'Global Forest Watch', alerts: [] } }],
    });
    const conclusion = concludeReading(answer);
    expect(conclusion.kind).toBe('clear');
    const text = canonicalText({ ...answer.reading, driver: 'hansen+gfw' });
    expect(concludeEvidence(text)?.conclusion).toEqual(conclusion);
    const stored = readingIn(text);
    if (stored === null) throw new Error('The evidence cannot be read');
    expect(differencesOf(stored, answer.reading)).toEqual([]);
    gfw.alerts = [{ ...inWindow(MADANG), date: '2025-03-04', confidence: 'high' }];
    const again = await both().read(PLACE);
    expect(concludeReading(again)).toMatchObject({ kind: 'loss', lossYears: [2025] });
    if (again.kind !== 'read') return;
    expect(differencesOf(stored, again.reading)).toEqual([
      expect.stringMatching(/^gfw, alert: 2025-03-04 at .+, high in the source now, not in the file$/),
    ]);
  });

  it('say nothing while one of them is away, whichever it is, and are right when it is back', async () => {
    const forest = both();
    tiles.fault = fails;
    await expect(forest.read(PLACE)).rejects.toBeInstanceOf(ForestMonitorAway);
    tiles.reset();
    gfw.fault = fails;
    await expect(forest.read(PLACE)).rejects.toBeInstanceOf(ForestMonitorAway);
    expect(await forest.health()).toMatchObject({ status: 'down' });
    gfw.reset();
    expect(concludeReading(await forest.read(PLACE)).kind).toBe('clear');
  });

  it('are not clear where one of them refused the question, and the reason is told', async () => {
    gfw.fault = (_, __, response) => Boolean(response.writeHead(422).end());
    expect(concludeReading(await both().read(PLACE))).toMatchObject({
      kind: 'inconclusive',
      reason: { text: expect.stringContaining('refused the question') },
    });
  });

  it('of which neither can be read come to nothing', async () => {
    const answer = await both().read(pointAt({ latMicro: 85_000_000, lonMicro: 20_000_000 }));
    expect(answer.kind).toBe('unreadable');
  });

  it('end the waiting when nobody waits any more', async () => {
    const left = AbortSignal.abort(new Error('The job was stopped'));
    await expect(both().read(PLACE, left)).rejects.toThrow('The job was stopped');
  });
});
