import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { linkTo } from '../../support/databaseLink.ts';
import { newsHeard } from '../../support/newsHeard.ts';
import { settledLot } from '../../support/seeds.ts';
import { build } from '../../support/serverProcess.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** What somebody writes into a form who would like to run a script in everybody's browser. */
const FARMER = '</script><script>alert(1)</script>';

let app: TestApp;
let grace: Person;
let lot: LotView;

beforeAll(async () => {
  await build();
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  lot = await settledLot(app, grace, { farmerName: 'Maria Kaupa' });
});
afterAll(async () => app.stop());

interface Page {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
  html: string;
}

/** Sends exactly the given headers: `fetch` sets its own encodings. */
async function page(path: string, headers: Record<string, string> = {}, method = 'GET', base = app.url): Promise<Page> {
  const asked = request(base + path, { method, headers }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (answer === undefined) throw new Error('No answer');
  const body = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body, html: body.toString() };
}

describe('the page of a lot', () => {
  it('comes with what the REST call answers, and says when it may be kept', async () => {
    await newsHeard(app);
    const { status, headers, html } = await page(`/verify/${lot.lotId}`);
    expect(status).toBe(200);
    expect(html).toContain('Maria Kaupa');
    const { data } = await app.rest.get(`/lots/public/${lot.lotId}`);
    const state = /id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(state)).toEqual({
      map: expect.objectContaining({ home: 'PG' }),
      locale: 'en-US',
      origin: app.url,
      offers: { demoLots: false, keepsContacts: false, operator: '' },
      apiUrl: '/api/v1',
      lot: { status: 200, data },
      ledger: null,
    });
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Accept-Language',
    });
  });

  it('is the same to HEAD, without its body, and 304 to whoever has it', async () => {
    const path = `/verify/${lot.lotId.toLowerCase()}`;
    const whole = await page(path);
    const head = await page(path, {}, 'HEAD');
    expect(head.body).toHaveLength(0);
    for (const name of ['etag', 'content-length', 'content-security-policy']) {
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    }
    const etag = whole.headers.etag ?? '';
    const known = await page(path, { 'if-none-match': `"other", ${etag}` });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, etag]);
    expect((await page(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('comes packed as it is asked for', async () => {
    const path = `/verify/${lot.lotId}`;
    const { html } = await page(path);
    const small = await page(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.body).toString()).toBe(html);
    const common = await page(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(common.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(common.body).toString()).toBe(html);
  });

  it('shows a change at once', async () => {
    const changing = await settledLot(app, grace, { farmerName: 'Before' });
    const path = `/verify/${changing.lotId}`;
    const before = await page(path);
    expect(before.html).toContain('Before');
    const changed = await grace.rest.send('PATCH', `/lots/${changing.id}`, { farmerName: 'Afterwards' });
    expect(changed.status).toBe(200);
    const after = await page(path, { 'if-none-match': before.headers.etag ?? '' });
    expect([after.status, after.html.includes('Afterwards'), after.html.includes('Before')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('takes no name for markup', async () => {
    const bad = await settledLot(app, grace, { farmerName: FARMER });
    const { html, headers } = await page(`/verify/${bad.lotId}`);
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(html).not.toContain(FARMER);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  });

  it('may show no styles but those that stand in it', async () => {
    const policy = String((await page(`/verify/${lot.lotId}`)).headers['content-security-policy']);
    const styles = policy.split(';').find((part) => part.startsWith('style-src')) ?? '';
    expect(styles).toMatch(/^style-src 'self'( 'sha256-[\w+/]{43}=')+$/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("connect-src 'self';");
  });

  it.each([
    ['LOTNOBODY', 404, 'Lot not found or not available for public verification'],
    ['banana', 400, 'Invalid lot ID format.'],
    ['%20', 400, 'Lot ID cannot be empty'],
  ])('of %s has status %i and says so', async (lotId, status, text) => {
    const answer = await page(`/verify/${lotId}`);
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
      status,
      'no-store',
      undefined,
    ]);
    expect(answer.html).toContain(text);
    expect(answer.html).toContain('content="noindex"');
    expect(answer.html).not.toContain('LOTNOBODY');
  });

  it('is gone with its lot', async () => {
    const withdrawn = await settledLot(app, grace, { farmerName: 'Zora Gone' });
    expect((await page(`/verify/${withdrawn.lotId}`)).html).toContain('Zora Gone');
    expect((await grace.rest.send('DELETE', `/lots/${withdrawn.id}`)).status).toBe(200);
    const after = await page(`/verify/${withdrawn.lotId}`);
    expect([after.status, after.html.includes('Zora Gone')]).toEqual([404, false]);
  });
});

describe('whoever asks too much', () => {
  it('is told so by a page with the seconds to wait, as by the REST call', async () => {
    const other = await createTestApp({ env: { PUBLIC_RATE_LIMIT: '3' } });
    try {
      for (let i = 0; i < 3; i += 1) expect((await page(`/verify/LOTX${i}`, {}, 'GET', other.url)).status).toBe(404);
      const late = await page('/verify/LOTX9', {}, 'GET', other.url);
      expect([late.status, late.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      expect(late.html).toContain('Too many requests');
      expect((await other.rest.get('/lots/public/LOTX9')).status).toBe(429);
      // Pages that are the same for everybody cost nothing.
      expect((await page('/verify', {}, 'GET', other.url)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('is refused as a program where the operator wants it', async () => {
    const other = await createTestApp({ env: { PUBLIC_BLOCK_AUTOMATION: 'true' } });
    try {
      const answer = await page('/verify/LOT1', { 'user-agent': 'curl/8' }, 'GET', other.url);
      expect(answer.status).toBe(403);
      expect((await page('/verify/LOT1', { 'user-agent': 'Firefox' }, 'GET', other.url)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});

it('pages are there while the database is away, and say that a lot cannot be shown now', async () => {
  const link = await linkTo(app.databaseUrl);
  const other = await createTestApp({ database: link.url });
  try {
    link.cut();
    expect((await page('/verify', {}, 'GET', other.url)).status).toBe(200);
    const answer = await page(`/verify/${lot.lotId}`, {}, 'GET', other.url);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.html).toContain('Please try again later.');
    expect(answer.html).toContain('Skip to content');
  } finally {
    link.restore();
    await other.stop();
    await link.close();
  }
});

describe('what is there for programs that look around', () => {
  it('names our own pages and no lot', async () => {
    const robots = await page('/robots.txt');
    expect(robots.html).toBe(`User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${app.url}/sitemap.xml\n`);
    const { html, headers } = await page('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const places = [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);
    const languages = ['', '?lang=en', '?lang=fr', '?lang=es', '?lang=tpi'];
    expect(places).toEqual(
      ['/', '/verify', '/privacy', '/terms', '/support'].flatMap((path) =>
        languages.map((one) => app.url + path + one),
      ),
    );
    for (const lang of ['en', 'fr', 'es', 'tpi']) {
      const address = `${app.url}/support?lang=${lang}`;
      expect(html).toContain(`<xhtml:link rel="alternate" hreflang="${lang}" href="${address}"/>`);
    }
    expect(html).toContain(`hreflang="x-default" href="${app.url}/support"/>`);
  });

  it('is a picture for links that are shared', async () => {
    const picture = await page('/preview.png');
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('leads from where nothing is to verification, and keeps the staff area apart', async () => {
    expect(await page('/nothing/here')).toMatchObject({ status: 302, headers: { location: '/verify' } });
    expect((await page('/admin/lots')).html).not.toContain('/pages/');
    expect((await page('/privacy')).html).not.toContain('"/assets/');
  });
});

it('the files of the pages come packed ahead of time, and are kept for ever', async () => {
  const script = /src="(\/pages\/[^"]+)"/.exec((await page('/verify')).html)?.[1] ?? '';
  const plain = await page(script);
  const small = await page(script, { 'accept-encoding': 'br' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(small.body).toString()).toBe(plain.html);
});

describe('a search for a lot number without scripts', () => {
  it.each([
    ['?lotId=%20lot701%20', '/verify/LOT701'],
    ['?lotId=LOT701&lang=fr', '/verify/LOT701?lang=fr'],
    ['?lotId=..%2F..%2Fadmin', '/verify/-'],
    ['?lotId=', '/verify/%20'],
    [`?lotId=${'x'.repeat(5_000)}`, '/verify/-'],
  ])('%s leads to %s', async (query, address) => {
    const { status, headers } = await page(`/verify${query}`);
    expect([status, headers.location]).toEqual([303, address]);
  });
});

describe('the step of the blockchain record', () => {
  it('comes with what the REST calls answer', async () => {
    const { html, headers } = await page(`/verify/${lot.lotId}?step=blockchain`);
    const state = JSON.parse(/id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
    const { data } = await app.rest.get(`/lots/public/${lot.lotId}/provenance`);
    expect(state.ledger).toMatchObject({ provenance: data, health: { driver: 'embedded' } });
    expect(state.ledger.blockchain.provenance.transactionId).toEqual(expect.any(String));
    expect(html).toContain(state.ledger.blockchain.provenance.transactionId);
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
  });
});

describe('where the API is asked', () => {
  it('is what the operator set, in the page and in its policy', async () => {
    const elsewhere = await createTestApp({ env: { PUBLIC_API_URL: 'https://api.example/v1/' } });
    onTestFinished(() => elsewhere.stop());
    const there = await settledLot(elsewhere, await elsewhere.person('admin'));
    const { html, headers } = await page(`/verify/${there.lotId}`, {}, 'GET', elsewhere.url);
    expect(JSON.parse(/id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '').apiUrl).toBe('https://api.example/v1');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.example;");
    expect(html).toContain(`href="https://api.example/v1/lots/public/${there.lotId}/certificate?lang=en"`);
  });
});

describe('the footer', () => {
  it('names the cooperative that runs the site, some seconds after its name changed', async () => {
    const admin = await app.person('admin');
    const settings = { name: `Kaupa ${FARMER}`, address: 'Madang', country: 'PG', version: 0 };
    expect((await admin.rest.send('PUT', '/cooperative', settings)).status).toBe(200);
    const named = () => page('/verify').then(({ html }) => /Run by (.*?)<\/div>/.exec(html)?.[1]);
    await expect.poll(named, { timeout: 15_000 }).toBe('Kaupa &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect((await page(`/verify/${lot.lotId}?lang=fr`)).html).toContain('Site géré par Kaupa');
  });
});
