import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { PROOF_STEPS } from '../../server/domain/proof/proofSteps.ts';
import type { EmbeddedProof } from '../../server/domain/proof/proofFile.ts';
import { embeddedProof } from '../support/embeddedProof.ts';
import { seriousFindings } from './axe.ts';
import { makersSite, type MakersSite } from './makersSite.ts';
import { at } from './staff.ts';

/** <manam-proof> on a page of another origin, as a chocolate maker puts it there. */
test.use({ viewport: { width: 390, height: 844 } });

/** The file, as it is sent (issue 'The public side'). */
const MOST_BYTES = 90_000;
const OTHERS = 'ab'.repeat(32);
const LATE = { headers: { 'access-control-allow-origin': '*' } };

let site: MakersSite;
let roots: string;

test.beforeAll(async ({ request }) => {
  site = await makersSite();
  const { data } = await (await request.get(at('/api/v1/ledger/roots'))).json();
  roots = data.organisations.map(({ rootFingerprint }: { rootFingerprint: string }) => rootFingerprint).join(' ');
});
test.afterAll(() => site.close());

const tag = (lot: string, attributes = '') => `<manam-proof lot="${lot}" roots="${roots}" ${attributes}></manam-proof>`;
const element = (page: Page): Locator => page.locator('manam-proof');
const status = (page: Page): Locator => element(page).getByRole('status');

/** What each element of the page told last. */
async function results(page: Page): Promise<unknown[]> {
  return element(page).evaluateAll((all) => all.map((one) => Reflect.get(one, 'result')));
}

async function states(page: Page): Promise<(string | null)[]> {
  return element(page)
    .locator('[data-step]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')));
}

async function forge(page: Page, change: (file: EmbeddedProof) => void): Promise<void> {
  await page.route('**/proof', async (route) => {
    const response = await route.fetch();
    const file = embeddedProof(await response.json());
    change(file);
    await route.fulfill({ response, json: file });
  });
}

function changeWeight({ events: [first] }: EmbeddedProof): void {
  if (first) first.content = first.content.replace('"weightGrams":', '"weightGrams":9');
}

const PROVEN = 'Proven: the fields and the journey are what was recorded';

test("a maker's page shows a lot and has its visitors' browsers prove it, with nothing else loaded and nothing kept @story", async ({
  page,
}) => {
  const wrong: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  const asked: { path: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === at('')) asked.push({ path: pathname, headers: request.headers() });
  });
  await page.goto(site.page(tag('LOT701', 'variant="full"')));
  await expect(status(page)).toContainText(PROVEN);
  expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'proven' }]);
  expect(await states(page)).toEqual(PROOF_STEPS.map(() => 'proven'));

  const whole = element(page);
  await expect(whole.getByRole('heading', { level: 3 })).toContainText(
    'No tree loss found by satellite after 31 December 2020',
  );
  await expect(whole.getByText('checked on')).toBeVisible();
  await expect(whole.getByText('Papua New Guinea')).toBeVisible();
  await expect(whole.getByText(/rounded to about 1\skm/)).toBeVisible();
  await expect(whole.getByText(/, version /)).toBeVisible();
  await expect(whole.getByText(/A check cannot show single trees/)).toBeVisible();
  await expect(whole.getByText(/It cannot show that the record was true/)).toBeVisible();
  await expect(whole.getByText(/pinned by the owner of this page/)).toBeVisible();
  await expect(whole.getByText(/One operator runs this ledger/)).toBeVisible();
  const way = whole.getByRole('link', { name: /The whole journey at/ });
  await expect(way).toHaveAttribute('href', at('/verify/LOT701'));
  await expect(way).toHaveAttribute('rel', 'noopener');

  const CALLS = ['/api/v1/ledger/head', '/api/v1/lots/public/LOT701', '/api/v1/lots/public/LOT701/proof'];
  expect([...new Set(asked.map(({ path }) => path))].sort()).toEqual([...CALLS, '/manam-proof.js']);
  for (const { headers } of asked.filter(({ path }) => CALLS.includes(path))) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers['referer'] ?? '').toBe('');
    // A header of its own would have the browser ask first, which nothing answers.
    expect(headers).not.toHaveProperty('content-type');
  }
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
  expect(wrong).toEqual([]);
});

