import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { serialOf, workbook } from '../support/workbooks.ts';
import { findings, WCAG_2_2_AA } from './axe.ts';
import { at, signedIn } from './staff.ts';

/*
 * What a clerk does with a spreadsheet: an .xlsx file of 200 lots with German heads, and a CSV file of a German Excel with heads that
 * nobody knows.
 */

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADS = [
  'Losnr.',
  'Betrieb',
  'Erzeuger',
  'Sorte',
  'Erntedatum',
  'Breite',
  'Länge',
  'Gewicht (kg)',
  'Feuchte',
  'Temp.',
];

/** An .xlsx file of many lots, all different. */
function harvest(prefix: string, lots: number): Buffer {
  const rows = Array.from({ length: lots }, (_, n) => [
    `${prefix}${n}`,
    `FARM00${(n % 3) + 1}`,
    `Farmer ${n}`,
    'trinitario',
    { value: serialOf('2026-03-04') + (n % 20), style: 'day' as const },
    -5.2 - (n % 50) / 1_000,
    145.7 + (n % 50) / 1_000,
    50 + n / 10,
    7.2,
    28,
  ]);
  return workbook([{ name: 'Ernte', rows: [['Anlieferungen März'], HEADS, ...rows] }]);
}

async function expectAxeClean(page: Page): Promise<void> {
  expect(await findings(page, { tags: WCAG_2_2_AA })).toEqual([]);
}

const choose = (page: Page, name: string, buffer: Buffer, mimeType = XLSX) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });

test('200 lots of an Excel file are registered with one press, shown and undone @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/import'));
  const prefix = `LOTX${Date.now() % 1_000_000}-`;
  // The list of earlier imports may have that of another try.
  const name = `Ernte ${prefix}.xlsx`;
  await choose(page, name, harvest(prefix, 200));
  await expect(page.getByRole('heading', { name: '200 lots ready to register' })).toBeVisible();
  await expect(page.getByText('Excel file, sheet Ernte · column names in row 2')).toBeVisible();
  await expect(page.getByText('11,990 kg', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: '200 lots on a map' })).toBeVisible();
  await expectAxeClean(page);
  await page.getByRole('button', { name: 'Import 200 lots' }).click();
  await expect(page.getByRole('heading', { name: '200 lots registered' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('list', { name: 'Earlier imports' }).getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Show these lots' }).click();
  await expect(page.getByText(new RegExp(`${prefix}\\d+$`)).first()).toBeVisible();
  await expect(page).toHaveURL(/import=/);

  await page.goto(at('/admin/import'));
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
    .getByRole('button', { name: 'Undo import' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('200 lots deleted')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('listitem').filter({ hasText: name }).first()).toContainText('undone');
});

test('a German CSV file: its columns are named once, errors show their cells, and a lot that went on stops the undo', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/import'));
  const stamp = String(Date.now() % 1_000_000);
  const heads = ['Kennung', 'Hof', 'Wer', 'Art', 'Wann', 'Nord', 'Ost', 'Schwer', 'Nass', 'Warm'].map(
    (head) => `${head} ${stamp}`,
  );
  const row = (n: number, weight: string) =>
    `LOTG${stamp}${n};FARM002;Jürgen Müller;Trinitario;0${n}.03.2026;-5,2584${n};145,7439${n};${weight};7,2;28`;
  const file = (...rows: string[]) => Buffer.from([heads.join(';'), ...rows].join('\r\n'), 'latin1');
  const fields = [
    'Lot ID',
    'Farm ID *',
    'Farmer *',
    'Cacao variety *',
    'Harvest date *',
    'Latitude *',
    'Longitude *',
    'Weight (kg) *',
    'Moisture (%) *',
    'Temperature (°C) *',
  ];

  await choose(page, 'Ernte.csv', file(row(1, '1.250,5'), row(2, 'viel')), 'text/csv');
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible();
  await expect(page.getByText('CSV with semicolons, Windows-1252', { exact: false })).toBeVisible();
  await expectAxeClean(page);
  for (const [n, field] of fields.entries()) {
    await page.getByLabel(`Field for ${heads[n]}`).selectOption({ label: field });
  }
  await expect(page.getByText('All required fields have a column.')).toBeVisible();
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('heading', { name: '1 of 2 rows has errors' })).toBeVisible();
  const errors = page.getByRole('table', { name: 'Rows with errors' });
  await expect(errors.getByRole('row').filter({ hasText: 'viel' })).toContainText(`Schwer ${stamp}`);
  await page.getByLabel('Search errors').fill('nothing like it');
  await expect(page.getByText('No matching errors')).toBeVisible();
  await page.getByLabel('Search errors').fill('viel');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download errors' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`Schwer ${stamp},viel,`);

  await test.step('the corrected file needs no names, nor does the next one after a reload', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await (await chooser).setFiles({ name: 'Ernte.csv', mimeType: 'text/csv', buffer: file(row(1, '1.250,5')) });
    await page.getByRole('button', { name: 'Import 1 lot' }).click();
    await expect(page.getByRole('heading', { name: '1 lot registered' })).toBeVisible();
    await page.reload();
    await choose(page, 'Next.csv', file(row(3, '60')), 'text/csv');
    await expect(page.getByRole('heading', { name: '1 lot ready to register' })).toBeVisible();
  });

  await test.step('the first import stays once its lot went on', async () => {
    const login = await restClient(at('')).send('POST', '/auth/login', { username: 'admin', password: 'cacao-admin' });
    const admin = restClient(at(''), String(login.data.access_token));
    const stage = { currentProcess: 'fermented', processDetails: 'Boxes' };
    expect((await admin.send('PATCH', `/lots/LOTG${stamp}1/process`, stage)).status).toBe(200);
    await page.goto(at('/admin/import'));
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Ernte.csv' })
      .first()
      .getByRole('button', { name: 'Undo import' })
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect(dialog).toContainText(
      `You can't undo this import. Someone has worked with one lot of it: LOTG${stamp}1`,
    );
  });
});
