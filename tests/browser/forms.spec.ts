import { expect, test, type Locator, type Page } from '@playwright/test';
import { servePieces, type PiecesPage } from './piecesPage.ts';
import { CLEAR_PLACE, fillWizard, signedIn } from './staff.ts';

/* Forms and the wizard as pieces, on the page that shows them, and where a screen of the product stands for others. */

let pieces: PiecesPage;

test.beforeAll(async () => {
  pieces = await servePieces();
});

test.afterAll(() => pieces.close());

async function openWizard(page: Page, which: string): Promise<Locator> {
  await page.getByRole('button', { name: which, exact: true }).click();
  const wizard = page.getByRole('dialog', { name: 'Register a lot' });
  await expect(wizard.getByLabel('Lot ID')).toBeVisible();
  return wizard;
}

async function fillShownWizard(wizard: Locator): Promise<void> {
  const next = wizard.getByRole('button', { name: 'Next' });
  await wizard.getByLabel('Lot ID').fill('LOT701');
  await wizard.getByLabel('Harvest date').fill('2026-03-14');
  await next.click();
  await wizard.getByLabel('Weight').fill('250,5');
  await next.click();
  await wizard.getByRole('checkbox', { name: 'I accept' }).check({ force: true });
}

test('a form leads to the first control that cannot be taken, and its message goes with the next key', async ({
  page,
}) => {
  await page.goto(`${pieces.address}?only=forms`);
  const form = page.getByRole('region', { name: 'Forms' });
  const send = form.getByRole('button', { name: 'Send a form' });
  const lotId = form.getByLabel('Lot ID');
  const weight = form.getByLabel('Weight');
  await send.click();
  await expect(lotId).toBeFocused();
  await expect(lotId).toHaveAccessibleDescription(/Lot ID is required/);
  await expect(form.getByText('You must accept the compliance terms to proceed')).toBeVisible();

  await lotId.pressSequentially('L');
  await expect(form.getByText('Lot ID is required')).toBeHidden();
  await expect(form.getByText('Weight is required')).toBeVisible();
  await lotId.fill('LOT701');
  await weight.fill('heavy');
  await send.click();
  await expect(weight).toBeFocused();
  await expect(weight).toHaveAccessibleDescription('Weight must be a positive number');

  await test.step('a refusal is said at its field, and what was typed stays', async () => {
    await weight.fill('250,5');
    await form.getByLabel('Harvest date').fill('2026-03-14');
    await form.getByLabel('Details').fill('Peter Wani');
    await form.getByRole('checkbox', { name: 'UTZ' }).check({ force: true });
    await form.getByRole('checkbox', { name: 'I accept' }).check({ force: true });
    await send.click();
    await expect(lotId).toBeFocused();
    await expect(lotId).toHaveAccessibleDescription('This lot number is taken');
    await expect(weight).toHaveValue('250,5');
    await expect(form.getByRole('checkbox', { name: 'UTZ' })).toBeChecked();
  });
});

test('a wizard leads back to the step of what was refused', async ({ page }) => {
  await page.goto(`${pieces.address}?only=forms`);
  const wizard = await openWizard(page, 'Open one that is refused');
  await fillShownWizard(wizard);
  await wizard.getByRole('button', { name: 'Register' }).click();
  await expect(wizard.getByLabel('Lot ID')).toBeFocused();
  await expect(wizard.getByLabel('Lot ID')).toHaveAccessibleDescription('This lot number is taken');
  await expect(wizard.getByRole('status')).toHaveText('Step 1 of 3: Basic Info');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByLabel('Weight')).toHaveValue('250,5');
});

test('what one opening of a wizard began is not told in the next', async ({ page }) => {
  await page.goto(`${pieces.address}?only=forms`);
  const told = page.getByText(/^Results told:/);
  const wizard = await openWizard(page, 'Open one that is closed over its sending');
  await fillShownWizard(wizard);
  await wizard.getByRole('button', { name: 'Register' }).click();
  await expect(wizard).toBeHidden();
  await openWizard(page, 'Open a wizard');
  await wizard.getByLabel('Lot ID').fill('LOT702');
  // It lies behind the dialog, where no pointer comes.
  await page
    .getByRole('button', { name: 'Answer that one', includeHidden: true })
    .evaluate((button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true })));

  await fillShownWizard(wizard);
  await expect(told).toHaveText('Results told: 0');
  await wizard.getByRole('button', { name: 'Register' }).click();
  await expect(wizard).toBeHidden();
  await expect(told).toHaveText('Results told: 1');
});

test('a registration is not closed or changed while it runs, and two presses are one', async ({ browser }) => {
  const page = await signedIn(browser, 'Farmer');
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let sendings = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('CreateLot') === true) {
      sendings += 1;
      await promise;
    }
    await route.fallback();
  });
  await fillWizard(page, CLEAR_PLACE);
  const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
  const create = wizard.getByRole('button', { name: /^Creat/ });
  await create.click();
  await expect(create).toHaveAttribute('aria-busy', 'true');
  await create.click({ force: true });
  await page.keyboard.press('Escape');
  for (const name of ['Close', 'Previous']) await expect(wizard.getByRole('button', { name })).toBeDisabled();
  await expect(wizard).toBeVisible();
  letGo();
  await expect(wizard).toBeHidden();
  expect(sendings).toBe(1);
});
