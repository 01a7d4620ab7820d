import { expect, test, type Locator, type Page } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, signedIn, tokenOf } from './staff.ts';

/*
 * A farm's plots: drawn, corrected, saved, renamed, redrawn and removed; recorded with a phone; without requests to
 * other servers.
 */

type Corner = [latitude: number, longitude: number];

/** About 220 by 220 m near Madang, one for each test: plots must not lie on each other. */
function square(north: number): Corner[] {
  const [lat, lon] = [-5.310001 + north / 100, 145.550001];
  return [
    [lat, lon],
    [lat, lon + 0.002],
    [lat + 0.002, lon + 0.002],
    [lat + 0.002, lon],
  ];
}

const six = (degrees: number): string => degrees.toFixed(6);

/** Addresses of other origins that a page asks, from now on. */
function foreign(page: Page): string[] {
  const asked: string[] = [];
  const own = new URL(at('/')).host;
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && host !== own) asked.push(request.url());
  });
  return asked;
}

/** The form that adds a plot beside the map of its farm. */
const adding = (page: Page, farmId: string): Locator => page.getByRole('region', { name: `Add a plot to ${farmId}` });

/** Types corners into the list by the keys alone, from the first row on. */
async function typeCorners(form: Locator, corners: readonly Corner[]): Promise<void> {
  const { keyboard } = form.page();
  for (const [index, [latitude, longitude]] of corners.entries()) {
    const row = form.getByLabel(`Latitude of corner ${index + 1}`);
    if ((await row.count()) === 0) {
      await form.getByRole('button', { name: 'Add corner' }).press('Enter');
      await expect(row).toBeFocused();
    }
    await row.focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(six(latitude));
    await keyboard.press('Tab');
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(six(longitude));
  }
}

/** Removes what an earlier try has left on a farm, which frees the names and the land of its plots. */
async function withoutPlots(page: Page, farmId: string): Promise<void> {
  const { get, send } = restClient(at(''), await tokenOf(page));
  const { data } = await get(`/farms/${farmId}/plots`);
  for (const { id } of data?.plots ?? []) expect((await send('DELETE', `/plots/${id}`)).status).toBe(200);
}

