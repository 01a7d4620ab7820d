import { expect, test, type Page, type Request, type Route } from '@playwright/test';
import {
  card,
  CLEAR_PLACE,
  fillAdvance,
  fillWizard,
  LOSS_PLACE,
  openTab,
  registerLot,
  searchLot,
  signedIn,
} from './staff.ts';

const NO_ANSWER = 'Unable to connect to server. Please check your internet connection.';
const PROCESSORS_LOT = { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' };

function operationOf(request: Request): string {
  const body: unknown = request.postDataJSON();
  return typeof body === 'object' && body !== null && 'operationName' in body ? String(body.operationName) : '';
}

/** Passes each request of an operation to the handler, and gives their idempotency keys as they come. */
async function intercept(
  page: Page,
  operation: string,
  handle: (route: Route, times: number) => Promise<void>,
): Promise<string[]> {
  const keys: string[] = [];
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== operation) return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    await handle(route, keys.length);
  });
  return keys;
}

/** Holds the answers of an operation back until they are let go. */
async function hold(page: Page, operation: string): Promise<{ keys: string[]; letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const keys = await intercept(page, operation, async (route) => {
    await promise;
    await route.fallback();
  });
  return { keys, letGo: resolve };
}

/** The server carries it out, and its answer is lost. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

test('a lot whose answer was lost is stored once, and the next press reports it @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await fillWizard(page, PROCESSORS_LOT);
  const keys = await intercept(page, 'CreateLot', (route, times) =>
    times === 1 ? loseAnswer(route) : route.fallback(),
  );
  const wizard = page.getByRole('dialog');
  const create = wizard.getByRole('button', { name: 'Create Lot' });
  await create.click();
  await expect(wizard.getByRole('alert').getByText(NO_ANSWER)).toBeVisible();
  await expect(wizard.getByText('250.5 kg')).toBeVisible();

  await create.click();
  await expect(wizard).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: `Lot ${lotId} created` })).toBeVisible();
  expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  await searchLot(page, lotId);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a press is the same over a session that was renewed meanwhile', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await fillWizard(page, PROCESSORS_LOT);
  const keys = await intercept(page, 'CreateLot', async (route, times) => {
    if (times === 1) return loseAnswer(route);
    await route.fallback();
  });
  const wizard = page.getByRole('dialog');
  const create = wizard.getByRole('button', { name: 'Create Lot' });
  await create.click();
  await expect(wizard.getByRole('alert').getByText(NO_ANSWER)).toBeVisible();

  await page.evaluate(() => localStorage.setItem('manam.accessToken', 'expired.by.now'));
  const renewed = page.waitForResponse(
    (response) => response.request().postData()?.includes('refreshSession') === true,
  );
  await create.click();
  await renewed;
  await expect(wizard).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: `Lot ${lotId} created` })).toBeVisible();
  // Lost, refused with the old token, repeated with the new one.
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

test('what is sent otherwise is another request, and what was refused may be tried anew', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const taken = await fillWizard(page, PROCESSORS_LOT);
  const keys = await intercept(page, 'CreateLot', (route, times) =>
    times === 1 ? route.abort('connectionreset') : route.fallback(),
  );
  const wizard = page.getByRole('dialog');
  const create = wizard.getByRole('button', { name: 'Create Lot' });
  await create.click();
  await expect(wizard.getByRole('alert').getByText(NO_ANSWER)).toBeVisible();

  await wizard.getByRole('button', { name: 'Previous' }).click();
  await wizard.getByLabel('Weight').fill('251');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await create.click();
  await expect(wizard).toBeHidden();
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);

  await test.step('a number that is taken is refused, and what was typed stays', async () => {
    const press = async (name: 'Previous' | 'Next', times: number) => {
      for (let presses = 0; presses < times; presses += 1) await wizard.getByRole('button', { name }).click();
    };
    await fillWizard(page, PROCESSORS_LOT);
    await press('Previous', 3);
    const lotId = wizard.getByLabel('Lot ID');
    await lotId.fill(taken);
    await press('Next', 3);
    await create.click();
    await expect(lotId).toBeFocused();
    await expect(lotId).toHaveValue(taken);
    await expect(wizard.getByLabel('Farmer name')).toHaveValue('Peter Wani');
    await press('Next', 3);
    await create.click();
    await expect(lotId).toBeFocused();
    expect(new Set(keys).size).toBe(4);
  });
});

test('two presses are one', async ({ browser }) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, { ...PROCESSORS_LOT, ...LOSS_PLACE });
  const lot = await searchLot(processor, lotId);
  await expect(lot.getByText('Non-Compliant')).toBeVisible();
  const twice = (button: HTMLElement) => {
    button.click();
    button.click();
  };

  await test.step('of a satellite check', async () => {
    const { keys, letGo } = await hold(processor, 'CheckSatellite');
    const check = lot.getByRole('button', { name: `Check ${lotId} by satellite again` });
    await check.evaluate(twice);
    await expect(check).toHaveAttribute('aria-busy', 'true');
    letGo();
    await expect(check).not.toHaveAttribute('aria-busy', 'true');
    expect(keys).toHaveLength(1);
    await check.click();
    await expect.poll(() => keys.length).toBe(2);
    // A check that was answered is requested again.
    expect(keys[1]).not.toBe(keys[0]);
  });

  await test.step('of a step on an alert', async () => {
    await openTab(processor, 'Alerts');
    const { keys, letGo } = await hold(processor, 'AcknowledgeAlert');
    const alert = processor.getByRole('listitem').filter({ hasText: lotId });
    await alert.getByRole('button', { name: /Mark Reviewed/ }).evaluate(twice);
    letGo();
    await expect(alert).toBeHidden();
    expect(keys).toHaveLength(1);
  });
});

test('a dialog is not closed over what it confirms', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const lotId = await registerLot(page, CLEAR_PLACE);
  const lot = await searchLot(page, lotId);
  const { letGo } = await hold(page, 'UpdateProcess');
  await lot.getByRole('button', { name: `Advance ${lotId} to Fermented` }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Process Step' });
  await (await fillAdvance(page, 'Seven days in boxes')).click();
  await page.keyboard.press('Escape');
  for (const name of ['Previous', 'Close']) {
    await expect(dialog.getByRole('button', { name })).toBeDisabled();
  }
  await expect(dialog).toBeVisible();
  letGo();
  await expect(dialog).toBeHidden();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(lot.getByText('Fermented', { exact: true })).toBeVisible();
});

test('a question is not closed over its own confirmation', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const lotId = await registerLot(page, CLEAR_PLACE);
  const lot = await searchLot(page, lotId);
  const { letGo } = await hold(page, 'DeleteLot');
  await lot.getByRole('button', { name: /More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete Lot' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Lot' });
  await question.getByRole('button', { name: 'Delete Lot' }).click();
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(question).toBeVisible();
  letGo();
  await expect(question).toBeHidden();
  await expect(lot).toHaveCount(0);
});

test('a deletion whose answer was lost is done once', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const lotId = await registerLot(page, CLEAR_PLACE);
  await searchLot(page, lotId);
  const keys = await intercept(page, 'DeleteLot', (route, times) =>
    times === 1 ? loseAnswer(route) : route.fallback(),
  );
  await card(page, lotId)
    .getByRole('button', { name: /More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete Lot' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Lot' });
  await question.getByRole('button', { name: 'Delete Lot' }).click();
  await expect(question.getByText(NO_ANSWER)).toBeVisible();
  await question.getByRole('button', { name: 'Delete Lot' }).click();
  await expect(question).toBeHidden();
  expect(keys[0]).not.toBe('none');
  expect(keys).toEqual([keys[0], keys[0]]);
});
