import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, choose, ownLongitude, signedIn, tokenOf } from './staff.ts';

const some = () => randomBytes(4).toString('hex').toUpperCase();
const PAPER = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** A consignment with a lot of a farm of its own. */
async function prepared(page: Page) {
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = `DUE-${some()}`;
  const lot = newLot({ farmId, weight: 100 });
  const registered = await rest.send('POST', '/lots', lot);
  expect(registered.status, JSON.stringify(registered.body)).toBe(201);
  const party = await rest.send('POST', '/parties', { kind: 'buyer', name: `Buyer ${some()}`, country: 'DE' });
  const number = `D-${some()}`;
  const opened = await rest.send('POST', '/consignments', { number, buyerId: party.data.party.id });
  const { id } = opened.data.consignment;
  const added = await rest.send('POST', `/consignments/${id}/lots`, {
    lots: [{ lot: registered.data.lot.id, weight: 10 }],
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { id: String(id), farmId, lotId: String(registered.data.lot.lotId), number, rest };
}

const fits = async (page: Page): Promise<void> => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
};

test('what a consignment lacks is mended: a document added by keyboard, its risk assessed @story', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const { id, farmId, lotId, number } = await prepared(page);

  await test.step('the consignment names what is missing, with links', async () => {
    await page.goto(at(`/admin/consignments/${id}`));
    const gaps = page.getByRole('list', { name: 'Missing items' });
    await expect(gaps.getByRole('listitem')).toHaveCount(7);
    await expect(gaps.getByText('1 farm has no valid document on the right to use the land')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await gaps.getByRole('link', { name: 'Add document' }).first().press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Due diligence' })).toBeVisible();
    await expect(page.getByText('Deforestation-free (Article 3(a)): no forest was cleared')).toBeVisible();
  });

  await test.step('the document is added for the farm that the link names, by keyboard', async () => {
    await page.getByRole('button', { name: 'Add a document' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a document' });
    await expect(dialog.getByLabel('Farm ID')).toHaveValue(farmId);
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(dialog.getByText('Title is required')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel('Title').fill('Land title 2024/118');
    await dialog.getByLabel('Valid until (optional)').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('The last day cannot be before the first day')).toBeVisible();
    await dialog.getByLabel('Valid until (optional)').fill('');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<!doctype html>') });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Could not add the document', { exact: false })).toBeVisible();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'title.pdf', mimeType: 'application/pdf', buffer: PAPER });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Land title 2024/118 added.')).toBeVisible();
    const table = page.getByRole('table', { name: 'Documents' });
    await expect(table.getByText(`Farm ${farmId}`)).toBeVisible();
    await expect(table.getByText('Valid', { exact: true })).toBeVisible();
  });

  await test.step('it is downloaded with the same bytes', async () => {
    await page.getByRole('button', { name: 'Actions for Land title 2024/118' }).focus();
    const download = page.waitForEvent('download');
    await choose(page, 'Download');
    const stream = await (await download).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).equals(PAPER)).toBe(true);
  });

  await test.step('the risk of the consignment is assessed by the criteria', async () => {
    await page.getByRole('tab', { name: 'Countries' }).click();
    await expect(page.getByText('Implementing Regulation (EU) 2025/1093')).toBeVisible();
    await page.getByRole('tab', { name: 'Assessments' }).click();
    await page.getByRole('button', { name: 'Start an assessment' }).click();
    const start = page.getByRole('dialog', { name: 'Start an assessment' });
    await start.getByRole('textbox', { name: 'Title' }).fill(`Risk of ${number}`);
    await start.getByLabel('Scope').selectOption({ label: 'Country' });
    await start.getByRole('combobox', { name: 'Country', exact: true }).selectOption({ label: 'Papua New Guinea' });
    await start.getByRole('button', { name: 'Start an assessment' }).click();
    const criteria = page.getByRole('list', { name: 'Criteria of Article 10(2)' });
    await expect(criteria.getByRole('listitem')).toHaveCount(14);
    for (const letter of ['i', 'j']) {
      await page.getByRole('button', { name: `Answer criterion ${letter}` }).click();
      const dialog = page.getByRole('dialog', { name: `Answer criterion ${letter}` });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Own fields, one buyer');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
    }
    await expect(criteria.getByText('Negligible', { exact: true })).toHaveCount(2);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Conclude', exact: true }).click();
    const conclude = page.getByRole('dialog', { name: 'Conclude assessment' });
    await conclude.getByRole('button', { name: 'Conclude', exact: true }).click();
    await expect(page.getByText('Assessment concluded.')).toBeVisible();
    await expect(page.getByRole('definition').getByText('Negligible risk')).toBeVisible();
  });

  await test.step('a measure and a concern are logged', async () => {
    await page.getByRole('tab', { name: 'Measures' }).click();
    await page.getByRole('button', { name: 'Add a measure' }).click();
    const measure = page.getByRole('dialog', { name: 'Add a measure' });
    await measure.getByRole('textbox', { name: 'Measure', exact: true }).fill(`Visit ${farmId}`);
    await measure.getByLabel('Responsible').fill('Field team');
    await measure.getByLabel('Due on').fill('2099-01-01');
    await measure.getByRole('combobox', { name: 'Assessment' }).selectOption({ label: `Risk of ${number}` });
    await measure.getByRole('combobox', { name: 'Consignment' }).selectOption({ label: number });
    await measure.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Measure added.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: `Visit ${farmId}` })).toContainText(`Risk of ${number}`);
    await page.getByRole('tab', { name: 'Concerns' }).click();
    await page.getByRole('button', { name: 'Log a concern' }).click();
    const concern = page.getByRole('dialog', { name: 'Log a concern' });
    await concern.getByLabel('Raised by').fill(`Watch ${farmId}`);
    await concern.getByRole('textbox', { name: 'Concern', exact: true }).fill('Clearing beside the farm');
    await concern.getByLabel('Lot ID').fill('LOT-NOWHERE');
    await concern.getByRole('button', { name: 'Log a concern' }).click();
    await expect(concern.getByText('Lot LOT-NOWHERE not found.')).toBeVisible();
    await concern.getByLabel('Lot ID').fill(lotId);
    await concern.getByRole('button', { name: 'Log a concern' }).click();
    await expect(page.getByText('Concern logged.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: `Watch ${farmId}` })).toContainText(lotId);
    await page.getByRole('button', { name: `Answer the concern of Watch ${farmId}` }).click();
    await page.getByRole('menuitem', { name: 'Answer' }).click();
    const answer = page.getByRole('dialog', { name: `Answer the concern of Watch ${farmId}` });
    await answer.getByRole('textbox', { name: 'Answer' }).fill('Checked on the spot');
    await answer.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByText('Concern answered.')).toBeVisible();
    await fits(page);
  });

  await test.step('the consignment lacks one document less', async () => {
    await page.goto(at(`/admin/consignments/${id}`));
    const gaps = page.getByRole('list', { name: 'Missing items' });
    await expect(gaps.getByText('the right to use the land')).toBeHidden();
    await expect(gaps.getByText('no valid document on the environment')).toBeVisible();
  });
});

