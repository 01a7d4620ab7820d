import { expect, test } from '@playwright/test';
import {
  advance,
  at,
  card,
  CLEAR_PLACE,
  createLot,
  LOSS_PLACE,
  newPage,
  openTab,
  registerLot,
  searchLot,
  signedIn,
  signedInByHand,
} from './staff.ts';

test('a lot goes from the farm to the shopper @story', async ({ browser }) => {
  const farmer = await signedInByHand(browser, 'Farmer');
  const lotId = await createLot(farmer, CLEAR_PLACE);

  await test.step('what says that it is there leads to it', async () => {
    // By key: the message goes after 8 s, and a pointer waits until it stands still.
    await farmer
      .getByRole('status')
      .getByRole('link', { name: `Open ${lotId}` })
      .press('Enter');
    await expect(farmer.getByRole('dialog', { name: lotId })).toBeVisible();
    await farmer.keyboard.press('Escape');
  });

  await test.step('the card turns to On Blockchain by itself, and the satellite answers', async () => {
    const lot = await searchLot(farmer, lotId);
    await expect(lot.getByText('On Blockchain')).toBeVisible();
    await expect(lot.getByText('EUDR ✓')).toBeVisible();
    await expect(lot.getByText('Maria Kaupa')).toBeVisible();
    await expect(lot.getByText('87/100')).toBeVisible();
  });

  await test.step('the processor moves it on, and the farmer sees it without reloading', async () => {
    const processor = await signedIn(browser, 'Processor');
    const lot = await searchLot(processor, lotId);
    await lot.getByRole('button', { name: `Advance ${lotId} to Fermented` }).click();
    await advance(processor, 'Six days in boxes');
    await expect(lot.getByText('Fermented')).toBeVisible();
    await expect(card(farmer, lotId).getByText('Fermented')).toBeVisible();
    await expect(card(farmer, lotId).getByText('On Blockchain')).toBeVisible();
  });

  await test.step('a shopper sees the journey and a proof that checks out', async () => {
    const shopper = await newPage(browser, { viewport: { width: 390, height: 844 } });
    await shopper.goto(at(`/verify/${lotId}`));
    await expect(
      shopper.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
    ).toBeVisible();
    await expect(shopper.getByText(/^Sample data:/).first()).toBeVisible();
    await expect(shopper.getByText('Fermented', { exact: true })).toBeVisible();
    await shopper.getByRole('button', { name: /View blockchain record/ }).click();
    await shopper.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(shopper.getByText(/Every field matches the ledger/)).toBeVisible();
  });
});

test('an alert appears in another signed-in browser as it is raised @story', async ({ browser }) => {
  const auditor = await signedIn(browser, 'Auditor');
  await openTab(auditor, 'Alerts');
  await expect(auditor.getByRole('heading', { name: /Satellite Alerts \(\d+\)/ })).toBeVisible();

  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });

  await expect(auditor.getByText(lotId).filter({ visible: true }).first()).toBeVisible();
  const lot = await searchLot(processor, lotId);
  await expect(lot.getByText('Non-Compliant')).toBeVisible();
});

test('what a farmer may not see stays out of sight @story', async ({ browser }) => {
  const farmer = await signedIn(browser, 'Farmer');
  await openTab(farmer, 'Lots');
  await farmer.getByRole('searchbox').fill('LOT702');
  await expect(farmer.getByText('No lots match')).toBeVisible();
  await expect(farmer.getByRole('tab', { name: 'Reports' })).toHaveCount(0);
  await farmer.goto(at('/admin/dashboard?tab=reports'));
  await expect(farmer.getByText("You don't have permission to generate reports.")).toBeVisible();
});
