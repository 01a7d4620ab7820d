import { expect, test } from '@playwright/test';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, ownFarmId, signedIn, tokenOf } from './staff.ts';

test('ten lots advance with three presses and one text, and who stays says why @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const { send } = restClient(at(''), await tokenOf(page));
  const farmId = ownFarmId('ADVANCE');
  const lots: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    const { data } = await send('POST', '/lots', newLot({ farmId }));
    lots.push(String(data.lot.lotId));
  }
  await page.goto(at(`/admin/dashboard?tab=lots&layout=table&search=${farmId}`));
  await expect(page.getByRole('heading', { name: /of 10 matching$/ })).toBeVisible();

  let presses = 0;
  const press = async (name: string): Promise<void> => {
    presses += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await test.step('select, advance, one text', async () => {
    presses += 1;
    await page.getByRole('checkbox', { name: 'Select all lots on this page' }).click();
    await press('Advance');
    const dialog = page.getByRole('dialog', { name: 'Advance 10 lots' });
    await expect(dialog.getByText('10 lots: Harvested to Fermented')).toBeVisible();
    await expect(dialog.getByLabel('Process Details')).toBeFocused();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Process Details').fill('Six days in boxes');
    await press('Advance 10 lots');
    await expect(page.getByRole('dialog', { name: 'Lots advanced' }).getByText('10 lots advanced')).toBeVisible();
    expect(presses).toBeLessThanOrEqual(4);
    await press('Done');
    await expect(page.getByRole('heading', { name: /of 10 matching$/ })).toBeFocused();
  });

  await test.step('each has the text, and a lot that arrived stays', async () => {
    const { get } = restClient(at(''), await tokenOf(page));
    for (const lotId of lots) {
      const { lot } = (await get(`/lots/${lotId}`)).data;
      expect([lot.currentProcess, lot.processDetails]).toEqual(['fermented', 'Six days in boxes']);
    }
    await send('POST', '/lots/advance', { lotIds: [lots[0]], toStage: 'delivered', processDetails: 'Arrived' });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all lots on this page' }).click();
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Advance 10 lots' });
    await expect(dialog.getByText('9 lots: Fermented to Drying')).toBeVisible();
    await expect(dialog.getByText(`${lots[0]}: This lot is delivered; its journey is complete.`)).toBeVisible();
  });
});
