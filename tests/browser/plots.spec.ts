import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, signedIn } from './staff.ts';

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

/** Types corners into the list by the keys alone, from the first row on. */
async function typeCorners(dialog: Locator, corners: readonly Corner[]): Promise<void> {
  const { keyboard } = dialog.page();
  for (const [index, [latitude, longitude]] of corners.entries()) {
    const row = dialog.getByLabel(`Latitude of corner ${index + 1}`);
    if ((await row.count()) === 0) {
      await dialog.getByRole('button', { name: 'Add a corner' }).press('Enter');
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

/** The visible one: on phones the map is above the corners, else beside them. */
const shown = (found: Locator): Locator => found.filter({ visible: true });

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

    await page.goto(at(`/admin/farms/${farmId}`));
    await expect(page.getByText('No plots yet')).toBeVisible();
    await look();
    await page.getByRole('button', { name: 'Add the first plot' }).click();
    const add = page.getByRole('dialog', { name: `Add a plot to ${farmId}` });
    await expect(add.getByLabel('Name of the plot')).toBeFocused();
    await page.keyboard.type('Upper field');
    await expect(add.getByRole('radio', { name: /^One point/ })).toBeChecked();
    await look();
    expect(scripts.filter((url) => url.includes('drawOnMap'))).toEqual([]);

    await add.getByRole('radio', { name: /^Draw/ }).check();
    await typeCorners(add, [first, second, fourth, third]);
    const crossing = shown(add.getByText(/The outline crosses itself: side 2 .* and side 4/));
    await expect(crossing).toBeVisible();
    await expect(shown(add.getByRole('img', { name: 'The outline with 4 corners' }))).toBeVisible();
    await look();
    await add.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(add.getByLabel('Latitude of corner 1')).toBeFocused();
    await expect(add.getByLabel('Latitude of corner 1')).toHaveAttribute('aria-invalid', 'true');

    await typeCorners(add, corners);
    await expect(crossing).toBeHidden();
    await expect(shown(add.getByText('4.90 ha'))).toBeVisible();
    await expect(shown(add.getByText('Checked: it lies in Papua New Guinea and on no other plot'))).toBeVisible();
    await add.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(add).toBeHidden();
    await expect(page.getByText('Plot Upper field is saved')).toBeVisible();
    await expect(page.getByRole('img', { name: `Map of one plot of ${farmId}` })).toBeVisible();
    await expect(page.getByText('4.90 ha together')).toBeVisible();
    await look();

    await choose(page, 'Upper field', 'Rename');
    const rename = page.getByRole('dialog', { name: 'Rename Upper field' });
    await rename.getByLabel('Name of the plot').fill('Hill field');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The plot is named Hill field now')).toBeVisible();

    await choose(page, 'Hill field', 'Draw anew');
    const redraw = page.getByRole('dialog', { name: 'Draw Hill field anew' });
    await expect(redraw.getByText('Lots that came from this plot keep the outline')).toBeVisible();
    await redraw.getByRole('button', { name: 'Remove corner 4' }).press('Enter');
    await expect(shown(redraw.getByText('2.45 ha'))).toBeVisible();
    await redraw.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(shown(redraw.getByText('4.90 ha'))).toBeVisible();
    await redraw.getByRole('button', { name: 'Remove corner 4' }).press('Enter');
    await redraw.getByRole('button', { name: 'Save plot' }).press('Enter');
    await expect(page.getByText('2.45 ha together')).toBeVisible();

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
    await expect(remove.getByText(`Hill field (2.45 ha) goes out of farm ${farmId}.`)).toBeVisible();
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

  await page.goto(at('/admin/farms/FARM813'));
  await page.getByRole('button', { name: 'Add the first plot' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the plot').fill('Walked field');
  await dialog.getByRole('radio', { name: /^Walk/ }).check();
  await stand(first, 90);
  await dialog.getByRole('button', { name: 'Start walking' }).click();
  await expect(dialog.getByText(/to about 90\sm only: nothing is recorded/)).toBeVisible();
  await context.setOffline(true);
  let recorded = 0;
  for (const [index, [latitude, longitude]] of corners.entries()) {
    const [north, east] = corners[(index + 1) % corners.length] ?? first;
    for (const share of [0, 0.25, 0.5, 0.75]) {
      await stand([latitude + (north - latitude) * share, longitude + (east - longitude) * share]);
      recorded += 1;
      await expect(dialog.getByText(new RegExp(`^${recorded} points? recorded`))).toBeVisible();
    }
  }
  await dialog.getByRole('button', { name: 'Add corner here' }).click();
  await expect(dialog.getByText(/17 points recorded, 1 corner\./)).toBeVisible();
  await expect(shown(dialog.getByText(/could not be looked at now/))).toBeVisible();
  await expect.poll(() => seriousFindings(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Add the first plot' }).click();
  await expect(dialog.getByText(/17 points recorded, 1 corner\./)).toBeVisible();
  await expect(dialog.getByLabel('Latitude of corner 5')).toHaveValue(/^-5\./);
  await expect(shown(dialog.getByText(/^Checked: it lies in/))).toBeVisible();
  await dialog.getByRole('button', { name: 'Save plot' }).click();
  await expect(page.getByText('Plot Walked field is saved')).toBeVisible();
  await expect(page.getByText('Outline, 5 corners')).toBeVisible();
});

test('a plot is drawn with the pointer; where the device cannot show such a map, that is said', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const asked = foreign(page);
  const open = async (farmId: string): Promise<Locator> => {
    await page.goto(at(`/admin/farms/${farmId}`));
    await page.getByRole('button', { name: 'Add the first plot' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: /^Draw/ }).check();
    return page.getByRole('dialog');
  };
  const dialog = await open('FARM814');
  const impossible = dialog.getByText(/This device cannot show a map to draw on/);
  const canvas = dialog.locator('canvas');
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
    await dialog.getByRole('button', { name: 'Close the outline' }).click();
    await expect(dialog.getByLabel('Latitude of corner 4')).toHaveValue(/^-?\d+\.\d{6}$/);
    await expect(dialog.getByLabel('Latitude of corner 5')).toBeHidden();
    await expect(shown(dialog.getByRole('img', { name: 'The outline with 4 corners' }))).toBeVisible();
    const before = await dialog.getByLabel('Longitude of corner 1').inputValue();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 80, { steps: 8 });
    await page.mouse.up();
    await expect(dialog.getByLabel('Longitude of corner 1')).not.toHaveValue(before);
    await canvas.click({ position: { x: 300, y: 250 }, button: 'right' });
    await expect(dialog.getByLabel('Latitude of corner 4')).toBeHidden();
  }
  expect(asked).toEqual([]);

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const blind = await open('FARM815');
  await expect(blind.getByText(/This device cannot show a map to draw on/)).toBeVisible();
  await typeCorners(blind, square(3));
  await expect(shown(blind.getByText('4.90 ha'))).toBeVisible();
});

test('a point of up to 4 ha, a pasted outline, and who sees which farm', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.goto(at('/admin/farms'));
  await page.getByLabel('Farm ID').fill('farm816');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/FARM816$/);
  await page.getByRole('button', { name: 'Add the first plot' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the plot').fill('Garden');
  const [[latitude, longitude] = [0, 0]] = square(4);
  await dialog.getByLabel('Latitude').fill(six(latitude));
  await dialog.getByLabel('Longitude').fill(six(longitude));
  await dialog.getByLabel('Area (0.0001 to 4)').fill('5');
  await expect(dialog.getByText(/has 0.0001 to 4 ha/).first()).toBeVisible();
  await dialog.getByLabel('Area (0.0001 to 4)').fill('1.5');
  await dialog.getByRole('button', { name: 'Save plot' }).click();
  await expect(page.getByText('1.50 ha together')).toBeVisible();

  await page.getByRole('button', { name: 'Add a plot' }).click();
  await dialog.getByLabel('Name of the plot').fill('GARDEN');
  await dialog.getByRole('radio', { name: /^Paste/ }).check();
  const ring = square(4).map(([north, east]) => [Number(six(east)), Number(six(north))]);
  await dialog
    .getByRole('textbox', { name: 'GeoJSON' })
    .fill(JSON.stringify({ type: 'LineString', coordinates: ring }));
  await expect(dialog.getByText(/this is a LineString/)).toBeVisible();
  await dialog
    .getByRole('textbox', { name: 'GeoJSON' })
    .fill(JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }));
  await expect(dialog.getByText('4 corners are taken over below.')).toBeVisible();
  await expect(shown(dialog.getByText(/lies on the land of plot Garden of this farm/))).toBeVisible();
  await dialog.getByRole('button', { name: 'Save plot' }).click();
  await expect(dialog.getByText('The farm has a plot named GARDEN already.')).toBeVisible();

  const farmer = await signedIn(browser, 'Farmer');
  await farmer.goto(at('/admin/farms'));
  await expect(farmer).toHaveURL(/farms\/FARM001$/);
  await expect(farmer.getByRole('heading', { name: 'Farm FARM001' })).toBeVisible();
  await farmer.goto(at('/admin/farms/FARM816'));
  await expect(farmer.getByText('Farm FARM816 is not in sight')).toBeVisible();

  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/farms'));
  const farms = auditor.getByRole('table', { name: 'Farms, those with most lots first' });
  await expect(farms.getByRole('link', { name: 'FARM001' })).toBeVisible();
  await auditor.getByLabel('Farm ID').fill('nobody-has');
  await expect(auditor.getByText('No farm with lots or plots holds nobody-has')).toBeVisible();
  await auditor.getByLabel('Farm ID').fill('rm816');
  await expect(auditor.getByText('1 farm', { exact: true })).toBeVisible();
  await expect.poll(() => seriousFindings(auditor)).toEqual([]);
  await farms.getByRole('link', { name: 'FARM816' }).click();
  await expect(auditor.getByText('1.50 ha together')).toBeVisible();
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

    await page.goto(at(`/admin/farms/${farmId}`));
    await page.getByRole('button', { name: 'Add from a file' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Add plots from a file to ${farmId}` });
    await look();
    const chosen = dialog.locator('input[type=file]');
    const next = square(at5).map(([north, east]): Corner => [north, east + 0.003]);
    // Its second plot crosses itself; nothing of the file is added.
    await chosen.setInputFiles(fileOf(feature('River', [a, b, c, d]), feature('Hill', [a, b, d, c], { Area: 'four' })));
    await expect(dialog.getByRole('heading', { name: '1 plot of 2 cannot be taken' })).toBeVisible();
    const wrong = dialog.getByRole('table');
    await expect(wrong.getByText(/The outline crosses itself: .* meet at -5\./)).toBeVisible();
    await expect(wrong.getByText('Area is given as text')).toBeVisible();
    await expect(wrong.getByText('Hill').first()).toBeVisible();
    await expect(dialog.getByRole('img', { name: /^Where something is wrong/ })).toBeVisible();
    await look();
    await chosen.setInputFiles(fileOf());
    await expect(dialog.getByText('The file is empty')).toBeVisible();

    await chosen.setInputFiles(fileOf(feature('River', [a, b, c, d]), feature('Hill', next, { Area: 4.9 })));
    const heading = dialog.getByRole('heading', { name: '2 plots can be added' });
    await expect(heading).toBeVisible();
    await look();
    await dialog.getByRole('button', { name: 'Add 2 plots' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('2 plots were added')).toBeVisible();
    await expect(page.getByRole('img', { name: `Map of 2 plots of ${farmId}` })).toBeVisible();
    const list = page.getByRole('table', { name: `Plots of ${farmId}` });
    await expect(list.getByText('River')).toBeVisible();
    await expect(list.getByText('Hill')).toBeVisible();
  });
}
