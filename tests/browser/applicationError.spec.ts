import { expect, test } from '@playwright/test';
import { fillWizard, CLEAR_PLACE, openTab, signedIn } from './staff.ts';

test("what failed of a tab's action is said by a banner, until it is dismissed, another tab is shown or it succeeds", async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const banner = page.getByRole('alert').filter({ hasText: 'Application Error' });

  await test.step('a file that does not come', async () => {
    await openTab(page, 'Lots');
    await page.route('**/lots/export?*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(banner).toContainText('Failed to export lots: ');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(banner).toBeInViewport();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await page.unroute('**/lots/export?*');
  });

  await test.step('a lot that is not created', async () => {
    await fillWizard(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
    const wizard = page.getByRole('dialog');
    await page.route('**/graphql', (route) =>
      /CreateLot\b/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    );
    await wizard.getByRole('button', { name: 'Create Lot' }).click();
    await expect(page.getByText('Error Creating Lot')).toBeVisible();
    await page.unroute('**/graphql');
    await page.keyboard.press('Escape');
    await expect(wizard).toBeHidden();
    await expect(banner).toContainText('Unable to connect to server.');
    await openTab(page, 'Alerts');
    await expect(banner).toHaveCount(0);
  });

  await test.step('what nothing caught', async () => {
    await page.evaluate(() => void Promise.reject(new Error('cellar')));
    await expect(banner).toContainText('An unexpected error occurred.');
  });
});
