import { expect, test, type Page } from '@playwright/test';
import { pageAlive } from './pageAlive.ts';
import { at } from './staff.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** What a page complains of: refused styles and scripts, pictures that differ from the server's, errors. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a lot tells its verdict, origin, journey and status @story', async ({ page }) => {
    await page.goto(at('/verify/LOT701'));
    await expect(
      page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
    ).toBeVisible();
    for (const title of ['Origin', 'Journey', 'Sustainability']) {
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    }
    await expect(page.getByText('This page matches the ledger record.')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Map of where lot LOT701 grew: Papua New Guinea/ })).toBeVisible();
    await expect(page.locator('figure svg[role=img] path').first()).toBeVisible();
    // The reader's zone is not known: the one that is written says so.
    await expect(page.getByText(/^Last updated .* UTC$/)).toBeVisible();
    // Pieces without a rule of their own have theirs from those of the page.
    await expect(page.locator('.badge').first()).toHaveCSS('border-top-left-radius', '9999px');
    await expect(page.getByRole('listitem').filter({ hasText: 'Delivered' })).toContainText('Journey complete');
  });

  test('buttons lead from step to step, in the language of the reader', async ({ page }) => {
    await page.goto(at('/verify?lang=es'));
    await page.getByRole('button', { name: 'Buscar su producto' }).click();
    await expect(page).toHaveURL(at('/verify?lang=es&step=search'));
    await page.getByRole('button', { name: 'Atrás' }).click();
    await expect(page).toHaveURL(at('/verify?lang=es'));
    await page.goto(at('/verify/LOT701'));
    await page.getByRole('button', { name: 'View blockchain record' }).click();
    await expect(page).toHaveURL(at('/verify/LOT701?step=blockchain'));
    await expect(page.getByRole('heading', { name: 'Blockchain record of LOT701' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to results' }).click();
    await page.getByRole('button', { name: 'Back to search' }).click();
    await expect(page).toHaveURL(at('/verify?step=search'));
  });

  test('a lot that is not there says so', async ({ page }) => {
    const answer = await page.goto(at('/verify/LOT999'));
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Lot not found or not available for public verification')).toBeVisible();
  });
});

for (const scheme of ['light', 'dark'] as const) {
  test(`pages come alive as the server drew them, in ${scheme} colors and another time zone`, async ({ browser }) => {
    const context = await browser.newContext({
      colorScheme: scheme,
      timezoneId: 'Pacific/Port_Moresby',
      locale: 'de-DE',
    });
    const page = await context.newPage();
    const said = complaints(page);
    for (const path of [
      '/',
      '/verify',
      '/verify/LOT701',
      '/verify/lot703',
      '/verify/LOT705',
      '/verify?step=search',
      '/verify/LOT701?step=blockchain&utm_source=label',
      '/privacy',
      '/terms',
      '/support',
    ]) {
      await page.goto(at(path));
      await pageAlive(page);
      expect([path, said]).toEqual([path, []]);
    }
    for (const [path, status] of [
      ['/verify/LOT999', 404],
      ['/verify/banana', 400],
      ['/verify/%20', 400],
    ] as const) {
      expect((await page.goto(at(path)))?.status()).toBe(status);
      await pageAlive(page);
      // The browser's own word for the document's status, and nothing else.
      expect(said.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    }
    await context.close();
  });
}

test('moments are told in the time zone of the reader once the page is alive', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Pacific/Port_Moresby', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(at('/verify/LOT701'));
  await pageAlive(page);
  const answer = await page.request.get(at('/api/v1/lots/public/LOT701'));
  const { updatedAt } = (await answer.json()).data.lot;
  const local = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Pacific/Port_Moresby',
  }).format(new Date(updatedAt));
  await expect(page.getByText(`Last updated ${local}`.replace(/\s/g, ' '))).toBeVisible();
  await context.close();
});

test('links lead to other documents and Back returns', async ({ page }) => {
  await page.goto(at('/verify/LOT701'));
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /No tree loss found/ })).toBeVisible();
});

test('who asks for an address without a page is told so, and where else to go, in their language', async ({
  page,
  browser,
}) => {
  await page.goto(at('/nowhere'));
  await expect(page).toHaveURL(/\/verify$/);
  const told = page.getByRole('alert').filter({ hasText: 'There is no page at this address' });
  await expect(told).toBeVisible();
  for (const way of ['Manam-Trace', 'Admin Portal', 'Support'])
    await expect(page.getByRole('link', { name: way })).toBeVisible();
  await page.goto(at('/verify'));
  await expect(page.getByRole('button', { name: 'Find Your Product' })).toBeVisible();
  await expect(told).toBeHidden();

  const abroad = await browser.newContext({ locale: 'es-EC' });
  const spanish = await abroad.newPage();
  await spanish.goto(at('/nada'));
  await expect(spanish.getByText('No hay ninguna página en esta dirección')).toBeVisible();
  await abroad.close();
});

test('nothing moves while a lot comes on a slow line', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(at('/verify/LOT701'), { waitUntil: 'networkidle' });
  await pageAlive(page);
  await page.evaluate(() => document.fonts.ready);
  const shifts = await page.evaluate((): number[] => Reflect.get(globalThis, 'shifts'));
  expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.02);
});
