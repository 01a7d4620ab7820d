import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { parseXml } from '@rgrove/parse-xml';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { copyFolder } from '../support/copyFolder.ts';
import { newLot } from '../support/newLot.ts';
import { realForest } from '../support/realForest.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, newPage, signedIn, tokenOf } from './staff.ts';

// One server for all.
test.describe.configure({ mode: 'default' });

/** Sample data cannot be packed, so this server has its tiles under the name of a real release. */
const forest = await realForest();
let server: ServerProcess;
let dataDir: string;

test.beforeAll(async () => {
  await forest.tiles.start();
  dataDir = await scratchFolder('manam-statements-');
  await copyFolder(process.env.MANAM_DEMO ?? '', dataDir);
  server = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    ...forest.settings(),
  });
});
test.afterAll(async () => {
  await server?.stop();
  await forest.tiles.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const HOUR_MS = 3_600_000;
const NUMBERS = { reference: '26BE7XTVCZAQ2S', verification: 'SFFCB4Y3' };
const NEW_NUMBERS = { reference: '26BE7XTVCZAQ3T', verification: 'SFFCB4Y4' };

const here = (path: string): string => `${server.url}${path}`;
const some = (): string => randomBytes(4).toString('hex').toUpperCase();

async function processorHere(browser: Browser): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(here('/admin'));
  await page.getByRole('button', { name: 'Processor' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return page;
}

/** A square of about a hectare in clear land. */
function square(): object {
  const [west, south] = [145.712, -5.2745];
  const ring = [
    [west, south],
    [west + 0.0006, south],
    [west + 0.0006, south + 0.0006],
    [west, south + 0.0006],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** An open consignment with one lot of a plot, for a buyer without an EORI number. */
async function openConsignment(rest: RestClient) {
  const farmId = `STMT-${some()}`;
  const plot = await rest.send('POST', `/farms/${farmId}/plots`, { name: 'River field', geometry: square() });
  const { latitude: _latitude, longitude: _longitude, ...common } = newLot({ farmId, weight: 100 });
  const lot = { ...common, plots: [plot.data.plot.id] };
  expect((await rest.send('POST', '/lots', lot)).status).toBe(201);
  const statusOf = async (): Promise<unknown> =>
    (await rest.get(`/lots/by-lot-id/${lot.lotId}`)).data.lot.deforestationStatus;
  await until(async () => (await statusOf()) === 'No Deforestation', 'the satellite check');
  const name = `Importer ${some()} GmbH`;
  const party = await rest.send('POST', '/parties', { kind: 'buyer', name, country: 'DE', email: 'a@buyer.example' });
  const buyer = party.data.party;
  const number = `S-${some()}`;
  const opened = await rest.send('POST', '/consignments', { number, buyerId: buyer.id });
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  const { id } = opened.data.consignment;
  const added = await rest.send('POST', `/consignments/${id}/lots`, { lots: [{ lot: lot.lotId, weight: 80.25 }] });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return { id: String(id), number, lotId: lot.lotId, buyerId: String(buyer.id) };
}

const fits = async (page: Page): Promise<void> => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
};

const Manifest = z.object({
  internalReference: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })).min(3),
});

/** The package as an importer opens it: each file is named in its manifest, and as it says there. */
async function openPackage(
  page: Page,
  button: Locator,
): Promise<{ files: Record<string, Uint8Array>; sha256: string }> {
  const loading = page.waitForEvent('download');
  await button.click();
  const zip = await readFile(await (await loading).path());
  const files = unzipSync(zip);
  const { 'manifest.json': manifest = new Uint8Array(), ...others } = files;
  const { files: listed } = Manifest.parse(JSON.parse(Buffer.from(manifest).toString()));
  const found = Object.entries(others).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  expect(found.sort(byName)).toEqual(listed.sort(byName));
  return { files, sha256: createHash('sha256').update(zip).digest('hex') };
}

/** `YYYY-MM-DDTHH:mm`; the pages run in UTC. */
const minute = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

async function record(page: Page, numbers: { reference: string; verification: string }, submittedAt?: string) {
  const dialog = page.getByRole('dialog', { name: /^Record the importer's report/ });
  await expect(dialog.getByLabel('Reference number')).toBeFocused();
  await dialog.getByLabel('Reference number').fill(numbers.reference);
  await dialog.getByLabel('Verification number').fill(numbers.verification);
  if (submittedAt !== undefined) await dialog.getByLabel('Submission time').fill(submittedAt);
  await dialog.getByRole('button', { name: 'Record', exact: true }).press('Enter');
  await expect(page.getByText("Importer's report recorded.")).toBeVisible();
  await expect(page.getByRole('group', { name: 'Next step' })).toBeFocused();
}

test('from a closed consignment to a package that an importer opens: numbers, countdown, amendment, withdrawal, alert @story', async ({
  browser,
}) => {
  const page = await processorHere(browser);
  const rest = restClient(server.url, await tokenOf(page));
  const { id, number, lotId, buyerId } = await openConsignment(rest);
  const next = page.getByRole('region', { name: 'Next step' });

  await test.step('until the consignment is closed, the page says what to do first', async () => {
    await page.goto(here(`/admin/consignments/${id}`));
    const panel = page.getByRole('region', { name: 'Due diligence statements' });
    await expect(panel.getByText('Close the consignment first. Until then its lots may change.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'New statement' })).toBeDisabled();
    const closed = await rest.send('POST', `/consignments/${id}/close`, {});
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    await page.reload();
    await expect(panel.getByText('No statement yet')).toBeVisible();
  });

  await test.step('a draft is made by key; faults are named at their fields', async () => {
    await page.getByRole('button', { name: 'New statement' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `New statement for ${number}` });
    await expect(dialog.getByLabel('Kind')).toBeFocused();
    await dialog.getByLabel('Operator role').selectOption('REPRESENTATIVE_OPERATOR');
    await dialog.getByRole('button', { name: 'Create draft' }).press('Enter');
    await expect(dialog.getByLabel('Operator name')).toBeFocused();
    await expect(dialog.getByLabel('City')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Tolerance of net mass')).toBeHidden();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'New statement' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Border country').selectOption('DE');
    await dialog.getByLabel('Comment').fill('In jute bags');
    await dialog.getByRole('button', { name: 'Create draft' }).press('Enter');
    await expect(page.getByText(`Statement ${number} created. Check it next.`)).toBeVisible();
    await expect(next.getByText('Draft', { exact: true })).toBeVisible();
    await expect(page.getByText('documents show that the cacao was produced legally')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step("the check names what is wrong by the EU's code, and where it is mended", async () => {
    await next.getByRole('button', { name: 'Check' }).press('Enter');
    await expect(page.getByText('1 fault found.')).toBeVisible();
    await expect(next.getByRole('group', { name: 'Next step' })).toBeFocused();
    const table = page.getByRole('table', { name: 'Check results' });
    const row = table.getByRole('row').filter({ hasText: 'EUDR_OPERATOR_EORI_FOR_ACTIVITY_MISSING' });
    await expect(row).toContainText("IMPORT needs the operator's EORI number");
    await expect(row.getByRole('link', { name: "Complete the buyer's data" })).toHaveAttribute(
      'href',
      '/admin/parties',
    );
    expect(await seriousFindings(page)).toEqual([]);
    const mended = await rest.send('PATCH', `/parties/${buyerId}`, { eori: 'DE1234567890123' });
    expect(mended.status, JSON.stringify(mended.body)).toBe(200);
    await next.getByRole('button', { name: 'Check' }).press('Enter');
    await expect(page.getByText('No faults found.', { exact: true })).toBeVisible();
    await expect(next.getByText('Checked', { exact: true })).toBeVisible();
  });

  const statement = page.url();
  await test.step('its package is made, and an importer opens it', async () => {
    await next.getByRole('button', { name: 'Create package' }).press('Enter');
    await expect(next.getByText('Handed over', { exact: true })).toBeVisible();
    const panel = page.getByRole('region', { name: 'Package' });
    const button = panel.getByRole('button', { name: 'Download package' });
    const { files, sha256 } = await openPackage(page, button);
    await expect(panel.getByText(sha256.slice(0, 16))).toBeVisible();
    const xml = Buffer.from(files[`submit/${number}.xml`] ?? []).toString();
    expect(parseXml(xml).root?.name).toBe('dds:SubmitDdsRequest');
    expect(xml).toContain(number);
    const plots = JSON.parse(Buffer.from(files[`type-2/${number}.geojson`] ?? []).toString());
    expect(plots.features).toHaveLength(1);
    expect(Buffer.from(files['cover.pdf'] ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    expect((await openPackage(page, button)).sha256).toBe(sha256);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the numbers that the importer reports begin a countdown of 72 hours', async () => {
    await next.getByRole('button', { name: 'Record numbers' }).press('Enter');
    await record(page, NUMBERS, minute(Date.now() - 51 * HOUR_MS));
    await expect(next.getByText('Available', { exact: true })).toBeVisible();
    await expect(next.getByText(/^Amend or withdraw until .* \(in 20 h 5\d min\)$/)).toBeVisible();
    const numbers = page.getByRole('region', { name: 'Numbers' });
    await expect(numbers.getByText(NUMBERS.reference)).toBeVisible();
    await expect(numbers.getByRole('button', { name: 'Copy reference number' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it is amended: a new version with its own package takes its place', async () => {
    await next.getByRole('button', { name: 'Amend' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Amend' }).press('Enter');
    await expect(page.getByText('This is the new version.')).toBeVisible();
    await expect(next.getByText('Draft, version 2', { exact: true })).toBeVisible();
    expect(page.url()).not.toBe(statement);
    await next.getByRole('button', { name: 'Edit' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    await dialog.getByLabel('Comment').fill('In 2 jute bags');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByText('Statement updated. Check it again.')).toBeVisible();
    await next.getByRole('button', { name: 'Check' }).press('Enter');
    await expect(page.getByText('No faults found.', { exact: true })).toBeVisible();
    await next.getByRole('button', { name: 'Create package' }).press('Enter');
    await next.getByRole('button', { name: 'Record numbers' }).press('Enter');
    // The time of the submission is that of the first version.
    await record(page, NEW_NUMBERS);
    await expect(next.getByText(/^Amend or withdraw until .* \(in 20 h \d+ min\)$/)).toBeVisible();
    await next.getByRole('link', { name: 'Open earlier version' }).press('Enter');
    await expect(next.getByText('Replaced by a newer version', { exact: true })).toBeVisible();
    await expect(next.getByRole('button', { name: 'Amend' })).toBeHidden();
    await next.getByRole('link', { name: 'Open newer version' }).press('Enter');
    await expect(next.getByText('Available, version 2', { exact: true })).toBeVisible();
  });

  await test.step('an alert on its beans since then is shown with its link', async () => {
    const { id: lot, version } = (await rest.get(`/lots/by-lot-id/${lotId}`)).data.lot;
    const place = { latitude: Number(LOSS_PLACE.latitude), longitude: Number(LOSS_PLACE.longitude) };
    const moved = await rest.send('PATCH', `/lots/${lot}`, { ...place, plots: [], version });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    const current = page.url().split('/').at(-1);
    await until(
      async () => (await rest.get(`/statements/${current}`)).data.statement.alertsSince.length > 0,
      'the alert after filing',
    );
    await page.reload();
    await expect(page.getByText('1 alert on its beans since submission')).toBeVisible();
    const link = page.getByRole('link', { name: new RegExp(`lot ${lotId}`) });
    await expect(link).toHaveAttribute('href', /^\/admin\/alert\?id=/);
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('it is withdrawn, with the time at which the importer did', async () => {
    await next.getByRole('button', { name: 'Withdraw' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Withdraw / });
    await dialog.getByLabel("Time of the importer's withdrawal").fill(minute(Date.now() + HOUR_MS));
    await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await expect(dialog.getByText('The withdrawal time cannot be in the future').first()).toBeVisible();
    await expect(dialog.getByLabel("Time of the importer's withdrawal")).toBeFocused();
    await dialog.getByLabel("Time of the importer's withdrawal").fill('');
    await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await expect(page.getByText('Statement withdrawn.')).toBeVisible();
    await expect(next.getByText('Withdrawn, version 2', { exact: true })).toBeVisible();
    await expect(next.getByText(/^Amend or withdraw until/)).toBeHidden();
    expect(await seriousFindings(page)).toEqual([]);
  });

  await test.step('the consignment lists both, and the overview tells the year', async () => {
    await page.getByRole('link', { name: `Consignment ${number}` }).click();
    const list = page.getByRole('table', { name: /^Statements of this consignment/ });
    await expect(list.getByText('Withdrawn, version 2')).toBeVisible();
    await expect(list.getByText('Replaced by a newer version')).toBeVisible();
    await page.goto(here('/admin/statements'));
    await expect(page.getByRole('region', { name: 'Yearly summary' }).getByText('Withdrawn: 1')).toBeVisible();
    await page.getByLabel('Expires within').selectOption({ label: '5 years' });
    const kept = page.getByRole('table', { name: 'Statements by end of retention' });
    await expect(kept.getByRole('link', { name: number }).first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test('an auditor reads statements and changes none; with sample data the page says that nothing can be filed', async ({
  browser,
}) => {
  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/statements'));
  await expect(auditor.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  await expect(auditor.getByText(/has no connection to the EU Information System/)).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Verify' })).toBeHidden();
  expect(await seriousFindings(auditor)).toEqual([]);
  await auditor.goto(at('/admin/statements/00000000-0000-4000-8000-000000000000'));
  await expect(auditor.getByText('Statement not found')).toBeVisible();

  const farmer = await signedIn(browser, 'Farmer');
  await farmer.goto(at('/admin/statements'));
  await expect(farmer.getByRole('heading', { level: 1, name: 'Statements' })).toBeHidden();
});
