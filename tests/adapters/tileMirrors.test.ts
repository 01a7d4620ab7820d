import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { concludeReading } from '../../server/domain/forest/conclusion.ts';
import { type ForestAnswer } from '../../server/domain/forest/forest.ts';
import { pointAt } from '../../server/domain/plot/geometry/geometry.ts';
import { microFromDegrees } from '../../server/domain/text/units.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import type { TileCorner } from '../../server/domain/forest/grid.ts';
import { hansenMonitor } from '../../server/adapters/forest-hansen/hansenMonitor.ts';
import type { Politeness } from '../../server/platform/outbound/outboundServer.ts';
import { MADE_VERSION, madeFile, madeTile, madeTiles } from '../support/madeTiles.ts';
import { sendRange, TileServer, type TileFault } from '../support/tileServer.ts';
import { until } from '../support/until.ts';

const CORNER: TileCorner = { north: 0, west: 140 };
const PLACE = pointAt({ latMicro: microFromDegrees(-5.2), lonMicro: microFromDegrees(145.7) });
/** Pauses so short that a test does not wait for them. */
const HASTY: Partial<Politeness> = { firstPauseMs: 5, longestPauseMs: 200, answerWithinMs: 2_000 };

let tiles: Map<string, Uint8Array>;
let first: TileServer;
let second: TileServer;
let expected: ForestAnswer;

beforeAll(async () => {
  tiles = madeTiles([CORNER]);
  first = new TileServer(tiles);
  second = new TileServer(tiles);
  await Promise.all([first.start(), second.start()]);
  expected = await over([second]).read(PLACE);
  if (expected.kind !== 'read') throw new Error(expected.reason.text);
});
afterAll(() => Promise.all([first.stop(), second.stop()]));
beforeEach(() => {
  first.reset();
  second.reset();
});

function over(servers: TileServer[], politeness: Partial<Politeness> = {}): ForestMonitor {
  return hansenMonitor({
    source: { kind: 'http', baseUrls: servers.map((one) => one.baseUrl), politeness: { ...HASTY, ...politeness } },
    dataset: 'Made',
    datasetVersion: MADE_VERSION,
    driver: 'hansen',
  });
}

type Answer = (file: string, request: IncomingMessage, response: ServerResponse) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, __, response) =>
    void response.writeHead(code, headers).end();
const hangsUp: Answer = (_, request) => request.socket.destroy();
const whole: Answer = (file, _, response) => void response.writeHead(200).end(tiles.get(file));
const cutShort: Answer = (file, request, response) =>
  sendRange((tiles.get(file) ?? new Uint8Array()).subarray(0, 9_000), request, response);
const brokenBody: Answer = (_, request, response) => {
  response.writeHead(206, { 'content-range': 'bytes 0-65535/300000', 'content-length': 65_536 });
  response.write('abc', () => request.socket.destroy());
};
const garbage: Answer = (file, request, response) =>
  sendRange(new Uint8Array(tiles.get(file)?.length ?? 0).fill(0xff), request, response);
const slow: Answer = () => {};
/** Loss of 2027 in a release that ends with 2025. */
const anotherVersion: Answer = (file, request, response) => {
  const isLoss = file === madeFile('lossyear', CORNER);
  sendRange(isLoss ? madeTile('lossyear', CORNER, () => 27) : (tiles.get(file) ?? new Uint8Array()), request, response);
};

/** The result of each fault of a single server, and whether the next server is asked; each affects all of its tiles. */
const FAULTS: [string, Answer, 'away' | 'unreadable'][] = [
  ['answers 403', status(403), 'away'],
  ['answers 404', status(404), 'away'],
  ['answers 416', status(416), 'unreadable'],
  ['answers 429', status(429), 'away'],
  ['answers 500', status(500), 'away'],
  ['answers 503', status(503), 'away'],
  ['hangs up', hangsUp, 'away'],
  ['sends the whole file', whole, 'away'],
  ['holds files that are cut short', cutShort, 'unreadable'],
  ['breaks off', brokenBody, 'away'],
  ['sends garbage', garbage, 'unreadable'],
  ['holds another version', anotherVersion, 'unreadable'],
  ['never answers', slow, 'away'],
];

