import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { reportSearch as Report } from './searchEvent.ts';

const SEARCH = {
  searchType: 'lot',
  searchValue: 'LOT701',
  found: true,
  responseTime: 81.4,
  errorMessage: null,
} as const;
const HEALTH = '/api/v1/lots/public/health';

let asked: { path: string; body: Record<string, unknown> | null }[];
let kept: Map<string, string>;
let reportSearch: typeof Report;

/** A page in a browser with these privacy settings, and a server with these capabilities. */
async function page(wishes: object, capabilities = ['search-analytics']): Promise<void> {
  asked = [];
  kept = new Map();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal('window', { sessionStorage });
  vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'fr-CM', ...wishes });
  vi.stubGlobal('document', { referrer: 'https://chocolate.example/shop?customer=Maria' });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
    return new Response(JSON.stringify({ data: { capabilities } }));
  });
  vi.resetModules();
  ({ reportSearch } = await import('./searchEvent.ts'));
}

/** The request bodies, after all requests are done. */
async function sent() {
  await new Promise((done) => setImmediate(done));
  return asked.filter(({ path }) => path === '/api/v1/analytics/search').map(({ body }) => body);
}

beforeEach(() => page({}));
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a search is told of', () => {
  it('with the members of the specification, and the site that led here alone', async () => {
    reportSearch(SEARCH);
    expect(await sent()).toEqual([
      {
        searchType: 'lot',
        searchValue: 'LOT701',
        found: true,
        responseTime: 81,
        errorMessage: null,
        timestamp: expect.stringMatching(/Z$/),
        userAgent: 'a browser',
        referrer: 'https://chocolate.example',
        sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
        geolocation: { timeZone: expect.any(String), locale: 'fr-CM' },
      },
    ]);
  });

  it('under one session, the server asked once whether it listens', async () => {
    reportSearch(SEARCH);
    reportSearch({ ...SEARCH, found: false });
    const [one, other] = await sent();
    expect(other).toMatchObject({ found: false, sessionId: one?.['sessionId'] });
    expect(asked.filter(({ path }) => path === HEALTH)).toHaveLength(1);
  });

  it('without what was typed where that is no lot number', async () => {
    reportSearch({ ...SEARCH, searchType: 'batch', searchValue: 'Maria Santos' });
    expect(await sent()).toMatchObject([{ searchType: 'batch', searchValue: null }]);
  });

  it('not at all where the server does not listen', async () => {
    await page({}, ['search']);
    reportSearch(SEARCH);
    expect(await sent()).toEqual([]);
  });

  it.each([
    ['Do Not Track', { doNotTrack: '1' }],
    ['Global Privacy Control', { globalPrivacyControl: true }],
  ])('not at all under %s: nothing is asked, sent or kept', async (_name, wishes) => {
    await page(wishes);
    reportSearch(SEARCH);
    expect(await sent()).toEqual([]);
    expect(asked).toEqual([]);
    expect(kept.size).toBe(0);
  });
});
