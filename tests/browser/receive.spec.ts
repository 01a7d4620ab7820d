import { expect, test, type Page } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, chooseLotAction, openTab, ownFarmId, ownLongitude, signedIn, tokenOf } from './staff.ts';

const PHONE = { width: 390, height: 844 };
const DELIVERIES = 12;

/** Opens the page on a phone as a processor, with a farm of two plots. */
async function atTheScale(page: Page, farmId: string, latitude: number) {
  await page.setViewportSize(PHONE);
  const longitude = ownLongitude();
  const rest = restClient(at(''), await tokenOf(page));
  for (const [name, north] of [
    ['North field', latitude],
    ['South field', latitude - 0.004],
  ] as const) {
    const geometry = { type: 'Point', coordinates: [longitude, Number(north.toFixed(6))] };
    expect((await rest.send('POST', `/farms/${farmId}/plots`, { name, geometry, areaHa: 2 })).status).toBe(201);
  }
  await page.goto(at('/admin/receive'));
  await expect(page.getByLabel('Find a farm')).toBeFocused();
  return rest;
}

const type = async (page: Page, ...fields: readonly string[]): Promise<void> => {
  for (const text of fields) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
};

test('twelve deliveries on a phone, by keyboard alone @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-SCALE');
  const rest = await atTheScale(page, farmId, -5.318413);
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  // Two letters find it; Enter takes it.
  await page.keyboard.type('fa');
  await expect(page.getByRole('group', { name: 'Results' }).getByRole('button').first()).toBeVisible();
  await type(page, farmId.toLowerCase().slice(2));
  await expect(page.getByRole('heading', { name: farmId })).toBeVisible();
  await expect(page.getByLabel('Bags')).toBeFocused();

  // The farm has no lot yet: its farmer is typed once.
  await expect(page.getByLabel('Farmer name')).toBeVisible();
  await page.getByLabel('Farmer name').focus();
  await page.keyboard.type('Peter Wani');
  await expect(page.getByRole('checkbox', { name: 'North field' })).toBeChecked();
  await page.getByLabel('Bags').focus();

  const lotIds: string[] = [];
  for (let number = 1; number <= DELIVERIES; number += 1) {
    await expect(page.getByLabel('Bags')).toBeFocused();
    // The tare follows the bags, the temperature is the one typed last: Enter passes over both.
    await type(page, '2', `${60 + number}.4`);
    await expect(page.getByLabel('Tare weight')).toHaveValue('2');
    await expect(page.getByRole('status').filter({ hasText: `${58 + number}.4` })).toBeVisible();
    await type(page, '', '55', number === 1 ? '27' : '');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Grade 1' })).toBeChecked();
    if (number === 1) await expect.poll(() => seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const done = page.getByRole('heading', { name: /registered/ });
    await expect(done).toContainText(`${58 + number}.4`);
    lotIds.push((await done.textContent())?.split(' ')[0] ?? '');
    await expect(page.getByRole('button', { name: 'Receive another' })).toBeFocused();
    if (number < DELIVERIES) await page.keyboard.press('Enter');
  }
  expect(new Set(lotIds).size).toBe(DELIVERIES);
  await expect(page.getByText('12 deliveries here')).toBeVisible();
  const { lot } = (await rest.get(`/lots/${lotIds.at(-1)}`)).data;
  expect(lot).toMatchObject({
    farmId,
    farmerName: 'Peter Wani',
    weight: 70.4,
    moistureContent: 55,
    temperature: 27,
    delivery: { bags: 2, grossKg: 72.4, tareKg: 2, netKg: 70.4, grade: 'Grade 1' },
  });
  expect(lot.plots).toHaveLength(2);
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  // On paper there is the receipt alone, as wide as the roll.
  await expect(page.getByLabel('Paper')).toHaveValue('58');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Receive another' })).toBeHidden();
  const sheet = page.locator('[data-printed-receipt]');
  await expect(sheet.getByText(lot.lotId, { exact: true })).toBeVisible();
  await expect(sheet.getByText('Peter Wani')).toBeVisible();
  await expect(sheet.getByText(`/verify/${lot.lotId}`)).toBeVisible();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...printed.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  // One page of 58 mm; a point is 1/72 inch.
  expect(boxes).toHaveLength(1);
  expect(Number(boxes[0]?.[1])).toBeCloseTo((58 / 25.4) * 72, -1);
  await page.emulateMedia({ media: 'screen' });

  // Later it is among the papers of the lot.
  await page.goto(at(`/admin/dashboard?tab=lots&lot=${lot.lotId}&view=detail`));
  await chooseLotAction(page.getByRole('dialog', { name: lot.lotId }), 'Receipt');
  const receipt = page.getByRole('dialog', { name: `Receipt ${lot.lotId}` });
  await expect(receipt.getByText('Grade 1')).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
});

