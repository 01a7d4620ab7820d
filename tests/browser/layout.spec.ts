import { expect, test, type Locator, type Page } from '@playwright/test';
import { at, CLEAR_PLACE, fillWizard, openTab, signedIn, tabTo } from './staff.ts';

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator.toString()} is not on the page`);
  return box;
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
        // For a moment the page before stands there too.
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
  const done = page.getByRole('toolbar', { name: 'What to do with the selected lots' }).getByRole('button');
  await expect(done).toHaveCount(4);
  await done.first().scrollIntoViewIfNeeded();
  for (const step of await done.all()) await expect(step).toBeInViewport({ ratio: 1 });

  await page.goto(at('/admin/dashboard?tab=reports'));
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await expect(page.getByRole('heading', { name: /^Report of/ })).toBeFocused();
  const made = page.getByRole('region', { name: 'Reports made so far' }).first();
  await expect(made).not.toBeInViewport();
  await page.getByRole('link', { name: 'Reports made so far' }).click();
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
  await expect(page.getByText('(outdated)').first()).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByLabel('Harvested from')).toBeVisible();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await sideways(page)).toBe(0);
});
