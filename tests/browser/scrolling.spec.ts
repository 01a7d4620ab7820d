import { expect, test, type Locator } from '@playwright/test';
import { at, signedIn } from './staff.ts';

/** Where what scrolls in here says that there is more, and whether an arrow shows it below. */
function shownMore(inside: Locator): Promise<{ more: string | undefined; arrow: boolean }> {
  return inside.evaluate((element) => {
    const frame = element.closest<HTMLElement>('[data-more]');
    return {
      more: frame?.dataset.more,
      arrow: frame !== null && getComputedStyle(frame, '::before').content !== 'none',
    };
  });
}

test('what goes on below shows it until its end is in sight, and the way out of a phone is there without scrolling', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Admin');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('button', { name: /^Menu of / }).click();
  const menu = page.getByRole('group', { name: /^Menu of / });
  await expect(menu.getByRole('button', { name: 'Log out', exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 360 });
  await page.getByRole('button', { name: 'More' }).click();
  const pages = page.getByRole('group', { name: 'More' }).getByRole('list').last();
  await expect.poll(() => shownMore(pages)).toEqual({ more: 'below', arrow: true });
  await pages.getByRole('link').last().focus();
  await expect.poll(() => shownMore(pages)).toEqual({ more: 'above', arrow: false });
  await page.setViewportSize({ width: 320, height: 1400 });
  await expect.poll(() => shownMore(pages)).toEqual({ more: '', arrow: false });
});

test('of a table that is wider than a phone the lot and its menu stay in sight, and between them it fades where it goes on', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(at('/admin/dashboard?tab=lots&layout=table'));
  const table = page.getByRole('region', { name: 'Cacao Lots' });
  const row = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  const menu = row.getByRole('button', { name: /^More actions/ });
  await row.scrollIntoViewIfNeeded();
  await expect(menu).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await shownMore(row)).more).toContain('after');
  await table.evaluate((element) => element.scrollTo({ left: 5000 }));
  await expect.poll(async () => (await shownMore(row)).more).toContain('before');
  await expect(row.getByRole('rowheader')).toBeInViewport({ ratio: 0.95 });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await menu.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Update Process' })).toBeInViewport({ ratio: 1 });
});

test('a list that scrolls without anything to press is reached by its name', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(at('/admin/dashboard?tab=lots'));
  await page.getByRole('button', { name: 'Figures, views and sorting' }).click();
  const figures = page.getByRole('group', { name: 'Lot totals' });
  await expect(figures).toHaveAttribute('tabindex', '0');
  await expect.poll(() => shownMore(figures)).toEqual({ more: 'after', arrow: false });
  await figures.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await shownMore(figures)).more).toContain('before');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(figures).not.toHaveAttribute('tabindex');
});

for (const layout of ['table', 'grid'] as const) {
  test(`on a phone held sideways a lot stands in the first screenful (${layout})`, async ({ browser }) => {
    const page = await signedIn(browser, 'Processor');
    await page.setViewportSize({ width: 640, height: 450 });
    await page.goto(at(`/admin/dashboard?tab=lots&layout=${layout}`));
    const lot = layout === 'table' ? page.getByRole('rowheader').first() : page.getByRole('article').first();
    await expect(lot.getByText(/LOT\d+/).first()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
}
