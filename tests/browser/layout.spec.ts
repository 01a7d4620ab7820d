import { expect, test, type Locator, type Page } from '@playwright/test';
import { at, CLEAR_PLACE, fillWizard, openTab, signedIn, tabTo } from './staff.ts';

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator.toString()} is not on the page`);
  return box;
}

/** Upper edges in px, read in one go: what arrives on the page between two readings moves what comes after it. */
async function topsOf(page: Page, ...fields: Locator[]): Promise<number[]> {
  const elements = await Promise.all(
    fields.map((field) => field.evaluateHandle((element: Element): Element => element)),
  );
  return page.evaluate((found) => found.map((element) => element.getBoundingClientRect().y), elements);
}

/** The room between a control and its label above it, in px. */
function gapOver(control: Locator): Promise<number> {
  return control.evaluate((element: HTMLSelectElement) => {
    const label = element.labels[0]?.getBoundingClientRect();
    return element.getBoundingClientRect().top - (label?.bottom ?? -Infinity);
  });
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} px wide`, () => {
    test('a toast covers nothing of an open dialog, be it of the action before', async ({ browser }) => {
      const page = await signedIn(browser, 'Farmer');
      await page.setViewportSize(viewport);
      await fillWizard(page, CLEAR_PLACE);
      await page.route('**/graphql', (route) =>
        route.request().postData()?.includes('CreateLot') ? route.abort() : route.continue(),
      );
      const wizard = page.getByRole('dialog');
      const create = wizard.getByRole('button', { name: 'Create Lot' });
      const body = wizard.locator(':scope > :has(form)');
      // Within the dialog, beside which everything is hidden from screen readers and the keyboard.
      const toasts = wizard.getByRole('status').filter({ hasText: 'Error Creating Lot' });
      for (const count of [1, 2]) {
        await create.click();
        await expect(toasts).toHaveCount(count);
        for (const part of [body, create, wizard.getByRole('button', { name: 'Previous' })]) {
          await expect.poll(() => overlap(toasts.first(), part)).toBe(false);
          await expect.poll(() => overlap(toasts.last(), part)).toBe(false);
        }
      }
      await tabTo(page, toasts.first().getByRole('button', { name: 'Dismiss' }));
      await page.keyboard.press('Enter');
      await expect(toasts).toHaveCount(1);
      await expect(create).toBeVisible();

      await page.keyboard.press('Escape');
      await expect(wizard).toBeHidden();
      await page.getByRole('button', { name: 'Create Lot' }).click();
      await expect(wizard.getByLabel('Lot ID')).toBeVisible();
      await expect(toasts).toHaveCount(1);
      await expect.poll(() => overlap(toasts, body)).toBe(false);
    });

    test('nothing is wider than the screen, and the pages stand in one row', async ({ browser }) => {
      const page = await signedIn(browser, 'Auditor');
      await page.setViewportSize(viewport);
      await openTab(page, 'Lots');
      const pages = page.getByRole('navigation', { name: 'Lots: pages' });
      await expect(page.getByRole('heading', { name: /^Lots 1–12 of/ })).toBeVisible();
      await pages.getByRole('button', { name: 'Page 3' }).click();
      await expect(pages.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { name: /^Lots 25–36 of/ })).toBeVisible();
      const tops = await pages
        .getByRole('button', { name: /^(Previous|Next) page$/ })
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y));
      expect(tops).toEqual([tops[0], tops[0]]);
      for (const tab of ['Lots', 'Alerts', 'Dashboard'] as const) {
        await openTab(page, tab);
        // For a moment the previous page is visible too.
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
      }
    });
  });
}

/** How far each list that shows rows as cards moves sideways, in px; beside it the page. */
async function sideways(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ...[...document.querySelectorAll('.data-table')].map((list) => list.scrollWidth - list.clientWidth),
    ),
  );
}

