import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, openTab, ownFarmId, ownLongitude, signedIn, tokenOf } from './staff.ts';

/** Counts what a person does to register a lot. */
class Hands {
  clicks = 0;
  fields = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(control: Locator): Promise<void> {
    this.clicks += 1;
    await control.click();
  }

  async type(text: string): Promise<void> {
    this.fields += 1;
    await this.#page.keyboard.type(text);
  }
}

test('a processor registers a lot from the farm picker in three clicks and three fields @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = ownFarmId('PICK');
  const farm = {
    farmId,
    name: `Corner of ${farmId}`,
    village: 'Kwikila',
    farmers: [{ name: 'Rut Bogari', memberCode: 'M-9' }],
  };
  expect((await rest.send('POST', '/farms', farm)).status).toBe(201);
  const geometry = { type: 'Point', coordinates: [ownLongitude(), -5.298413] };
  expect((await rest.send('POST', `/farms/${farmId}/plots`, { name: 'Slope', geometry, areaHa: 2 })).status).toBe(201);
  // The device remembers the temperature that was typed last.
  await page.evaluate(() =>
    localStorage.setItem('manam.receive', JSON.stringify({ bagKg: 1, temperature: '26', paper: '58', farms: {} })),
  );
  await openTab(page, 'Lots');

  const hands = new Hands(page);
  await hands.click(page.getByRole('button', { name: 'Create Lot' }).first());
  const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
  await expect(wizard.getByText('Available')).toBeVisible();
  const lotId = await wizard.getByLabel('Lot ID').inputValue();
  const picker = wizard.getByRole('combobox', { name: 'Farm ID' });
  // By key: number, generate, farm.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(picker).toBeFocused();
  await hands.type(`corner of ${farmId}`.toLowerCase());
  const option = page.getByRole('option', { name: new RegExp(farmId) });
  await expect(option).toContainText(`Corner of ${farmId} · Kwikila · Rut Bogari`);
  // Those of what was typed before are gone.
  await expect(page.locator('[role=option][data-scope=combobox]')).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('data-highlighted', '');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(farmId);
  await expect(wizard.getByText(`Farmer, plots and location of ${farmId} filled in.`)).toBeVisible();
  await expect(wizard.getByLabel('Farmer name')).toHaveValue('Rut Bogari');
  await page.keyboard.press('Enter');
  await expect(wizard.getByRole('checkbox', { name: 'Slope' })).toBeChecked();
  await expect(wizard.getByLabel('Latitude')).toHaveValue('-5.298413');
  await page.keyboard.press('Enter');
  await expect(wizard.getByLabel('Weight')).toBeFocused();
  await hands.type('60.5');
  await page.keyboard.press('Tab');
  await hands.type('41');
  await expect(wizard.getByLabel('Temperature')).toHaveValue('26');
  await page.keyboard.press('Enter');
  await hands.click(wizard.getByText(/^I confirm/));
  await hands.click(wizard.getByRole('button', { name: 'Create Lot' }));
  await expect(wizard).toBeHidden();
  expect([hands.clicks, hands.fields]).toEqual([3, 3]);
  const { lot } = (await rest.get(`/lots/${lotId}`)).data;
  expect(lot).toMatchObject({ farmId, farmerName: 'Rut Bogari', weight: 60.5, temperature: 26 });
  expect(lot.plots).toHaveLength(1);
});

test('another farmer than the register’s is asked about, and a draft keeps its number @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = ownFarmId('DOUBT');
  const farm = { farmId, farmers: [{ name: 'Ila Doubt' }] };
  expect((await rest.send('POST', '/farms', farm)).status).toBe(201);
  await openTab(page, 'Lots');
  await page.getByRole('button', { name: 'Create Lot' }).first().click();
  const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
  await expect(wizard.getByText('Available')).toBeVisible();
  const lotId = await wizard.getByLabel('Lot ID').inputValue();
  await wizard.getByLabel('Farm ID').fill(farmId);
  await wizard.getByLabel('Farmer name').fill('Somebody Else');
  const doubt = wizard.getByRole('note').filter({ hasText: 'Is this the farmer?' });
  await expect(doubt).toContainText(`Somebody Else isn’t among the farmers of ${farmId} in the register: Ila Doubt`);
  await wizard.getByLabel('Farmer name').fill('ila doubt');
  await expect(doubt).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(wizard).toBeHidden();
  await page.getByRole('button', { name: 'Create Lot' }).first().click();
  await expect(wizard.getByText(/^Draft from/)).toBeVisible();
  await expect(wizard.getByLabel('Lot ID')).toHaveValue(lotId);
  await expect(wizard.getByLabel('Farmer name')).toHaveValue('ila doubt');
});

