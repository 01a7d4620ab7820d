import { expect, test, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { someLotId } from '../support/newLot.ts';
import { pageAlive } from './pageAlive.ts';
import { at, LOSS_PLACE } from './staff.ts';
import { weakLine, type WeakLine } from './weakLine.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Paths of the pages that this browser keeps. */
const cachedPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const pages = await caches.open('manam-pages-1');
    return (await pages.keys()).map(({ url }) => new URL(url).pathname).sort();
  });

const cachedFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('manam-files-1')).keys()).length);

async function openAndKeep(page: Page, path: string, key = path.split('?')[0]): Promise<void> {
  await page.goto(at(path));
  await expect.poll(() => cachedPages(page)).toContain(key);
}

async function bearer(request: APIRequestContext): Promise<{ authorization: string }> {
  const data = { username: 'admin', password: 'cacao-admin' };
  const answer = await request.post(at('/api/v1/auth/login'), { data });
  return { authorization: `Bearer ${(await answer.json()).data.access_token}` };
}

async function registered(request: APIRequestContext, lotId: string): Promise<void> {
  const answer = await request.post(at('/api/v1/lots'), {
    headers: await bearer(request),
    data: {
      lotId,
      farmId: 'FARM001',
      farmerName: 'Zora Offline',
      cacaoVariety: 'Trinitario',
      harvestDate: '2026-03-01',
      latitude: Number(LOSS_PLACE.latitude),
      longitude: Number(LOSS_PLACE.longitude),
      weight: 250.5,
      moistureContent: 41,
      temperature: 25.5,
      certifications: ['Organic'],
    },
  });
  expect(answer.status()).toBe(201);
}

/** A browser that has opened a lot with a line, and is now without one. */
async function readerOf(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await openAndKeep(page, path);
  await context.setOffline(true);
  return page;
}

const LANGUAGES = [
  {
    lang: 'en',
    seen: /^As seen on [A-Z][a-z]{2} \d+, 20\d\d/,
    now: /matches the ledger record/,
    past: /^On [A-Z][a-z]{2} \d+, 20\d\d.* it matched the ledger record/,
    network: /Checking needs a connection/,
  },
  {
    lang: 'fr',
    seen: /^Telle que vue le \d+ /,
    now: /concorde avec le registre/,
    past: /^Le \d+ .* concordait avec le registre/,
    network: /La vérification demande une connexion/,
  },
  {
    lang: 'es',
    seen: /^Como se vio el \d+ /,
    now: /coincide con el libro/,
    past: /^El \d+ .* coincidía con el libro/,
    network: /La revisión necesita conexión/,
  },
  {
    lang: 'tpi',
    seen: /^Olsem yu lukim long \d+ /,
    now: /i wankain olsem buk bilong rekod/,
    past: /^Long \d+ .* em i bin wankain/,
    network: /Sekim i mas gat koneksen/,
  },
] as const;

