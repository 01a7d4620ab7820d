import { expect, test } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, CLEAR_PLACE, registerLot, signedIn, tokenOf } from './staff.ts';
import { restClient } from '../support/restClient.ts';

test('a wrong stage is taken back with a reason, and the journey shows it @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await registerLot(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const { send } = restClient(at(''), await tokenOf(page));
  await send('PATCH', `/lots/${lotId}/process`, { currentProcess: 'fermented', processDetails: 'Six days in boxes' });
  await page.goto(at(`/admin/dashboard?tab=lots&lot=${lotId}&view=detail`));
  const view = page.getByRole('dialog', { name: lotId });
  const process = view.getByRole('region', { name: 'Process info' });
  await process.getByRole('button', { name: 'Correct stage' }).click();

  const dialog = page.getByRole('dialog', { name: `Correct stage of ${lotId}` });
  await expect(dialog.getByText('Harvested', { exact: true })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Correct stage' }).click();
  await expect(dialog.getByLabel('Why is the stage wrong?')).toBeFocused();
  await dialog.getByLabel('Why is the stage wrong?').fill('The wrong lot was scanned');
  await dialog.getByRole('button', { name: 'Correct stage' }).click();
  await expect(dialog).toBeHidden();

  await expect(process.getByRole('listitem').filter({ hasText: 'Harvested' })).toHaveAttribute('aria-current', 'step');
  await expect(process.getByRole('button', { name: 'Correct stage' })).toHaveCount(0);
  const history = view.getByRole('region', { name: 'Lot history' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Stage corrected' }).first()).toContainText(
    'The wrong lot was scanned',
  );
});
