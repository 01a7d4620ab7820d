import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concludeReading } from '../../server/domain/forest/conclusion.ts';
import { type ForestReading } from '../../server/domain/forest/forest.ts';
import { pointAt, type Geometry } from '../../server/domain/plot/geometry/geometry.ts';
import { canonicalText } from '../../server/domain/proof/hashing.ts';
import { concludeEvidence } from '../../server/domain/verification/evidence.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import { gfwMonitor } from '../../server/adapters/forest-gfw/gfwMonitor.ts';
import { openMonitor } from '../../server/adapters/openMonitor.ts';
import { GFW_KEY, GFW_VERSIONS, GfwServer, inWindow, type AskedOfGfw } from '../support/gfwServer.ts';
import { until } from '../support/until.ts';

const MADANG = { latMicro: -5_258_413, lonMicro: 145_743_926 };
const PLACE = pointAt(MADANG);
/** Land of the sample: trees everywhere, no loss here. */
const server = new GfwServer(openMonitor({ forest: { driver: 'sample' } }));

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const over = (changes: Partial<Parameters<typeof gfwMonitor>[0]> = {}): ForestMonitor =>
  gfwMonitor({
    apiUrl: server.url,
    apiKey: GFW_KEY,
    versions: GFW_VERSIONS,
    politeness: { firstPauseMs: 5, longestPauseMs: 50, answerWithinMs: 1_000, breakAfter: 1_000 },
    ...changes,
  });

async function readingOf(forest: ForestMonitor, geometry: Geometry = PLACE): Promise<ForestReading> {
  const answer = await forest.read(geometry);
  if (answer.kind !== 'read') throw new Error(answer.reason.text);
  return answer.reading;
}

describe("what GFW's interface is asked", () => {
  it('are three pinned datasets, by their paths, with the key in a header and the window as geometry', async () => {
    const { window } = await readingOf(over());
    expect(server.requests.map(({ method, path, key }) => `${method} ${path} ${key === GFW_KEY}`).sort()).toEqual([
      'POST /dataset/gfw_integrated_alerts/v20260601/query/json true',
      'POST /dataset/umd_tree_cover_density_2000/v1.8/query/json true',
      'POST /dataset/umd_tree_cover_loss/v1.13/query/json true',
    ]);
    const [west, south, east, north] = window;
    const alerts = server.requests.find(({ path }) => path.includes('alerts'));
    expect(alerts?.sql).toBe(
      'SELECT latitude, longitude, gfw_integrated_alerts__date, gfw_integrated_alerts__confidence FROM results ' +
        "WHERE gfw_integrated_alerts__date > '2020-12-31'",
    );
    expect(alerts?.geometry?.type).toBe('MultiPolygon');
    expect(alerts?.geometry?.coordinates).toEqual([
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ]);
  });

  it('is the window in two parts at the date line', async () => {
    await over().read(pointAt({ latMicro: -16_800_000, lonMicro: 179_999_900 }));
    for (const { geometry } of server.requests) {
      expect(geometry?.coordinates).toHaveLength(2);
      const longitudes = geometry?.coordinates.flat(2).map(([lon]) => lon) ?? [];
      expect(longitudes.every((lon = 999) => lon >= -180 && lon <= 180)).toBe(true);
    }
  });

  it('is asked for further pages until there are none, and the answer is the same', async () => {
    const whole = await readingOf(over());
    server.reset();
    server.pageRows = 7;
    expect(await readingOf(over())).toEqual(whole);
    expect(server.requests.length).toBeGreaterThan(9);
  });

  it('is not followed to another address with the key', async () => {
    server.fault = (_, __, response) => {
      response.end(JSON.stringify({ status: 'success', data: [], links: { next: 'http://127.0.0.1:9/elsewhere' } }));
      return true;
    };
    const answer = await over().read(PLACE);
    expect(answer).toMatchObject({ kind: 'unreadable', reason: { text: expect.stringContaining('another address') } });
  });
});

