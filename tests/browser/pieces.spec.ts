import { expect, test, type Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import type { Part } from '../../docs/pieces/PiecesPage.tsx';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { seriousFindings } from './axe.ts';
import { servePieces, type PiecesPage } from './piecesPage.ts';

/* The page of the pieces (docs/pieces), built apart from the product: each piece of client/design in each of its states. */

let pieces: PiecesPage;

test.beforeAll(async () => {
  pieces = await servePieces();
});

test.afterAll(() => pieces.close());

/** The components that client/design exports, by their names. */
function exportedPieces(): string[] {
  const folder = join(packageRoot, 'client/design');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => {
      const { module } = parseSync(file, readFileSync(join(folder, file), 'utf8'));
      return module.staticExports.flatMap(({ entries }) =>
        entries
          .filter(({ isType }) => !isType)
          .map(({ exportName, localName }) => exportName.name ?? localName.name ?? file),
      );
    })
    .filter((name) => /^[A-Z]\w*[a-z]/.test(name))
    .sort();
}

/** @param only the parts that a test needs, unless all: these take seconds to draw */
async function openPieces(page: Page, ...only: Part[]): Promise<{ complaints: string[] }> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(`${pieces.address}?${only.map((part) => `only=${part}`).join('&')}`);
  await expect(page.getByRole('heading', { name: 'Pieces', level: 1 })).toBeVisible();
  return { complaints };
}

/** Everything that comes later is there: drawings, outlines, skeletons. */
async function expectAllDrawn(page: Page): Promise<void> {
  await expect(page.locator('.recharts-surface')).toHaveCount(5);
  await expect(page.getByRole('img', { name: /A farm|A place/ })).toHaveCount(9);
  await expect(page.getByRole('status', { name: 'Loading pieces' })).toBeVisible();
}

async function shownPieces(page: Page): Promise<string[]> {
  const lists = await page
    .locator('[data-pieces]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-pieces') ?? ''));
  return lists.flatMap((list) => list.split(' ')).sort();
}

test('each piece of client/design is shown, and nothing else', async ({ page }) => {
  await openPieces(page);
  expect(await shownPieces(page)).toEqual(exportedPieces());
});

const SCREENS = [
  { device: 'desktop', viewport: { width: 1280, height: 800 } },
  { device: 'phone', viewport: { width: 390, height: 844 } },
] as const;

for (const { device, viewport } of SCREENS) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('all pieces stand there, readable, within the screen, and complain of nothing', async ({ page }) => {
        const { complaints } = await openPieces(page);
        await expectAllDrawn(page);
        const titles = await page.locator('section[data-pieces] > h2').allTextContents();
        expect(titles.length).toBeGreaterThanOrEqual(18);
        for (const title of titles) await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
        expect(await seriousFindings(page)).toEqual([]);
        expect(complaints).toEqual([]);
      });
    });
  }
}

