import { chromium } from '@playwright/test';
import { launchOptions } from './browser.ts';
const url = 'http://localhost:4715';
const [account = 'Auditor', ...shots] = process.argv.slice(2);
const browser = await chromium.launch(await launchOptions());
for (const shot of shots) {
  // name|width|height|dark|search|action
  const [name = '', width = '1280', height = '800', dark = '', search = '', action = ''] = shot.split('|');
  const context = await browser.newContext({ viewport: { width: Number(width), height: Number(height) }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log('PAGEERROR', String(error)));
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) console.log('CONSOLE', message.text().slice(0, 300)); });
  await page.goto(`${url}/admin`);
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  if (dark) await page.evaluate(() => document.documentElement.classList.add('dark'));
  const token = await page.evaluate(() => localStorage.getItem('manam.accessToken'));
  await page.goto(`${url}/admin/dashboard?${search}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(1500);
  if (action) for (const step of action.split(';')) {
    const [kind, what = '', value = ''] = step.split('=');
    if (kind === 'click') await page.getByRole('button', { name: new RegExp(what) }).first().click();
    if (kind === 'check') await page.getByRole('checkbox', { name: new RegExp(what) }).first().check({ force: true });
    if (kind === 'menu') await page.getByRole('menuitem', { name: new RegExp(what) }).first().click();
    if (kind === 'fill') await page.getByLabel(what).first().fill(value);
    if (kind === 'wait') await page.waitForTimeout(Number(what));
    await page.waitForTimeout(400);
  }
  if (dark) await page.evaluate(() => document.documentElement.classList.add('dark'));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/look-${name}.png`, fullPage: height === '0' || action.includes('full') });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  console.log(name, 'overflow', wide, token !== null);
  await context.close();
}
await browser.close();
