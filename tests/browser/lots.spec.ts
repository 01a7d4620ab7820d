import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newLot } from '../support/newLot.ts';
import { findings } from './axe.ts';
import { at, openTab, signedIn, tokenOf } from './staff.ts';

/* The lots tab: the list's state in the address, and actions on many lots at once. */

const table = (page: Page) => page.getByRole('table', { name: 'Cacao Lots' });
const names = (page: Page) => table(page).getByRole('rowheader');

test('the list stands in the address: back, reload and a shared link work, in the first screenful @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openTab(page, 'Lots');
  await expect(names(page)).toHaveCount(12);
  for (const row of [0, 1, 2, 3, 4, 5]) await expect(names(page).nth(row)).toBeInViewport({ ratio: 1 });

  await table(page).getByRole('button', { name: 'Weight' }).click();
  await expect(page).toHaveURL(/sort=weight&order=asc/);
  await expect(table(page).getByRole('columnheader', { name: 'Weight' })).toHaveAttribute('aria-sort', 'ascending');
  await page
    .getByRole('navigation', { name: 'Lots: pages' })
    .getByRole('button', { name: 'Page 2', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: /^Lots 13–24 of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('EUDR status').selectOption('compliant');
  await expect(page).toHaveURL(/eudr=compliant/);
  await expect(page).not.toHaveURL(/page=/);
  // How many there are, others of these tests change meanwhile.
  const filtered = page.getByRole('heading', { name: /^Lots 1–12 of \d+ matching$/ });
  await expect(filtered).toBeVisible();

  await page.reload();
  await expect(filtered).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Lots 13–24 of \d+$/ })).toBeVisible();
  await openTab(page, 'Alerts');
  await openTab(page, 'Lots');
  await expect(page).toHaveURL(/sort=weight.*page=2/);

  // A link to what is not there is as if it said less; a row is a link to the lot's detail.
  await page.goto(at('/admin/dashboard?tab=lots&stage=roasted&page=9999&search=LOT704'));
  const link = names(page).getByRole('link', { name: 'LOT704' });
  await expect(link).toHaveAttribute('href', '/admin/dashboard?tab=lots&lot=LOT704&view=detail');
  await expect(page).not.toHaveURL(/page=/);
  await link.click();
  await expect(page).toHaveURL(/search=LOT704.*lot=LOT704&view=detail/);
  await page.goBack();

  // Each figure of a day makes a day of it, which must not take the place of the next figure.
  await page.getByRole('button', { name: 'Filters' }).click();
  const from = page.getByLabel('Harvested from');
  await from.focus();
  await page.keyboard.type('01152026');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from=2026-01-15/);
  await expect(from).toHaveValue('2026-01-15');

  // A second choice before the first one is drawn adds to it.
  const choices = [page.getByLabel('Variety'), page.getByLabel('Process stage')].map((field) => field.elementHandle());
  await page.evaluate(
    (selects) => {
      ['Criollo', 'drying'].forEach((value, index) => {
        const select = selects[index];
        if (!(select instanceof HTMLSelectElement)) throw new Error(`No choice takes ${value}`);
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
    },
    await Promise.all(choices),
  );
  await expect(page).toHaveURL(/(?=.*variety=Criollo)(?=.*stage=drying)/);

  // What was looked for among a few lots is found among all, without being typed again.
  await page.goto(at('/admin/dashboard?tab=lots&preset=needsMe&search=LOT701'));
  await page.getByRole('button', { name: 'Search all lots' }).click();
  await expect(names(page).getByRole('link', { name: 'LOT701' })).toBeVisible();
  await expect(page).not.toHaveURL(/preset=/);

  await page.goto(at('/admin/dashboard?tab=lots&preset=readyToShip&search=nobody'));
  await expect(page.getByText('No lots match', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(names(page)).toHaveCount(12);
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.goto(at('/admin/dashboard?tab=lots&search=LOT704'));
  const more = page.getByRole('button', { name: 'More actions for LOT704', exact: true });
  await more.press('ArrowDown');
  await expect(page.getByRole('menuitem')).toHaveText([
    'View Blockchain',
    'Update Process',
    'Edit Lot',
    'Generate QR',
    'Export Data',
  ]);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.goto(at('/admin/dashboard?tab=lots'));
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('lots at risk come first, a stage is chosen by a click, and a chart leads to its lots @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Auditor');
  await page.goto(at('/admin/dashboard?tab=lots&layout=table'));
  await page.getByRole('button', { name: 'Highest risk first' }).click();
  await expect(page).toHaveURL(/sort=risk/);
  await expect(table(page).getByRole('row').nth(1)).toContainText('Non-Compliant');
  await table(page).getByRole('button', { name: 'EUDR status' }).click();
  await expect(page).toHaveURL(/sort=eudr&order=asc/);
  await expect(table(page).getByRole('row').nth(1)).toContainText('EUDR ✓');
  const strip = page.getByRole('group', { name: 'Lots by stage' });
  const drying = strip.getByRole('button', { name: /^Drying \d+$/ });
  await drying.click();
  await expect(page).toHaveURL(/stage=drying/);
  await expect(drying).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await names(page).count()) - (await table(page).getByText('Drying').count())).toBe(0);
  await drying.click();
  await expect(page).not.toHaveURL(/stage=/);

  // Other stories register lots meanwhile: it is read again until nothing came between.
  await expect(async () => {
    await page.goto(at('/admin/analytics'));
    const quality = page.getByRole('figure', { name: 'Quality spread' });
    await quality.getByRole('button', { name: /table/i }).click();
    const step = quality.getByRole('row', { name: /^80/ });
    const count = (await step.getByRole('cell').innerText()).trim();
    await step.getByRole('link').click();
    await expect(page).toHaveURL(/tab=lots&quality=80/);
    const heading = page.getByRole('heading', { name: new RegExp(`^Lots 1–\\d+ of ${count} matching$`) });
    await expect(heading).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
});

test('lots are selected over pages, exported, and put on a sheet of QR codes @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/dashboard?tab=lots&layout=table'));
  const bar = page.getByRole('toolbar', { name: 'Actions for selected lots' });
  await expect(names(page)).toHaveCount(12);
  await expect(bar).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all lots on this page' }).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('heading', { name: /^Lots 13–24/ })).toBeVisible();
  await page
    // One that is selected may have come down from the page before, under lots that other tests register.
    .getByRole('checkbox', { name: /^Select LOT/, checked: false })
    .first()
    .click();
  await expect(bar).toContainText('13 selected');
  // The heads stay: the list is sorted while lots are selected.
  await table(page).getByRole('button', { name: 'Weight' }).click();
  await expect(table(page).getByRole('columnheader', { name: 'Weight' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText('13 selected');
  expect(await findings(page)).toEqual([]);

  const exported = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  const csv = await readFile(await (await exported).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(14);
  await expect(page.getByText(/^13 lots exported to lots-/)).toBeVisible();
  const sheet = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'QR sheet' }).click();
  await page
    .getByRole('alertdialog', { name: 'QR sheet of 13 lots' })
    .getByRole('button', { name: 'Make QR sheet' })
    .click();
  expect((await sheet).suggestedFilename()).toMatch(/^qr-codes-.*\.pdf$/);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toBeHidden();

  const all = page.waitForEvent('download');
  await page.getByRole('search').getByRole('button', { name: 'Export' }).click();
  expect((await all).suggestedFilename()).toMatch(/^lots-.*\.csv$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('checkbox', { name: 'Select all lots on this page' }).check();
  // The whole bar is visible: it does not scroll.
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  // Once it has come to its place, over the page: before that axe takes the page behind it for the one that is used.
  await filters.getByLabel('Variety').click({ trial: true });
  expect(await findings(page)).toEqual([]);
});

test('selected lots that a filter hides are counted, named, and warned of @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/dashboard?tab=lots&layout=table&search=LOT70'));
  const bar = page.getByRole('toolbar', { name: 'Actions for selected lots' });
  for (const lotId of ['LOT701', 'LOT702']) {
    await page.getByRole('checkbox', { name: `Select ${lotId}`, exact: true }).check();
  }
  await expect(bar).toContainText('2 selected');
  await expect(bar).not.toContainText('not in this list');
  await page.getByRole('searchbox').fill('LOT701');
  await expect(names(page)).toHaveCount(1);
  await expect(bar).toContainText('2 selected, 1 not in this list');

  await bar.getByRole('button', { name: 'QR sheet' }).click();
  const labels = page.getByRole('alertdialog', { name: 'QR sheet of 2 lots' });
  await expect(labels.getByRole('listitem').filter({ hasText: 'LOT702' })).toContainText('not in this list');
  await expect(labels.getByRole('listitem').filter({ hasText: 'LOT701' })).not.toContainText('not in this list');
  await expect(labels.getByRole('alert').filter({ hasText: 'Non-Compliant: LOT702.' })).toBeVisible();
  await expect(labels.getByRole('alert').filter({ hasText: 'only works in this network' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await labels.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar.getByRole('button', { name: 'QR sheet' })).toBeFocused();

  await bar.getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('alertdialog', { name: 'Export 2 lots' });
  await expect(exporting.getByRole('listitem').filter({ hasText: 'LOT702' })).toContainText('not in this list');
  const file = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain('LOT702');
  await page.getByRole('searchbox').fill('');
  await expect(bar).not.toContainText('not in this list');
});

test('many lots are deleted at once, and one that cannot be says why', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const token = await tokenOf(page);
  const ids: string[] = [];
  for (let lot = 0; lot < 3; lot += 1) {
    const data = newLot({ farmId: 'FARM001' });
    const made = await page.request.post(at('/api/v1/lots'), {
      headers: { authorization: `Bearer ${token}` },
      data,
    });
    expect(made.status()).toBe(201);
    ids.push(data.lotId);
  }
  const [kept = '', ...others] = ids;
  await page.goto(at('/admin/dashboard?tab=lots&sort=createdAt&layout=grid'));
  for (const id of ids) await page.getByRole('checkbox', { name: `Select ${id}`, exact: true }).check();
  const card = page.getByRole('article', { name: kept, exact: true });
  const uuid = ((await card.getByRole('heading').getAttribute('id')) ?? '').replace('lot-', '');
  await page.route('**/graphql', (route) => {
    const sent = route.request().postData() ?? '';
    return sent.includes('DeleteLot') && sent.includes(uuid) ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Lots' });
  await expect(
    question.getByText('Are you sure you want to delete 3 lots? This action cannot be undone.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete 3 lots' }).click();
  await expect(question.getByText('1 lot not deleted')).toBeVisible();
  await expect(question.getByRole('listitem')).toHaveText([
    `${kept}: Unable to connect to server. Please check your internet connection.`,
  ]);
  await page.unroute('**/graphql');
  await question.getByRole('button', { name: 'Delete 1 lot' }).click();
  await expect(question).toBeHidden();
  for (const id of [kept, ...others]) await expect(page.getByRole('article', { name: id, exact: true })).toHaveCount(0);
});
