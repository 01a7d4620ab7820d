import { expect, test, type Page } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { at, signedIn, tokenOf } from './staff.ts';

/** Has the server's answers to operations of these names lost, until the function that it gives is called. */
async function lose(page: Page, names: RegExp): Promise<() => Promise<void>> {
  await page.route('**/graphql', (route) =>
    names.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  );
  return () => page.unroute('**/graphql');
}

test('a form says that the plots of the farm could not be loaded, and offers them once they are there', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Farmer');
  const found = await lose(page, /query PlotChoice\b/);
  await page.goto(at('/admin/dashboard?tab=lots&lot=LOT757&view=detail'));
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Lot' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Lot LOT757' });
  const unread = edit.getByText(/^Failed to load the farm's plots: Unable to connect to server\./);
  await expect(unread).toContainText('The lot keeps its plots');
  await expect(edit.getByRole('checkbox', { name: 'Ridge garden' })).toBeChecked();
  await expect(edit.getByRole('checkbox', { name: 'River garden' })).toHaveCount(0);
  await found();
  await edit.getByRole('button', { name: 'Retry' }).click();
  await expect(edit.getByRole('checkbox', { name: 'River garden' })).toBeVisible();
  await expect(unread).toHaveCount(0);

  await page.goto(at('/admin/dashboard'));
  const foundAgain = await lose(page, /query PlotChoice\b/);
  await page.getByRole('button', { name: 'Create New Lot' }).click();
  const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
  await expect(wizard.getByText('Available')).toBeVisible();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(/continue with a location and choose plots later\.$/)).toBeVisible();
  await foundAgain();
  await wizard.getByRole('button', { name: 'Retry' }).click();
  await expect(wizard.getByRole('checkbox', { name: 'River garden' })).toBeVisible();
});

test("the parts of an alert's page that could not be loaded are named, each with a way on", async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  const { data } = await restClient(at(''), await tokenOf(page)).get('/alerts?limit=1');
  const path = at(`/admin/alert?id=${data.alerts[0].id}`);
  const found = await lose(page, /query AlertInvestigationOf\b/);
  await page.goto(path);
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load assignee, comments and files' });
  await expect(failure).toContainText('Unable to connect to server.');
  await expect(page.getByRole('heading', { name: 'Comments' })).toHaveCount(0);
  await found();
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(failure).toHaveCount(0);

  const foundAlert = await lose(page, /query AlertOf\b/);
  await page.goto(path);
  await expect(page.getByText(/^Failed to load alert: Unable to connect to server\./)).toBeVisible();
  await foundAlert();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible();
});

test('alerts that could not be loaded are told once on their tab, and their map has a way on', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  const found = await lose(page, /query (Alerts|AlertBadge|AlertFigures)\b/);
  await page.goto(at('/admin/dashboard?tab=alerts'));
  await expect(page.getByText('Failed to load alerts')).toHaveCount(1);
  const map = page.getByRole('alert').filter({ hasText: 'Failed to load the alert map' });
  await found();
  await map.getByRole('button', { name: 'Retry' }).click();
  await expect(map).toHaveCount(0);
  // On any other tab nothing but the banner says it.
  await lose(page, /query (Alerts|AlertBadge|AlertFigures)\b/);
  await page.goto(at('/admin/dashboard'));
  await expect(page.getByText('Failed to load alerts')).toBeVisible();
});

test('a farm out of sight leads to the own one', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  await page.goto(at('/admin/farms/FARM004'));
  await expect(page.getByText('Farm FARM004 not found')).toBeVisible();
  await page.getByRole('link', { name: 'My farm' }).click();
  await expect(page.getByRole('heading', { name: 'Farm FARM001' })).toBeVisible();
});
