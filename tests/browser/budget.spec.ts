import { expect, test } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { LATER_MS } from '../../client/design/useLater.ts';
import { at, signedIn } from './staff.ts';

/** What the signed-in dashboard may load until it is shown (issue 'The staff area'): bytes of compressed script, and files. */
const MOST_BYTES = 300_000;
const MOST_FILES = 12;

test('the signed-in dashboard comes with little script in few files', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  // An alert of another test would load what shows it.
  await page.routeWebSocket(/\/graphql/, () => undefined);
  // Parts that load a moment later do not count, however long the first screen takes on this machine.
  await page.addInitScript((laterMs) => {
    const plain = window.setTimeout.bind(window);
    const held = (handler: TimerHandler, ms?: number, ...values: unknown[]) =>
      plain(handler, ms === laterMs ? 600_000 : ms, ...values);
    Object.assign(window, { setTimeout: held });
  }, LATER_MS);
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const body = response.body();
    // One that still loads when the page is closed is read by nobody.
    body.catch(() => undefined);
    scripts.set(response.url(), body);
  });
  await page.goto(at('/admin/dashboard'));
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  const sizes = await Promise.all(
    [...scripts].map(async ([url, body]) => [url.split('/').at(-1) ?? url, gzipSync(await body).length] as const),
  );
  expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_FILES);
  expect(
    sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
    JSON.stringify(sizes),
  ).toBeLessThanOrEqual(MOST_BYTES);
});

test('a style that is new costs nothing beside itself: sheets that grow have no layers beside other rules', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/dashboard?tab=lots'));
  await expect(page.getByRole('heading', { name: 'Cacao Lots' })).toBeVisible();
  const kinds = await page.evaluate(() =>
    [...document.styleSheets].map(({ cssRules }) => ({
      layers: [...cssRules].filter((rule) => rule instanceof CSSLayerBlockRule).length,
      others: [...cssRules].filter((rule) => rule instanceof CSSStyleRule).length,
    })),
  );
  expect(kinds.some(({ layers }) => layers > 10)).toBe(true);
  expect(kinds.some(({ others }) => others > 50)).toBe(true);
  expect(kinds.filter(({ layers, others }) => layers > 0 && others > 0)).toEqual([]);
});

/** What the page of a lot may load (issue 'The public side'): bytes of script as they are sent, and files. */
const SHOPPERS_BYTES = 150_000;
const SHOPPERS_FILES = 6;
/** Transferred size of the document: it contains the verdict, and nothing else must load before it can be read. */
const DOCUMENT_BYTES = 20_000;

test('the page of a lot comes with little script in few files, and with none of the staff area', async ({ page }) => {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.set(
      response.url(),
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  // The ledger is compared with an earlier visit once all else is done.
  const last = page.waitForResponse(/\/ledger\/head/);
  const answer = await page.goto(at('/verify/LOT701'));
  await last;
  const { responseBodySize } = (await answer?.request().sizes()) ?? { responseBodySize: Infinity };
  expect(responseBodySize).toBeLessThanOrEqual(DOCUMENT_BYTES);
  const sizes = await Promise.all(
    [...scripts].map(async ([url, size]) => [new URL(url).pathname, await size] as const),
  );
  expect(sizes.filter(([path]) => !path.startsWith('/pages/'))).toEqual([]);
  // What the document names is all that is loaded: the other languages are weighed by that.
  const named = scriptsOf((await answer?.text()) ?? '');
  expect(sizes.map(([path]) => path).sort()).toEqual(named);
  expect(total(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(SHOPPERS_BYTES);
  const blocking = await page.evaluate(
    () => document.querySelectorAll('link[rel=stylesheet], script:not([type])').length,
  );
  expect(blocking).toBe(0);
});

/** The scripts that a document begins with. */
const scriptsOf = (html: string): string[] =>
  [...new Set(html.match(/(?<=(?:src|href)=")\/pages\/assets\/[\w.-]+\.js/g))].sort();

const total = (sizes: readonly (readonly [string, number])[]): number =>
  sizes.reduce((sum, [, bytes]) => sum + bytes, 0);

for (const encoding of ['br', 'gzip']) {
  test(`the page of a lot is as light in each language, packed as ${encoding}`, async ({ request }) => {
    for (const lang of ['en', 'fr', 'es', 'tpi']) {
      const html = await (await request.get(at(`/verify/LOT701?lang=${lang}`))).text();
      const sizes = await Promise.all(
        scriptsOf(html).map(async (path) => {
          const answer = await request.get(at(path), { headers: { 'accept-encoding': encoding } });
          // What is too small to be packed comes as it is.
          return [path, Number(answer.headers()['content-length'] ?? (await answer.body()).length)] as const;
        }),
      );
      expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(SHOPPERS_FILES);
      expect(total(sizes), `${lang} ${JSON.stringify(sizes)}`).toBeLessThanOrEqual(SHOPPERS_BYTES);
    }
  });
}
