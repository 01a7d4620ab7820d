import { expect, test, type Page } from '@playwright/test';
import { pageAlive } from './pageAlive.ts';
import { at } from './staff.ts';

/** Opens a lot by a search, which asks for it: one whose address is opened comes with its page. */
async function searchFor(page: Page, lotId: string): Promise<void> {
  await page.goto(at('/verify'));
  await pageAlive(page);
  await page.getByRole('button', { name: 'Find Your Product' }).click();
  await page.getByRole('textbox', { name: /lot number/i }).fill(lotId);
  await page.keyboard.press('Enter');
}

test.use({ viewport: { width: 390, height: 844 } });

test('a shopper finds a lot by keyboard alone @story', async ({ page }) => {
  await page.goto(at('/verify'));
  await pageAlive(page);
  const find = page.getByRole('button', { name: 'Find Your Product' });
  await find.focus();
  await page.keyboard.press('Enter');
  const input = page.getByRole('textbox', { name: /lot number/i });
  await expect(input).toBeVisible();
  await input.fill('  lot701 ');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/verify\/LOT701$/);
  await page.goBack();
  await expect(input).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeVisible();
});

test('mistakes are answered in plain words', async ({ page }) => {
  await page.goto(at('/verify'));
  await pageAlive(page);
  await page.getByRole('button', { name: 'Find Your Product' }).click();
  const input = page.getByRole('textbox', { name: /lot number/i });
  await input.fill('banana');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Invalid lot ID format. Expected format: LOT/)).toBeVisible();
  await input.fill('LOT99999999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The lot number you entered was not found. Please check and try again.')).toBeVisible();
});

test('an anonymised lot names nobody', async ({ page }) => {
  await page.goto(at('/verify/LOT703'));
  await expect(page.getByText('The farmer chose to stay anonymous')).toBeVisible();
  await expect(page.getByText('Ama Mensah')).toHaveCount(0);
});

test('a lot with forest loss says so first @story', async ({ page }) => {
  await page.goto(at('/verify/LOT702'));
  await expect(page.getByText('Non-Compliant')).toBeVisible();
  await expect(page.getByRole('heading', { name: /No tree loss found/ })).toHaveCount(0);
});

test('a part of the ledger that cannot be loaded takes nothing else along', async ({ page }) => {
  await page.route('**/lots/public/LOT701/provenance', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(at('/verify/LOT701'));
  await pageAlive(page);
  await page.getByRole('button', { name: /View blockchain record/ }).click();
  await expect(page.getByText('Some blockchain data could not be loaded')).toBeVisible();
  await expect(page.getByText('The provenance chain could not be loaded.')).toBeVisible();
  await expect(page.getByText('manam-trace', { exact: true })).toBeVisible();

  await page.route('**/lots/public/LOT701/blockchain', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Blockchain data is not available for this lot')).toBeVisible();

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Stage changed to Delivered' })).toBeVisible();
});

test('the technical proof says of each line what was checked, and recorded is one time', async ({ page }) => {
  await page.route('**/lots/public/LOT701/verify-integrity', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const proof = { ...body.data.proof, blockchainVerified: false, networkConsensus: true };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, proof } } });
  });
  await page.goto(at('/verify/LOT701'));
  await page.getByRole('button', { name: /View blockchain record/ }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  const fact = (name: string) =>
    page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
  await expect(fact('Events')).toHaveText('Contents and endorsements: not valid');
  await expect(fact('Blocks')).toHaveText('Hashes and signatures: valid');
  const recorded = fact('Recorded');
  await expect(recorded).toHaveCount(2);
  expect(new Set(await recorded.allTextContents()).size).toBe(1);
});

test('a result that came with its page asks for nothing more, and shows its block', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/lots/public/')) asked.push(pathname);
  });
  await page.goto(at('/verify/LOT701'));
  const block = page.locator('dt', { hasText: /^Block$/ }).locator('xpath=following-sibling::dd[1]');
  await expect(block).toHaveText(/^\d+$/);
  expect(asked).toEqual([]);
});

