import { expect, test, type Locator, type Page } from '@playwright/test';
import { at, LOSS_PLACE, registerLot, signedIn } from './staff.ts';

const LOT = { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' };

/** The row of a lot's alert in the whole list. */
function alertOf(page: Page, lotId: string): Locator {
  // Hidden from screen readers while a dialog is open, and still there.
  return page.getByRole('row', { includeHidden: true }).filter({ hasText: lotId });
}

/** Opens the whole list of alerts by its address. */
async function openAlerts(page: Page, search = ''): Promise<void> {
  await page.goto(at(`/admin/dashboard?tab=alerts&all=1${search}`));
  await expect(page.getByRole('heading', { name: /Satellite Alerts \(/ })).toBeVisible();
}

async function chosen(alert: Locator, action: string): Promise<void> {
  await alert.getByRole('button', { name: /^Actions/ }).click();
  await alert.page().getByRole('menuitem', { name: action }).click();
}

test('an auditor sees an alert arrive, finds its lot, reviews it, resolves it with a note, and dismisses others @story', async ({
  browser,
}) => {
  const processor = await signedIn(browser, 'Processor');
  const auditor = await signedIn(browser, 'Auditor');
  await test.step('the figure of high alerts leads to them', async () => {
    await auditor.getByRole('link', { name: 'High Alerts' }).click();
    await expect(auditor.getByRole('tab', { name: 'Alerts', selected: true })).toBeVisible();
    await expect(auditor.getByRole('combobox', { name: 'Severity' })).toHaveValue('high');
  });
  await openAlerts(auditor);
  const lotId = await registerLot(processor, LOT);
  const alert = alertOf(auditor, lotId);

  await test.step('it arrives live, is marked as new and told politely', async () => {
    await expect(alert).toBeVisible();
    await expect(alert.getByText('New', { exact: true })).toBeVisible();
    await expect(auditor.getByRole('status').filter({ hasText: /new alert/ })).toBeAttached();
    await expect(alert.getByText(/ha of trees lost in/)).toBeVisible();
    await expect(alert.getByText('FARM002')).toBeVisible();
  });

  await test.step('its lot can be opened from it', async () => {
    await expect(alert.getByRole('link', { name: lotId })).toHaveAttribute(
      'href',
      new RegExp(`[?&]lot=${lotId}&view=detail`),
    );
  });

  await test.step('the map and its list narrow the alerts to the farm', async () => {
    const places = auditor.getByRole('list', { name: 'Places with active alerts' });
    await places
      .getByRole('button', { name: /FARM002/ })
      .first()
      .click();
    await expect(auditor).toHaveURL(/farm=FARM002/);
    await expect(alert).toBeVisible();
    await auditor.getByRole('button', { name: 'Farm FARM002', exact: true }).click();
    await expect(auditor).not.toHaveURL(/farm=/);
    await openAlerts(auditor);
  });

  await test.step('reviewed, it leaves the list of active ones', async () => {
    await chosen(alert, 'Mark Reviewed');
    await expect(alert).toHaveCount(0);
    await auditor.getByRole('combobox', { name: 'Status' }).selectOption('acknowledged');
    await expect(auditor).toHaveURL(/status=acknowledged/);
    await expect(alert).toBeVisible();
  });

  const details = auditor.getByRole('dialog', { name: new RegExp(`^${lotId}: `) });
  await test.step('resolved not by one press: with an outcome, and a note, which it needs', async () => {
    await alert.getByRole('button', { name: /^[\d.]+\sha of trees lost/ }).click();
    await details.getByRole('button', { name: 'Resolve alert' }).click();
    await expect(details.getByLabel('Outcome')).toHaveAttribute('aria-invalid', 'true');
    await details.getByLabel('Outcome').selectOption('No Deforestation');
    await details.getByRole('button', { name: 'Resolve alert' }).click();
    await expect(details.getByLabel('Note')).toHaveAttribute('aria-invalid', 'true');
    await details.getByLabel('Note').fill('Visited on foot: a fallen shade tree.');
    await details.getByRole('button', { name: 'Resolve alert' }).click();
    await expect(details).toBeHidden();
  });

  await test.step('it tells afterwards what was found', async () => {
    await auditor.getByRole('combobox', { name: 'Status' }).selectOption('resolved');
    await alert.getByRole('button', { name: /^[\d.]+\sha of trees lost/ }).click();
    await expect(details.getByText('Visited on foot: a fallen shade tree.')).toBeVisible();
    await expect(details.getByText('No Deforestation', { exact: true })).toBeVisible();
    await expect(details.getByRole('button', { name: 'Resolve alert' })).toHaveCount(0);
    await auditor.keyboard.press('Escape');
  });

  await test.step('several are selected and dismissed in one step, by those who may', async () => {
    const others = [await registerLot(processor, LOT), await registerLot(processor, LOT)];
    await openAlerts(auditor);
    const [one = ''] = others;
    await chosen(alertOf(auditor, one), 'Dismiss');
    // Holds a dialog during its closing animation.
    await auditor.evaluate(() => {
      const held = new CSSStyleSheet();
      held.replaceSync('[role=alertdialog][data-state=closed] { animation-play-state: paused !important }');
      document.adoptedStyleSheets.push(held);
    });
    const asked = auditor.locator('[role=alertdialog]');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toHaveAttribute('data-state', 'closed');
    await expect(asked).toContainText(`for ${one}?`);
    await openAlerts(auditor);
    for (const other of others) await alertOf(auditor, other).getByRole('checkbox').check();
    await auditor
      .getByRole('toolbar', { name: 'Selected alerts' })
      .getByRole('button', { name: /Dismiss 2/ })
      .click();
    const question = auditor.getByRole('alertdialog', { name: 'Dismiss 2 alerts' });
    await question.getByRole('button', { name: 'Dismiss 2 alerts' }).click();
    await expect(question).toBeHidden();
    for (const other of others) await expect(alertOf(auditor, other)).toHaveCount(0);
    await expect(auditor.getByRole('toolbar', { name: 'Selected alerts' })).toHaveCount(0);
    await openAlerts(processor, '&status=dismissed');
    for (const other of others) await expect(alertOf(processor, other)).toBeVisible();
  });
});

test('the details of an alert stay open when it leaves the list', async ({ browser }) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, LOT);
  const auditor = await signedIn(browser, 'Auditor');
  await openAlerts(auditor);
  await chosen(alertOf(auditor, lotId), 'View Details');
  const details = auditor.getByRole('dialog');
  await expect(details.getByRole('definition').filter({ hasText: 'Active' })).toBeVisible();

  await openAlerts(processor);
  await chosen(alertOf(processor, lotId), 'Mark Reviewed');
  await expect(alertOf(processor, lotId)).toHaveCount(0);
  await expect(details.getByRole('definition').filter({ hasText: 'Acknowledged' })).toBeVisible();
  await expect(alertOf(auditor, lotId)).toHaveCount(0);
  await expect(details).toBeVisible();
});
