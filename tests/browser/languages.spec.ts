import { expect, test, type Page } from '@playwright/test';
import { at } from './staff.ts';

/** What the page of a lot says first in each language, and how it writes a day and a weight there. */
const SPOKEN = [
  {
    lang: 'en',
    accept: 'en-GB',
    verdict: /No tree loss found by satellite after 31 December 2020/,
    title: 'Origin',
    day: /[A-Z][a-z]{2} \d{1,2}, 20\d\d/,
  },
  {
    lang: 'fr',
    accept: 'fr-CA',
    verdict: /Aucune perte d’arbres constatée par satellite après le 31 décembre 2020/,
    title: 'Origine',
    day: /\d{1,2} [a-zéû]+\.? 20\d\d/,
  },
  {
    lang: 'es',
    accept: 'es-EC',
    verdict: /No se encontró pérdida de árboles por satélite después del 31 de diciembre de 2020/,
    title: 'Origen',
    day: /\d{1,2} [a-z]+\.? 20\d\d/,
  },
  {
    lang: 'tpi',
    accept: 'tpi',
    verdict: /Satelait i no painim diwai i lus bihain long 31 Disemba 2020/,
    title: 'As ples',
    day: /\d{1,2} (Janueri|Februeri|Mas|Epril|Me|Jun|Julai|Ogas|Septemba|Oktoba|Novemba|Disemba) 20\d\d/,
  },
] as const;

/** Nothing stands out of the page to the right. */
const isWithin = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

for (const { lang, accept, verdict, title, day } of SPOKEN) {
  test(`${lang}: the browser's language is spoken, with its dates, and all of it fits`, async ({ browser }) => {
    const context = await browser.newContext({
      locale: accept,
      viewport: { width: 360, height: 740 },
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    const answer = await page.goto(at('/verify/LOT701'));
    expect(answer?.headers()['content-language']).toBe(lang);
    expect(answer?.headers()['vary']).toContain('Accept-Language');
    await expect(page.getByRole('heading', { name: verdict })).toContainText(day);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    expect(await isWithin(page)).toBe(true);
    for (const path of ['/', '/verify', '/verify?step=search', '/verify/LOT701?step=blockchain', '/support']) {
      await page.goto(at(path));
      await page.waitForLoadState('networkidle');
      expect([path, await isWithin(page)]).toEqual([path, true]);
    }
    await context.close();
  });
}

test('a language is chosen by its own name, and stays from page to page and when the page is loaded again @story', async ({
  page,
}) => {
  await page.goto(at('/verify/LOT701'));
  const menu = page.getByRole('banner').locator('summary');
  await menu.press('Enter');
  await expect(page.getByRole('link', { name: 'English', exact: true })).toHaveAttribute('aria-current', 'true');
  // Escape folds it and gives the focus back.
  await page.getByRole('link', { name: 'Français' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Français' })).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await page.getByRole('link', { name: 'Tok Pisin' }).click();
  await expect(page).toHaveURL(/\/verify\/LOT701\?lang=tpi$/);
  await expect(page.getByRole('heading', { name: 'As ples' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'As ples' })).toBeVisible();
  // Steps keep it, and what the server says is said in it.
  await page.getByRole('button', { name: 'Lukim rekod long blockchain' }).click();
  await expect(page).toHaveURL(/lang=tpi.*step=blockchain|step=blockchain.*lang=tpi/);
  await page.getByRole('button', { name: 'Sekim', exact: true }).click();
  await expect(page.getByText('Olgeta hap i wankain olsem buk bilong rekod')).toBeVisible();
  // The words of the proof come with what checks it.
  await expect(page.getByText('Em i tru: ol tok bilong lot na rot bilong en em ol i bin raitim')).toBeVisible();
  // Other pages keep it; the staff area speaks English.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Praivesi' }).click();
  await expect(page).toHaveURL(/\/privacy\?lang=tpi$/);
  await expect(page.getByRole('heading', { name: 'Long ol fama' })).toBeVisible();
  await page.getByRole('link', { name: 'Ol wokman' }).click();
  await expect(page.getByText('Sign in to manage your cacao supply chain')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a choice counts more than the browser, and mistakes are told in it', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(at('/verify?step=search&lang=es'));
  await page.getByLabel('Número de lote').last().fill('banana');
  await page.getByRole('button', { name: 'Verificar producto' }).click();
  await expect(page.getByText('Número de lote no válido.')).toBeVisible();
  await expect(page.getByText('Un número de lote se ve así: LOT701.')).toBeVisible();
  await page.getByLabel('Número de lote').last().fill('LOT99999');
  await page.getByRole('button', { name: 'Verificar producto' }).click();
  await expect(page.getByText('No se encontró el número de lote que escribió.')).toBeVisible();
  // No other language's words are loaded.
  expect(scripts.filter((url) => /\/(en|fr|tpi)-\w+-[^/]+\.js/.test(url))).toEqual([]);
  expect(scripts.filter((url) => /\/es-page-[^/]+\.js/.test(url))).toHaveLength(1);
  expect((await page.goto(at('/verify/LOT999?lang=es')))?.status()).toBe(404);
  await expect(page.getByText('Lote no encontrado o no disponible para verificación pública')).toBeVisible();
  // A language that is not ours is as none.
  await page.goto(at('/support?lang=de'));
  await expect(page.getByRole('heading', { name: 'Mon lot est introuvable' })).toBeVisible();
  await context.close();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the language is chosen, too', async ({ page }) => {
    await page.goto(at('/verify/LOT701'));
    await page.getByRole('banner').locator('summary').click();
    await page.getByRole('link', { name: 'Français' }).click();
    await expect(page.getByRole('heading', { name: 'Origine', exact: true })).toBeVisible();
  });
});

for (const lang of ['fr', 'es', 'tpi']) {
  test(`${lang}: a lot that is not found leaves no warning of a missing message in the console`, async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.text().includes('Uncompiled message') && warnings.push(message.text()));
    await page.goto(at(`/verify/LOT99999999?lang=${lang}`));
    // Shown once the page's script runs.
    await expect(page.getByText('LOT99999999', { exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(warnings).toEqual([]);
  });
}
