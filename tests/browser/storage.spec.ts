import { expect, test, type BrowserContext } from '@playwright/test';
import { at } from './staff.ts';
import { pageAlive } from './pageAlive.ts';

/** Every look at storage throws, as where a browser forbids it. */
const forbid = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Forbidden by the test', 'SecurityError');
        },
      });
    }
  });

/** It can be looked at and takes nothing. */
const fillUp = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full by the test', 'QuotaExceededError');
    };
  });

for (const [state, prepare] of [
  ['forbidden', forbid],
  ['full', fillUp],
] as const) {
  test.describe(`where storage is ${state}`, () => {
    const broken: string[] = [];
    test.beforeEach(async ({ context, page }) => {
      broken.length = 0;
      page.on('pageerror', (error) => broken.push(error.message));
      await prepare(context);
    });
    test.afterEach(() => {
      expect(broken).toEqual([]);
    });

    test('the landing page is shown, and its colors change', async ({ page }) => {
      await page.goto(at('/'));
      await pageAlive(page);
      await page.getByRole('button', { name: 'Dark colors' }).click();
      await expect(page.getByRole('button', { name: 'Light colors' })).toBeVisible();
    });

    test('a shopper finds a lot, and what was searched is remembered by the page', async ({ page }) => {
      await page.goto(at('/verify'));
      await pageAlive(page);
      await page.getByRole('button', { name: 'Find Your Product' }).click();
      await page.getByRole('textbox', { name: /lot number/i }).fill('LOT701');
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Back to search' }).click();
      await expect(page.getByRole('button', { name: 'LOT701' })).toBeVisible();
    });

    test('staff sign in, work, and are signed out once the page is closed', async ({ page }) => {
      await page.goto(at('/admin/login'));
      await page.getByRole('button', { name: 'Processor' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await page.getByRole('tab', { name: 'Lots' }).click();
      await expect(page.getByRole('link', { name: /LOT\d/ }).first()).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    });

    test('the query page answers', async ({ page }) => {
      await page.goto(at('/graphql'));
      // The field is there before its keys do something.
      await expect(async () => {
        await page.getByRole('textbox', { name: 'Query' }).press('Control+Enter');
        await expect(page.locator('.graphiql-response')).toContainText('"status"', { timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
    });
  });
}