async function choose(page: Page, plot: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for plot ${plot}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

for (const [width, height, farmId] of [
  [1280, 800, 'FARM811'],
  [390, 844, 'FARM812'],
] as const) {
  test(`a plot's whole way, at ${width} by ${height} @story`, async ({ browser }) => {
    const page = await signedIn(browser, 'Processor');
    await page.setViewportSize({ width, height });
    const asked = foreign(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    // A dialog takes the focus a moment after it is there.
    const look = (): Promise<void> => expect.poll(() => seriousFindings(page)).toEqual([]);
    const corners = square(width === 1280 ? 0 : 1);
    const [first, second, third, fourth] = corners;
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();

    await withoutPlots(page, farmId);
    await page.goto(at(`/admin/farms/${farmId}`));
    await expect(page.getByText('No plots yet')).toBeVisible();
    await look();
    await page.getByRole('button', { name: 'Add first plot' }).click();
    const add = adding(page, farmId);
    await expect(add.getByLabel('Plot name')).toBeFocused();
    await page.keyboard.type('Upper field');
    await expect(add.getByRole('radio', { name: /^One point/ })).toBeChecked();
    await look();
    expect(scripts.filter((url) => url.includes('drawOnMap'))).toEqual([]);

    await add.getByRole('radio', { name: /^Draw/ }).check();
    await typeCorners(add, [first, second, fourth, third]);
    const crossing = add.getByText(
      /The outline crosses itself at .* the side from corner 2 meets the side from corner 4/,
    );
    await expect(crossing).toBeVisible();
    // A machine without WebGL shows the other map.
    const drawing = add.getByRole('region', { name: 'Drawing map' });
    await expect(drawing.or(add.getByRole('img', { name: 'Outline with 4 corners' }))).toBeVisible();
    await look();
    await add.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(add.getByLabel('Latitude of corner 1')).toBeFocused();
    await expect(add.getByLabel('Latitude of corner 1')).toHaveAttribute('aria-invalid', 'true');

    await typeCorners(add, corners);
    await expect(crossing).toBeHidden();
    await expect(add.getByText('4.90 ha')).toBeVisible();
    await expect(add.getByText('Checked: in Papua New Guinea, no overlap with other plots')).toBeVisible();
    await add.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(add).toBeHidden();
    await expect(page.getByText('Plot Upper field saved')).toBeVisible();
    await expect(page.getByRole('img', { name: `Map of one plot of ${farmId}` })).toBeVisible();
    await expect(page.getByText('4.90 ha in total')).toBeVisible();
    await look();

    await choose(page, 'Upper field', 'Rename');
    const rename = page.getByRole('dialog', { name: 'Rename Upper field' });
    await rename.getByLabel('Plot name').fill('Hill field');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Plot renamed to Hill field')).toBeVisible();

    await choose(page, 'Hill field', 'Redraw');
    const redraw = page.getByRole('region', { name: 'Redraw Hill field' });
    await expect(redraw.getByText('Earlier lots keep the old one')).toBeVisible();
    await expect(redraw.getByRole('radio', { name: /^One point/ })).toBeFocused();
    await redraw.getByRole('button', { name: 'Remove corner 4' }).press('Enter');
    await expect(redraw.getByText('2.45 ha')).toBeVisible();
    await redraw.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(redraw.getByText('4.90 ha')).toBeVisible();
    await redraw.getByRole('button', { name: 'Remove corner 4' }).press('Enter');
    await redraw.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(page.getByText('2.45 ha in total')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Actions for plot Hill field' })).toBeFocused();

    await choose(page, 'Hill field', 'History');
    const history = page.getByRole('dialog', { name: 'History of Hill field' });
    await expect(history.getByText('4.90 ha before, 2.45 ha after')).toBeVisible();
    await expect(history.getByText('Renamed from Upper field to Hill field')).toBeVisible();
    await expect(history.getByRole('img', { name: 'The outline before (dashed) and after' })).toBeVisible();
    await look();
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();

    await choose(page, 'Hill field', 'Remove');
    const remove = page.getByRole('alertdialog', { name: 'Remove plot Hill field?' });
    await expect(remove.getByText(`This removes Hill field (2.45 ha) from farm ${farmId}.`)).toBeVisible();
    await look();
    await remove.getByRole('button', { name: 'Remove plot' }).click();
    await expect(page.getByText('No plots yet')).toBeVisible();
    expect(asked).toEqual([]);
  });
}

test('a plot is walked with a phone without a connection, and an accident loses nothing', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 390, height: 844 });
  const context = page.context();
  await context.grantPermissions(['geolocation']);
  const corners = square(2);
  const stand = ([latitude, longitude]: Corner, accuracy = 6) =>
    context.setGeolocation({ latitude, longitude, accuracy });
  const [first = corners[0]] = corners;
  if (first === undefined) throw new Error();

  await withoutPlots(page, 'FARM813');
  await page.goto(at('/admin/farms/FARM813'));
  await page.getByRole('button', { name: 'Add first plot' }).click();
  const form = adding(page, 'FARM813');
  await form.getByLabel('Plot name').fill('Walked field');
  await form.getByRole('radio', { name: /^Walk/ }).check();
  await stand(first, 90);
  await form.getByRole('button', { name: 'Start walking' }).click();
  await expect(form.getByText(/GPS accuracy is about 90\sm/)).toBeVisible();
  await context.setOffline(true);
  let recorded = 0;
  for (const [index, [latitude, longitude]] of corners.entries()) {
    const [north, east] = corners[(index + 1) % corners.length] ?? first;
    for (const share of [0, 0.25, 0.5, 0.75]) {
      await stand([latitude + (north - latitude) * share, longitude + (east - longitude) * share]);
      recorded += 1;
      await expect(form.getByText(new RegExp(`^${recorded} points? recorded`))).toBeVisible();
    }
  }
  await form.getByRole('button', { name: 'Add corner here' }).click();
  await expect(form.getByText(/17 points recorded, 1 corner\./)).toBeVisible();
  await expect(form.getByText(/We check borders and other plots when you save/)).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add first plot' })).toBeFocused();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Add first plot' }).click();
  await expect(form.getByText(/17 points recorded, 1 corner\./)).toBeVisible();
  await expect(form.getByLabel('Latitude of corner 5')).toHaveValue(/^-5\./);
  await expect(form.getByText(/^Checked: in/)).toBeVisible();
  await form.getByRole('button', { name: 'Save plot' }).click();
  await expect(page.getByText('Plot Walked field saved')).toBeVisible();
  await expect(page.getByText('Outline, 5 corners')).toBeVisible();
});

