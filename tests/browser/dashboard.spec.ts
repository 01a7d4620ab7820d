import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { at, CLEAR_PLACE, openTab, registerLot, signedIn, signedInOfFarm } from './staff.ts';

test('each figure of the dashboard leads to what it counts @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const main = page.getByRole('main');
  const today = page.getByRole('region', { name: 'Today' });

  await test.step('what waits today opens the lists that it counts', async () => {
    // Other stories register lots, which are checked meanwhile: it is read again until nothing came between.
    await expect(async () => {
      await page.goto(at('/admin/dashboard'));
      const never = today.getByRole('link', { name: /never checked|has been checked/ });
      const count = Number((await never.innerText()).split('\n')[0]);
      expect(count).toBeGreaterThan(0);
      await never.click();
      await expect(page).toHaveURL(/tab=lots&preset=neverChecked/);
      await expect(page.getByRole('heading', { level: 1, name: 'Cacao Lots' })).toBeVisible();
      const heading = page.getByRole('heading', {
        name: new RegExp(`^(Lots .* of ${count} matching|1 matching lot)`),
      });
      await expect(heading).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
    await openTab(page, 'Dashboard');
    await today.getByRole('link', { name: /ready to ship/ }).click();
    await expect(page).toHaveURL(/preset=readyToShip/);
    await openTab(page, 'Dashboard');
    await today.getByRole('link', { name: /open alert/ }).click();
    await expect(page.getByRole('tab', { name: 'Alerts', selected: true })).toBeVisible();
    await openTab(page, 'Dashboard');
  });

  await test.step('so do the tiles and the stages', async () => {
    for (const [name, address] of [
      ['Total Lots', /tab=lots&kind=origin$/],
      ['Compliant Lots', /tab=lots&kind=origin&eudr=compliant$/],
      ['Avg Quality', /\/admin\/analytics$/],
      ['Open Consignments', /\/admin\/consignments$/],
      ['Drying', /tab=lots&stage=drying$/],
    ] as const) {
      await page.goto(at('/admin/dashboard'));
      await main.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(address);
    }
    await page.goto(at('/admin/dashboard'));
  });

  await test.step('farms are on a map and in a list, the gravest first', async () => {
    const farms = page.getByRole('region', { name: 'Farms' });
    await expect(farms.getByRole('img', { name: /farms on a map/ })).toBeVisible();
    await expect(farms.getByRole('listitem').first()).toContainText('Forest loss');
    await farms.getByRole('listitem').first().getByRole('link').press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /FARM/ })).toBeVisible();
    await page.goBack();
  });
});

test('several lots to which the same happened are one line, which stays open as more come; times are exact on hover', async ({
  browser,
}) => {
  const farmId = `ALIKE${randomInt(10 ** 6)}`;
  const page = await signedInOfFarm(browser, farmId);
  const register = () => registerLot(page, { ...CLEAR_PLACE, farmId, farmerName: 'Peter Wani' });
  for (let lots = 0; lots < 3; lots += 1) await register();
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  // Before they were checked, three lots that were registered are alike, too.
  const group = activity.getByRole('button', { name: /Checked, no loss found \d+ lots/ });
  await expect(group).toContainText('3 lots');
  await group.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  const lines = activity.getByRole('list').getByRole('list').getByRole('button');
  await expect(lines).toHaveCount(3);
  await expect(group.locator('time')).toHaveAttribute('title', /UTC/);

  await register();
  await expect(group).toContainText('4 lots');
  await expect(lines).toHaveCount(4);
  await expect(group).toBeFocused();
});

test('a wizard keeps its height, and its button its place', async ({ browser }) => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    // Of its own: a draft would be restored.
    const page = await signedIn(browser, 'Processor');
    // The message of an alert that another story raises would move the dialog.
    await page.routeWebSocket(/\/graphql/, () => undefined);
    await page.setViewportSize(viewport);
    await page.goto(at('/admin/dashboard'));
    await page.getByRole('button', { name: 'Create New Lot' }).click();
    const wizard = page.getByRole('dialog');
    const next = wizard.getByRole('button', { name: 'Next' });
    await expect(wizard.getByLabel('Farm ID')).toBeVisible();
    const places = [await next.boundingBox()];
    // Errors at the fields of the step change nothing.
    await next.click();
    await expect(wizard.getByText('Farm ID is required')).toBeVisible();
    places.push(await next.boundingBox());
    await wizard.getByLabel('Farm ID').fill('FARM002');
    await wizard.getByLabel('Farmer name').fill('Peter Wani');
    await next.click();
    await expect(wizard.getByLabel('Latitude')).toBeVisible();
    places.push(await next.boundingBox());
    expect(new Set(places.map((box) => `${box?.x} ${box?.y}`)).size, JSON.stringify(places)).toBe(1);
    await page.keyboard.press('Escape');
  }
});
