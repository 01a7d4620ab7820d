import { expect, test, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { at, LOSS_PLACE } from './staff.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Paths of the pages that this browser keeps. */
const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const pages = await caches.open('manam-pages-1');
    return (await pages.keys()).map(({ url }) => new URL(url).pathname).sort();
  });

const keptFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('manam-files-1')).keys()).length);

async function openAndKeep(page: Page, path: string, key = path.split('?')[0]): Promise<void> {
  await page.goto(at(path));
  await expect.poll(() => keptPages(page)).toContain(key);
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
  { lang: 'en', seen: /^As seen on [A-Z][a-z]{2} \d+, 20\d\d/, network: /Checking needs a connection/ },
  { lang: 'fr', seen: /^Telle que vue le \d+ /, network: /La vérification demande une connexion/ },
  { lang: 'es', seen: /^Como se vio el \d+ /, network: /La revisión necesita conexión/ },
  { lang: 'tpi', seen: /^Olsem yu lukim long \d+ /, network: /Sekim i mas gat koneksen/ },
] as const;

/** The language that a page was kept in. */
const keptLanguage = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(async () => {
    const kept = await (await caches.open('manam-pages-1')).match('/verify/LOT701', { ignoreVary: true });
    return kept?.headers.get('content-language');
  });

test('a lot that was opened is read without connection, with the day it was seen, and proves nothing', async ({
  context,
}) => {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const { lang, seen, network } of LANGUAGES) {
    await page.goto(at(`/verify/LOT701?lang=${lang}`));
    await expect(page.getByText(seen)).toBeHidden();
    await expect.poll(() => keptLanguage(page)).toBe(lang);
    await context.setOffline(true);
    await page.goto(at(`/verify/LOT701?lang=${lang}`));
    await expect(page.getByText(seen)).toBeVisible();
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
  await registered(request, 'LOTGONE1');
  const page = await context.newPage();
  await page.goto(at('/verify?step=search'));
  await page.getByLabel('Lot number').last().fill('lotgone1');
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('Zora Offline')).toBeVisible();
  await expect.poll(() => keptPages(page)).toContain('/verify/LOTGONE1');
  const headers = await bearer(request);
  expect((await request.delete(at('/api/v1/lots/LOTGONE1'), { headers })).status()).toBe(200);
  // Now the worker sees the page's own answer.
  await openAndKeep(page, '/verify/LOT701');
  const answer = await page.goto(at('/verify/LOTGONE1'));
  expect(answer?.status()).toBe(404);
  await expect.poll(() => keptPages(page)).not.toContain('/verify/LOTGONE1');
  await context.setOffline(true);
  await page.goto(at('/verify/LOTGONE1'));
  await expect(page.getByText('No internet connection')).toBeVisible();
  await expect(page.getByText('Zora Offline')).toBeHidden();
  await context.setOffline(false);
});

test('a lot that the search says is gone is forgotten, and one that became anonymous is kept as it is now', async ({
  context,
  request,
}) => {
  await registered(request, 'LOTGONE2');
  await registered(request, 'LOTANON1');
  const page = await context.newPage();
  await openAndKeep(page, '/verify/LOTGONE2');
  await openAndKeep(page, '/verify/LOTANON1');
  const headers = await bearer(request);
  await request.delete(at('/api/v1/lots/LOTGONE2'), { headers });
  await request.patch(at('/api/v1/lots/LOTANON1'), { headers, data: { isAnonymized: true } });
  await page.goto(at('/verify?step=search'));
  await page.getByLabel('Lot number').last().fill('LOTGONE2');
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(page.getByText('The lot number you entered was not found.')).toBeVisible();
  await expect.poll(() => keptPages(page)).not.toContain('/verify/LOTGONE2');
  await page.goto(at('/verify/LOTANON1'));
  await expect(page.getByText('The farmer chose to stay anonymous')).toBeVisible();
  const named = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('manam-pages-1')).match('/verify/LOTANON1', { ignoreVary: true });
      return (await kept?.text())?.includes('Zora Offline');
    });
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
  await expect.poll(async () => (await keptPages(page)).length).toBe(21);
  expect(await keptPages(page)).toEqual(expect.arrayContaining(['/verify', '/verify/LOT701', '/verify/LOT702']));
  expect(await keptFiles(page)).toBeLessThanOrEqual(8);
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
  const called = page.waitForResponse(/\/api\/v1\/lots\/public\/LOT701\/blockchain/);
  await page.getByRole('button', { name: 'View blockchain record' }).click();
  expect((await called).fromServiceWorker()).toBe(false);
  expect(await keptPages(page)).toEqual(['/verify', '/verify/LOT701']);
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