test('plots are drawn with the pointer on the map of their farm; where it cannot be shown, that is said', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'Processor');
  const asked = foreign(page);
  const open = async (farmId: string, button: string): Promise<Locator> => {
    await page.getByRole('button', { name: button }).click();
    const form = adding(page, farmId);
    await form.getByRole('radio', { name: /^Draw/ }).check();
    return form;
  };
  await withoutPlots(page, 'FARM814');
  await page.goto(at('/admin/farms/FARM814'));
  const form = await open('FARM814', 'Add first plot');
  const impossible = form.getByText(/This device can't show the drawing map/);
  const canvas = form.locator('canvas');
  await expect(canvas.or(impossible)).toBeVisible();
  // A machine without WebGL has the second half of this story alone.
  if (await canvas.isVisible()) {
    for (const position of [
      { x: 100, y: 100 },
      { x: 300, y: 100 },
      { x: 300, y: 250 },
      { x: 100, y: 250 },
    ]) {
      await canvas.click({ position });
    }
    await form.getByRole('button', { name: 'Close outline' }).click();
    await expect(form.getByLabel('Latitude of corner 4')).toHaveValue(/^-?\d+\.\d{6}$/);
    await expect(form.getByLabel('Latitude of corner 5')).toBeHidden();
    const before = await form.getByLabel('Longitude of corner 1').inputValue();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 80, { steps: 8 });
    await page.mouse.up();
    await expect(form.getByLabel('Longitude of corner 1')).not.toHaveValue(before);
    await canvas.click({ position: { x: 300, y: 250 }, button: 'right' });
    await expect(form.getByLabel('Latitude of corner 4')).toBeHidden();

    await form.getByLabel('Plot name').fill('Drawn field');
    await form.getByRole('button', { name: 'Save plot' }).click();
    await expect(page.getByText('Plot Drawn field saved')).toBeVisible();
    await open('FARM814', 'Add a plot');
    const map = form.getByRole('region', { name: 'Drawing map' }).locator('..');
    await expect(map.getByText('Drawn field')).toBeVisible();
    await expect(form.getByRole('list', { name: 'Status' })).toHaveText('No lots yet');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('img', { name: 'Map of one plot of FARM814' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a plot' })).toBeFocused();
  }
  expect(asked).toEqual([]);

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(at('/admin/farms/FARM815'));
  const blind = await open('FARM815', 'Add first plot');
  await expect(blind.getByText(/This device can't show the drawing map/)).toBeVisible();
  await typeCorners(blind, square(3));
  await expect(blind.getByText('4.90 ha')).toBeVisible();
  await expect(blind.getByRole('img', { name: 'Outline with 4 corners' })).toBeVisible();
});

test('a point of up to 4 ha, a pasted outline, and who sees which farm', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await withoutPlots(page, 'FARM816');
  await page.goto(at('/admin/farms'));
  await page.getByLabel('Farm ID').fill('farm816');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/FARM816$/);
  await page.getByRole('button', { name: 'Add first plot' }).click();
  const form = adding(page, 'FARM816');
  await form.getByLabel('Plot name').fill('Garden');
  const [[latitude, longitude] = [0, 0]] = square(4);
  await form.getByLabel('Latitude').fill(six(latitude));
  await form.getByLabel('Longitude').fill(six(longitude));
  await form.getByLabel('Area in hectares (up to 4)').fill('5');
  await expect(form.getByText(/A point plot (has|can have) 0\.0001 to 4\sha/).first()).toBeVisible();
  await form.getByLabel('Area in hectares (up to 4)').fill('1.5');
  await form.getByRole('button', { name: 'Save plot' }).click();
  await expect(page.getByText('1.50 ha in total')).toBeVisible();

  await page.getByRole('button', { name: 'Add a plot' }).click();
  await form.getByLabel('Plot name').fill('GARDEN');
  await form.getByRole('radio', { name: /^Paste/ }).check();
  const ring = square(4).map(([north, east]) => [Number(six(east)), Number(six(north))]);
  await form.getByRole('textbox', { name: 'GeoJSON' }).fill(JSON.stringify({ type: 'LineString', coordinates: ring }));
  await expect(form.getByText(/This is a LineString/)).toBeVisible();
  await form
    .getByRole('textbox', { name: 'GeoJSON' })
    .fill(JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }));
  await expect(form.getByText('4 corners imported.')).toBeVisible();
  await expect(form.getByText(/overlaps plot Garden of this farm/)).toBeVisible();
  await form.getByRole('button', { name: 'Save plot' }).click();
  await expect(form.getByText('This farm already has a plot named GARDEN.')).toBeVisible();

  const farmer = await signedIn(browser, 'Farmer');
  await farmer.goto(at('/admin/farms'));
  await expect(farmer).toHaveURL(/farms\/FARM001$/);
  await expect(farmer.getByRole('heading', { name: 'Farm FARM001' })).toBeVisible();
  await farmer.goto(at('/admin/farms/FARM816'));
  await expect(farmer.getByText('Farm FARM816 not found')).toBeVisible();

  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/farms'));
  const farms = auditor.getByRole('table', { name: 'Farms' });
  await expect(farms.getByRole('link', { name: 'FARM001' })).toBeVisible();
  await auditor.getByLabel('Farm ID').fill('nobody-has');
  await expect(auditor.getByText('No farm found for nobody-has')).toBeVisible();
  await auditor.getByLabel('Farm ID').fill('rm816');
  await expect(auditor.getByText('1 farm', { exact: true })).toBeVisible();
  await expect.poll(() => seriousFindings(auditor)).toEqual([]);
  await farms.getByRole('link', { name: 'FARM816' }).click();
  await expect(auditor.getByText('1.50 ha in total')).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Add a plot' })).toBeHidden();
});

