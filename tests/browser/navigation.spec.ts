import { expect, test, type Page } from '@playwright/test';
import { at, signedIn, tabTo, type Account } from './staff.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const { role, tabs, pages, menus } of [
  {
    role: 'Farmer',
    tabs: ['Dashboard', 'My lots', 'Alerts'],
    pages: ['Farms', 'Receive', 'Import', 'Analytics', 'Due diligence'],
    menus: {},
  },
  {
    role: 'Processor',
    tabs: ['Dashboard', 'Lots', 'Alerts', 'Reports'],
    pages: ['Farms', 'Receive', 'Consignments', 'Import', 'Analytics'],
    menus: {
      More: [
        'Buyers',
        'Transformations',
        'Due diligence',
        'Statements',
        'Recall',
        'Shipping reviews',
        'Satellite checks',
      ],
    },
  },
  {
    role: 'Auditor',
    tabs: ['Dashboard', 'Lots', 'Alerts', 'Reports'],
    pages: ['Farms', 'Consignments', 'Analytics'],
    menus: { Administration: ['Users', 'Audit trail', 'Ledger'] },
  },
  {
    role: 'Admin',
    tabs: ['Dashboard', 'Lots', 'Alerts', 'Reports'],
    pages: ['Farms', 'Receive', 'Consignments', 'Import', 'Analytics'],
    menus: { Administration: ['Users', 'Partner keys', 'Web hooks', 'Audit trail', 'Ledger', 'Erase a farmer'] },
  },
] satisfies {
  role: Account | 'Admin';
  tabs: string[];
  pages: string[];
  menus: Partial<Record<'More' | 'Administration', string[]>>;
}[]) {
  test(`the main bar shows what a role works with: ${role}`, async ({ browser }) => {
    const page = await signedIn(browser, role);
    await page.setViewportSize({ width: 1280, height: 800 });
    const names = (kind: 'tab' | 'link') => bar(page).getByRole(kind).allInnerTexts();
    expect((await names('tab')).map((name) => name.split('\n')[0]?.trim())).toEqual(tabs);
    expect(await names('link')).toEqual(pages);
    await expect(bar(page).getByRole('button')).toHaveCount(role === 'Farmer' ? 0 : role === 'Processor' ? 1 : 2);
    for (const [menu, items] of Object.entries(menus)) {
      await bar(page).getByRole('button', { name: menu }).click();
      for (const name of items) {
        await expect(page.getByRole('group', { name: menu }).getByRole('link', { name, exact: true })).toBeVisible();
      }
      await page.keyboard.press('Escape');
    }
  });
}

test('a page marks its entry and has a way back; on phones one bar leads everywhere by keyboard @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Admin');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });

  await test.step('a page of daily work and the page below it', async () => {
    await bar(page).getByRole('link', { name: 'Farms' }).click();
    await expect(bar(page).getByRole('link', { name: 'Farms' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('main').getByRole('link', { name: 'FARM001' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: /FARM001/ })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Farms' })).toHaveAttribute('aria-current', 'page');
    await crumbs.getByRole('link', { name: 'Farms and plots' }).click();
    await expect(page).toHaveURL(/\/admin\/farms$/);
  });

  await test.step('a page of a menu marks the menu, and leads back to the dashboard', async () => {
    await bar(page).getByRole('button', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Administration' })).toHaveAttribute('aria-current', 'true');
    await expect(crumbs).toContainText('Administration');
    await crumbs.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('tab', { name: 'Dashboard', selected: true })).toBeVisible();
    await expect(crumbs).toHaveCount(0);
  });

  await test.step('on a phone the bar is at the lower edge and covers neither dialogs nor what has the focus', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const lowerEdge = async (): Promise<number> => {
      const box = await bar(page).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(lowerEdge).toBe(640);
    await expect(bar(page).getByRole('tab')).toHaveCount(4);
    const more = bar(page).getByRole('button', { name: 'More' });
    await expect(bar(page).getByRole('button', { name: 'Administration' })).toBeHidden();
    await bar(page).getByRole('tab', { name: 'Dashboard' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Lots', selected: true })).toBeFocused();
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('group', { name: 'More' });
    const ledger = sheet.getByRole('link', { name: 'Ledger' });
    await tabTo(page, ledger);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await more.press('Enter');
    await expect(sheet.getByRole('link', { name: 'Ledger' })).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await page.goto(at('/admin/dashboard'));
    await page.getByRole('button', { name: 'Create New Lot' }).first().click();
    const next = page.getByRole('dialog').getByRole('button', { name: 'Next' });
    await expect(next).toBeInViewport({ ratio: 1 });
    // A press lands on the button itself: nothing lies over it.
    await next.click({ trial: true });
  });
});
