import { randomInt } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { findings, WCAG_2_2_AA } from './axe.ts';
import { at, LOSS_PLACE, newPage } from './staff.ts';
import { walkStaff, type WalkLot } from './walk.ts';

/* Each screen and dialog of the staff area, on a desktop and on a phone: WCAG 2.2 AA, nothing wider than the screen, focus returned. */

/** In one name: long, in several scripts and directions, with a part that has no space. */
const NAME =
  'Māria-Χριστίνα عبد الرحمن بن محمد 陳美玲黃小明 Papa bilong Jonathan ol Lapun🌱👩🏽‍🌾 Kaupakilawanigoromondkundiawaabcdefgh';

const Login = z.object({ data: z.object({ access_token: z.string() }) });

/** Registers the lot of a walk where trees were lost, so that it has an alert. */
async function lotOfAudit(): Promise<WalkLot> {
  const login = await fetch(at('/api/v1/auth/login'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'cacao-admin' }),
  });
  const { access_token: token } = Login.parse(await login.json()).data;
  const lot = {
    lotId: `LOTW${randomInt(1e9)}`,
    farmId: `FARM-${String(randomInt(1e9)).padEnd(35, 'X')}`,
    farmerName: NAME,
  };
  const created = await fetch(at('/api/v1/lots'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      ...lot,
      cacaoVariety: 'Trinitario',
      harvestDate: '2026-01-10',
      latitude: Number(LOSS_PLACE.latitude),
      longitude: Number(LOSS_PLACE.longitude),
      weight: 9999.9,
      moistureContent: 41.2,
      temperature: 26.5,
      certifications: ['Organic', 'Fair Trade', 'Rainforest Alliance', 'UTZ', 'Bird Friendly', 'Carbon Neutral'],
    }),
  });
  expect(created.status).toBe(201);
  return lot;
}

/** What axe finds on what is shown: an open dialog, beside which all else is out of reach, or the page. */
async function faults(page: Page, screen: string): Promise<string[]> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]').last();
  const isOpen = await dialog.isVisible();
  if (isOpen) await dialog.evaluate((element) => element.setAttribute('data-looked-at', ''));
  const found = await findings(page, { tags: WCAG_2_2_AA, ...(isOpen ? { within: ['[data-looked-at]'] } : {}) });
  if (isOpen) await dialog.evaluate((element) => element.removeAttribute('data-looked-at'));
  return found.flatMap(({ id, html }) => html.map((element) => `${screen}: ${id} in ${element}`));
}

for (const { device, viewport, colorScheme } of [
  { device: 'desktop, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'phone, dark', viewport: { width: 320, height: 720 }, colorScheme: 'dark' },
] as const) {
  test(`every staff screen and dialog is accessible, and no wider than the screen: ${device}`, async ({ browser }) => {
    // Some sixty screens.
    test.slow();
    const page = await newPage(browser, { viewport, colorScheme });
    const found: string[] = [];
    await walkStaff(page, await lotOfAudit(), async (screen) => {
      found.push(...(await faults(page, screen)));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) found.push(`${screen}: ${width} px wide`);
    });
    expect(found).toEqual([]);
  });
}