/** A photo as a camera makes it, in one color. */
async function photograph(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1200;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No canvas');
    context.fillStyle = 'seagreen';
    context.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

const sizeOf = (picture: Locator) =>
  picture.evaluate((one) => (one instanceof HTMLImageElement ? [one.naturalWidth, one.naturalHeight] : []));

test('a photo of a farm is shown small in the list, and large when it is pressed @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const rest = restClient(at(''), await tokenOf(page));
  const farmId = `PIC-${some()}`;
  expect((await rest.send('POST', '/farms', { farmId, name: 'Photo garden' })).status).toBe(201);
  const geometry = { type: 'Point', coordinates: [ownLongitude(), -5.288413] };
  const plot = { name: 'Garden', geometry, areaHa: 2 };
  expect((await rest.send('POST', `/farms/${farmId}/plots`, plot)).status).toBe(201);
  await page.goto(at(`/admin/farms/${farmId}`));
  const section = page.getByRole('region', { name: 'Documents and photos' });
  const add = async (title: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await section.getByRole('button', { name: 'Add a document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a document' });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(section.getByText(`${title} added.`)).toBeVisible();
  };
  await add('Drying beds', { name: 'beds.jpg', mimeType: 'image/jpeg', buffer: await photograph(page) });
  await add('Land title', { name: 'title.pdf', mimeType: 'application/pdf', buffer: PAPER });

  const show = section.getByRole('button', { name: 'Show Drying beds' });
  const thumbnail = show.getByAltText('Drying beds');
  await expect(thumbnail).toBeVisible();
  await expect.poll(() => sizeOf(thumbnail)).toEqual([240, 180]);
  await expect(section.getByRole('button', { name: 'Show Land title' })).toHaveCount(0);
  await show.press('Enter');
  await expect(show).toHaveAttribute('aria-expanded', 'true');
  // After its thumbnail.
  const photo = section.getByAltText('Drying beds').nth(1);
  await expect(photo).toBeVisible();
  await expect.poll(() => sizeOf(photo)).toEqual([1600, 1200]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await show.press('Enter');
  await expect(photo).toBeHidden();
});

test('on a phone an auditor reads all sections, and changes nothing', async ({ browser }) => {
  const page = await signedIn(browser, 'Auditor');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/admin/due-diligence'));
  for (const name of ['Documents', 'Countries', 'Assessments', 'Measures', 'Concerns']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
    await fits(page);
    expect(await seriousFindings(page)).toEqual([]);
  }
  await expect(page.getByRole('button', { name: /^(Add|Start|Log)/ })).toHaveCount(0);
});