test('where its page says so it remembers the ledger, and tells of one that does not hold what was seen', async ({
  page,
}) => {
  const key = `manam.head ${at('')}`;
  const stored = (): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));
  const address = site.page(tag('LOT701', 'variant="full" remember'));
  await page.goto(address);
  await expect(status(page)).toContainText(PROVEN);
  expect(await stored()).toEqual([key]);
  // As if somebody had been here an hour later: the head of this hour does not count the newest blocks yet.
  await page.evaluate(
    async ([name, server]) => {
      const { data } = await (await fetch(`${server}/api/v1/ledger/head`)).json();
      localStorage.setItem(String(name), JSON.stringify(data.head));
    },
    [key, at('')],
  );
  await page.reload();
  await expect(status(page)).toContainText(PROVEN);
  await expect(element(page)).toContainText('and the newest event is in it');
  await expect(element(page)).not.toContainText('was changed since');

  // As if another history had been seen before: its head has as many blocks, and another root.
  await page.evaluate((name) => {
    const head = JSON.parse(localStorage.getItem(name) ?? '{}');
    localStorage.setItem(name, JSON.stringify({ ...head, rootHash: 'ab'.repeat(32) }));
  }, key);
  await page.reload();
  await expect(element(page).locator('.verdict')).toContainText(
    'The ledger was changed since your last visit: it no longer holds what it held then.',
  );
  await expect(status(page)).toContainText('this file has another history');
  await expect(element(page).locator('.verdict')).toHaveAttribute('data-tone', 'alarm');
  expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'other-history' }]);
  // What was seen before stays what counts.
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toContain('ab'.repeat(32));
});

test('it works where the browser lets its page keep nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
  await page.goto(site.page(tag('LOT701', 'remember')));
  await expect(status(page)).toContainText(PROVEN);
});

test('the file weighs little', async ({ page }) => {
  const coming = page.waitForResponse('**/manam-proof.js');
  await page.goto(site.page(tag('LOT701')));
  const { responseBodySize } = await (await coming).request().sizes();
  expect(responseBodySize).toBeGreaterThan(10_000);
  expect(responseBodySize).toBeLessThanOrEqual(MOST_BYTES);
});

test('a copy on the site of the maker asks the server that the page names', async ({ page }) => {
  const ours: string[] = [];
  page.on('request', (request) => request.url().startsWith(at('')) && ours.push(new URL(request.url()).pathname));
  await page.goto(site.page(tag('LOT701', `server="${at('')}/"`), { copy: true }));
  await expect(status(page)).toContainText(PROVEN);
  expect(ours).not.toContain('/manam-proof.js');
  await expect(element(page).getByRole('link')).toHaveAttribute('href', at('/verify/LOT701'));
  await element(page).evaluate((one) => one.setAttribute('server', 'trace.example'));
  await expect(status(page)).toContainText('The server address on this page is not valid: trace.example');
});

test('a tampered file is named, and what the lot claims is not confirmed', async ({ page }) => {
  await forge(page, changeWeight);
  await page.goto(site.page(tag('LOT701', 'variant="full"')));
  await expect(status(page)).toContainText('Not proven');
  await expect(status(page)).toContainText('Event 1 was changed: its hash is not the one that was signed');
  await expect(element(page).getByRole('heading', { level: 3 })).toContainText(
    'Shown, but not confirmed by the record: Sample data: No tree loss found by satellite after 31 December 2020',
  );
  expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'failed', step: 'events', reason: 'content_differs' }]);
  // Mended, it is proven by the button, which has the focus still.
  await page.unrouteAll();
  const again = element(page).getByRole('button', { name: 'Re-verify' });
  await again.press('Enter');
  await expect(status(page)).toContainText(PROVEN);
  await expect(again).toBeFocused();
});

test('another lot’s proof, and an answer of another lot, are not taken', async ({ page }) => {
  await page.route('**/lots/public/LOT701/proof', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: at('/api/v1/lots/public/LOT702/proof') }) });
  });
  await page.goto(site.page(tag('LOT701')));
  await expect(status(page)).toContainText('This page does not show what was recorded');
  await page.route('**/lots/public/LOT704', async (route) => {
    await route.fulfill({ response: await route.fetch({ url: at('/api/v1/lots/public/LOT702') }) });
  });
  await element(page).evaluate((one) => one.setAttribute('lot', 'LOT704'));
  await expect(status(page)).toContainText('The server sent another lot than the one requested');
});

