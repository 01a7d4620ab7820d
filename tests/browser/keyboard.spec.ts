import { expect, test } from '@playwright/test';
import { CLEAR_PLACE, openTab, searchLot, signedIn, tabTo } from './staff.ts';

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
  await expect(wizard.getByText('This number is free.')).toBeVisible();
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
    await expect(wizard.getByText(/^What you typed on .* is here again/)).toBeVisible();
    await expect(wizard.getByText('This number is free.')).toBeVisible();
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
