import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { findings, WCAG_2_2_AA } from './axe.ts';
import { at, choose, LOSS_PLACE, openTab, registerLot, signedIn } from './staff.ts';

async function expectNoFindings(page: Page): Promise<void> {
  expect(await findings(page, { tags: WCAG_2_2_AA })).toEqual([]);
}

/** Opens a lot over the tab that is shown, as a link within the page does: the router hears of it, and the focus stays where it was. */
async function openOver(page: Page, lotId: string, view: 'detail' | 'blockchain'): Promise<void> {
  await page.evaluate((search) => {
    history.pushState({ usr: { openedHere: true }, key: 'opened', idx: 99 }, '', search);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, `?tab=lots&lot=${lotId}&view=${view}`);
}

const Report = z.object({
  format: z.literal('manam-trace/lot-report'),
  lot: z.object({ lotId: z.string() }),
  satellite: z.object({ pixels: z.object({ width: z.number() }) }),
  notLoaded: z.array(z.string()),
});

test('a lot is read in detail and on the ledger, over the tab that it was opened from @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await registerLot(page, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  await openTab(page, 'Lots');
  const search = page.getByRole('searchbox');
  await search.focus();
  await openOver(page, lotId, 'detail');
  const view = page.getByRole('dialog', { name: lotId });
  const part = (name: string) => view.getByRole('region', { name });

  await test.step('six sections say what is known, and news of the lot bring what is new', async () => {
    await expect(part('Farm info')).toContainText('Peter Wani');
    await expect(part('Process info').getByRole('img', { name: /17% complete/ })).toBeVisible();
    await expect(view.getByRole('note')).toContainText(/^Blocked: [\d.]+\sha of trees lost in .*, alert open/);
    await expect(view.getByRole('note').getByRole('link', { name: 'Open alert' })).toHaveAttribute(
      'href',
      /\/admin\/alert\?id=/,
    );
    await expect(part('Satellite monitoring').getByRole('img', { name: /loss after 2020/ })).toBeVisible();
    await expect(part('Satellite monitoring')).toContainText('show single trees');
    await expect(part('Satellite monitoring')).toContainText('Sample data');
    await expect(part('Satellite monitoring')).toContainText('Tree cover loss after 31 December 2020');
    await expect(part('Certifications and compliance')).toContainText('Organic');
    await expect(part('Certifications and compliance')).toContainText('1 open; each needs a decision.');
    await expect(part('Lot history')).toContainText('Lot registered');
    await expect(part('Lot history').getByText('On the ledger').first()).toBeVisible();
  });

  await test.step('a new check answers where it was asked for', async () => {
    await part('Satellite monitoring').getByRole('button', { name: 'Refresh satellite data' }).click();
    await expect(part('Satellite monitoring').getByRole('status')).toContainText(`${lotId}: Deforestation Detected.`);
  });

  await test.step('the QR code is shown, put on a sheet to print and hidden, and times are told by both clocks', async () => {
    await expect(part('Consumer transparency').getByRole('img', { name: `QR code of lot ${lotId}` })).toBeVisible();
    await expect(part('Consumer transparency')).toContainText(`/verify/${lotId}`);
    const sheet = page.waitForEvent('download');
    await part('Consumer transparency').getByRole('button', { name: 'Printable sheet (PDF)' }).click();
    expect((await sheet).suggestedFilename()).toMatch(/^qr-codes-.*\.pdf$/);
    await part('Lot history').getByRole('listitem').first().getByRole('button').first().focus();
    await expect(part('Lot history').getByText(/ UTC$/).first()).toBeVisible();
    await expectNoFindings(page);
    await part('Consumer transparency').getByRole('button', { name: 'Hide QR Code' }).click();
    await expect(part('Consumer transparency').getByRole('img')).toHaveCount(0);
  });

  await test.step('the report and the dossier are downloaded', async () => {
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      view.getByRole('button', { name: 'Export Report' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe(`${lotId}-report.json`);
    const told = Report.parse(JSON.parse(await readFile(await report.path(), 'utf8')));
    expect(told).toMatchObject({ lot: { lotId }, notLoaded: [] });
    await view.getByRole('button', { name: 'Papers', exact: true }).click();
    const [dossier] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Dossier (PDF)' }).click(),
    ]);
    expect((await readFile(await dossier.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('the next stage is begun over it, and left again', async () => {
    const update = view.getByRole('button', { name: 'Update Process' });
    await update.click();
    const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
    await expect(wizard).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(wizard).toBeHidden();
    await expect(update).toBeFocused();
  });

  await test.step('the ledger tells the same in four tabs, and a check of it', async () => {
    await view.getByRole('button', { name: 'View Blockchain' }).click();
    const record = page.getByRole('dialog', { name: `Blockchain record of ${lotId}` });
    await expect(record.getByRole('heading', { name: /matches its ledger record/ })).toBeVisible();
    await record.getByRole('tab', { name: 'Provenance Chain' }).click();
    await expect(record.getByRole('article').first()).toContainText('Lot registered');
    await expect(record.getByText('Verified', { exact: true }).first()).toBeVisible();
    await record.getByText('Signatures and endorsements').first().click();
    await expect(record.getByRole('article').first().getByText('Manam Cooperative, Manam Assurance')).toBeVisible();
    await record.getByRole('tab', { name: 'Audit Trail' }).click();
    await expect(record.getByRole('heading', { name: 'Satellite check' }).first()).toBeVisible();
    await record.getByRole('tab', { name: 'Verification' }).click();
    await record.getByRole('button', { name: 'Verify now' }).click();
    await expect(record.getByText(/Every field matches the ledger/)).toBeVisible();
    await expect(record.getByRole('row', { name: /weight matches/i })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFindings(page);
    // A link to what is shown, and a reload, show it again.
    await expect(page).toHaveURL(/view=blockchain&part=verification$/);
    await page.reload();
    await expect(record.getByRole('tab', { name: 'Verification', selected: true })).toBeVisible();
  });

  await test.step('Back leads through the views and out, and focus returns', async () => {
    await page.goBack();
    await expect(part('Farm info')).toBeVisible();
    await expectNoFindings(page);
    await page.reload();
    await expect(part('Farm info')).toContainText('Peter Wani');
    await view.getByRole('button', { name: 'Close' }).last().click();
    await expect(view).toBeHidden();
    await openTab(page, 'Lots');
    await openOver(page, lotId, 'detail');
    await part('Satellite monitoring').getByRole('button', { name: 'See alerts' }).click();
    await expect(page.getByRole('heading', { name: 'Satellite Alerts (1)' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`tab=alerts&status=all&of=${lotId}$`));
    await expect(page.getByRole('listitem').getByRole('link', { name: lotId })).toBeVisible();
    await page.getByRole('button', { name: `Lot ${lotId}` }).click();
    await expect(page).toHaveURL(/tab=alerts&status=all$/);
    await openTab(page, 'Lots');
    await search.focus();
    await openOver(page, 'LOT-UNKNOWN', 'detail');
    await expect(page.getByRole('dialog')).toContainText("Lot LOT-UNKNOWN doesn't exist");
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(search).toBeFocused();
  });
});

test('a lot that is not there for a person says why that may be, and leads to those that are', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  for (const [view, lotId] of [
    ['detail', 'LOTNONE9'],
    ['blockchain', 'LOT702'],
  ] as const) {
    await page.goto(at(`/admin/dashboard?lot=${lotId}&view=${view}`));
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Lot not found')).toBeVisible();
    await expect(dialog).toContainText(`Lot ${lotId} doesn't exist, or you have no access to it.`);
    await expect(dialog.getByText('You see the lots of your farm, FARM001.')).toBeVisible();
    await dialog.getByRole('link', { name: view === 'detail' ? 'See all lots' : `Search for ${lotId}` }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Cacao Lots' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(view === 'detail' ? '' : lotId);
  }
});

test('on a phone one row leads a blocked lot to its alert, and a menu has the rest', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 390, height: 844 });
  const lotId = await registerLot(page, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  await page.goto(at(`/admin/dashboard?tab=lots&lot=${lotId}&view=detail`));
  const view = page.getByRole('dialog', { name: lotId });
  await expect(view.getByRole('note')).toContainText('Blocked');
  // A message about the alert, which may come meanwhile, has a link of the same name.
  const alert = view.getByRole('link', { name: 'Open alert' }).and(page.locator(':not([data-scope="toast"] *)'));
  const more = view.getByRole('button', { name: 'More' });
  await expect(alert).toHaveCount(1);
  await expect(view.getByRole('button', { name: 'Update Process' })).toHaveCount(0);
  const tops = await Promise.all(
    [more, alert].map((control) => control.evaluate((it) => it.getBoundingClientRect().y)),
  );
  expect(tops[0]).toBe(tops[1]);
  await expect(alert).toBeInViewport({ ratio: 1 });

  await more.focus();
  await choose(page, 'Update Process');
  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  await expect(wizard).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wizard).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Export Report' })).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await alert.press('Enter');
  await expect(page).toHaveURL(/\/admin\/alert\?id=/);
});
