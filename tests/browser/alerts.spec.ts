import { expect, test, type Locator, type Page } from '@playwright/test';
import { createLot, LOSS_PLACE, openTab, signedIn } from './staff.ts';

const LOT = { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' };

function alertOf(page: Page, lotId: string): Locator {
  // Hidden from screen readers while a dialog is open, and still there.
  const list = page.getByRole('region', { name: 'List of alerts', includeHidden: true });
  return list.getByRole('listitem', { includeHidden: true }).filter({ hasText: lotId });
}

async function showAlerts(page: Page, status: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).selectOption(status);
}

test('an auditor reviews and resolves an alert, and the lot follows in another browser', async ({ browser }) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await createLot(processor, LOT);
  await openTab(processor, 'Dashboard');
  const activity = processor.getByRole('tabpanel', { name: 'Dashboard' });
  await activity.getByRole('button', { name: new RegExp(lotId) }).click();
  const watched = processor.getByRole('alertdialog', { name: `Lot ${lotId}` });
  await expect(watched.getByText('Deforestation Detected')).toBeVisible();

  const auditor = await signedIn(browser, 'Auditor');
  await openTab(auditor, 'Alerts');
  const alert = alertOf(auditor, lotId);
  await alert.getByRole('button', { name: /Mark Reviewed/ }).click();
  await expect(alert).toBeHidden();
  await expect(watched.getByText('Under Investigation')).toBeVisible();

  await showAlerts(auditor, 'acknowledged');
  await alert.getByRole('button', { name: /View Details/ }).click();
  const details = auditor.getByRole('dialog');
  await details.getByLabel('Outcome').selectOption('No Deforestation');
  await details.getByRole('button', { name: 'Resolve alert' }).click();
  await expect(details.getByLabel('Note')).toHaveAttribute('aria-invalid', 'true');
  await details.getByLabel('Note').fill('Visited on foot: a fallen shade tree.');
  await details.getByRole('button', { name: 'Resolve alert' }).click();
  await expect(details).toBeHidden();
  await expect(watched.getByText('No Deforestation')).toBeVisible();

  await showAlerts(auditor, 'resolved');
  await alert.getByRole('button', { name: /View Details/ }).click();
  await expect(details.getByText('Visited on foot: a fallen shade tree.')).toBeVisible();
  await expect(details.getByText('No Deforestation', { exact: true })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Resolve alert' })).toHaveCount(0);
});

test('the details of an alert stay open when it leaves the list', async ({ browser }) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await createLot(processor, LOT);
  const auditor = await signedIn(browser, 'Auditor');
  await openTab(auditor, 'Alerts');
  await alertOf(auditor, lotId)
    .getByRole('button', { name: /View Details/ })
    .click();
  const details = auditor.getByRole('dialog');
  await expect(details.getByRole('definition').filter({ hasText: 'Active' })).toBeVisible();

  await openTab(processor, 'Alerts');
  await alertOf(processor, lotId)
    .getByRole('button', { name: /Mark Reviewed/ })
    .click();
  await expect(details.getByRole('definition').filter({ hasText: 'Acknowledged' })).toBeVisible();
  await expect(alertOf(auditor, lotId)).toHaveCount(0);
  await expect(details).toBeVisible();
});