describe('alerts of disturbance', () => {
  const alert = (confidence: string, date = '2024-05-06', east = 0.0001) => ({
    ...inWindow(MADANG, east),
    date,
    confidence,
  });

  it.each(['high', 'highest'])(
    'of %s confidence are loss, at the pixel in which they lie, once',
    async (confidence) => {
      server.alerts = [alert(confidence), alert(confidence, '2024-05-09'), alert(confidence, '2024-05-09', 0.00012)];
      const conclusion = concludeReading(await over().read(PLACE));
      expect(conclusion).toMatchObject({ kind: 'loss', lossYears: [2024] });
      if (conclusion.kind !== 'loss') return;
      expect(conclusion.lossPixels).toHaveLength(1);
      expect((conclusion.lossPixels[0]?.latMicro ?? 0) % 250).toBe(-125);
    },
  );

  it('of low confidence are no loss, and nothing is clear beside them', async () => {
    server.alerts = [alert('nominal')];
    expect(concludeReading(await over().read(PLACE))).toMatchObject({
      kind: 'inconclusive',
      code: 'unconfirmed',
      reason: { text: expect.stringContaining('1 alert of low confidence') },
    });
  });

  it('beside a plot say nothing of it', async () => {
    const { latitude, longitude } = inWindow(MADANG);
    const corner = (east: number, north: number) => ({
      latMicro: Math.round((latitude + north) * 1e6),
      lonMicro: Math.round((longitude + east) * 1e6),
    });
    // An L whose north-east is not the plot's.
    const plot: Geometry = {
      kind: 'polygon',
      ring: [
        corner(-0.002, -0.002),
        corner(0.002, -0.002),
        corner(0.002, -0.001),
        corner(-0.001, -0.001),
        corner(-0.001, 0.002),
        corner(-0.002, 0.002),
      ],
    };
    server.alerts = [
      { latitude: latitude + 0.001, longitude: longitude + 0.001, date: '2025-01-02', confidence: 'highest' },
    ];
    expect(concludeReading(await over().read(plot)).kind).toBe('clear');
    server.alerts = [
      { latitude: latitude - 0.0015, longitude: longitude + 0.001, date: '2025-01-02', confidence: 'highest' },
    ];
    expect(concludeReading(await over().read(plot)).kind).toBe('loss');
  });

  it('are part of the evidence, in one order, and it is concluded anew from its text', async () => {
    const forest = over();
    server.alerts = [alert('high'), alert('nominal', '2023-01-01', -0.0002)];
    const first = await readingOf(forest);
    server.alerts.reverse();
    const again = await readingOf(forest);
    expect(canonicalText(again)).toBe(canonicalText(first));
    expect(concludeEvidence(canonicalText({ ...first, driver: 'gfw' }))?.conclusion).toEqual(
      concludeReading({ kind: 'read', reading: first }),
    );
  });
});

describe('what the interface leaves out', () => {
  it('is not taken for land without loss: without rows of tree cover nothing is clear', async () => {
    server.fault = ({ path }, _, response) => {
      if (!path.includes('density')) return false;
      response.end(JSON.stringify({ status: 'success', data: [] }));
      return true;
    };
    expect(concludeReading(await over().read(PLACE))).toMatchObject({ kind: 'inconclusive', code: 'no_data' });
  });

  it('is a gap, pixel by pixel', async () => {
    const whole = await readingOf(over());
    server.pageRows = whole.width * whole.height - 1;
    server.fault = ({ path }, request, response) => {
      if (!path.includes('density') || !request.url?.includes('page')) return false;
      response.end(JSON.stringify({ status: 'success', data: [] }));
      return true;
    };
    expect(concludeReading(await over().read(PLACE))).toMatchObject({ kind: 'inconclusive', code: 'gaps' });
  });
});

