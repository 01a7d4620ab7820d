import { randomInt } from 'node:crypto';
import {
  expect,
  test,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { z } from 'zod';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '../../client/sessionKeys.ts';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';

export const LOSS_PLACE = { latitude: '-3.631274', longitude: '143.058617' };
export const CLEAR_PLACE = { latitude: '-5.258413', longitude: '145.743926' };

/** The server's address, from the global setup. */
export function at(path: string): string {
  return `${process.env.MANAM_URL ?? ''}${path}`;
}

const openedIn = new WeakMap<BrowserContext, string>();

/**
 * A page in its own browser context. Those of earlier tests are closed first: an unused staff page would continue to
 * follow the server's events.
 */
export async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const { testId, retry } = test.info();
  const here = `${testId} ${retry}`;
  const left = browser.contexts().filter((context) => (openedIn.get(context) ?? here) !== here);
  await Promise.all(left.map((context) => context.close()));
  const context = await browser.newContext(options);
  openedIn.set(context, here);
  return context.newPage();
}

export type Account = 'Farmer' | 'Processor' | 'Auditor';

/** A new browser, signed in with a demo account through the sign-in page: for stories that begin there. */
export async function signedInByHand(browser: Browser, account: Account): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(at('/admin'));
  await page.getByRole('button', { name: account }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return page;
}

const Session = z.object({ access_token: z.string(), refresh_token: z.string() });

/** A new browser in which a demo account has a session of its own, as if it had signed in earlier. */
export async function signedIn(browser: Browser, account: Account | 'Admin'): Promise<Page> {
  const username = account.toLowerCase();
  return signedInAs(browser, username, `cacao-${username}`);
}

/** A new browser in which a person has a session, as if they had signed in earlier. */
async function signedInAs(browser: Browser, username: string, password: string): Promise<Page> {
  const page = await newPage(browser);
  const login = await restClient(at('')).send('POST', '/auth/login', { username, password });
  const session = Session.parse(login.data);
  // A picture of the site, without script: what is stored here is there before the staff area starts.
  await page.goto(at('/mark.svg'));
  await page.evaluate((stored) => stored.forEach(([key, token]) => localStorage.setItem(key, token)), [
    [REFRESH_TOKEN_KEY, session.refresh_token],
    [ACCESS_TOKEN_KEY, session.access_token],
  ] as const);
  await page.goto(at('/admin/dashboard'));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return page;
}

/** The id of a farm that no other story uses, nor an earlier try of the same one, which left its plots and lots there. */
export function ownFarmId(name: string): string {
  return `${name}-${randomInt(10 ** 6)}`;
}

/** A longitude within 110 m east of the clear place: two plots of one point are refused. */
export function ownLongitude(): number {
  return Number((Number(CLEAR_PLACE.longitude) + randomInt(1_000) / 10 ** 6).toFixed(6));
}

/** A new browser, signed in as a new farmer of a farm: nothing happens there but what the story does. */
export async function signedInOfFarm(browser: Browser, farmId: string): Promise<Page> {
  const auditor = await signedIn(browser, 'Auditor');
  const person = { username: `${farmId.toLowerCase()}.a`, password: 'one-of-the-farm-1' };
  const { status } = await restClient(at(''), await tokenOf(auditor)).send('POST', '/users', {
    ...person,
    name: person.username,
    role: 'farmer',
    email: '',
    farmId,
  });
  expect(status).toBe(201);
  await auditor.context().close();
  return signedInAs(browser, person.username, person.password);
}

/** The token with which a signed-in page calls. */
export async function tokenOf(page: Page): Promise<string> {
  return (await page.evaluate((key) => localStorage.getItem(key), ACCESS_TOKEN_KEY)) ?? '';
}

export async function openTab(page: Page, name: 'Dashboard' | 'Lots' | 'Alerts' | 'Reports'): Promise<void> {
  await page.getByRole('tab', { name }).click();
  // The panels change together with the tabs; until then the one before can still be found.
  await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
}

export function card(page: Page, lotId: string): Locator {
  return page.getByRole('article', { name: lotId, exact: true });
}

/** Finds a lot in the lots tab by its id, and answers its card. */
export async function searchLot(page: Page, lotId: string): Promise<Locator> {
  await openTab(page, 'Lots');
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await page.getByRole('searchbox').fill(lotId);
  // The card stands among all others first, and moves once they have gone: a press meanwhile would miss it.
  await expect(page.getByRole('heading', { name: /^(Lots .* matching|1 matching lot)$/ })).toBeVisible();
  const found = card(page, lotId);
  await expect(found).toBeVisible();
  return found;
}

export interface WizardLot {
  latitude: string;
  longitude: string;
  farmId?: string;
  farmerName?: string;
}

