import { randomInt } from 'node:crypto';
import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { z } from 'zod';
import { newLot } from '../support/newLot.ts';
import { at, CLEAR_PLACE, fillWizard, newPage, signedIn, tokenOf } from './staff.ts';

const PASSWORD = 'counted-requests-1';
/** What waited to be gathered has run by then, and no request that is under way has run out of time. */
const GATHERED_MS = 4_000;

/** Two farmers of a new farm with one checked lot, so that they get events only from this test. */
async function ownFarm(browser: Browser): Promise<{ farm: string; names: string[] }> {
  const auditor = await signedIn(browser, 'Auditor');
  const token = await tokenOf(auditor);
  const farm = `counting${randomInt(10 ** 9)}`;
  const names = [`${farm}.a`, `${farm}.b`];
  for (const username of names) {
    const added = await auditor.request.post(at('/api/v1/users'), {
      headers: { authorization: `Bearer ${token}` },
      data: { username, password: PASSWORD, name: username, role: 'farmer', email: '', farmId: farm },
    });
    expect(added.status()).toBe(201);
  }
  // With a lot the dashboard has its map, which would load with the first one.
  const lotId = await registerElsewhere(auditor.request, names[0] ?? '', farm);
  await expect
    .poll(async () => {
      const found = await auditor.request.get(at(`/api/v1/lots/${lotId}`), {
        headers: { authorization: `Bearer ${token}` },
      });
      return Found.parse(await found.json()).data.lot.deforestationStatus;
    })
    .toBe('No Deforestation');
  await auditor.context().close();
  return { farm, names };
}

/** Operations beside a dashboard's figures; the form asks for the farm's places a while after it was filled. */
const BESIDES = ['OlderActivity', 'UnreadNotifications', 'FarmPlaces'];

const Frame = z.object({
  payload: z.object({
    data: z.object({
      lotsChanged: z.object({
        lots: z.array(
          z.object({
            lotId: z.string(),
            lot: z.object({
              deforestationStatus: z.string(),
              blockchainHash: z.object({ status: z.string() }).nullable(),
            }),
          }),
        ),
      }),
    }),
  }),
});

const Found = z.object({ data: z.object({ lot: z.object({ deforestationStatus: z.string() }) }) });
const SignedIn = z.object({ data: z.object({ access_token: z.string() }) });

/** A dashboard with a clock of its own, complete, and the lot that it heard last of as recorded and checked. */
async function openDashboard(browser: Browser, username: string) {
  const page = await newPage(browser);
  await page.clock.install();
  // The last files that a page asks for by itself: those of its start without a connection, once its worker is registered.
  const storedFiles = page.waitForResponse(/\/assets\/OfflineGate-/);
  let settled: string | null = null;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = Frame.safeParse(JSON.parse(String(payload)));
      for (const { lotId, lot } of frame.data?.payload.data.lotsChanged.lots ?? []) {
        if (lot.blockchainHash?.status === 'recorded' && lot.deforestationStatus === 'No Deforestation')
          settled = lotId;
      }
    }),
  );
  await page.goto(at('/admin'));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Parts that load after the first screen are there by then.
  await page.clock.runFor(GATHERED_MS);
  await expect(page.getByRole('region', { name: 'Farms' })).toBeVisible();
  await storedFiles;
  await page.waitForLoadState('networkidle');
  return { page, settled: () => settled };
}

/** Registers a lot on the farm through the REST API, as a user without an open page. */
async function registerElsewhere(request: APIRequestContext, username: string, farmId: string): Promise<string> {
  const login = await request.post(at('/api/v1/auth/login'), { data: { username, password: PASSWORD } });
  const { data } = SignedIn.parse(await login.json());
  const lot = newLot({ farmId, latitude: Number(CLEAR_PLACE.latitude), longitude: Number(CLEAR_PLACE.longitude) });
  const created = await request.post(at('/api/v1/lots'), {
    headers: { authorization: `Bearer ${data.access_token}` },
    data: lot,
  });
  expect(created.status()).toBe(201);
  return lot.lotId;
}