test('roots that the page pins and the file does not have are named; without any, nobody is trusted', async ({
  page,
}) => {
  await page.goto(site.page(`<manam-proof lot="LOT701" roots="${OTHERS}" variant="full"></manam-proof>`));
  await expect(status(page)).toContainText('its roots are not the trusted ones');
  const failed = element(page).locator('[data-step=roots]');
  await expect(failed).toContainText('Root of Manam Cooperative');
  await expect(failed).toContainText(roots.split(' ')[0] ?? '-');
  await expect(failed).toContainText(`Pinned on this page${OTHERS}`);

  await element(page).evaluate((one) => one.removeAttribute('roots'));
  await expect(status(page)).toContainText('This page names no trusted root fingerprints');
  await expect(status(page)).not.toContainText(PROVEN);
  expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'unpinned', step: 'roots', reason: 'no_roots' }]);
  await expect(element(page).getByText(/names these roots\. The owner of this page/)).toBeVisible();
  await expect(element(page).locator('[data-step=roots]')).toContainText(roots.split(' ')[0] ?? '-');
  await expect(element(page).locator('.verdict')).toHaveAttribute('data-tone', 'sky');

  await element(page).evaluate((one) => one.setAttribute('roots', 'not a fingerprint'));
  await expect(status(page)).toContainText('The root fingerprints on this page are not valid');
  expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'unreadable', attribute: 'roots' }]);
});

const REFUSALS: [status: number, words: RegExp, failure: string, mayRetry: boolean][] = [
  [403, /Access denied\. Please use a supported browser/, 'denied', true],
  [404, /Lot not found or not available for public verification/, 'notFound', false],
  [410, /Lot not found or not available for public verification/, 'notFound', false],
  [429, /Too many requests\. Please wait a moment/, 'limited', true],
  [500, /A server error occurred/, 'server', true],
];

test('why a lot cannot be shown is said in words: refused, unknown, withdrawn, too often, broken, malformed, offline', async ({
  page,
  context,
}) => {
  const address = site.page(tag('LOT701'));
  for (const [code, words, failure, mayRetry] of REFUSALS) {
    await page.route('**/lots/public/LOT701', (route) => route.fulfill({ ...LATE, status: code, json: {} }));
    await page.goto(address);
    await expect(status(page)).toContainText(words);
    await expect(element(page).getByRole('heading', { name: 'This lot cannot be shown' })).toBeVisible();
    expect(await results(page)).toEqual([{ lot: 'LOT701', result: 'no-lot', failure }]);
    await expect(element(page).getByRole('button', { name: 'Try Again' })).toHaveCount(mayRetry ? 1 : 0);
    await page.unrouteAll();
  }
  await element(page).evaluate((one) => one.setAttribute('lot', 'no lot'));
  await expect(status(page)).toContainText('Invalid lot ID format');
  await context.setOffline(true);
  await element(page).evaluate((one) => one.setAttribute('lot', 'lot701'));
  await expect(status(page)).toContainText('No internet connection');
  // It begins by itself once there is a connection.
  await context.setOffline(false);
  await expect(status(page)).toContainText(PROVEN);
});

test('why a proof cannot be had is said in words, and the lot is shown without full green', async ({ page }) => {
  const address = site.page(tag('LOT701'));
  const proofs: [Parameters<Route['fulfill']>[0] | null, RegExp, string][] = [
    [{ ...LATE, status: 404, json: {} }, /This lot is not on the ledger yet/, 'unrecorded'],
    [{ ...LATE, status: 429, json: {} }, /Too many requests/, 'unavailable'],
    [{ ...LATE, status: 403, json: {} }, /Access denied/, 'unavailable'],
    [null, /Check your connection, then press Re-verify/, 'unavailable'],
  ];
  for (const [answer, words, result] of proofs) {
    await page.route('**/proof', (route) => (answer === null ? route.abort() : route.fulfill(answer)));
    await page.goto(address);
    await expect(status(page)).toContainText(words);
    await expect(element(page).locator('.verdict')).toHaveAttribute('data-tone', 'sky');
    expect(await results(page)).toMatchObject([{ lot: 'LOT701', result }]);
    await page.unrouteAll();
  }
  await element(page).getByRole('button', { name: 'Re-verify' }).click();
  await expect(status(page)).toContainText(PROVEN);
});

test('a ledger that its own server finds altered is an alarm beside the verdict', async ({ page }) => {
  const said = { code: 'ledger.block_missing', values: { block: 7 }, text: 'Block 7 is missing' };
  await page.route('**/ledger/head*', (route) => route.fulfill({ ...LATE, status: 409, json: { said } }));
  await page.goto(site.page(tag('LOT701'), { lang: 'en' }));
  await expect(element(page)).toContainText(
    'The ledger was changed: Block 7, which was recorded before, is missing from the ledger.',
  );
});

