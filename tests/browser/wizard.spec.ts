import { expect, test, type Locator } from '@playwright/test';
import { openTab, searchLot, signedIn } from './staff.ts';

/** Announcements of the steps for screen readers: one live region whose text changes. */
async function expectTold(
  wizard: Locator,
  steps: readonly string[],
  fill: (step: number) => Promise<unknown>,
): Promise<void> {
  const told = wizard.getByRole('status').filter({ hasText: /^Step / });
  await expect(told).toHaveText(`Step 1 of ${steps.length}: ${steps[0]}`);
  const region = await told.elementHandle();
  for (const [index, name] of [...steps.entries()].slice(1)) {
    await fill(index);
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(told).toHaveText(`Step ${index + 1} of ${steps.length}: ${name}`);
    // A region that is created again is not read out.
    expect(await region?.evaluate((element) => element.isConnected)).toBe(true);
  }
}

test('each new step of the wizards is told to those who do not see it', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lot = await searchLot(page, 'LOT704');
  await lot.getByRole('button', { name: 'More actions for LOT704' }).click();
  await page.getByRole('menuitem', { name: 'Update Process' }).click();
  const update = page.getByRole('dialog', { name: 'Update Process Step' });
  await expectTold(update, ['Select Step', 'Details', 'Operator', 'Review'], async (step) => {
    if (step === 1) await update.getByLabel('Process Step').selectOption('fermented');
    if (step === 2) await update.getByLabel('Process Details').fill('Six days in boxes');
    if (step === 3) await update.getByLabel('Operator Name').fill('Ben Kila');
  });
  await page.keyboard.press('Escape');
  await expect(update).toBeHidden();

  await openTab(page, 'Lots');
  await page.getByRole('button', { name: 'Create Lot' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Lot' });
  await expectTold(create, ['Basic Info', 'Location', 'Quality', 'Review'], async (step) => {
    if (step === 1) {
      await create.getByLabel('Farm ID').fill('FARM002');
      await create.getByLabel('Farmer name').fill('Peter Wani');
    }
    if (step === 2) {
      await create.getByLabel('Latitude').fill('-5.258413');
      await create.getByLabel('Longitude').fill('145.743926');
    }
    if (step === 3) {
      await create.getByLabel('Weight').fill('250.5');
      await create.getByLabel('Moisture content').fill('41');
      await create.getByLabel('Temperature').fill('26.5');
      await create.getByLabel('Quality score').fill('8.7');
    }
  });
});
