import { expect, test } from '@playwright/test';
import { at, CLEAR_PLACE, openTab, searchLot, signedIn, tabTo } from './staff.ts';

test('a lot is registered by keyboard alone @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const { keyboard } = page;
  await openTab(page, 'Lots');
  const open = page.getByRole('button', { name: 'Create Lot' });
  await open.focus();
  await keyboard.press('Enter');

  const wizard = page.getByRole('dialog');
  const lotId = wizard.getByLabel('Lot ID');
  await expect(lotId).toBeFocused();
  await expect(wizard.getByText('Available')).toBeVisible();
  const proposed = await lotId.inputValue();
  let id = '';

  await test.step('a step that lacks something leads to what it lacks', async () => {
    await tabTo(page, wizard.getByRole('button', { name: 'Next' }));
    await keyboard.press('Enter');
    await expect(wizard.getByLabel('Farm ID')).toBeFocused();
    await expect(wizard.getByLabel('Farm ID')).toHaveAccessibleDescription(/Farm ID is required/);
    await keyboard.type('FARM002');
    await tabTo(page, wizard.getByLabel('Farmer name'));
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Peter Wani');
    await keyboard.press('Enter');
  });

  await test.step('Escape takes nothing of what was typed', async () => {
    await expect(wizard.getByLabel('Latitude')).toBeFocused();
    await keyboard.press('Escape');
    await expect(wizard).toBeHidden();
    await expect(open).toBeFocused();
    await keyboard.press('Enter');
    await expect(wizard.getByText(/^Draft from .* restored/)).toBeVisible();
    await expect(lotId).toHaveValue(proposed);
    await expect(wizard.getByLabel('Farm ID')).toHaveValue('FARM002');
    await expect(wizard.getByLabel('Farmer name')).toHaveValue('Peter Wani');
    id = await lotId.inputValue();
    await tabTo(page, wizard.getByRole('button', { name: 'Next' }));
    await keyboard.press('Enter');
    await expect(wizard.getByLabel('Latitude')).toBeFocused();
  });

  await keyboard.type(CLEAR_PLACE.latitude);
  await tabTo(page, wizard.getByLabel('Longitude'));
  await keyboard.type(CLEAR_PLACE.longitude);
  await keyboard.press('Enter');

  await expect(wizard.getByLabel('Weight')).toBeFocused();
  await keyboard.type('120');
  await tabTo(page, wizard.getByLabel('Moisture content'));
  await keyboard.type('38');
  await tabTo(page, wizard.getByLabel('Temperature'));
  await keyboard.type('25');
  await tabTo(page, wizard.getByRole('checkbox', { name: 'Fair Trade' }));
  await keyboard.press('Space');
  await tabTo(page, wizard.getByRole('button', { name: 'Next' }));
  await keyboard.press('Enter');

  await tabTo(page, wizard.getByRole('checkbox', { name: /I confirm/ }));
  await keyboard.press('Space');
  await tabTo(page, wizard.getByRole('button', { name: 'Create Lot' }));
  await keyboard.press('Enter');
  await expect(wizard).toBeHidden();
  await expect(open).toBeFocused();

  const lot = await searchLot(page, id);
  await expect(lot.getByText('Peter Wani')).toBeVisible();
  await expect(lot.getByText('Fair Trade', { exact: true })).toBeVisible();
});

test('the wizard of the dashboard gives the focus back', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const open = page.getByRole('button', { name: 'Create New Lot' }).first();
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Lot ID')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(open).toBeFocused();
});

test('lists are walked by J, K and X, and the palette advances a lot, also from a field @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/dashboard?tab=lots&layout=table&search=LOT70&sort=lotId&order=asc'));
  const rows = page.getByRole('table', { name: 'Cacao Lots' }).getByRole('rowheader');
  await expect(rows.first()).toContainText('LOT701');
  const bar = page.getByRole('toolbar', { name: 'Actions for selected lots' });
  await page.keyboard.press('j');
  await expect(rows.nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 selected');
  await expect(page.getByRole('checkbox', { name: 'Select LOT702', exact: true })).toBeChecked();
  await page.keyboard.press('k');
  await expect(rows.nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'LOT701' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('advance LOT704');
  await palette.getByRole('option', { name: 'Advance LOT704' }).click();
  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  await expect(wizard).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wizard).toBeHidden();

  await page.getByRole('heading', { name: 'Cacao Lots' }).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Next one (Enter opens it)')).toBeVisible();
});