/** What of a page is painted green: its texts, grounds and signs. */
const greens = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const leaf = ['leaf', 'leaf-subtle', 'leaf-solid'].map((name) => {
      probe.style.color = `var(--chakra-colors-${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return [...document.querySelectorAll('main *')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { color, backgroundColor, borderColor } = getComputedStyle(one);
        return [color, backgroundColor, borderColor].some((painted) => leaf.includes(painted));
      })
      .map((one) => one.outerHTML.slice(0, 80));
  });

/** The language that a page was kept in. */
const cachedLanguage = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(async () => {
    const kept = await (await caches.open('manam-pages-1')).match('/verify/LOT701', { ignoreVary: true });
    return kept?.headers.get('content-language');
  });

test('a lot that was opened is read without connection, with the day it was seen, and proves nothing @story', async ({
  context,
}) => {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const { lang, seen, now, past, network } of LANGUAGES) {
    await page.goto(at(`/verify/LOT701?lang=${lang}`));
    await expect(page.getByText(seen)).toBeHidden();
    await expect(page.getByText(now)).toBeVisible();
    await expect.poll(() => cachedLanguage(page)).toBe(lang);
    await context.setOffline(true);
    await page.goto(at(`/verify/LOT701?lang=${lang}`));
    await expect(page.getByText(seen)).toBeVisible();
    await expect(page.getByText(past)).toBeVisible();
    await expect(page.getByText(now)).toBeHidden();
    expect(await greens(page)).toEqual([]);
    await expect(page.locator('main section').first()).toBeVisible();
    // The proof is never taken from what was kept.
    await page.goto(at(`/verify/LOT701?lang=${lang}&step=blockchain`));
    await expect(page.getByText(network)).toBeVisible();
    await expect(page.locator('main button[disabled]')).toHaveCount(1);
    await context.setOffline(false);
  }
  expect(errors).toEqual([]);
});

test('the search opens without connection, for a lot that was never opened as well', async ({ context }) => {
  const page = await readerOf(context, '/verify/LOT701');
  await page.goto(at('/verify'));
  await expect(page.getByText('You are offline')).toBeVisible();
  await page.goto(at('/verify/LOT702'));
  await expect(page.getByText('No internet connection. Please check your network and try again.')).toBeVisible();
  await context.setOffline(false);
});

test('a lot that was found by searching is kept too, and one that is gone is forgotten', async ({
  context,
  request,
}) => {
  const gone = someLotId();
  await registered(request, gone);
  const page = await context.newPage();
  await page.goto(at('/verify?step=search'));
  await pageAlive(page);
  await page.getByLabel('Lot number').last().fill(gone.toLowerCase());
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('Zora Offline')).toBeVisible();
  await expect.poll(() => cachedPages(page)).toContain(`/verify/${gone}`);
  const headers = await bearer(request);
  expect((await request.delete(at(`/api/v1/lots/${gone}`), { headers })).status()).toBe(200);
  // Now the worker sees the page's own answer.
  await openAndKeep(page, '/verify/LOT701');
  const answer = await page.goto(at(`/verify/${gone}`));
  expect(answer?.status()).toBe(404);
  await expect.poll(() => cachedPages(page)).not.toContain(`/verify/${gone}`);
  await context.setOffline(true);
  await page.goto(at(`/verify/${gone}`));
  await expect(page.getByText('No internet connection')).toBeVisible();
  await expect(page.getByText('Zora Offline')).toBeHidden();
  await context.setOffline(false);
});

test('a lot that the search says is gone is forgotten, and one that became anonymous is kept as it is now', async ({
  context,
  request,
}) => {
  const [gone, anonymous] = [someLotId(), someLotId()];
  await registered(request, gone);
  await registered(request, anonymous);
  const page = await context.newPage();
  await openAndKeep(page, `/verify/${gone}`);
  await openAndKeep(page, `/verify/${anonymous}`);
  const headers = await bearer(request);
  await request.delete(at(`/api/v1/lots/${gone}`), { headers });
  await request.patch(at(`/api/v1/lots/${anonymous}`), { headers, data: { isAnonymized: true } });
  await page.goto(at('/verify?step=search'));
  await pageAlive(page);
  await page.getByLabel('Lot number').last().fill(gone);
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('The lot number you entered was not found.')).toBeVisible();
  await expect.poll(() => cachedPages(page)).not.toContain(`/verify/${gone}`);
  await page.goto(at(`/verify/${anonymous}`));
  await expect(page.getByText('The farmer chose to stay anonymous')).toBeVisible();
  const named = () =>
    page.evaluate(async (path) => {
      const kept = await (await caches.open('manam-pages-1')).match(path, { ignoreVary: true });
      return (await kept?.text())?.includes('Zora Offline');
    }, `/verify/${anonymous}`);
  await expect.poll(named).toBe(false);
});

test('the 20 lots seen last are kept for 30 days, with few files', async ({ page }) => {
  await openAndKeep(page, '/verify/LOT701');
  // As if 25 others had been opened before, one of them 31 days ago.
  await page.evaluate(async () => {
    const pages = await caches.open('manam-pages-1');
    const known = await pages.match('/verify/LOT701', { ignoreVary: true });
    if (known === undefined) throw new Error('LOT701 was not kept');
    const html = await known.text();
    const day = 24 * 60 * 60 * 1000;
    for (let i = 0; i < 25; i += 1) {
      const seenAt = new Date(Date.now() - (i === 0 ? 31 * day : i * 60_000)).toISOString();
      await pages.put(
        `/verify/LOTOLD${i}`,
        new Response(html, { headers: { 'content-type': 'text/html', 'x-seen-at': seenAt } }),
      );
    }
  });
  await page.context().setOffline(true);
  await page.goto(at('/verify/LOTOLD1'));
  await expect(page.getByText(/^As seen on/)).toBeVisible();
  await page.goto(at('/verify/LOTOLD0'));
  await expect(page.getByText('No internet connection')).toBeVisible();
  await page.context().setOffline(false);
  await openAndKeep(page, '/verify/LOT702');
  await expect.poll(async () => (await cachedPages(page)).length).toBe(21);
  expect(await cachedPages(page)).toEqual(expect.arrayContaining(['/verify', '/verify/LOT701', '/verify/LOT702']));
  expect(await cachedFiles(page)).toBeLessThanOrEqual(8);
});

test('staff pages and calls of the API are not the worker’s, and browsers ask for the worker anew', async ({
  page,
}) => {
  await openAndKeep(page, '/verify/LOT701');
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope, updateViaCache }) => [
      new URL(scope).pathname,
      updateViaCache,
    ]),
  );
  expect(scopes).toEqual([['/verify', 'none']]);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A call that goes through the page's network alone: the worker answers nothing.
  await pageAlive(page);
  const called = page.waitForResponse(/\/api\/v1\/lots\/public\/LOT701\/blockchain/);
  await page.getByRole('button', { name: 'View blockchain record' }).click();
  expect((await called).fromServiceWorker()).toBe(false);
  expect(await cachedPages(page)).toEqual(['/verify', '/verify/LOT701']);
  for (const path of ['/admin/login', '/', '/privacy']) {
    await page.goto(at(path));
    expect([path, await page.evaluate(() => navigator.serviceWorker.controller)]).toEqual([path, null]);
  }
  const worker = await page.request.get(at('/worker.js'));
  expect([worker.headers()['cache-control'], worker.headers()['content-type']]).toEqual([
    'no-cache',
    'text/javascript; charset=utf-8',
  ]);
});

test('the worker comes after all that the page needs, and takes the place of what an earlier one kept', async ({
  page,
}) => {
  await page.goto(at('/privacy'));
  await page.evaluate(() => caches.open('manam-pages-0'));
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openAndKeep(page, '/verify/LOT701');
  const before = asked.slice(0, asked.indexOf('/worker.js'));
  expect(before.filter((path) => path.endsWith('.js')).length).toBeGreaterThanOrEqual(4);
  expect(before).toContain('/api/v1/health');
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('manam-')).sort()))
    .toEqual(['manam-files-1', 'manam-pages-1']);
});

test('the page is installable', async ({ page, request }) => {
  await page.goto(at('/verify'));
  const manifest = await request.get(at('/manifest.webmanifest'));
  expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const { icons, start_url: start, scope } = await manifest.json();
  expect([start, scope]).toEqual(['/verify', '/verify']);
  for (const { src, type } of icons) {
    const icon = await request.get(at(src));
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
  }
  expect((await request.get(at('/apple-touch-icon.png'))).status()).toBe(200);
  const client = await page.context().newCDPSession(page);
  const { errors } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // The browsers of tests are incognito, and say so.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('what was kept says that it is of an earlier day where no script runs as well', async ({ context, browser }) => {
  const page = await context.newPage();
  await openAndKeep(page, '/verify/LOT701');
  expect((await greens(page)).length).toBeGreaterThan(3);
  const kept = await page.evaluate(async () => {
    const found = await (await caches.open('manam-pages-1')).match('/verify/LOT701', { ignoreVary: true });
    return (await found?.text())?.replace('<html ', '<html data-seen="2026-03-01T10:00:00.000Z" ') ?? '';
  });
  const reader = await browser.newContext({ javaScriptEnabled: false });
  const read = await reader.newPage();
  await read.route('**/verify/LOT701', (route) => route.fulfill({ contentType: 'text/html', body: kept }));
  await read.goto(at('/verify/LOT701'));
  await expect(read.getByText('As seen on an earlier visit')).toBeVisible();
  await expect(read.getByText('It matched the ledger record at that visit.')).toBeVisible();
  await expect(read.getByText('This page matches the ledger record.')).toBeHidden();
  await reader.close();
});

test.describe('on a weak line', () => {
  let line: WeakLine;
  test.beforeEach(async () => {
    line = await weakLine();
  });
  test.afterEach(() => line.close());

  /** The verdict on LOT701 from this line, kept by the worker, which stands between page and line from now on. */
  async function kept(page: Page): Promise<void> {
    await page.goto(line.at('/verify/LOT701'));
    await expect.poll(() => cachedPages(page)).toContain('/verify/LOT701');
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await expect(page.getByText(/^As seen on/)).toBeHidden();
  }

  test('what was kept is shown when no answer has begun within six seconds, and not before', async ({ page }) => {
    await kept(page);
    const [worker] = page.context().serviceWorkers();
    if (worker === undefined) throw new Error('There is no worker');
    // The worker's time, in the test's hands.
    await worker.evaluate(() => {
      const waits: [number, () => void][] = [];
      Reflect.set(globalThis, 'waits', waits);
      Reflect.set(globalThis, 'setTimeout', (run: () => void, ms: number) => waits.push([ms, run]));
    });
    const waits = (): Promise<number[]> =>
      worker.evaluate((): number[] => Reflect.get(globalThis, 'waits').map(([ms]: [number]) => ms));
    const asked = line.hold();
    const comes = page.goto(line.at('/verify/LOT701'));
    await asked;
    await expect.poll(waits).toEqual([6_000]);
    // An answer that comes meanwhile is the one that is shown.
    line.release();
    await comes;
    await expect(page.getByText('This page matches the ledger record.')).toBeVisible();

    const askedAgain = line.hold();
    const stays = page.goto(line.at('/verify/LOT701'));
    await askedAgain;
    await expect.poll(waits).toEqual([6_000, 6_000]);
    await worker.evaluate(() => Reflect.get(globalThis, 'waits')[1][1]());
    await stays;
    await expect(page.getByText(/^As seen on/)).toBeVisible();
    line.release();
  });

  test('what was kept stands in for a proxy that does not reach the server, and for nothing that the server says itself', async ({
    page,
  }) => {
    await kept(page);
    for (const status of [502, 503, 504]) {
      line.answer(status);
      await page.goto(line.at('/verify/LOT701'));
      await expect(page.getByText(/^As seen on/)).toBeVisible();
    }
    line.answer(500);
    expect((await page.goto(line.at('/verify/LOT701')))?.status()).toBe(500);
    await expect(page.getByRole('heading', { name: 'Proxy' })).toBeVisible();
    // Of a lot that was never opened there is nothing to show in its place.
    line.answer(503);
    expect((await page.goto(line.at('/verify/LOT702')))?.status()).toBe(503);
    line.answer(null);
    await page.goto(line.at('/verify/LOT701'));
    await expect(page.getByText('This page matches the ledger record.')).toBeVisible();
  });
});
