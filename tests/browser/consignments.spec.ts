import { expect, test, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import { until } from '../support/until.ts';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, newPage, signedIn, tokenOf } from './staff.ts';

/** In the sample tiles, where the check finds nothing. */
const CLEAR = { latitude: -5.258413, longitude: 145.743926 };
let fields = 0;

/** A square of about a hectare in clear land, one for each call; each process of tests has a row of its own. */
function square(): object {
  fields += 1;
  const [west, south] = [145.71 + fields * 0.0013, -5.2745 + (test.info().workerIndex % 10) * 0.0013];
  const ring = [
    [west, south],
    [west + 0.0006, south],
    [west + 0.0006, south + 0.0006],
    [west, south + 0.0006],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

const some = () => randomBytes(4).toString('hex').toUpperCase();

/** Lots of a farm of their own, one with a plot and one with a point alone, both checked; and a buyer. */
async function prepared(page: Page) {
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = `CONS-${some()}`;
  const plot = await rest.send('POST', `/farms/${farmId}/plots`, { name: 'River field', geometry: square() });
  expect(plot.status, JSON.stringify(plot.body)).toBe(201);
  const { latitude: _latitude, longitude: _longitude, ...common } = newLot({ farmId, weight: 100 });
  const whole = { ...common, plots: [plot.data.plot.id] };
  const bare = { ...newLot({ farmId, weight: 60.5 }), ...CLEAR };
  for (const lot of [whole, bare]) {
    const made = await rest.send('POST', '/lots', lot);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  const statusOf = async (lotId: string): Promise<unknown> =>
    (await rest.get(`/lots/by-lot-id/${lotId}`)).data.lot.deforestationStatus;
  await until(async () => (await statusOf(whole.lotId)) === 'No Deforestation', 'the satellite check');
  await until(async () => (await statusOf(bare.lotId)) === 'No Deforestation', 'the satellite check');
  const name = `Buyer ${some()} GmbH`;
  const party = await rest.send('POST', '/parties', {
    kind: 'buyer',
    name,
    country: 'DE',
    email: 'import@buyer.example',
  });
  expect(party.status, JSON.stringify(party.body)).toBe(201);
  return { farmId, whole: whole.lotId, bare: bare.lotId, buyer: name, number: `C-${some()}` };
}

const fits = async (page: Page): Promise<void> => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
};

test('a container to a buyer: from opening to delivered, a blocker mended, a link opened and revoked @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const { farmId, whole, bare, buyer, number } = await prepared(page);

  await test.step('it is opened; what is wrong is named at its field', async () => {
    await page.goto(at('/admin/consignments'));
    await expect(page.getByRole('heading', { level: 1, name: 'Consignments' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open consignment' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Open consignment' });
    await expect(dialog.getByLabel('Number')).toBeFocused();
    await dialog.getByLabel('Departure').fill('2026-12-10');
    await dialog.getByLabel('Arrival').fill('2026-12-01');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByText('Number is required')).toBeVisible();
    await dialog.getByLabel('Number').fill(number);
    await dialog.getByLabel('Buyer').click();
    await page.keyboard.type(buyer.slice(0, 10));
    await expect(page.getByText(buyer)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Buyer')).toHaveValue(buyer);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(dialog.getByText('Arrival cannot be before departure or loading').first()).toBeVisible();
    await expect(dialog.getByLabel('Arrival')).toBeFocused();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Arrival').fill('2027-01-20');
    await dialog.getByLabel('Country of entry').selectOption({ label: 'Germany' });
    await dialog.getByLabel('Incoterm').selectOption('FOB');
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Consignment ${number}` })).toBeVisible();
    await expect(page.getByText(`Consignment ${number} opened. Add lots next.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close consignment' })).toBeDisabled();
  });

  const lots = page.getByRole('table', { name: 'Lots in this consignment' });
  await test.step('lots are found, kilograms typed or taken whole, and summed up', async () => {
    await page.getByRole('button', { name: 'Add lots' }).click();
    const adding = page.getByRole('group', { name: 'Add lots' });
    await expect(adding.getByLabel('Search lots')).toBeFocused();
    await page.keyboard.type(farmId);
    await expect(adding.getByRole('row')).toHaveCount(3);
    await adding.getByLabel('Planned weight (optional)').fill('150');
    await adding.getByLabel(`Kilograms of ${whole}`).fill('100.5');
    await expect(adding.getByText('Enter kilograms, more than 0 and up to 100 kg')).toBeVisible();
    await adding.getByLabel(`Kilograms of ${whole}`).fill('80,25');
    await adding.getByRole('button', { name: `Take all 60.5 kg of ${bare}` }).click();
    await expect(adding.getByText('2 lots selected, 140.75 kg')).toBeVisible();
    await expect(adding.getByText('140.75 kg of 150 kg: 9.25 kg missing')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await adding.getByRole('button', { name: 'Add to consignment' }).click();
    await expect(page.getByText('2 lots added.')).toBeVisible();
    await expect(lots.getByRole('row')).toHaveCount(3);
    await expect(page.getByText('2 lots, 140.75 kg')).toBeVisible();
  });

  await test.step('what keeps a lot out is shown at the lot and in the rules, with the way to mend it', async () => {
    const row = lots.getByRole('row').filter({ hasText: bare });
    await expect(row.getByText('outline the plot')).toBeVisible();
    const mend = row.getByRole('link', { name: `Outline the plot of ${bare}` });
    await expect(mend).toHaveAttribute('href', `/admin/farms/${farmId}`);
    const rules = page.getByRole('list', { name: 'Rules' });
    await expect(rules.getByText(bare, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close consignment' })).toBeDisabled();
    expect(await seriousFindings(page)).toEqual([]);
    // Mended by removal: the lot was registered without a plot.
    await row.getByRole('button', { name: `Actions for ${bare}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('alertdialog', { name: `Remove ${bare}?` });
    await expect(question.getByText('60.5 kg')).toBeVisible();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`Lot ${bare} removed.`)).toBeVisible();
    await expect(rules.getByText('To do')).toHaveCount(0);
  });

  await test.step('two people edit the papers: the second one is told, and nothing is lost', async () => {
    const other = await signedIn(browser, 'Admin');
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Edit papers' }).click();
    const second = other.getByRole('dialog', { name: `Edit papers of ${number}` });
    await second.getByLabel('Bags').fill('2');
    await page.getByRole('button', { name: 'Edit papers' }).press('Enter');
    const first = page.getByRole('dialog', { name: `Edit papers of ${number}` });
    await first.getByLabel('Weighed net weight').fill('80.1');
    await first.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Papers updated.')).toBeVisible();
    await second.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Someone else changed this consignment while you were editing it.')).toBeVisible();
    await expect(second.getByLabel('Bags')).toHaveValue('2');
  });

  await test.step('it is closed, shipped with its papers, and delivered', async () => {
    await page.getByRole('button', { name: 'Close consignment' }).click();
    const question = page.getByRole('alertdialog', { name: `Close ${number}?` });
    await question.getByRole('button', { name: 'Close consignment' }).click();
    await expect(page.getByText('Consignment closed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add lots' })).toBeHidden();
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    const ship = page.getByRole('dialog', { name: `Ship ${number}` });
    await ship.getByLabel('Containers and seals').fill('nonsense: S1');
    await ship.getByLabel('Bags').fill('two');
    await ship.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(ship.getByLabel('Bags')).toHaveAttribute('aria-invalid', 'true');
    await expect(ship.getByLabel('Containers and seals')).toHaveAttribute('aria-invalid', 'true');
    expect(await seriousFindings(page)).toEqual([]);
    await ship.getByLabel('Bags').fill('2');
    await ship.getByLabel('Containers and seals').fill('CSQU3054383: SEAL1, SEAL2');
    await ship.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(page.getByText('Consignment shipped.')).toBeVisible();
    await expect(page.getByText('CSQU3054383, seals SEAL1, SEAL2')).toBeVisible();
  });

  const link = await test.step('a link for the buyer is shown once', async () => {
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    const made = page.getByRole('dialog', { name: 'Link created' });
    await expect(made.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const url = await made.getByText(/\/buyer\//).innerText();
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(made.getByText('Copy the link first, then confirm it.')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await made.getByRole('checkbox', { name: 'I have copied the link' }).press('Space');
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('table', { name: /Links of this consignment/ }).getByText('Valid')).toBeVisible();
    return url.trim();
  });

  const reader = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await test.step('the buyer reads it without an account, in four languages, and loads its papers', async () => {
    const document = await reader.goto(link);
    expect(document?.headers()['referrer-policy']).toBe('no-referrer');
    expect(await document?.text()).toContain('noindex');
    await expect(reader.getByRole('heading', { level: 1, name: `Consignment ${number}` })).toBeVisible();
    await expect(reader.getByText(`For ${buyer}`)).toBeVisible();
    await expect(reader.getByRole('link', { name: `Check lot ${whole}` })).toBeVisible();
    await fits(reader);
    expect(await seriousFindings(reader)).toEqual([]);
    const address = await reader.getByRole('link', { name: 'Download all papers (ZIP)' }).getAttribute('href');
    const papers = await reader.request.get(at(address ?? ''));
    expect([papers.status(), papers.headers()['content-type']]).toEqual([200, 'application/zip']);
    for (const [lang, title] of [
      ['fr', 'Expédition'],
      ['es', 'Envío'],
      ['tpi', 'Kago kakao'],
    ]) {
      await reader.goto(`${link}?lang=${lang}`);
      await expect(reader.getByRole('heading', { level: 1, name: `${title} ${number}` })).toBeVisible();
      await fits(reader);
    }
  });

  await test.step('a revoked link says so', async () => {
    await page.getByRole('button', { name: /^Actions for the link from/ }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Link revoked.')).toBeVisible();
    await reader.goto(link);
    await expect(reader.getByText('This link no longer works')).toBeVisible();
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.goto(at(`/buyer/${'x'.repeat(43)}`));
    await expect(reader.getByText('This link is not valid')).toBeVisible();
  });

  await test.step('the delivery is recorded', async () => {
    await page.getByRole('button', { name: 'Record delivery' }).click();
    const deliver = page.getByRole('dialog', { name: `Record delivery of ${number}` });
    await deliver.getByRole('button', { name: 'Record delivery' }).click();
    await expect(page.getByText('Delivery recorded.')).toBeVisible();
    await expect(page.getByText('Delivered to the buyer on')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit papers' })).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the recall of its lot names consignment and buyer, also as a file', async () => {
    await page.goto(at('/admin/recall'));
    await page.getByLabel('Number').fill(whole.toLowerCase());
    await page.getByLabel('Number').press('Enter');
    await expect(page.getByRole('table', { name: 'Consignments' }).getByText(number)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Buyers to inform' }).getByText(buyer)).toBeVisible();
    await fits(page);
    expect(await seriousFindings(page)).toEqual([]);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Buyers (CSV)' }).click();
    expect((await file).suggestedFilename()).toBe('recall.csv');
  });

  await test.step('an alert on its beans names what is affected, and opens the task to inform the buyer', async () => {
    const rest = restClient(at(''), await tokenOf(page));
    const { id, version } = (await rest.get(`/lots/by-lot-id/${whole}`)).data.lot;
    // Part of the lot is still here, so its place can be corrected: from its plot to where the sample tiles hold a loss.
    const place = { latitude: Number(LOSS_PLACE.latitude), longitude: Number(LOSS_PLACE.longitude) };
    const moved = await rest.send('PATCH', `/lots/${id}`, { ...place, plots: [], version });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(at(`/admin/dashboard?tab=alerts&all=1&of=${whole}`));
    const row = page.getByRole('row').filter({ hasText: whole });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'View Details' }).click();
    await page.getByRole('link', { name: 'Open full alert' }).click();
    const affected = page.getByRole('region', { name: 'Affected' });
    await expect(affected.getByText(/1 consignment, 1 buyer/)).toBeVisible();
    await expect(affected.getByRole('link', { name: `Inform ${buyer} about ${number}` })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await affected.getByRole('button', { name: 'Mark buyer as informed' }).press('Enter');
    await expect(affected.getByText(/^Informed by /)).toBeVisible();
    await affected.getByRole('link', { name: 'Open recall list' }).click();
    await expect(page.getByRole('table', { name: 'Buyers to inform' }).getByText(buyer)).toBeVisible();
  });
});

test('a container with a condemned lot is stopped until a reason and a second person are there', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const { whole, number } = await prepared(page);
  const rest = restClient(at(''), await tokenOf(page));
  const party = await rest.send('POST', '/parties', { kind: 'buyer', name: `Buyer ${some()} GmbH`, country: 'DE' });
  const opened = await rest.send('POST', '/consignments', { number, buyerId: party.data.party.id });
  const { id } = opened.data.consignment;
  await rest.send('POST', `/consignments/${id}/lots`, { lots: [{ lot: whole, weight: 80 }] });
  expect((await rest.send('POST', `/consignments/${id}/close`, {})).status).toBe(200);
  const lot = (await rest.get(`/lots/by-lot-id/${whole}`)).data.lot;
  const place = { latitude: Number(LOSS_PLACE.latitude), longitude: Number(LOSS_PLACE.longitude) };
  const moved = await rest.send('PATCH', `/lots/${lot.id}`, { ...place, plots: [], version: lot.version });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  const statusOf = async () => (await rest.get(`/lots/${lot.id}`)).data.lot.deforestationStatus;
  await until(async () => (await statusOf()) === 'Deforestation Detected', 'the satellite check');
  const stateOf = async () => (await rest.get(`/consignments/${id}`)).data.consignment.state;

  const ship = page.getByRole('dialog', { name: `Ship ${number}` });
  const send = ship.getByRole('button', { name: 'Ship', exact: true });
  await test.step('nothing ships while the checks cannot be read', async () => {
    await page.goto(at(`/admin/consignments/${id}`));
    const isCheck = (body: string | null) => body?.includes('query ConsignmentRisksOf') ?? false;
    await page.route('**/graphql', (route) => (isCheck(route.request().postData()) ? route.abort() : route.fallback()));
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await send.click();
    await expect(ship.getByText('Failed to load the checks before this step')).toBeVisible();
    await page.unroute('**/graphql');
  });

  await test.step('the stop names the lot, and takes a reason and a second person', async () => {
    await send.click();
    const stop = ship.getByRole('alert').filter({ hasText: 'Do not ship yet' });
    await expect(stop.getByText(`Deforestation detected: ${whole}`)).toBeVisible();
    expect(await stateOf()).toBe('closed');
    expect(await seriousFindings(page)).toEqual([]);
    await send.click();
    await expect(ship.getByText('Reason is required')).toBeVisible();
    await ship.getByLabel('Why do you ship anyway?').fill('The buyer takes it for tests only');
    await send.click();
    await expect(ship.getByText('1 lot still needs a second person')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await ship.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await ship.getByRole('button', { name: `Ask for confirmation of ${whole}` }).click();
    await expect(ship.getByText(/Waiting for a second person until/)).toBeFocused();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('an auditor confirms, and it ships with the reason', async () => {
    const auditor = await signedIn(browser, 'Auditor');
    await auditor.goto(at('/admin/shipping-reviews'));
    await auditor.getByRole('button', { name: `Confirm shipping of ${whole}` }).click();
    await expect(ship.getByText(/^Confirmed by/)).toBeVisible();
    await send.click();
    await expect(page.getByText('Consignment shipped.')).toBeVisible();
    expect(await stateOf()).toBe('shipped');
    await page.getByRole('button', { name: 'Record delivery' }).click();
    const deliver = page.getByRole('dialog', { name: `Record delivery of ${number}` });
    await expect(deliver.getByText('Check before you record the delivery')).toBeVisible();
  });
});

test('an auditor reads consignments and changes none; a farmer does not see the page', async ({ browser }) => {
  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/consignments'));
  await expect(auditor.getByRole('heading', { level: 1, name: 'Consignments' })).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Open consignment' })).toBeHidden();
  await auditor.goto(at('/admin/consignments/00000000-0000-4000-8000-000000000000'));
  await expect(auditor.getByText('Consignment not found')).toBeVisible();
  expect(await seriousFindings(auditor)).toEqual([]);

  const farmer = await signedIn(browser, 'Farmer');
  for (const path of ['/admin/consignments', '/admin/recall?of=LOT701']) {
    await farmer.goto(at(path));
    await expect(farmer.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(farmer.getByRole('heading', { level: 1, name: /^(Consignments|Recall)$/ })).toBeHidden();
  }
});