/** Opens the wizard from a tab and fills it up to its last button; answers the lot's id. */
export async function fillWizard(page: Page, lot: WizardLot, from: 'Lots' | 'Dashboard' = 'Lots'): Promise<string> {
  await openTab(page, from);
  const open = from === 'Lots' ? 'Create Lot' : 'Create New Lot';
  await page.getByRole('button', { name: open }).first().click();
  const wizard = page.getByRole('dialog');
  const lotId = wizard.getByLabel('Lot ID');
  // Until the server has named a free one, another number is shown.
  await expect(wizard.getByText('Available')).toBeVisible();
  const id = await lotId.inputValue();
  if (lot.farmId !== undefined) await wizard.getByLabel('Farm ID').fill(lot.farmId);
  if (lot.farmerName !== undefined) await wizard.getByLabel('Farmer name').fill(lot.farmerName);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Latitude').fill(lot.latitude);
  await wizard.getByLabel('Longitude').fill(lot.longitude);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByLabel('Weight').fill('250.5');
  await wizard.getByLabel('Moisture content').fill('41');
  await wizard.getByLabel('Temperature').fill('26.5');
  await wizard.getByLabel('Quality score').fill('8.7');
  // By key: the dialog grows where it says that what was typed is kept, and a pointer would miss what has moved.
  await wizard.getByRole('checkbox', { name: 'Organic' }).press('Space');
  await expect(wizard.getByRole('checkbox', { name: 'Organic' })).toBeChecked();
  await wizard.getByRole('button', { name: 'Next' }).click();
  // What is asked stands below all that was typed: the review names the way there.
  await wizard.getByRole('button', { name: 'Skip to confirmation' }).press('Enter');
  await expect(wizard.getByRole('checkbox', { name: /I confirm/ })).toBeFocused();
  await wizard.getByRole('checkbox', { name: /I confirm/ }).press('Space');
  await expect(wizard.getByRole('checkbox', { name: /I confirm/ })).toBeChecked();
  return id;
}

/** Registers a lot through the wizard; answers its id. */
export async function createLot(page: Page, lot: WizardLot): Promise<string> {
  const id = await fillWizard(page, lot);
  const wizard = page.getByRole('dialog');
  await wizard.getByRole('button', { name: 'Create Lot' }).click();
  await expect(wizard).toBeHidden();
  return id;
}

/** An entry of the recent activity, which shows its lot; where all lines are of several lots, one of them is opened. */
export async function activityEntry(page: Page): Promise<Locator> {
  const activity = page.getByRole('region', { name: 'Recent Activity' });
  const entry = activity.getByRole('listitem').locator('button:not([aria-expanded])').first();
  const group = activity.locator('button[aria-expanded=false]').first();
  await expect(entry.or(group).first()).toBeVisible();
  if (!(await entry.isVisible())) await group.click();
  return entry;
}

/** Registers what `createLot` does, as the page's person, without the wizard: for stories that begin with a lot. */
export async function registerLot(page: Page, { latitude, longitude, ...lot }: WizardLot): Promise<string> {
  const data = newLot({
    ...lot,
    latitude: Number(latitude),
    longitude: Number(longitude),
    harvestDate: new Date().toISOString().slice(0, 10),
    weight: 250.5,
    moistureContent: 41,
    temperature: 26.5,
    qualityScore: 87,
  });
  const { status } = await restClient(at(''), await tokenOf(page)).send('POST', '/lots', data);
  expect(status).toBe(201);
  return data.lotId;
}

/** Chooses an item of a menu whose button has the focus, by keyboard. */
export async function choose(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('menuitem', { name: item });
  await expect(chosen).toBeVisible();
  // Until it has the focus its button has it, and takes the keys.
  await expect(page.getByRole('menu').filter({ has: chosen })).toBeFocused();
  const highlighted = (): Promise<string[]> =>
    page.locator('[role="menuitem"][data-highlighted]').evaluateAll((items) => items.map(({ id }) => id));
  const wanted = await chosen.getAttribute('id');
  for (let on = await highlighted(); on[0] !== wanted; on = await highlighted()) {
    await page.keyboard.press('ArrowDown');
    // The next press is of one who has seen where this one has led.
    await expect.poll(highlighted).not.toEqual(on);
  }
  await page.keyboard.press('Enter');
}

/** Whether the window is narrower than what the client lays out for larger screens, 768 px. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768;
}

/** Chooses an action of a lot's dialog by keyboard: its button, or on phones its entry of the menu 'More'. */
export async function chooseLotAction(dialog: Locator, name: string): Promise<void> {
  const page = dialog.page();
  if (!isPhone(page)) return dialog.getByRole('button', { name }).press('Enter');
  await dialog.getByRole('button', { name: 'More', exact: true }).focus();
  return choose(page, name);
}

/** Presses Tab until the control has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}

/** Fills what 'Advance' opened, from its details up to its last button, and gives that button. */
export async function fillAdvance(page: Page, details: string): Promise<Locator> {
  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  await expect(wizard.getByLabel('Process Details')).toBeFocused();
  await wizard.getByLabel('Process Details').fill(details);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await wizard.getByRole('button', { name: 'Next' }).click();
  return wizard.getByRole('button', { name: /^Updat/ });
}

/** The same, sent, and what is said of it read. */
export async function advance(page: Page, details: string): Promise<void> {
  await (await fillAdvance(page, details)).click();
  await page.getByRole('alertdialog', { name: 'Process Updated' }).getByRole('button', { name: 'OK' }).click();
}

/** Ends the session from elsewhere, as an administrator or another device does. */
export async function endElsewhere(page: Page): Promise<void> {
  const ending = await page.evaluate(async () => {
    const [accessToken, refreshToken] = ['manam.accessToken', 'manam.refreshToken'].map((key) =>
      localStorage.getItem(key),
    );
    const response = await fetch('/api/v1/auth/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ refreshToken }),
    });
    return response.status;
  });
  expect(ending).toBe(200);
}
