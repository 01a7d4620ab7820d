import { expect, test, type Page } from '@playwright/test';
import { at, openTab } from './staff.ts';

/** Collects what a browser complains of, and answers that are no success. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

test('no page makes the browser complain', async ({ page }) => {
  const complaints = complaintsOf(page);
  for (const path of ['/', '/privacy', '/terms', '/support', '/verify', '/verify/LOT701']) {
    await page.goto(at(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.getByRole('button', { name: /View blockchain record/ }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText(/Every field matches/)).toBeVisible();

  await page.goto(at('/verify'));
  await page.getByRole('button', { name: 'Find Your Product' }).click();
  await page.getByRole('textbox', { name: /lot number/i }).fill('LOT701');
  await expect(page.getByRole('button', { name: 'Verify Product' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /No tree loss found/ })).toBeVisible();

  await page.goto(at('/admin/login'));
  await page.getByRole('button', { name: 'Auditor' }).click();
  for (const tab of ['Lots', 'Alerts', 'Reports', 'Dashboard'] as const) {
    await openTab(page, tab);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(complaints).toEqual([]);
});