test('a lot that is pending says why, and one that a person cleared that a person did', async ({ page }) => {
  const changes = [
    { deforestationStatus: 'Pending Review', pendingReason: 'no_land', statusDecidedBy: 'check' },
    { statusDecidedBy: 'person', statusDecidedOn: '2026-04-02' },
  ];
  await page.route('**/lots/public/LOT701', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const lot = { ...body.data.lot, ...changes.shift() };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, lot } } });
  });
  await searchFor(page, 'LOT701');
  await expect(page.getByRole('heading', { name: /Not yet known whether/ })).toBeVisible();
  await expect(page.getByText('The recorded location is in the sea or on open water')).toBeVisible();
  await searchFor(page, 'LOT701');
  await expect(page.getByRole('heading', { name: /; decided by a person on Apr 2, 2026/ })).toBeVisible();
});

test('a ledger that cannot be read accuses nobody', async ({ page }) => {
  await page.route('**/lots/public/LOT701', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const unread = { state: 'unavailable', dataMatches: false, matchPercentage: 0, fields: [], discrepancies: [] };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, verification: unread } } });
  });
  await searchFor(page, 'LOT701');
  await expect(
    page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
  ).toBeVisible();
  await expect(page.getByText('We couldn’t compare this page with the ledger.')).toBeVisible();
  await expect(page.getByText(/differs/)).toHaveCount(0);
});

test('offline is said before anyone searches', async ({ page, context }) => {
  await page.goto(at('/verify'));
  await pageAlive(page);
  await page.getByRole('button', { name: 'Find Your Product' }).click();
  await page.getByRole('textbox', { name: /lot number/i }).fill('LOT701');
  await context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify Product' })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Verify Product' })).toBeEnabled();
});

test('a ledger that is not the one of an earlier visit is told of, and one that has grown is not', async ({ page }) => {
  const kept = (): Promise<{ blocks: number; rootHash: string } | null> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('manam.head') ?? 'null'));
  const keep = (head: object): Promise<void> =>
    page.evaluate((text) => localStorage.setItem('manam.head', text), JSON.stringify(head));
  const changed = page.getByRole('alert').filter({ hasText: 'The ledger was changed since your last visit' });
  const visit = async (): Promise<void> => {
    const proved = page.waitForResponse(/\/ledger\/(consistency|head\?)/);
    await page.goto(at('/verify/LOT701'));
    await expect(page.getByRole('heading', { name: /No tree loss found/ })).toBeVisible();
    await proved;
  };
  await visit();
  await expect.poll(kept).toMatchObject({ blocks: expect.any(Number) });

  const response = await page.request.get(at('/api/v1/ledger/heads/2'));
  const { head } = (await response.json()).data;
  await keep(head);
  const proof = page.waitForResponse(/\/ledger\/consistency\?/);
  await page.reload();
  expect((await proof).status()).toBe(200);
  await expect(page.getByRole('heading', { name: /No tree loss found/ })).toBeVisible();
  await expect(changed).toHaveCount(0);

  await keep({ ...head, rootHash: head.ledgerId });
  await page.reload();
  await expect(changed).toBeVisible();
});

test('text of an address that cannot be a lot id is shown nowhere: page, title, link preview', async ({ page }) => {
  const text = 'Product recalled! Call +44 20 7946 0000';
  const answer = await page.goto(at(`/verify/${encodeURIComponent(text)}`));
  const written = (await answer?.text()) ?? '';
  expect(/<title>[^<]*<|(?:og:|description)[^>]*>/g.exec(written)?.join('')).not.toContain('recalled');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This lot cannot be shown');
  await expect(page).toHaveTitle(/^This lot cannot be shown/);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('body')).not.toContainText('recalled');
  await page.goto(at('/verify/LOT99999999'));
  await expect(page).toHaveTitle(/^Lot LOT99999999/);
  await expect(page.getByText('LOT99999999', { exact: true })).toBeVisible();
});
