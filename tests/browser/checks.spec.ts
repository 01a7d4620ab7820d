import { expect, test } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, signedIn } from './staff.ts';

test('who sees all lots reads how far checking them again has come, and from where @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/checks'));
  await expect(page.getByRole('heading', { level: 1, name: 'Satellite checks' })).toBeVisible();
  const source = page.getByRole('region', { name: 'Data source' });
  await expect(source.getByText('Source available')).toBeVisible();
  await expect(source.getByText('sample sample-1')).toBeVisible();
  const order = page.getByRole('region', { name: 'Lots due, most urgent first' });
  await expect(order.getByRole('term')).toHaveText([
    'Lots with an open alert',
    'Lots from high-risk countries',
    'Lots about to ship',
    'Other lots',
    'Last check of any lot',
  ]);
  // Also the lot of the demonstration whose check is older than 30 days: it is part of what is shown.
  await expect(order.getByRole('definition')).toHaveText(['0', '0', '0', '0', /\d/]);
  expect(await seriousFindings(page)).toEqual([]);
});

test('who sees the lots of one farm is not led there', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  await page.goto(at('/admin/checks'));
  await expect(page).toHaveURL(/\/admin\/dashboard/);
});