test('a table is walked by keyboard: sorted, selected, opened beside it, and left where it was', async ({ page }) => {
  await openPieces(page, 'table');
  const table = page.getByRole('table', { name: 'Lots to work with' });
  const weight = table.getByRole('columnheader', { name: 'Weight' });
  await weight.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(weight).toHaveAttribute('aria-sort', 'ascending');
  await expect(table.getByRole('rowheader').first()).toHaveText('LOT701');
  await page.keyboard.press('Enter');
  await expect(weight).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('rowheader').first()).not.toHaveText('LOT701');
  await table.getByRole('columnheader', { name: 'Lot', exact: true }).getByRole('button').press('Enter');

  await table.getByRole('checkbox', { name: 'Select LOT703' }).press('Space');
  await expect(table.getByRole('checkbox', { name: 'Select LOT703' })).toBeChecked();
  await table.getByRole('checkbox', { name: 'Select all lots' }).press('Space');
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(97);

  await table.getByRole('button', { name: 'LOT702', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'LOT703' });
  const hasFocus = (): Promise<boolean> => drawer.evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(table.getByRole('button', { name: 'LOT703', exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await expect(table.getByRole('button', { name: 'LOT796', exact: true })).toBeFocused();
});

test('a press beside what can be pressed in a row opens it; its box and its menu do not', async ({ page }) => {
  await openPieces(page, 'table');
  const row = page.getByRole('table', { name: 'Lots to work with' }).getByRole('row', { name: /LOT704/ });
  await row.getByRole('checkbox').click();
  await row.getByRole('button', { name: 'More actions for LOT704' }).click();
  await page.getByRole('menuitem', { name: 'Edit Lot' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row.getByText(/Philomena/).click();
  await expect(page.getByRole('dialog', { name: 'LOT704' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(row.getByRole('button', { name: 'LOT704', exact: true })).toBeFocused();
});

test('a row that is selected is drawn again, and no other of 96', async ({ page }) => {
  await openPieces(page, 'table');
  const table = page.getByRole('table', { name: 'Lots to work with' });
  await table.evaluate((element: HTMLTableElement) => {
    const changed = new Set<Element>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const row = target instanceof Element ? target.closest('tbody tr') : null;
        if (row !== null) changed.add(row);
      }
      element.setAttribute('data-changed', `${changed.size}`);
    }).observe(element.tBodies[0]!, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await table.getByRole('checkbox', { name: 'Select LOT705' }).click();
  await expect(table).toHaveAttribute('data-changed', '1');
});

test('columns are chosen by keyboard, and remembered', async ({ page }) => {
  await openPieces(page, 'table');
  const table = page.getByRole('table', { name: 'Lots to work with' });
  await expect(table.getByRole('columnheader', { name: 'Variety' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Variety' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Variety' })).toBeVisible();
});

test('the palette opens by its shortcut, finds, does, and gives focus back', async ({ page }) => {
  await openPieces(page, 'palette');
  const opener = page.getByRole('button', { name: /Find or do something/ });
  await opener.focus();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Find or do something' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(23);
  await page.keyboard.type('lot70');
  await expect(page.getByRole('option')).toHaveCount(9);
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { name: 'LOT702' });
  await expect(chosen).toHaveAttribute('data-highlighted', '');
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Done: Open LOT702')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('zzz');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toHaveValue('');
});

test('a shortcut belongs to one part at a time, and to nobody while a person types or a dialog is open', async ({
  page,
}) => {
  await openPieces(page, 'overlays', 'palette');
  const done = page.getByText(/^Done: \w/);
  await expect(done).toHaveText('Done: Nothing yet');
  await page.keyboard.press('n');
  await expect(done).toHaveText('Done: Create a lot');
  await page.getByRole('button', { name: 'Claim N nearer by' }).click();
  await expect(page.getByText('Write a note')).toBeVisible();
  await page.keyboard.press('n');
  await expect(done).toHaveText('Done: Note');
  await page.getByRole('button', { name: 'Give N back' }).click();
  await expect(page.getByText('Write a note')).toHaveCount(0);

  const field = page.getByLabel('No shortcut while typing here');
  await field.pressSequentially('n?');
  await expect(field).toHaveValue('n?');
  await field.blur();
  await page.getByRole('button', { name: 'Say something' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Find or do something' })).toHaveCount(0);
  await expect(done).toHaveText('Done: Note');

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'What can be pressed' });
  await expect(list.getByText('Create a lot')).toBeVisible();
  await list.getByRole('checkbox', { name: 'Single-letter shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(list).toBeHidden();
  await expect(done).toHaveText('Done: Note');
});

test('the figures of a chart are read as a table', async ({ page }) => {
  await openPieces(page, 'charts');
  const chart = page.getByRole('figure', { name: 'Compliance over time' });
  await expect(chart.getByRole('img', { name: /rose from 88% to 96%/ })).toBeVisible();
  await chart.getByRole('button', { name: 'Show as table' }).press('Enter');
  await expect(chart.getByRole('row', { name: 'Apr 6 — 85.0%' })).toBeVisible();
  await chart.getByRole('button', { name: 'Show as chart' }).press('Enter');
  await expect(chart.getByRole('img', { name: /rose from 88% to 96%/ })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a drawer takes the whole screen, and gives focus back', async ({ page }) => {
    await openPieces(page, 'overlays');
    const opener = page.getByRole('button', { name: 'Open a wide, long one' });
    await opener.click();
    const drawer = page.getByRole('dialog', { name: /very long name/ });
    await expect(drawer).toBeVisible();
    expect(await drawer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expect(drawer.getByRole('button', { name: 'Save' })).toBeInViewport();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(opener).toBeFocused();
  });

  test('a table scrolls in its own region, its first column in sight', async ({ page }) => {
    await openPieces(page, 'table');
    const region = page.getByRole('region', { name: 'Lots to work with' });
    await region.scrollIntoViewIfNeeded();
    await region.evaluate((element) => element.scrollTo({ left: 1000, top: 400 }));
    await expect(region.getByRole('columnheader', { name: 'Harvested' })).toBeInViewport();
    await expect(region.getByRole('columnheader', { name: 'Lot', exact: true })).toBeInViewport();
    expect(await page.evaluate(() => scrollX)).toBe(0);
  });
});