test('a delivery whose answer is lost is sent again, and registered once', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-LINE');
  const rest = await atTheScale(page, farmId, -5.338413);
  await type(page, farmId.toLowerCase());
  await page.getByLabel('Farmer name').fill('Rose Kaupa');
  await page.getByLabel('Bags').focus();

  // The server registers it, and the line breaks before the answer.
  const keys: string[] = [];
  let isBroken = true;
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('mutation CreateLot')) return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (!isBroken) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await type(page, '3', '93', '', '50', '26', '');
  await expect(page.getByRole('heading', { name: /saved on this device/ })).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  // Also after the page was closed.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for the server' })).toBeVisible();
  isBroken = false;
  const registered = page.getByText(/LOT\d+ registered/);
  // It is sent by itself as well, perhaps before the press.
  await Promise.race([page.getByRole('button', { name: 'Send again' }).click(), registered.waitFor()]);
  await expect(registered).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for the server' })).toBeHidden();
  expect(new Set(keys).size).toBe(1);
  const { lots } = (await rest.get(`/lots?search=${farmId}`)).data;
  expect(lots).toMatchObject([{ weight: 90, delivery: { bags: 3, tareKg: 3 } }]);
});

const REFUSAL = { errors: [{ message: 'The farm is closed.', extensions: { code: 'BAD_USER_INPUT' } }] };

/** What becomes of the page's registrations; at first they reach the server. */
async function registrations(page: Page) {
  let fate: 'answered' | 'lost' | 'refused' | 'held' = 'answered';
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('mutation CreateLot')) return route.fallback();
    if (fate === 'lost') return route.abort();
    if (fate === 'held') await released;
    return fate === 'answered' ? route.fallback() : route.fulfill({ json: REFUSAL });
  });
  return {
    are: (next: typeof fate) => {
      fate = next;
    },
    /** refuses those that are held */
    refuseHeld: () => {
      fate = 'refused';
      release();
    },
  };
}

/** Chooses a farm without lots, and registers two bags of it. */
async function weigh(page: Page, farmId: string, grossKg: string): Promise<void> {
  await type(page, farmId);
  await page.getByLabel('Farmer name').fill('Rose Kaupa');
  await page.getByLabel('Bags').focus();
  await type(page, '2', grossKg, '', '50', '26', '');
}

test('a refused delivery stays on the device until its correction is registered, apart from other farms', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-REFUSED');
  const rest = await atTheScale(page, farmId, -5.518413);
  const sent = await registrations(page);
  const waiting = page.getByRole('heading', { name: /^(Waiting for the server|Not registered)$/ });
  const gross = page.getByLabel('Gross weight');
  sent.are('lost');
  await weigh(page, farmId.toLowerCase(), '62');
  await expect(page.getByRole('heading', { name: /saved on this device/ })).toBeVisible();

  // Refused while another farm's delivery is typed.
  await page.getByRole('button', { name: 'Change farm' }).click();
  await page.getByLabel('Find a farm').fill('FARM-OTHER');
  await page.getByRole('button', { name: 'Receive from new farm FARM-OTHER' }).click();
  await page.getByLabel('Bags').fill('7');
  await gross.fill('500');
  sent.are('refused');
  const refused = page.getByText('Refused: The farm is closed.');
  // It is sent by itself as well, perhaps before the press.
  await Promise.race([page.getByRole('button', { name: 'Send again' }).click(), refused.waitFor()]);
  await expect(refused).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not registered' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);

  const correct = async (showing: string): Promise<void> => {
    await page.getByRole('button', { name: 'Correct' }).click();
    await expect(page.getByRole('heading', { name: farmId })).toBeVisible();
    await expect(gross).toHaveValue(showing);
    await expect(waiting).toBeHidden();
  };
  await correct('62');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'FARM-OTHER' })).toBeVisible();
  await correct('62');
  await gross.fill('64.5');
  await page.reload();
  await correct('64.5');

  sent.are('answered');
  await page.getByRole('button', { name: 'Register delivery' }).click();
  await expect(page.getByRole('heading', { name: /LOT\d+ registered/ })).toContainText('62.5');
  await expect(waiting).toBeHidden();
  const { lots } = (await rest.get(`/lots?search=${farmId}`)).data;
  expect(lots).toMatchObject([{ farmId, weight: 62.5 }]);

  // What was typed for the other farm is still there, and the refused one is not.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'FARM-OTHER' })).toBeVisible();
  await expect(gross).toHaveValue('500');
  await expect(waiting).toBeHidden();
});

