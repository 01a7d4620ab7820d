import { expect, test } from '@playwright/test';
import { activityEntry, at, openTab, signedIn } from './staff.ts';

test('the header folds, the palette finds and acts, the keys are listed @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');

  await test.step('the first stop of Tab leads past the header', async () => {
    await page.goto(at('/admin/dashboard'));
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the palette finds a lot of a farm and a transaction, and offers what is theirs alone', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await expect(field).toBeFocused();
    await expect(page.getByRole('option', { name: 'Generate Report' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Create New Lot' })).toHaveCount(0);
    await field.fill('LOT701');
    await expect(page.getByRole('option', { name: /^LOT701/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/lot=LOT701&view=detail/);
    await page.goto(at('/admin/dashboard'));
  });

  await test.step('keys change the tab, and are listed', async () => {
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByRole('tab', { name: 'Alerts', selected: true })).toBeVisible();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Search and commands')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('what happened to a lot shows the lot, and the way on', async () => {
    await page.keyboard.press('d');
    await (await activityEntry(page)).click();
    const lot = page.getByRole('alertdialog');
    for (const name of ['Lot ID', 'Farmer', 'Variety', 'Status', 'Quality score', 'Weight', 'Coordinates']) {
      await expect(lot.getByText(name, { exact: true })).toBeVisible();
    }
    await lot.getByRole('button', { name: 'OK' }).click();
  });

  await test.step('the charts have their tables and periods', async () => {
    await page.getByRole('link', { name: 'View Analytics' }).click();
    await expect(page).toHaveURL(/\/admin\/analytics$/);
    const chart = page.getByRole('figure', { name: 'Lots by stage' });
    await expect(chart.getByRole('img', { name: /lots; most/ })).toBeVisible();
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expect(chart.getByRole('row', { name: /^Harvested/ })).toBeVisible();
    await chart.getByRole('combobox').selectOption({ label: 'Harvested in the last 30 days' });
    await expect(chart.getByRole('row', { name: /^Delivered/ })).toBeVisible();
  });

  await test.step('on a small phone one menu holds name, role and the ways out', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
    const button = page.getByRole('button', { name: /^Menu of/ });
    await button.click();
    const menu = page.getByRole('group', { name: /^Menu of/ });
    await expect(menu.getByText('Auditor', { exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'My account' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole('button', { name: 'Log out everywhere' }).click();
    const question = page.getByRole('alertdialog', { name: 'Log out everywhere' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  });
});

test('an address that shows nothing leads to the dashboard and says so; so does a page that the role does not open', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Farmer');
  await page.goto(at('/admin/nonsense'));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const told = page.getByRole('alert').filter({ hasText: 'Page not found: /admin/nonsense' });
  await told.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect(told).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(told).toBeHidden();
  await page.goto(at('/admin/users'));
  await expect(page.getByRole('alert').filter({ hasText: "You don't have access to Users" })).toBeVisible();
  await openTab(page, 'Lots');
  await expect(page.getByRole('alert').filter({ hasText: "You don't have access" })).toBeHidden();
  await page.goto(at('/admin/lots'));
  await expect(page).toHaveURL(/tab=lots/);
  await expect(page.getByRole('heading', { name: 'Cacao Lots' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'There is no page' })).toBeHidden();
});

test('a part whose script does not come says so, and comes when asked again', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  await page.route('**/assets/AnalyticsPage-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'View Analytics' }).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  await page.unroute('**/assets/AnalyticsPage-*.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible();
});

test('an alert that cannot be loaded is said by a banner that can be dismissed', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  await page.route('**/graphql', (route) =>
    /AlertBadge|query Dashboard\b/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
  );
  await page.reload();
  await expect(page.getByText('Failed to load alerts')).toBeVisible();
  await expect(page.getByText('Failed to load dashboard: Unable to connect to server.')).toBeVisible();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Failed to load alerts' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await expect(page.getByText('Failed to load alerts')).toHaveCount(0);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
});