describe('one server of tiles', () => {
  it.each(FAULTS)('that %s is never taken for clear, and is right once it is right', async (_, fault, comesTo) => {
    const forest = over([first], { breakAfter: 1_000, answerWithinMs: 500 });
    first.fault = (...asked) => {
      fault(...asked);
      return true;
    };
    const read = () => forest.read(PLACE);
    if (comesTo === 'away') await expect(read()).rejects.toBeInstanceOf(ForestMonitorAway);
    else {
      const answer = await read();
      expect([answer.kind, concludeReading(answer).kind]).toEqual(['unreadable', 'inconclusive']);
    }
    first.reset();
    await expect.poll(() => read().catch(() => null), { timeout: 20_000 }).toEqual(expected);
  });

  it('is tried again where that may help, and not where it cannot', async () => {
    const answers = new Map<string, number>();
    first.fault = (file, _, response) => {
      const before = answers.get(file) ?? 0;
      answers.set(file, before + 1);
      if (before < 2) response.writeHead(503).end();
      return before < 2;
    };
    expect(await over([first], { breakAfter: 100 }).read(PLACE)).toEqual(expected);
    first.reset();
    first.fault = (...asked) => {
      status(401)(...asked);
      return true;
    };
    await expect(over([first]).read(PLACE)).rejects.toThrow(/answered 401/);
    expect(first.requests.length).toBeLessThanOrEqual(3);
  });

  it('is asked for few things at a time', async () => {
    const waiting: (() => void)[] = [];
    first.fault = (file, request, response) => {
      waiting.push(() => sendRange(tiles.get(file) ?? new Uint8Array(), request, response));
      return true;
    };
    const reading = over([first], { atOnce: 2 }).read(PLACE);
    let answered = 0;
    while (answered < 3) {
      await until(async () => waiting.length > 0, 'a request');
      answered += 1;
      waiting.shift()?.();
    }
    first.fault = () => false;
    for (const go of waiting.splice(0)) go();
    expect(await reading).toEqual(expected);
    expect(first.mostInFlight).toBe(2);
  });

  it('is left alone for as long as it asks for, and nothing is sent to it until then', async () => {
    const forest = over([first]);
    first.fault = (_, __, response) => Boolean(response.writeHead(429, { 'retry-after': '30' }).end());
    await expect(forest.read(PLACE)).rejects.toThrow(/429/);
    const asked = first.requests.length;
    expect(asked).toBeLessThanOrEqual(3);
    first.fault = () => false;
    await expect(forest.read(PLACE)).rejects.toThrow(/left alone for the next (29|30) s/);
    expect(first.requests.length).toBe(asked);
  });

  it('that asks for a moment gets it, and is read in the same go', async () => {
    let told = false;
    first.fault = (_, __, response) => {
      if (told) return false;
      told = true;
      return Boolean(response.writeHead(503, { 'retry-after': '0' }).end());
    };
    expect(await over([first]).read(PLACE)).toEqual(expected);
  });

  it('is asked no more after failures in a row, then with one request, then again as ever', async () => {
    const forest = over([first], { breakAfter: 3, restMs: 1_000, tries: 1 });
    // The layers of one read stop with the first that fails: none is answered before all of them have come.
    let together = 3;
    const waiting: Parameters<TileFault>[] = [];
    first.fault = (...asked) => {
      waiting.push(asked);
      if (waiting.length >= together) for (const one of waiting.splice(0)) status(500)(...one);
      return true;
    };
    for (let i = 0; i < 3; i += 1) await expect(forest.read(PLACE)).rejects.toBeInstanceOf(ForestMonitorAway);
    const asked = first.requests.length;
    await expect(forest.read(PLACE)).rejects.toThrow(/answered 500\. .+ is left alone for the next 1 s/);
    expect(first.requests.length).toBe(asked);
    expect(await forest.health()).toMatchObject({ status: 'down' });
    // After its rest one request looks whether it is back; it is not.
    together = 1;
    await until(async () => {
      await forest.read(PLACE).catch(() => undefined);
      return first.requests.length > asked;
    }, 'the server to be asked again');
    expect(first.requests.length).toBe(asked + 1);
    first.fault = () => false;
    await expect.poll(() => forest.read(PLACE).catch(() => null), { timeout: 20_000 }).toEqual(expected);
  });

  it('is not asked any further when nobody waits any more', async () => {
    first.fault = () => true;
    const leaving = new AbortController();
    const reading = over([first]).read(PLACE, leaving.signal);
    await until(async () => first.requests.length === 3, 'three requests');
    leaving.abort(new Error('The job was stopped'));
    await expect(reading).rejects.toThrow('The job was stopped');
    await until(async () => first.left === 3, 'the requests to be given up');
  });

  it('goes on for one reader when another leaves', async () => {
    const waiting: (() => void)[] = [];
    first.fault = (file, request, response) => {
      waiting.push(() => sendRange(tiles.get(file) ?? new Uint8Array(), request, response));
      return true;
    };
    const forest = over([first]);
    const leaving = new AbortController();
    const leaver = forest.read(PLACE, leaving.signal);
    const stayer = forest.read(PLACE);
    await until(async () => waiting.length === 3, 'three requests');
    leaving.abort(new Error('gone'));
    await expect(leaver).rejects.toThrow('gone');
    first.fault = () => false;
    for (const go of waiting) go();
    expect(await stayer).toEqual(expected);
    expect(first.left).toBe(0);
  });

  it('whose file is replaced in the middle gives no pixels of both', async () => {
    first.tag = '"one"';
    first.fault = (file, request) => {
      if (file === madeFile('lossyear', CORNER) && !request.headers.range?.startsWith('bytes=0-')) first.tag = '"two"';
      else first.tag = '"one"';
      return false;
    };
    const answer = await over([first]).read(PLACE);
    expect(answer).toMatchObject({ kind: 'unreadable', reason: { text: expect.stringContaining('was replaced') } });
  });
});

describe('several servers of tiles', () => {
  it('are asked in their order: the second one only for what the first one fails in', async () => {
    const forest = over([first, second]);
    expect(await forest.read(PLACE)).toEqual(expected);
    expect(second.requests).toEqual([]);
  });

  it.each(FAULTS)('give the right answer where the first one %s', async (_, fault) => {
    first.fault = (...asked) => {
      fault(...asked);
      return true;
    };
    expect(await over([first, second], { answerWithinMs: 500 }).read(PLACE)).toEqual(expected);
  });

  it('say nothing of a place while one of them lacks the tile and the other is away', async () => {
    const lacking = new TileServer(new Map());
    await lacking.start();
    try {
      const forest = over([first, lacking], { tries: 1 });
      first.fault = (...asked) => {
        hangsUp(...asked);
        return true;
      };
      await expect(forest.read(PLACE)).rejects.toBeInstanceOf(ForestMonitorAway);
    } finally {
      await lacking.stop();
    }
  });

  it('are up as long as one of them is', async () => {
    first.fault = (...asked) => {
      hangsUp(...asked);
      return true;
    };
    expect(await over([first, second]).health()).toEqual({ status: 'up' });
  });
});
