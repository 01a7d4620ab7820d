import { expect, test } from '@playwright/test';
import {
  advance,
  at,
  card,
  CLEAR_PLACE,
  createLot,
  endElsewhere,
  openTab,
  registerLot,
  searchLot,
  signedIn,
} from './staff.ts';

test('a session that ends in one tab ends in all, and begins again in all @story', async ({ browser }) => {
  const first = await signedIn(browser, 'Processor');
  const second = await first.context().newPage();
  await second.goto(at('/verify'));
  await second.evaluate(() => localStorage.clear());
  await expect(first).toHaveURL(/\/admin\/login$/);
  await expect(first.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();

  await second.goto(at('/admin'));
  await second.getByRole('button', { name: 'Farmer' }).click();
  await expect(second.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(first.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(first.getByText('Maria Kaupa', { exact: true }).first()).toBeVisible();
});

test('the tab stands in the address: back, reload and older paths lead to it; a password is shown on demand @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const tab = (name: string) => page.getByRole('tab', { name, selected: true });
  await openTab(page, 'Alerts');
  await openTab(page, 'Reports');
  await page.goBack();
  await expect(tab('Alerts')).toBeVisible();
  await page.reload();
  await expect(tab('Alerts')).toBeVisible();
  await page.goto(at('/admin/lots'));
  await expect(tab('Lots')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=lots$/);
  await page.goto(at('/admin/cellar'));
  await expect(tab('Dashboard')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.goto(at('/login'));
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('what I type');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('what I type');
});

test('a session that the server ended is begun again over what was typed', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.getByRole('button', { name: 'Create New Lot' }).click();
  const farm = page.getByRole('dialog').getByLabel('Farm ID');
  await farm.fill('FARM002');
  await endElsewhere(page);

  const ended = page.getByRole('alertdialog', { name: 'Authentication Required' });
  await expect(ended).toBeVisible();
  await expect(ended.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  await page.keyboard.press('Escape');
  await expect(ended.getByLabel('Username')).toHaveValue('processor');
  await ended.getByLabel('Password', { exact: true }).fill('cacao-processor');
  await ended.getByRole('button', { name: 'Sign In' }).click();
  await expect(ended).toBeHidden();
  await expect(farm).toHaveValue('FARM002');
  await expect(page.getByText(/Failed to load/)).toHaveCount(0);
});

test('a session that the server ended with nothing typed leads to the sign-in page, and back to where it was', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await openTab(page, 'Lots');
  await page.goto(at('/admin/dashboard?tab=lots&search=Peter'));
  await expect(page.getByRole('searchbox')).toHaveValue('Peter');
  await endElsewhere(page);

  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByText('Your session has ended. Sign in again to return to your page.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.type('processor');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cacao-processor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/dashboard\?tab=lots&search=Peter$/);
  await expect(page.getByRole('searchbox')).toHaveValue('Peter');
  await expect(page.getByRole('main')).toBeFocused();

  await endElsewhere(page);
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByRole('button', { name: 'Farmer' }).click();
  // Another person finds nothing of the one before: searches hold names.
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('another person who signs in over an ended page finds nothing of the one before, who finds it again', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await openTab(page, 'Lots');
  await page.getByRole('searchbox').fill('Peter Wani');
  await expect(page).toHaveURL(/search=Peter/);
  await page.getByRole('button', { name: 'Create Lot' }).first().click();
  await page.getByRole('dialog').getByLabel('Farm ID').fill('FARM002');
  await page.getByRole('dialog').getByLabel('Farmer name').fill('Secret Grower');
  await endElsewhere(page);
  const ended = page.getByRole('alertdialog', { name: 'Authentication Required' });
  await ended.getByLabel('Username').fill('farmer');
  await ended.getByLabel('Password', { exact: true }).fill('cacao-farmer');
  await ended.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(ended).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole('button', { name: 'Create New Lot' }).click();
  const wizard = page.getByRole('dialog');
  await expect(wizard.getByLabel('Farmer name')).toHaveValue('Maria Kaupa');
  await expect(wizard.getByRole('button', { name: 'Start over' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openTab(page, 'Lots');
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Processor' }).click();
  await page.getByRole('button', { name: 'Create New Lot' }).click();
  await expect(wizard.getByLabel('Farmer name')).toHaveValue('Secret Grower');
});

test('whoever signs in next reads nothing of the one before', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await createLot(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const told = page.getByRole('status').filter({ hasText: 'created' });
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  // The list of lots, which is there until then, has a button of that name, too.
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Farmer' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(await told.count()).toBe(0);
});

test('offline is said, and what was missed is made up for', async ({ browser }) => {
  const farmer = await signedIn(browser, 'Farmer');
  const lotId = await registerLot(farmer, CLEAR_PLACE);
  await expect((await searchLot(farmer, lotId)).getByText('On Blockchain')).toBeVisible();
  await farmer.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await farmer.context().setOffline(true);
  const line = farmer.getByText("You're offline. This data may be out of date.");
  // Visible at every scroll position.
  await expect(line).toBeInViewport();
  await expect(card(farmer, lotId)).toBeVisible();

  const processor = await signedIn(browser, 'Processor');
  const lot = await searchLot(processor, lotId);
  await lot.getByRole('button', { name: `Advance ${lotId} to Fermented` }).click();
  await advance(processor, 'Six days in boxes');
  await expect(lot.getByText('Fermented', { exact: true })).toBeVisible();

  await farmer.context().setOffline(false);
  await expect(line).toBeHidden();
  await expect(card(farmer, lotId).getByText('Fermented', { exact: true })).toBeVisible();
  await openTab(farmer, 'Dashboard');
  await expect(farmer.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
