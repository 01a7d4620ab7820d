import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SearchAnalytics } from '../../../server/modules/monitoring/searchAnalytics.ts';
import { createTestApp, TEST_SECRET, type Person, type TestApp } from '../../support/testApp.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 zyxquor-build';

let app: TestApp;
let admin: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await app.person('admin');
  processor = await app.person('processor');
});
afterAll(() => app.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.rest.send('POST', path, body, headers);

/** Every value of a table, as one text. */
async function everythingIn(table: string): Promise<string> {
  const rows = await app.app.database.rows<{ text: string }>(`select t::text as text from ${table} t`);
  return rows.map(({ text }) => text).join('\n');
}

describe('POST /monitoring/errors', () => {
  it('keeps the message, the path without its query and the browser, and drops the rest', async () => {
    const answer = await post(
      '/monitoring/errors',
      { message: 'x is undefined', path: '/verify/LOT701?name=Zyxquor#top', stack: 'zyxquor.js', user: 'zyxquor' },
      { 'user-agent': FIREFOX },
    );
    expect([answer.status, answer.data]).toEqual([202, { accepted: true }]);
    const rows = await app.app.database.rows('select message, path, browser from client_error');
    expect(rows).toEqual([{ message: 'x is undefined', path: '/verify/LOT701', browser: 'Firefox 140' }]);
    expect((await everythingIn('client_error')).toLowerCase()).not.toMatch(/zyxquor|127\.0\.0\.1/);
  });

  it('cuts what is too long', async () => {
    await post('/monitoring/errors', { message: 'y'.repeat(2_000), path: `/${'p'.repeat(2_000)}` });
    const row = await app.app.database.row(
      `select length(message) as message, length(path) as path from client_error where message like 'yy%'`,
    );
    expect(row).toEqual({ message: 500, path: 200 });
  });

  it.each([
    [{}, 'message'],
    [{ message: '  ' }, 'message'],
    [{ message: 7 }, 'message'],
    [{ message: 'x', path: [] }, 'path'],
  ])('refuses %j', async (body, field) => {
    const answer = await post('/monitoring/errors', body);
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
  });

  it('refuses more than 16 kB', async () => {
    const answer = await post('/monitoring/errors', { message: 'x'.repeat(17_000) });
    expect([answer.status, answer.body.message]).toEqual([413, 'The request body is larger than 16 kB']);
  });

  it.each(['/monitoring/errors', '/monitoring/metrics', '/analytics/search', '/contact'])(
    'refuses more than 16 kB also where no length is told or the body is packed: %s',
    async (path) => {
      const large = JSON.stringify({ message: 'x', dropped: 'y'.repeat(200_000) });
      const bodies: [BodyInit, Record<string, string>][] = [
        [new Blob([large]).stream(), {}],
        [new Uint8Array(gzipSync(large)), { 'content-encoding': 'gzip' }],
      ];
      for (const [body, headers] of bodies) {
        // Half: sent before it is answered, as fetch asks of streams.
        const sent = {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          duplex: 'half',
        };
        const answer = await fetch(`${app.url}/api/v1${path}`, sent);
        expect([answer.status, (await answer.json()).message]).toEqual([413, 'The request body is larger than 16 kB']);
      }
    },
  );

  it('keeps the newest 10,000', async () => {
    const { database } = app.app;
    await database.rows(`insert into client_error (message) select 'flood ' || n from generate_series(1, 10500) n`);
    await post('/monitoring/errors', { message: 'the newest' });
    const row = await database.row(
      `select count(*) as count, count(*) filter (where message = 'the newest') as newest,
         count(*) filter (where message = 'flood 1') as oldest from client_error`,
    );
    expect(row).toEqual({ count: 10_000, newest: 1, oldest: 0 });
  });
});

describe('POST /monitoring/metrics', () => {
  it('takes one measurement, or a list', async () => {
    const one = await post('/monitoring/metrics', { name: 'LCP', value: 1234.5, path: '/', rating: 'good' });
    const list = await post('/monitoring/metrics', {
      metrics: [
        { name: 'CLS', value: 0.1 },
        { name: 'INP', value: 80 },
      ],
    });
    expect([one.status, list.status]).toEqual([202, 202]);
    const rows = await app.app.database.rows('select name, value, path from client_metric order by id');
    expect(rows).toEqual([
      { name: 'LCP', value: 1234.5, path: '/' },
      { name: 'CLS', value: 0.1, path: null },
      { name: 'INP', value: 80, path: null },
    ]);
  });

  it('keeps the newest 10,000', async () => {
    const { database } = app.app;
    await database.rows(`insert into client_metric (name, value) select 'Old', n from generate_series(1, 10500) n`);
    await post('/monitoring/metrics', {
      metrics: [
        { name: 'New', value: 1 },
        { name: 'New', value: 2 },
      ],
    });
    const row = await database.row(
      `select count(*) as count, count(*) filter (where name = 'New') as newest from client_metric`,
    );
    expect(row).toEqual({ count: 10_000, newest: 2 });
  });

  it.each([{}, { name: 'LCP' }, { name: 'free text here', value: 1 }, { metrics: [] }, { metrics: 'LCP' }])(
    'refuses %j',
    async (body) => expect((await post('/monitoring/metrics', body)).status).toBe(400),
  );
});

describe('search analytics', () => {
  const search = (changes: object) =>
    post(
      '/analytics/search',
      {
        searchType: 'lot',
        searchValue: 'lot701',
        found: true,
        timestamp: new Date().toISOString(),
        userAgent: FIREFOX,
        referrer: 'https://zyxquor.example',
        sessionId: 'zyxquor-session',
        responseTime: 40,
        errorMessage: null,
        geolocation: { timeZone: 'Pacific/Port_Moresby', locale: 'en-PG' },
        ...changes,
      },
      { 'user-agent': FIREFOX },
    );

  it('counts searches by day and keeps nothing of who searched', async () => {
    expect((await search({})).data).toEqual({ accepted: true });
    await search({ responseTime: 60 });
    await search({ searchValue: 'LOT999', found: false, sessionId: 'another', responseTime: 3_000 });
    await search({ searchValue: 'Zyxquor Vantablick', found: false, errorMessage: 'zyxquor' });
    await search({ searchType: 'batch', searchValue: 'LOT702', found: false, responseTime: null });
    const { data, status } = await admin.rest.get('/analytics/search/daily');
    expect(status).toBe(200);
    expect(data.days).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        searches: 5,
        found: 2,
        notFound: 3,
        sessions: 2,
        averageResponseMs: 785,
        p95ResponseMs: 2_880,
        topLots: [
          { lotId: 'LOT701', found: 2, notFound: 0 },
          { lotId: 'LOT999', found: 0, notFound: 1 },
        ],
      },
    ]);
    for (const table of ['search_day', 'search_day_lot', 'search_session']) {
      expect((await everythingIn(table)).toLowerCase()).not.toMatch(/zyxquor|moresby|firefox|127\.0\.0\.1/);
    }
  });

  const on = (day: string) =>
    new SearchAnalytics({
      database: app.app.database,
      secret: TEST_SECRET,
      clock: () => new Date(`${day}T12:00:00Z`),
    });

  it('shows the days that are asked for, the newest first, and of each what was searched most', async () => {
    const [today = '', yesterday = ''] = [0, 86_400_000].map((ago) =>
      new Date(Date.now() - ago).toISOString().slice(0, 10),
    );
    for (const [searchValue, responseTime] of [
      ['LOT701', 1e15],
      ['LOT999', null],
      ['LOT999', null],
    ] as const) {
      await on(yesterday).add({ searchType: 'lot', searchValue, found: false, responseTime });
    }
    await search({});
    const daysOf = async (days: number) => (await admin.rest.get(`/analytics/search/daily?days=${days}`)).data.days;
    expect((await daysOf(1)).map(({ day }: { day: string }) => day)).toEqual([today]);
    const both = await daysOf(2);
    expect(both.map(({ day }: { day: string }) => day)).toEqual([today, yesterday]);
    expect(both[1]).toMatchObject({
      // No answer takes longer than an hour, whatever a browser says.
      averageResponseMs: 3_600_000,
      topLots: [
        { lotId: 'LOT999', notFound: 2 },
        { lotId: 'LOT701', notFound: 1 },
      ],
    });
  });

  it('knows at most 50,000 sessions of a day', async () => {
    const searchIn = (sessionId: string) => on('2026-02-05').add({ searchType: 'lot', found: true, sessionId });
    await searchIn('one');
    await app.app.database.rows(`update search_day set sessions = 50000 where day = '2026-02-05'`);
    await searchIn('two');
    const row = await app.app.database.row(
      `select sessions, found, (select count(*) from search_session s where s.day = d.day) as known
       from search_day d where day = '2026-02-05'`,
    );
    expect(row).toEqual({ sessions: 50_000, found: 2, known: 1 });
  });

  it('knows a session for a day only', async () => {
    const event = { searchType: 'lot', found: true, sessionId: 'the-same' } as const;
    for (const day of ['2026-01-01', '2026-01-01', '2026-01-02']) await on(day).add(event);
    const rows = await app.app.database.rows<{ day: string; hash: Buffer }>(
      `select day, hash from search_session where day < '2026-02-01' order by day`,
    );
    expect(rows.map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02']);
    expect(rows[0]?.hash.equals(rows[1]?.hash ?? Buffer.alloc(0))).toBe(false);
  });

  it('counts at most 1,000 lots a day by their id', async () => {
    const { database } = app.app;
    await database.rows(
      `insert into search_day_lot (day, lot_id) select current_date, 'LOTX' || n from generate_series(1, 1000) n`,
    );
    await search({ searchValue: 'LOT-ONE-TOO-MANY' });
    await search({ searchValue: 'LOT701' });
    const rows = await database.rows(
      `select lot_id, found from search_day_lot where day = current_date and lot_id in ('LOT-ONE-TOO-MANY', 'LOT701')`,
    );
    expect(rows).toEqual([{ lot_id: 'LOT701', found: 4 }]);
  });

  it.each([{ searchType: 'name' }, { found: 'yes' }])('refuses %j', async (changes) => {
    expect((await search(changes)).status).toBe(400);
  });

  it('is read by admins', async () => {
    expect((await processor.rest.get('/analytics/search/daily')).status).toBe(403);
    expect((await app.rest.get('/analytics/search/daily')).status).toBe(401);
    expect((await admin.rest.get('/analytics/search/daily?days=401')).status).toBe(400);
    expect((await admin.rest.get('/analytics/search/daily?days=1')).data.days).toHaveLength(1);
  });
});