test('another lot ends the requests of the one before; an element that is taken away ends its own', async ({
  page,
}) => {
  const ended: string[] = [];
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
  let arrived = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route('**/lots/public/LOT701', () => arrived());
  await page.goto(site.page(tag('LOT701')));
  await held;
  await element(page).evaluate((one) => one.setAttribute('lot', 'LOT702'));
  await expect(element(page)).toContainText('Deforestation after 31 December 2020 was detected');
  await expect(status(page)).toContainText(PROVEN);
  expect(ended).toContain('/api/v1/lots/public/LOT701');

  let asked = (): void => undefined;
  const proofHeld = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await page.route('**/LOT704/proof', () => asked());
  const told = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('manam-proof-checked', (event) => resolve(Reflect.get(event, 'detail')));
      }),
  );
  await element(page).evaluate((one) => one.setAttribute('lot', 'LOT704'));
  await proofHeld;
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/LOT704/proof'));
  await element(page).evaluate((one) => {
    Reflect.set(window, 'taken', one);
    one.remove();
  });
  await gone;
  // It told nothing of that lot: the next word is of the one that it is put back with.
  await page.evaluate(() => {
    const taken: unknown = Reflect.get(window, 'taken');
    if (!(taken instanceof Element)) return;
    taken.setAttribute('lot', 'LOT705');
    document.body.append(taken);
  });
  expect(await told).toMatchObject({ lot: 'LOT705', result: 'proven' });
});

test('two elements on a page keep to their own lots; a decided, an old and an anonymous one say so', async ({
  page,
}) => {
  await page.goto(site.page(tag('LOT703', 'variant="full"') + tag('LOT705')));
  const [anonymous, old] = [element(page).nth(0), element(page).nth(1)];
  await expect(anonymous.getByRole('status')).toContainText(PROVEN);
  await expect(old.getByRole('status')).toContainText(PROVEN);
  await expect(anonymous).toContainText('The farmer chose to stay anonymous');
  await expect(anonymous).toContainText('rounded to about 11 km');
  await expect(old.locator('h3')).toContainText('The last satellite check is more than 30 days old');
  // Sample data, which no verdict is green of.
  await expect(old.locator('h3')).toContainText(/^Sample data: /);
  await expect(old.locator('.verdict')).toHaveAttribute('data-tone', 'sky');
  await expect(anonymous).toContainText('This lot has not left its place of origin yet.');
  expect(await results(page)).toMatchObject([{ lot: 'LOT703' }, { lot: 'LOT705' }]);
});

test('it speaks the language of its place: its own, else the nearest, else the browser’s', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-EC' });
  const page = await context.newPage();
  await page.goto(
    site.page(`${tag('LOT701', 'lang="tpi"')}<div lang="fr-CA">${tag('LOT701')}</div>${tag('LOT701')}`, { lang: 'de' }),
  );
  await expect(element(page).nth(0)).toContainText('Em i tru: ol tok bilong lot na rot bilong en em ol i bin raitim');
  await expect(element(page).nth(1)).toContainText('contrôlé le');
  await expect(element(page).nth(2)).toContainText('Lote LOT701');
  expect(
    await element(page)
      .locator('[role=group]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('lang'))),
  ).toEqual(['tpi', 'fr', 'es']);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  // Nothing is said by the name of its message.
  for (const text of await element(page).allInnerTexts()) expect(text).not.toMatch(/\b[a-z]+\.[a-z]+[A-Z]\w*/);
  await context.close();
});

test('it is whole at 320 px, in the dark, by keyboard and for those who hear it', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width: 320, height: 700 }, colorScheme });
    const page = await context.newPage();
    await page.goto(site.page(tag('LOT701', 'variant="full"') + tag('LOT702'), { dark: colorScheme === 'dark' }));
    for (const one of await element(page).all()) await expect(one.getByRole('status')).toContainText(PROVEN);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await seriousFindings(page)).toEqual([]);
    const ground = (): Promise<string> =>
      element(page)
        .first()
        .locator('[role=group]')
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground()).toBe(colorScheme === 'dark' ? 'rgb(33, 27, 23)' : 'rgb(255, 255, 255)');
    // The page's word counts before the system's.
    await element(page)
      .first()
      .evaluate((one: HTMLElement) => {
        one.style.colorScheme = 'dark';
        one.style.setProperty('--manam-proof-background', 'rgb(1, 2, 3)');
      });
    expect(await ground()).toBe('rgb(1, 2, 3)');
    if (colorScheme === 'light') {
      await page.locator('body').press('Tab');
      const first = element(page).first().locator('[data-step=file] summary');
      await expect(first).toBeFocused();
      await first.press('Enter');
      await expect(element(page).getByText('The file holds this lot’s events')).toBeVisible();
      for (let i = 1; i < PROOF_STEPS.length; i += 1) await page.keyboard.press('Tab');
      await expect(element(page).first().locator('[data-step=fields] summary')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(element(page).first().getByRole('button', { name: 'Re-verify' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(element(page).first().getByRole('link', { name: 'Download the proof file' })).toBeFocused();
    }
    await context.close();
  }
});
