import { expect, test, type Page } from '@playwright/test';
import { at } from './staff.ts';

test.use({ viewport: { width: 390, height: 844 } });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  async function search(page: Page, number: string): Promise<number | undefined> {
    await page.locator('input[name=lotId]').fill(number);
    const answered = page.waitForResponse(
      (response) => response.request().isNavigationRequest() && response.status() !== 303,
    );
    await page.getByRole('button', { name: 'Verify Product' }).click();
    return (await answered).status();
  }

  test('a search leads to the page of the lot, in the language of the reader @story', async ({ page }) => {
    await page.goto(at('/verify?step=search'));
    await expect(page.locator('noscript')).toBeVisible();
    expect(await page.locator('noscript').textContent()).toContain('JavaScript is off in this browser');
    await expect(page.getByText('Online', { exact: true })).toBeHidden();
    expect(await search(page, ' lot701 ')).toBe(200);
    await expect(page).toHaveURL(at('/verify/LOT701'));
    await expect(page.getByRole('heading', { name: 'Journey', exact: true })).toBeVisible();
    await page.goto(at('/verify?step=search&lang=fr'));
    await page.locator('input[name=lotId]').fill('LOT701');
    await page.locator('form:has(input[name=lotId]) button').click();
    await expect(page).toHaveURL(at('/verify/LOT701?lang=fr'));
  });

  for (const [number, status, text] of [
    ['LOT999', 404, 'Lot not found or not available for public verification'],
    [
      'LOT 9!',
      400,
      'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)',
    ],
    ['  ', 400, 'Lot ID cannot be empty'],
  ] as const) {
    test(`a search for '${number}' says what is wrong`, async ({ page }) => {
      await page.goto(at('/verify?step=search'));
      expect(await search(page, number)).toBe(status);
      await expect(page.getByRole('alert')).toContainText(text);
    });
  }

  test('the blockchain record is there, and no button that does nothing', async ({ page }) => {
    await page.goto(at('/verify/LOT701?step=blockchain'));
    await expect(page.getByRole('heading', { name: 'Blockchain record', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Provenance chain' })).toBeVisible();
    await expect(page.getByText('One operator runs this ledger')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify' })).toBeHidden();
    await expect(page.locator('noscript')).toBeVisible();
    expect(await page.locator('noscript').textContent()).toContain('This check needs JavaScript');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page).toHaveURL(at('/verify/LOT701?step=blockchain'));
    await expect(page.getByRole('heading', { name: 'Provenance chain' })).toBeVisible();
  });

  test('a lot can be shared by its address', async ({ page }) => {
    await page.goto(at('/verify/LOT701'));
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByLabel('Link to this lot')).toHaveValue(at('/verify/LOT701'));
  });
});

test.describe('before the scripts have come', () => {
  /** Holds the scripts of pages back until it is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/pages/assets/*.js', async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    return resolve;
  }

  test('a press on Share is answered', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(at('/verify/LOT701'), { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Share' }).click();
    const link = page.getByLabel('Link to this lot');
    await expect(link).toHaveValue(at('/verify/LOT701'));
    release();
    // The page comes alive, and the address stays.
    await expect(link).toBeFocused();
    await expect(link).toHaveValue(at('/verify/LOT701'));
  });

  test('a number can be typed and sent', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(at('/verify?step=search'), { waitUntil: 'commit' });
    await page.locator('input[name=lotId]').fill('LOT701');
    await page.getByRole('button', { name: 'Verify Product' }).click();
    await expect(page).toHaveURL(at('/verify/LOT701'));
    release();
  });

  test('with them, the button waits for a number', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(at('/verify?step=search'), { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Verify Product' });
    await expect(button).toBeEnabled();
    release();
    await expect(button).toBeDisabled();
    await expect(page.locator('noscript')).toBeHidden();
    await page.locator('input[name=lotId]').fill('LOT701');
    await expect(button).toBeEnabled();
  });
});

test('debug information is shown where the address asks for it: the last 50 calls, with status and time', async ({
  page,
}) => {
  await page.goto(at('/verify/LOT701?step=blockchain'));
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled();
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Debug information' }) });
  await expect(panel).toBeHidden();
  await page.goto(at('/verify?step=search&debug=1'));
  await expect(panel.getByRole('listitem').filter({ hasText: /GET \/api\/v1\/health 200 \d+ ms$/ })).toHaveCount(1);
  await page.locator('input[name=lotId]').fill('LOT701');
  await page.getByRole('button', { name: 'Verify Product' }).click();
  await expect(
    panel.getByRole('listitem').filter({ hasText: /GET \/api\/v1\/lots\/public\/LOT701 200 \d+ ms$/ }),
  ).toHaveCount(1);
  // What stays in the query stays from step to step.
  await expect(page).toHaveURL(at('/verify/LOT701?debug=1'));
});