describe('faults of the interface', () => {
  type Fault = (asked: AskedOfGfw, request: IncomingMessage, response: ServerResponse) => void;
  const answers =
    (status: number, body: string | object = ''): Fault =>
    (_, __, response) =>
      void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  const faults: [string, Fault, 'away' | 'unreadable'][] = [
    ['answers 401', answers(401), 'away'],
    ['answers 403', answers(403), 'away'],
    ['answers 404', answers(404), 'away'],
    ['answers 422', answers(422), 'unreadable'],
    ['answers 429', answers(429), 'away'],
    ['answers 500', answers(500), 'away'],
    ['answers 504', answers(504), 'away'],
    ['answers a page', answers(200, '<html>'), 'away'],
    ['answers a failure with 200', answers(200, { status: 'failed', data: [] }), 'away'],
    ['answers other columns', answers(200, { status: 'success', data: [{ lat: 1 }] }), 'unreadable'],
    [
      'answers pixels elsewhere',
      answers(200, {
        status: 'success',
        data: [
          {
            latitude: 1,
            longitude: 2,
            umd_tree_cover_loss__year: 2022,
            umd_tree_cover_density_2000__percent: 3,
            gfw_integrated_alerts__date: '2024-01-01',
            gfw_integrated_alerts__confidence: 'high',
          },
        ],
      }),
      'unreadable',
    ],
    [
      'answers a redirect',
      (_, __, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'away',
    ],
    ['hangs up', (_, request) => void request.socket.destroy(), 'away'],
    ['never answers', () => {}, 'away'],
  ];
  it.each(faults)('that %s: never clear, never with the key, and right once it is right', async (_, fault, comesTo) => {
    const forest = over({
      politeness: { firstPauseMs: 5, longestPauseMs: 20, answerWithinMs: 400, breakAfter: 1_000 },
    });
    server.fault = (...asked) => {
      fault(...asked);
      return true;
    };
    const said: unknown = await forest.read(PLACE).catch((error: unknown) => error);
    if (comesTo === 'away') expect(said).toBeInstanceOf(ForestMonitorAway);
    else expect(said).toMatchObject({ kind: 'unreadable' });
    const health = await forest.health();
    const everything = [said, health].map((one) =>
      one instanceof Error ? `${one.stack} ${String(one.cause)} ${JSON.stringify(one)}` : JSON.stringify(one),
    );
    expect(everything.join(' ')).not.toContain(GFW_KEY);
    server.reset();
    await expect.poll(async () => concludeReading(await forest.read(PLACE)).kind, { timeout: 20_000 }).toBe('clear');
  });

  it('is left alone for as long as it asks for', async () => {
    const forest = over();
    server.fault = (_, __, response) => Boolean(response.writeHead(429, { 'retry-after': '20' }).end());
    await expect(forest.read(PLACE)).rejects.toThrow(/answered 429/);
    const asked = server.requests.length;
    server.fault = () => false;
    await expect(forest.read(PLACE)).rejects.toThrow(/left alone for the next (19|20) s/);
    expect(server.requests).toHaveLength(asked);
  });

  it('is not waited for by whoever has left', async () => {
    server.fault = () => true;
    const leaving = new AbortController();
    const reading = over().read(PLACE, leaving.signal);
    await until(() => server.requests.length >= 3, 'three questions');
    leaving.abort(new Error('The job was stopped'));
    await expect(reading).rejects.toThrow('The job was stopped');
  });

  it('with a wrong key or version is away and down, and says which', async () => {
    expect(await over({ apiKey: 'wrong' }).health()).toEqual({
      status: 'down',
      message: expect.stringContaining('did not take the key'),
    });
    const wrong = over({ versions: { ...GFW_VERSIONS, alerts: 'v1' } });
    await expect(wrong.read(PLACE)).rejects.toThrow(/gfw_integrated_alerts\/v1\/query\/json answered 404/);
    expect((await wrong.health()).status).toBe('down');
    expect(await over().health()).toEqual({ status: 'up' });
  });
});
