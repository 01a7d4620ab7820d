import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at } from './staff.ts';

const SCREENS = [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

async function expectNoSeriousFindings(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
}

for (const { device, viewport, colorScheme } of SCREENS) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    for (const path of ['/', '/verify', '/privacy', '/terms', '/support']) {
      test(`axe finds nothing serious on ${path}`, async ({ page }) => {
        await page.goto(at(path));
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectNoSeriousFindings(page);
      });
    }

    test('axe finds nothing serious on the way of a shopper', async ({ page }) => {
      await page.goto(at('/verify/LOT701'));
      await expect(page.getByRole('heading', { name: /No tree loss found/ })).toBeVisible();
      await expectNoSeriousFindings(page);
      await page.getByRole('button', { name: /View blockchain record/ }).click();
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await expect(page.getByText(/Every field matches/)).toBeVisible();
      await expectNoSeriousFindings(page);
    });
  });
}
