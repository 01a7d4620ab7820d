import { randomInt } from 'node:crypto';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
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
    const places = auditor.getByRole('list', { name: 'Locations with active alerts' });
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
    await chosen(alert, 'View Details');
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
    await chosen(alert, 'View Details');
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
    await asked.getByRole('button', { name: 'Dismiss alert' }).click();
    await expect(asked.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    await expect(asked.getByLabel('Reason')).toBeFocused();
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

test('an auditor answers two alerts one after the other with three presses and a note, then by keyboard @story', async ({
  browser,
}) => {
  const processor = await signedIn(browser, 'Processor');
  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/dashboard'));
  await countPresses(auditor);
  const decision = auditor.getByRole('region', { name: 'Decision' });
  const title = auditor.getByRole('heading', { level: 1 });
  const openAlert = (lotId: string): Locator =>
    auditor
      .getByRole('listitem')
      .filter({ hasText: lotId })
      .getByRole('link', { name: /ha of trees lost/ });

  await test.step('three presses from the dashboard: the tab, the alert, what was found; then the note', async () => {
    // The tab shows the three newest of all stories.
    const first = await registerLot(processor, LOT);
    await auditor.getByRole('tab', { name: /^Alerts/ }).click();
    await openAlert(first).click({ timeout: 20_000 });
    await expect(title).toContainText(first);
    await decision.getByRole('radio', { name: 'No Deforestation' }).click();
    await expect(decision.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await auditor.keyboard.type('A fallen shade tree, seen on foot.');
    await auditor.keyboard.press('Control+Enter');
    await expect(decision).toContainText(`Resolved for ${first}: No Deforestation.`);
    await expect(decision.getByRole('link', { name: /^(Next alert|All alerts)$/ })).toBeFocused();
    expect(await pressesOf(auditor)).toBe(3);
  });

  await test.step('within a list, keys answer one and go on to the next', async () => {
    const farmId = `KEYS${randomInt(10 ** 6)}`;
    const older = await registerLot(processor, { ...LOT, farmId });
    const newer = await registerLot(processor, { ...LOT, farmId });
    await auditor.goto(at(`/admin/dashboard?tab=alerts&farm=${farmId}`));
    await openAlert(newer).press('Enter');
    await expect(title).toContainText(newer);
    await expect(decision).toContainText('1 other alert in this list.');
    await auditor.keyboard.press('4');
    const reason = decision.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await auditor.keyboard.press('Control+Enter');
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await auditor.keyboard.type('Reported twice.');
    await auditor.keyboard.press('Control+Enter');
    await expect(decision).toContainText(`Dismissed. ${newer} keeps its status.`);
    await expect(decision.getByRole('link', { name: 'Next alert' })).toBeFocused();
    await auditor.keyboard.press('Enter');
    await expect(title).toContainText(older);
    await auditor.keyboard.press('3');
    await auditor.keyboard.press('Control+Enter');
    await expect(decision).toContainText(`Resolved. ${older} keeps its status.`);
    await expect(decision.getByRole('link', { name: 'All alerts' })).toBeFocused();
  });

  await test.step('the keys stand in the list of shortcuts', async () => {
    // One of its own: others answer theirs meanwhile.
    const farmId = `LIST${randomInt(10 ** 6)}`;
    const open = await registerLot(processor, { ...LOT, farmId });
    await auditor.goto(at(`/admin/dashboard?tab=alerts&farm=${farmId}`));
    await openAlert(open).press('Enter');
    await expect(decision.getByRole('radio')).toHaveCount(4);
    await auditor.keyboard.press('?');
    const keys = auditor.getByRole('dialog');
    for (const name of ['Compare before and after', 'No Deforestation', 'Deforestation Detected', 'Mark Reviewed'])
      await expect(keys.getByText(name, { exact: true })).toBeVisible();
    await auditor.keyboard.press('Escape');
    await expect.poll(() => seriousFindings(auditor)).toEqual([]);
  });
});

/** Counts the presses of a pointer from now on; the pages of the staff area are one document. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['presses'] = '0';
    document.addEventListener('pointerdown', () => {
      const { dataset } = document.documentElement;
      dataset['presses'] = String(Number(dataset['presses']) + 1);
    });
  });
}

const pressesOf = async (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['presses']));
