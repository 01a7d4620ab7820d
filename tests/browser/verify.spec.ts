import { expect, test } from '@playwright/test';
import { at } from './staff.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a shopper finds a lot by keyboard alone', async ({ page }) => {
  await page.goto(at('/verify'));
  const find = page.getByRole('button', { name: 'Find Your Product' });
  await find.focus();
  await page.keyboard.press('Enter');
  const input = page.getByRole('textbox', { name: /lot number/i });
  await expect(input).toBeVisible();
  await input.fill('  lot701 ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Grown without deforestation since 2020/ })).toBeVisible();
  await expect(page).toHaveURL(/\/verify\/LOT701$/);
  await page.goBack();
  await expect(input).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeVisible();
});

test('mistakes are answered in plain words', async ({ page }) => {
  await page.goto(at('/verify'));
  await page.getByRole('button', { name: 'Find Your Product' }).click();
  const input = page.getByRole('textbox', { name: /lot number/i });
  await input.fill('banana');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Invalid lot ID format. Expected format: LOT/)).toBeVisible();
  await input.fill('LOT99999999');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('The lot number you entered was not found. Please check and try again.'),
  ).toBeVisible();
});

test('an anonymised lot names nobody', async ({ page }) => {
  await page.goto(at('/verify/LOT703'));
  await expect(page.getByText('The farmer chose to stay anonymous')).toBeVisible();
  await expect(page.getByText('Ama Mensah')).toHaveCount(0);
});

test('a lot with forest loss says so first', async ({ page }) => {
  await page.goto(at('/verify/LOT702'));
  await expect(page.getByText('Non-Compliant')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Grown without deforestation/ })).toHaveCount(0);
});
