import { expect, test, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { seriousFindings } from './axe.ts';
import { at, choose, signedIn } from './staff.ts';

async function openParties(page: Page): Promise<void> {
  await page.goto(at('/admin/parties'));
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers and representatives' })).toBeVisible();
}

test('a processor adds, finds, edits and erases a buyer by keyboard @story', async ({ browser }) => {
  const eori = `de${randomInt(10 ** 9, 10 ** 10)}`;
  const name = `Schokolade ${eori} KG`;
  const page = await signedIn(browser, 'Processor');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Buyers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers and representatives' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  const table = page.getByRole('table', { name: 'Buyers and representatives' });
  const add = page.getByRole('button', { name: 'Add a party' });
  await test.step('a wrong form names its fields, and the focus is in the first', async () => {
    await add.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a party' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('EORI (optional)').fill('12');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expect(dialog.getByText('Choose a country (ISO 3166-1 code, e.g. DE)')).toBeVisible();
    await expect(dialog.getByText('EORI must be two letters and up to 15 letters and digits')).toBeVisible();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.type(name);
    await dialog.getByLabel('Country').selectOption({ label: 'Germany' });
    await dialog.getByLabel('EORI (optional)').fill(eori);
    await dialog.getByLabel('Address (optional)').fill('Kai 3\n20457 Hamburg');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(`${name} added.`)).toBeVisible();
    await expect(add).toBeFocused();
  });

  await test.step('two letters find it, and the address holds the search', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(eori.slice(0, 8));
    await expect(page).toHaveURL(new RegExp(`search=${eori.slice(0, 8)}`));
    await expect(table.getByText(name)).toBeVisible();
    await expect(page.getByText('1 party', { exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
    await expect(page.getByText('No party matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
    // A page has twenty, which other stories may fill.
    await page.getByRole('searchbox', { name: 'Search' }).fill(eori);
    await expect(table.getByText(name)).toBeVisible();
  });

  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await test.step('two people edit it: the second one is told, and nothing is lost', async () => {
    const other = await signedIn(browser, 'Admin');
    await openParties(other);
    await other.getByRole('searchbox', { name: 'Search' }).fill(eori);
    await other.getByRole('button', { name: `Actions for ${name}` }).click();
    await other.getByRole('menuitem', { name: 'Edit' }).click();
    const second = other.getByRole('dialog', { name: `Edit ${name}` });
    await second.getByLabel('Email (optional)').fill('lost@nord.example');

    await menu.focus();
    await choose(page, 'Edit');
    const first = page.getByRole('dialog', { name: `Edit ${name}` });
    await first.getByLabel('Email (optional)').fill('import@nord.example');
    await first.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${name} updated.`)).toBeVisible();
    await expect(table.getByText('import@nord.example')).toBeVisible();

    await second.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Someone else changed this party while you were editing it.')).toBeVisible();
    await expect(second.getByLabel('Email (optional)')).toHaveValue('lost@nord.example');
  });

  await test.step('it is erased after a question', async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    const question = page.getByRole('alertdialog', { name: `Erase ${name}?` });
    await expect(question.getByText('permanently')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    await question.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page.getByText('Party erased.')).toBeVisible();
    await expect(table.getByText(name)).toBeHidden();
  });
});

test('an auditor reads parties and changes none; a farmer does not see the page', async ({ browser }) => {
  const auditor = await signedIn(browser, 'Auditor');
  await openParties(auditor);
  await expect(auditor.getByRole('button', { name: 'Add a party' })).toBeHidden();

  const farmer = await signedIn(browser, 'Farmer');
  await farmer.goto(at('/admin/parties'));
  await expect(farmer.getByText('Buyers', { exact: false }).first()).toBeVisible();
  await expect(farmer.getByRole('heading', { level: 1, name: 'Buyers and representatives' })).toBeHidden();
});

test('on a phone the list and its form fit', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 390, height: 844 });
  await openParties(page);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Add a party' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a party' });
  const name = `Kleine Rösterei ${randomInt(10 ** 6)}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Country').selectOption({ label: 'Austria' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(`${name} added.`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByText('1 party', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Buyers and representatives' }).getByText('Austria')).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await seriousFindings(page)).toEqual([]);
});