describe('contact requests', () => {
  const request = {
    firstName: 'Maria',
    lastName: 'Kaupa',
    email: 'maria@kaupa.example',
    company: 'Kaupa Cocoa',
    message: 'Please call',
  };

  it('are kept for admins, newest first', async () => {
    const answer = await post('/contact', request);
    expect([answer.status, answer.data]).toEqual([202, { accepted: true }]);
    await post('/contact', { ...request, firstName: ' Peter ', message: undefined });
    const { data } = await admin.rest.get('/contact?limit=1');
    expect(data.pagination).toMatchObject({ total: 2, hasNext: true });
    expect(data.requests).toMatchObject([{ firstName: 'Peter', message: null, email: 'maria@kaupa.example' }]);
    expect((await processor.rest.get('/contact')).status).toBe(403);
    expect((await app.rest.get('/contact')).status).toBe(401);
  });

  it('make room for new ones above 10,000', async () => {
    const { database } = app.app;
    await database.rows(
      `insert into contact_request (id, at, first_name, last_name, email, company)
       select gen_random_uuid(), now() - make_interval(days => 1, secs => n), 'Old', 'Old', 'old@old.example', 'Old'
       from generate_series(1, 10500) n`,
    );
    await post('/contact', { ...request, firstName: 'The newest' });
    const { data } = await admin.rest.get('/contact?limit=1');
    expect([data.pagination.total, data.requests[0].firstName]).toEqual([10_000, 'The newest']);
  });

  it.each(['firstName', 'lastName', 'email', 'company'])('need %s', async (field) => {
    for (const value of [undefined, ' ']) {
      const answer = await post('/contact', { ...request, [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.details).toContainEqual({ field, message: 'Please fill in all required fields.' });
    }
  });

  it('need a mail address, and no field that nobody knows', async () => {
    expect((await post('/contact', { ...request, email: 'maria' })).status).toBe(400);
    expect((await post('/contact', { ...request, role: 'admin' })).status).toBe(400);
  });

  it('are limited for each address, and not offered unless the operator wants them', async () => {
    const limited = await createTestApp({ env: { CONTACT: 'store', PUBLIC_RATE_LIMIT: '1000' } });
    const off = await createTestApp();
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await limited.rest.send('POST', '/contact', request)).status);
    const last = await limited.rest.send('POST', '/contact', request);
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
    expect([statuses.at(-1), last.status]).toEqual([429, 429]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await off.rest.send('POST', '/contact', request)).status).toBe(404);
    const theirAdmin = await off.person('admin');
    expect((await theirAdmin.rest.get('/contact')).status).toBe(404);
    await limited.stop();
    await off.stop();
  });
});

describe('what pages tell of themselves', () => {
  it('is limited for each address', async () => {
    const limited = await createTestApp({ env: { PUBLIC_RATE_LIMIT: '2' } });
    onTestFinished(() => limited.stop());
    const statuses = [];
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await limited.rest.send('POST', '/monitoring/errors', { message: 'x' })).status);
    }
    expect(statuses).toEqual([202, 202, 429]);
  });
});
