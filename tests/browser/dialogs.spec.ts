import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { findings, WCAG_2_2_AA } from './axe.ts';
import { at, CLEAR_PLACE, openTab, registerLot, searchLot, signedIn } from './staff.ts';

/* Whole jobs in the dialogs of a lot, and the import: what is typed is never lost, and nothing is sent that was not meant. */

async function expectAxeClean(page: Page): Promise<void> {
  expect(await findings(page, { tags: WCAG_2_2_AA })).toEqual([]);
}

const drafts = (page: Page) => page.evaluate(() => localStorage.getItem('manam.drafts') ?? '');

test('a lot is begun on a phone, kept over a reload, doubted, discarded, and forgotten at log-out @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: -5.22, longitude: 145.78, accuracy: 12 });
  await openTab(page, 'Lots');
  const open = page.getByRole('button', { name: 'Create Lot' });
  await open.click();
  const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
  const next = wizard.getByRole('button', { name: 'Next' });
  // Other roles are not the grower.
  await expect(wizard.getByLabel('Farm ID')).toHaveValue('');
  await expect(wizard.getByLabel('Farmer name')).toHaveValue('');
  await wizard.getByLabel('Farm ID').fill('FARM001');
  await wizard.getByLabel('Farmer name').fill('Maria Kaupa');
  await next.click();

  await test.step('a forgotten minus is doubted, and stops nobody', async () => {
    await wizard.getByLabel('Latitude').fill('5.2');
    await wizard.getByLabel('Longitude').fill('145.7');
    await expect(wizard.getByText(/This point is in the sea/)).toBeVisible();
    await expect(wizard.getByText(/nearest other lot of farm FARM001/)).toBeVisible();
    await expectAxeClean(page);
    await next.click();
    await expect(wizard.getByLabel('Weight')).toBeFocused();
    await wizard.getByRole('button', { name: 'Previous' }).click();
  });

  await test.step('the device knows where it is, when it is asked', async () => {
    await wizard.getByRole('button', { name: 'Use my position' }).click();
    await expect(wizard.getByLabel('Latitude')).toHaveValue('-5.220000');
    await expect(wizard.getByRole('img', { name: /Papua New Guinea/ })).toBeVisible();
    await expect(wizard.getByText(/lies at sea/)).toBeHidden();
  });

  await test.step('a reload loses nothing', async () => {
    await page.reload();
    await open.click();
    await expect(wizard.getByText(/^Draft from .* restored/)).toBeVisible();
    await expect(wizard.getByLabel('Farmer name')).toHaveValue('Maria Kaupa');
    await next.click();
    await expect(wizard.getByLabel('Latitude')).toHaveValue('-5.220000');
  });

  await test.step('it is discarded on purpose alone', async () => {
    await wizard.getByRole('button', { name: 'Start over' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(wizard.getByLabel('Lot ID')).toBeFocused();
    await expect(wizard.getByLabel('Farmer name')).toHaveValue('');
    expect(await drafts(page)).toBe('');
  });

  await test.step('log-out leaves no name on the device', async () => {
    await wizard.getByLabel('Farmer name').fill('Peter Wani');
    await expect.poll(() => drafts(page)).toContain('Peter Wani');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    expect(await drafts(page)).toBe('');
  });
});

test('a lot is edited while somebody else edits it @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const lotId = await registerLot(page, CLEAR_PLACE);
  const lot = await searchLot(page, lotId);
  const edit = async () => {
    await lot.getByRole('button', { name: `More actions for ${lotId}` }).click();
    await page.getByRole('menuitem', { name: 'Edit Lot' }).click();
  };
  await edit();
  const dialog = page.getByRole('dialog', { name: `Edit Lot ${lotId}` });
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect(dialog.getByLabel('Weight')).toHaveValue('250.5');
  await expect(dialog.getByLabel('Farm ID')).toBeDisabled();
  // Where it is typed: the dialog opened before the lot was there.
  await expect(dialog.getByLabel('Farmer name')).toBeFocused();
  await expect(save).toBeDisabled();
  await expectAxeClean(page);

  await dialog.getByLabel('Weight').fill('0');
  await expect(dialog.getByText('Not saved: Weight')).toBeVisible();
  await save.click();
  await expect(dialog.getByLabel('Weight')).toBeFocused();
  await expect(dialog.getByLabel('Weight')).toHaveAccessibleDescription('Weight must be a positive number');
  await dialog.getByLabel('Weight').fill('248');
  await dialog.getByLabel('Cacao variety').selectOption('Criollo');

  await test.step('Escape takes nothing of it', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await edit();
    await expect(dialog.getByText(/^Draft from .* restored/)).toBeVisible();
    await expect(dialog.getByText('Not saved: Cacao variety, Weight')).toBeVisible();
  });

  await test.step('Cancel takes all of it', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await edit();
    await expect(dialog.getByLabel('Weight')).toHaveValue('250.5');
    await expect(dialog.getByText('No changes')).toBeVisible();
    await dialog.getByLabel('Weight').fill('248');
    await dialog.getByLabel('Cacao variety').selectOption('Criollo');
  });

  await test.step('what somebody else changed meanwhile is said, and what was typed is kept', async () => {
    const answer = await page.evaluate(
      async ([id]) => {
        const response = await fetch(`/api/v1/lots/${id}`, {
          method: 'PATCH',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${localStorage.getItem('manam.accessToken')}`,
          },
          body: JSON.stringify({ weight: 260, farmerName: 'Grace K. Kila' }),
        });
        return response.status;
      },
      [lotId],
    );
    expect(answer).toBe(200);
    await save.click();
    await expect(dialog.getByText('Someone changed this lot', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Farmer name is now Grace K. Kila.')).toBeVisible();
    await expect(dialog.getByText(/^Weight is now 260\skg\. Saving replaces it with 248\skg/)).toBeVisible();
    await expect(dialog.getByLabel('Weight')).toHaveValue('248');
    await expect(dialog.getByLabel('Farmer name')).toHaveValue('Grace K. Kila');
  });
  const sent = page.waitForRequest((request) => request.postData()?.includes('"UpdateLot"') === true);
  await save.click();
  expect(Object.keys((await sent).postDataJSON().variables.input).sort()).toEqual([
    'cacaoVariety',
    'version',
    'weight',
  ]);
  await expect(dialog).toBeHidden();
  await expect(lot.getByText('248 kg')).toBeVisible();
  expect(await drafts(page)).toBe('');
});

test('lots are imported from a file: wrong rows are named, and nothing is registered before it is asked for @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await openTab(page, 'Lots');
  await test.step('whoever is about to type many lots is told of it, on phones too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('link', { name: 'Import lots' })).toBeHidden();
    await page.getByRole('button', { name: 'Create Lot' }).click();
    const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
    await wizard.getByRole('link', { name: 'Import them from a file' }).click();
    await expect(wizard).toBeHidden();
    await expect(page).toHaveURL(at('/admin/import'));
    // Until the page is drawn, the tab is still the selected one.
    await expect(page.getByRole('heading', { level: 1, name: 'Import lots' })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await openTab(page, 'Lots');
  });
  await page.getByRole('link', { name: 'Import lots' }).click();
  await expect(page).toHaveURL(at('/admin/import'));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  const header = await readFile(await (await download).path(), 'utf8');
  const stamp = String(Date.now() % 1_000_000);
  const row = (n: number, weight: string) =>
    `LOTI${stamp}${n},FARM002,Peter Wani,Trinitario,2026-03-01,-5.2584,145.7439,${weight},7,25,Organic|UTZ,82,false,`;
  const file = (...rows: string[]) => ({
    name: 'harvest.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(header + rows.join('\r\n')),
  });
  const choose = page.locator('input[type=file]');

  await choose.setInputFiles(file(row(1, '50'), row(2, '-3').replace('Trinitario', 'Robusta'), row(2, '50')));
  await expect(page.getByRole('heading', { name: '2 of 3 rows have errors' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows with errors' });
  await expect(table.getByText('Weight must be a positive number')).toBeVisible();
  await expect(table.getByText('Row 4 has the same lot ID')).toBeVisible();
  // Each error is a line with its cell.
  await expect(table.getByRole('row').filter({ hasText: 'Robusta' })).toContainText('Trinitario');
  await expect(table.getByRole('row')).toHaveCount(4);
  await expectAxeClean(page);
  // One press leads to the files, not back to where they were asked for.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await (await chooser).setFiles(file(row(1, '50'), row(2, '60')));
  await page.getByRole('button', { name: 'Import 2 lots' }).click();
  await expect(page.getByRole('heading', { name: '2 lots registered' })).toBeVisible();
  await page.getByRole('link', { name: 'Show these lots' }).click();
  await searchLot(page, `LOTI${stamp}2`);

  await test.step('who may not register lots does not come there', async () => {
    const auditor = await signedIn(browser, 'Auditor');
    await auditor.goto(at('/admin/import'));
    await expect(auditor).toHaveURL(/\/admin\/dashboard/);
  });
});