test('on a phone of 320 px lists are read without moving them sideways, and what can be done is in sight', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Admin');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, sign] of [
    ['users', page.getByRole('row').filter({ hasText: 'auditor' }).first()],
    ['audit', page.getByRole('rowheader').first()],
    ['keys', page.getByRole('heading', { level: 1, name: 'Partner keys' })],
  ] as const) {
    await page.goto(at(`/admin/${path}`));
    await expect(sign).toBeVisible();
    expect([path, await sideways(page)]).toEqual([path, 0]);
  }

  await page.goto(at('/admin/dashboard?tab=alerts&all=1'));
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  expect(await sideways(page)).toBe(0);
  const steps = page.getByRole('toolbar', { name: 'Selected alerts' }).getByRole('button');
  await expect(steps).toHaveCount(3);
  for (const step of await steps.all()) await expect(step).toBeInViewport({ ratio: 1 });

  await page.goto(at('/admin/dashboard?tab=lots&search=LOT70'));
  await expect(page.getByRole('button', { name: 'Export' }).getByText('Export')).toBeInViewport();
  await page.getByRole('checkbox', { name: 'Select LOT701' }).check();
  const done = page.getByRole('toolbar', { name: 'Actions for selected lots' }).getByRole('button');
  await expect(done).toHaveCount(6);
  await done.first().scrollIntoViewIfNeeded();
  for (const step of await done.all()) await expect(step).toBeInViewport({ ratio: 1 });

  await page.goto(at('/admin/dashboard?tab=reports'));
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await expect(page.getByRole('heading', { name: /^Report from/ })).toBeFocused();
  const files = page.getByRole('region', { name: 'Downloads' });
  await expect(files).not.toBeInViewport();
  await page.getByRole('link', { name: 'Downloads' }).click();
  await expect(files).toBeFocused();
  await expect(files.getByRole('button', { name: 'Download PDF' })).toBeInViewport();
  const made = page.getByRole('region', { name: 'Report history' }).first();
  await expect(made).not.toBeInViewport();
  await page.getByRole('link', { name: 'Report history' }).click();
  await expect(made).toBeInViewport();
  await expect(made).toBeFocused();
  expect(await sideways(page)).toBe(0);
});

test('on a desktop, and beside the open filters of a wide screen, no column of the lots lies under their actions', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at('/admin/dashboard?tab=lots&search=LOT70&layout=table'));
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByLabel('Harvested from')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await sideways(page)).toBe(0);

  const head = page.getByRole('columnheader', { name: 'Satellite check' });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(head).toBeVisible();
  await expect.poll(() => sideways(page)).toBe(0);
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(head).toHaveCount(0);
    await expect.poll(() => sideways(page)).toBe(0);
  }
  // It is in the choice of columns, and can be shown from there.
  await page.getByRole('button', { name: 'Columns' }).click();
  const choice = page.getByRole('menuitemcheckbox', { name: 'Satellite check' });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(head).toBeVisible();
});

test('fields of a row stand on one line, however long their hints are', async ({ browser }) => {
  const page = await signedIn(browser, 'Admin');
  await page.goto(at('/admin/users'));
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  const lines = async (...names: string[]) =>
    topsOf(page, ...names.map((name) => dialog.getByLabel(name, { exact: false }).first()));
  await expect(dialog.getByLabel('Username')).toBeFocused();
  for (const isRefused of [false, true]) {
    if (isRefused) await dialog.getByRole('button', { name: 'Add user' }).click();
    const [userName, name, role, farm] = await lines('Username', 'Name *', 'Role', 'Farm ID');
    expect([userName, role]).toEqual([name, farm]);
    // A label stands right above its control, also where the neighbor has a hint.
    expect(await gapOver(dialog.getByLabel('Role'))).toBeLessThan(8);
  }
});

test('on a phone of 320 px a refusal is read in lines, a file under way stays in its line, and links are as high as a finger needs', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 320, height: 640 });

  await page.route('**/graphql', (route) =>
    /AlertsTab|Alerts\b/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
  );
  await page.goto(at('/admin/dashboard?tab=alerts'));
  const refusal = page.getByRole('alert').filter({ hasText: 'Failed to load alerts:' });
  const again = refusal.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  expect((await boxOf(again)).y).toBeGreaterThan((await boxOf(refusal.getByText('Failed to load alerts:'))).y + 20);
  await page.unroute('**/graphql');

  await page.goto(at('/admin/dashboard?tab=lots&search=LOT70'));
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/lots/export?*', async (route) => {
    await answered;
    await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeInViewport({ ratio: 1 });
  expect(await sideways(page)).toBe(0);
  answer();
  await expect(page.getByText('Application Error')).toBeVisible();

  await page.goto(at('/admin/dashboard?tab=reports'));
  expect((await boxOf(page.getByRole('link', { name: 'Report history' }))).height).toBeGreaterThanOrEqual(44);

  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/audit'));
  await expect(auditor.getByRole('rowheader').first()).toBeVisible();
  const [from, to] = [auditor.getByLabel('From (UTC)'), auditor.getByLabel('To (UTC)')];
  for (const [width, areInPairs] of [
    [390, true],
    [320, false],
  ] as const) {
    await auditor.setViewportSize({ width, height: 720 });
    const [fromTop, toTop] = await topsOf(auditor, from, to);
    expect([width, fromTop === toTop]).toEqual([width, areInPairs]);
    expect(await sideways(auditor)).toBe(0);
  }

  const areas = page.getByRole('tablist', { name: 'Areas' });
  expect(await areas.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
