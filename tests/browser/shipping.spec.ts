import { expect, test, type Request } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, registerLot, searchLot, signedIn, tokenOf } from './staff.ts';
import { restClient } from '../support/restClient.ts';

test('no lot ships while the checks before shipping cannot be read, and none before they were shown', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await registerLot(page, LOSS_PLACE);
  const { get } = restClient(at(''), await tokenOf(page));
  const now = async () => (await get(`/lots/${lotId}`)).data.lot;
  await expect.poll(async () => (await now()).deforestationStatus, { timeout: 30_000 }).toBe('Deforestation Detected');
  const isCheck = (request: Request) => request.postData()?.includes('mutation ShippingWarnings') ?? false;
  await page.route('**/graphql', (route) => (isCheck(route.request()) ? route.abort() : route.fallback()));
  const lot = await searchLot(page, lotId);
  await lot.getByRole('button', { name: `More actions for ${lotId}` }).click();
  await page.getByRole('menuitem', { name: 'Update Process' }).click();
  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  await wizard.getByLabel('Process Step').selectOption('shipped');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Process Details').fill('Loaded into the container');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByRole('button', { name: 'Next' }).click();
  const update = wizard.getByRole('button', { name: 'Update Process' });
  await update.click();
  await expect(wizard.getByText('Failed to load the checks before shipping')).toBeVisible();
  await page.unroute('**/graphql');
  await update.click();
  await expect(wizard.getByRole('alert').filter({ hasText: 'Do not ship yet' })).toBeVisible();
  expect((await now()).currentProcess).toBe('harvested');
});

test('a condemned lot is stopped until a reason and a second person are there @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await registerLot(page, LOSS_PLACE);
  const { get } = restClient(at(''), await tokenOf(page));
  await expect
    .poll(async () => (await get(`/lots/${lotId}`)).data.lot.deforestationStatus, { timeout: 30_000 })
    .toBe('Deforestation Detected');
  const lot = await searchLot(page, lotId);
  await lot.getByRole('button', { name: `More actions for ${lotId}` }).click();
  await page.getByRole('menuitem', { name: 'Update Process' }).click();
  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  const next = wizard.getByRole('button', { name: 'Next' });

  await test.step('the review shows the stop', async () => {
    await wizard.getByLabel('Process Step').selectOption('shipped');
    await next.click();
    await wizard.getByLabel('Process Details').fill('Loaded into the container');
    await next.click();
    await next.click();
    const stop = wizard.getByRole('alert').filter({ hasText: 'Do not ship yet' });
    await expect(stop.getByText('Deforestation detected')).toBeVisible();
    await expect(stop.getByText('Open alert')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await wizard.getByLabel('Why do you ship anyway?').fill('The buyer takes it for tests only');
    await wizard.getByRole('button', { name: 'Update Process' }).click();
    await expect(wizard.getByText(/No second person has confirmed this request/)).toBeVisible();
    await wizard.getByRole('button', { name: 'Ask for confirmation' }).click();
    await expect(wizard.getByText(/Waiting for a second person until/)).toBeVisible();
  });

  await test.step('an auditor confirms in their own session, and it ships', async () => {
    const auditor = await signedIn(browser, 'Auditor');
    await auditor.goto(at('/admin/shipping-reviews'));
    await auditor.getByRole('button', { name: `Confirm shipping of ${lotId}` }).click();
    await expect(auditor.getByRole('button', { name: `Confirm shipping of ${lotId}` })).toHaveCount(0);
    await expect(wizard.getByText(/^Confirmed by/)).toBeVisible();
    await wizard.getByRole('button', { name: 'Update Process' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Process Updated' })).toBeVisible();

    await auditor.reload();
    await auditor.getByRole('button', { name: `Close the review of ${lotId}` }).click();
    await expect(auditor.getByRole('button', { name: `Close the review of ${lotId}` })).toHaveCount(0);
  });
});