test('what is mended after a refusal survives a reload, and is registered once', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-MENDED');
  const rest = await atTheScale(page, farmId, -5.378413);
  const sent = await registrations(page);
  const gross = page.getByLabel('Gross weight');
  sent.are('refused');
  await weigh(page, farmId.toLowerCase(), '62');
  await expect(page.getByText('The farm is closed.')).toBeVisible();
  await gross.fill('70');
  await page.reload();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect(gross).toHaveValue('70');
  await page.getByRole('button', { name: 'Register delivery' }).click();
  await expect(page.getByText('The farm is closed.')).toBeVisible();
  sent.are('answered');
  await page.getByRole('button', { name: 'Register delivery' }).click();
  await expect(page.getByRole('heading', { name: /LOT\d+ registered/ })).toContainText('68');
  await page.reload();
  await expect(page.getByLabel('Find a farm')).toBeFocused();
  await expect(page.getByRole('heading', { name: /^(Waiting for the server|Not registered)$/ })).toBeHidden();
  const { lots } = (await rest.get(`/lots?search=${farmId}`)).data;
  expect(lots).toMatchObject([{ weight: 68 }]);
});

test('a delivery that is refused after its form was left is kept', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-LEFT');
  await atTheScale(page, farmId, -5.398413);
  const sent = await registrations(page);
  sent.are('held');
  await weigh(page, farmId.toLowerCase(), '62');
  await expect(page.getByRole('button', { name: 'Change farm' })).toBeDisabled();
  await openTab(page, 'Lots');
  sent.refuseHeld();
  await page.goBack();
  await expect(page.getByText('Refused: The farm is closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByLabel('Gross weight')).toHaveValue('62');
});

test('starting over proposes plots and place of the farm again', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-OVER');
  await atTheScale(page, farmId, -5.418413);
  await type(page, farmId.toLowerCase());
  await page.getByRole('checkbox', { name: 'North field' }).uncheck();
  await page.getByLabel('Bags').fill('2');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'North field' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('checkbox', { name: 'North field' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'South field' })).toBeChecked();
  await expect(page.getByLabel('Bags')).toHaveValue('');
});

test('a page that is open over midnight takes the new day, but not for a delivery that was weighed', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-NIGHT');
  await atTheScale(page, farmId, -5.438413);
  await type(page, farmId.toLowerCase());
  const start = Date.now();
  const dayAfter = (days: number): string => new Date(start + days * 86_400_000).toISOString().slice(0, 10);
  const wakeAfter = async (days: number): Promise<void> => {
    await page.clock.setFixedTime(start + days * 86_400_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  const day = page.getByLabel('Harvest date');
  await expect(day).toHaveValue(dayAfter(0));
  await wakeAfter(1);
  await expect(day).toHaveValue(dayAfter(1));
  await expect(day).toHaveAttribute('max', dayAfter(1));
  await page.getByLabel('Gross weight').fill('62');
  await wakeAfter(2);
  await expect(day).toHaveAttribute('max', dayAfter(2));
  await expect(day).toHaveValue(dayAfter(1));
});

test('a waiting delivery is sent from any page, which says that it waits', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const farmId = ownFarmId('FARM-ANYWHERE');
  const rest = await atTheScale(page, farmId, -5.458413);
  const sent = await registrations(page);
  sent.are('lost');
  await weigh(page, farmId.toLowerCase(), '62');
  await expect(page.getByRole('heading', { name: /saved on this device/ })).toBeVisible();
  await page.goto(at('/admin/dashboard'));
  const waiting = page.getByRole('link', { name: '1 delivery on this device not registered yet' });
  await expect(waiting).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);
  sent.are('answered');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(/LOT\d+ registered/)).toBeVisible();
  await expect(waiting).toBeHidden();
  const { lots } = (await rest.get(`/lots?search=${farmId}`)).data;
  expect(lots).toMatchObject([{ weight: 60 }]);
});