for (const [width, height, farmId] of [
  [1280, 800, 'FARM817'],
  [390, 844, 'FARM818'],
] as const) {
  test(`plots of a file: checked, mended, added, at ${width} by ${height} @story`, async ({ browser }) => {
    const page = await signedIn(browser, 'Processor');
    await page.setViewportSize({ width, height });
    const look = (): Promise<void> => expect.poll(() => seriousFindings(page)).toEqual([]);
    const at5 = width === 1280 ? 5 : 6;
    const ring = (corners: readonly Corner[]): [number, number][] =>
      [...corners, ...corners.slice(0, 1)].map(([north, east]) => [Number(six(east)), Number(six(north))]);
    const [a, b, c, d] = square(at5);
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error();
    const feature = (name: string, corners: readonly Corner[], more: Record<string, unknown> = {}) => ({
      type: 'Feature',
      properties: { name, ProducerCountry: 'PG', ...more },
      geometry: { type: 'Polygon', coordinates: [ring(corners)] },
    });
    const fileOf = (...features: unknown[]) => ({
      name: 'plots.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
    });

    await withoutPlots(page, farmId);
    await page.goto(at(`/admin/farms/${farmId}`));
    await page.getByRole('button', { name: 'Add from a file' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Add plots from a file to ${farmId}` });
    await look();
    const chosen = dialog.locator('input[type=file]');
    const next = square(at5).map(([north, east]): Corner => [north, east + 0.003]);
    // Its second plot crosses itself; nothing of the file is added.
    await chosen.setInputFiles(fileOf(feature('River', [a, b, c, d]), feature('Hill', [a, b, d, c], { Area: 'four' })));
    await expect(dialog.getByRole('heading', { name: '1 of 2 plots has errors' })).toBeVisible();
    const wrong = dialog.getByRole('table');
    await expect(wrong.getByText(/The outline crosses itself at -5\./)).toBeVisible();
    await expect(wrong.getByText('Area must be a number in hectares')).toBeVisible();
    await expect(wrong.getByText('Hill').first()).toBeVisible();
    await expect(dialog.getByRole('img', { name: /^Map of 1 error/ })).toBeVisible();
    await look();
    await chosen.setInputFiles(fileOf());
    await expect(dialog.getByText('The file is empty')).toBeVisible();

    await chosen.setInputFiles(fileOf(feature('River', [a, b, c, d]), feature('Hill', next, { Area: 4.9 })));
    const heading = dialog.getByRole('heading', { name: '2 plots ready to add' });
    await expect(heading).toBeVisible();
    await look();
    await dialog.getByRole('button', { name: 'Add 2 plots' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 plots added')).toBeVisible();
    await expect(page.getByRole('img', { name: `Map of 2 plots of ${farmId}` })).toBeVisible();
    const list = page.getByRole('table', { name: `Plots of ${farmId}` });
    await expect(list.getByText('River')).toBeVisible();
    await expect(list.getByText('Hill')).toBeVisible();
  });
}