test('the lots of a farm are its own alone, not of farms whose id begins so', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  await page.goto(at('/admin/dashboard?tab=lots&farm=FARM00'));
  await expect(page.getByRole('table').or(page.getByText('No matches'))).toBeVisible();
  await expect(page.getByText('FARM001')).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test(`a processor registers a farm, marks its certificate, and finds it, at ${width} by ${height} @story`, async ({
    browser,
  }) => {
    const farmId = ownFarmId('REG');
    const page = await signedIn(browser, 'Processor');
    await page.setViewportSize({ width, height });
    await page.goto(at('/admin/farms'));
    const list = page.getByRole('table', { name: 'Farms' });
    await expect(list.getByText('No plots yet').first()).toBeVisible();
    await expect(list.getByText('Not in the register yet').first()).toBeVisible();
    await expect(page.getByRole('img', { name: /^Map of \d+ farms of this page$/ })).toBeVisible();
    await expect.poll(() => seriousFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Register a farm' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register a farm' });
    await dialog.getByLabel('Farm ID').fill(farmId);
    await dialog.getByLabel('Village (optional)').fill(`Village of ${farmId}`);
    await dialog.getByRole('button', { name: 'Add farmer' }).click();
    await dialog.getByLabel('Farmer name').fill('Noa Register');
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    await dialog.getByRole('button', { name: 'Save farm' }).click();
    await expect(dialog.getByText('Number is required')).toBeVisible();
    await dialog.getByLabel('Certificate number').fill('ORG-1');
    await dialog.getByLabel('Certification body').fill('NASAA');
    await dialog.getByLabel('Expires on').fill('2020-01-31');
    await expect.poll(() => seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save farm' }).click();

    await expect(page).toHaveURL(new RegExp(`/farms/${farmId}$`));
    const card = page.getByRole('region', { name: 'Register' });
    await expect(card.getByText('Noa Register')).toBeVisible();
    await expect(card.getByText('Expired Jan 31, 2020')).toBeVisible();
    await card.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${farmId}` });
    await edit.getByLabel('Phone (optional)').fill('+675 7000 0001');
    await edit.getByRole('button', { name: 'Save farm' }).click();
    await expect(page.getByText(`${farmId} saved`)).toBeVisible();
    await expect(card.getByText('+675 7000 0001')).toBeVisible();
    await expect.poll(() => seriousFindings(page)).toEqual([]);

    await card.getByRole('button', { name: 'Edit' }).click();
    await edit.getByLabel('Notes (optional)').fill('Two gates');
    const { get, send } = restClient(at(''), await tokenOf(page));
    const { version } = (await get(`/farms/${farmId}`)).data.farm;
    expect((await send('PATCH', `/farms/${farmId}`, { version, phone: '+675 7000 0002' })).status).toBe(200);
    await edit.getByRole('button', { name: 'Save farm' }).click();
    await expect(edit.getByText(/Someone else changed this farm/)).toBeInViewport();
    await expect(edit.getByLabel('Phone (optional)')).toHaveValue('+675 7000 0002');
    await expect(edit.getByLabel('Notes (optional)')).toHaveValue('Two gates');
    await edit.getByRole('button', { name: 'Save farm' }).click();
    await expect(card.getByText('Two gates')).toBeVisible();
    await expect(card.getByText('+675 7000 0002')).toBeVisible();

    await page.goto(at('/admin/farms'));
    await page.getByLabel('Farm ID').fill(`village of ${farmId}`);
    await expect(page.getByText('1 farm', { exact: true })).toBeVisible();
    await expect(list.getByRole('link', { name: farmId })).toBeVisible();

    await page.goto(at(`/admin/farms/${farmId}`));
    await card.getByRole('button', { name: 'Erase' }).click();
    const erase = page.getByRole('alertdialog', { name: `Erase the entry of ${farmId}?` });
    await expect(erase).toContainText('Its lots and plots stay.');
    await page.keyboard.press('Escape');
    await expect(card.getByRole('button', { name: 'Erase' })).toBeFocused();
    await expect(card.getByText('Noa Register')).toBeVisible();
    await page.keyboard.press('Enter');
    await erase.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(page.getByText(`The entry of ${farmId} is erased.`)).toBeVisible();
    await expect(card.getByText('This farm isn’t in the register yet.')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Erase' })).toHaveCount(0);

    const farmer = await signedIn(browser, 'Farmer');
    await farmer.goto(at(`/admin/farms/${farmId}`));
    await expect(farmer.getByText(`Farm ${farmId} not found`)).toBeVisible();
    await farmer.goto(at('/admin/farms'));
    await expect(farmer.getByRole('button', { name: /^Register/ })).toHaveCount(0);
  });
}

test('plots far apart get a map each, and a far one is doubted before it is saved @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = ownFarmId('SPREAD');
  const longitude = ownLongitude();
  const point = (latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });
  for (const [name, latitude] of [
    ['Near garden', -5.358413],
    ['Far garden', -6.058413],
  ] as const) {
    const sent = await rest.send('POST', `/farms/${farmId}/plots`, { name, geometry: point(latitude), areaHa: 2 });
    expect(sent.status).toBe(201);
  }
  await page.goto(at(`/admin/farms/${farmId}`));
  await expect(page.getByRole('list', { name: 'Status' }).getByRole('listitem')).toHaveText(['No lots yet']);
  const zoom = page.getByRole('group', { name: 'Zoom' });
  await expect(zoom.getByRole('button', { name: 'All plots' })).toHaveAttribute('aria-pressed', 'true');
  await zoom.getByRole('button', { name: 'Far garden' }).click();
  await expect(zoom.getByRole('button', { name: 'Far garden' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Add a plot' }).click();
  const form = page.getByRole('region', { name: `Add a plot to ${farmId}` });
  await form.getByLabel('Plot name').fill('Typo');
  await form.getByLabel('Latitude').fill('-4.958413');
  await form.getByLabel('Longitude').fill('142.743926');
  await expect(form.getByText(/^This plot is 3\d\d\skm from Near garden/)).toBeVisible();
});

test('the register leaves as a file and comes back changed, after a check that says what changes @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const rest = restClient(at(''), await tokenOf(page));
  const [known, added] = [ownFarmId('FILE'), ownFarmId('FILE')];
  expect((await rest.send('POST', '/farms', { farmId: known, village: 'Teptep', phone: '+675 7000' })).status).toBe(
    201,
  );
  await page.goto(at('/admin/farms'));

  await page.getByRole('button', { name: 'Export farms' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^farms-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`${known},,Teptep,,,'+675 7000,`);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import farms' });
  const choose = async (rows: readonly string[]): Promise<void> => {
    const buffer = Buffer.from(rows.join('\r\n'));
    await dialog.locator('input[type=file]').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
  };
  // A column that nobody knows: it is named once.
  await choose(['Kennung;Ort;Land', `${known};Yupna;Atlantis`, `${added};Bok;PG`]);
  await expect(dialog.getByText('Still missing: Farm ID')).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);
  await dialog.getByLabel('Field for Kennung').selectOption('Farm ID *');
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await expect(dialog.getByText('1 of 2 rows has errors').first()).toBeVisible();
  const errors = dialog.getByRole('table', { name: 'Rows with errors' });
  await expect(errors.getByText('Atlantis')).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  await choose(['Kennung;Ort;Land', `${known};Yupna;Papua New Guinea`, `${added};Bok;PG`]);
  const changes = dialog.getByRole('list', { name: 'What changes' });
  await expect(changes.getByRole('listitem')).toHaveText([`${known} · Village, Country`, `${added} · new`]);
  await expect.poll(() => seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 farms' }).click();
  await expect(dialog.getByText('2 farms saved').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  const { farm } = (await rest.get(`/farms/${known}`)).data;
  expect(farm).toMatchObject({ village: 'Yupna', country: 'PG', phone: '+675 7000' });
  await page.getByLabel('Farm ID').fill(added);
  await expect(page.getByRole('table', { name: 'Farms' }).getByRole('link', { name: added })).toBeVisible();
});