/** The operations that a page sends, as it sends them. */
function operationsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return;
    const { operationName } = z.object({ operationName: z.string().optional() }).parse(request.postDataJSON());
    asked.push(operationName ?? 'unnamed');
  });
  return asked;
}

test('one lot created with two dashboards open costs each at most two requests', async ({ browser }) => {
  const [first = '', second = ''] = (await ownFarm(browser)).names;
  const creator = await openDashboard(browser, first);
  const watcher = await openDashboard(browser, second);
  const pages = [creator, watcher];
  const asked = pages.map(({ page }) => operationsOf(page));

  /** Registers a lot; answers what each of the two asked for, once all of its news came and nothing waits any more. */
  const register = async (total: number, before: () => Promise<void>): Promise<string[][]> => {
    const lotId = await fillWizard(creator.page, CLEAR_PLACE, 'Dashboard');
    await before();
    for (const operations of asked) operations.length = 0;
    await creator.page.getByRole('dialog').getByRole('button', { name: 'Create Lot' }).click();
    for (const { page, settled } of pages) {
      await expect.poll(settled).toBe(lotId);
      await page.clock.runFor(GATHERED_MS);
      // Three lots to which the same happened are one line.
      await expect(page.getByRole('button', { name: new RegExp(`${lotId}|found ${total} lots`) })).toContainText(
        /checked, no loss/i,
      );
      await expect(page.getByText('Total Lots').locator('../../..')).toContainText(String(total));
      await expect(page.getByText('Compliance Rate').locator('../../..')).toContainText('100');
      await page.waitForLoadState('networkidle');
    }
    // The bell counts anew, once; entries that are now one line make room for older ones, asked for once.
    for (const operations of asked)
      expect(operations.filter((name) => name === 'UnreadNotifications').length).toBeLessThan(3);
    return asked.map((operations) => operations.filter((name) => !BESIDES.includes(name)));
  };

  await test.step('its news in one burst costs one request for figures, besides the write', async () => {
    // Time stands still in the pages until all of the news is there.
    const counted = await register(2, async () => {
      for (const { page } of pages) await page.clock.pauseAt(Date.now() + 60_000);
    });
    expect(counted).toEqual([['CreateLot', 'Dashboard'], ['Dashboard']]);
    for (const { page } of pages) {
      await page.clock.resume();
      // The dialog that closed while time stood still waits for the end of its motion.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
  });

  await test.step('its news one after another costs two at most: it is there, it was checked', async () => {
    const [creating = [], watching = []] = await register(3, async () => undefined);
    expect(creating[0]).toBe('CreateLot');
    expect(creating.slice(1)).toEqual(creating.length > 2 ? ['Dashboard', 'Dashboard'] : ['Dashboard']);
    expect(watching).toEqual(watching.length > 1 ? ['Dashboard', 'Dashboard'] : ['Dashboard']);
  });
});

test('one lot created elsewhere with two dashboards open costs each at most two requests of any kind', async ({
  browser,
  request,
}) => {
  const { farm, names } = await ownFarm(browser);
  const pages = [];
  for (const name of names) {
    const opened = await openDashboard(browser, name);
    const requests: string[] = [];
    opened.page.on('request', (sent) => requests.push(`${sent.method()} ${sent.url()} ${sent.postData() ?? ''}`));
    pages.push({ ...opened, requests });
  }

  // Time stands still in the pages until all of the news is there.
  for (const { page } of pages) await page.clock.pauseAt(Date.now() + 60_000);
  const lotId = await registerElsewhere(request, names[0] ?? '', farm);

  for (const { page, settled, requests } of pages) {
    // It was recorded and checked; whatever still waited to be gathered has run.
    await expect.poll(settled).toBe(lotId);
    await page.clock.runFor(GATHERED_MS);
    await expect(page.getByRole('button', { name: new RegExp(lotId) })).toContainText('Checked, no loss found');
    await expect(page.getByText('Total Lots').locator('../../..')).toContainText('2');
    await expect(page.getByText('Compliance Rate').locator('../../..')).toContainText('100');
    await page.waitForLoadState('networkidle');
    expect(requests.length, requests.join('\n')).toBeGreaterThan(0);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(2);
  }
});
