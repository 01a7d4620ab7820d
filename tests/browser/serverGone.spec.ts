import { expect, test, type Page } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { z } from 'zod';
import { copyFolder } from '../support/copyFolder.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { LOSS_PLACE } from './staff.ts';

/** A port that is free now: the server comes back where it was. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0);
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return String(address.port);
}

const session = z.object({ data: z.object({ access_token: z.string() }) });

/** Registers a lot where forest was lost: its check, and with it the alert, comes later. */
async function registerLoss(url: string): Promise<void> {
  const send = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await send('/auth/login', { username: 'processor', password: 'cacao-processor' });
  const { access_token: token } = session.parse(await login.json()).data;
  const lot = await send(
    '/lots',
    {
      lotId: 'LOT99001',
      farmId: 'FARM002',
      farmerName: 'Peter Wani',
      cacaoVariety: 'Trinitario',
      harvestDate: '2026-03-01',
      latitude: Number(LOSS_PLACE.latitude),
      longitude: Number(LOSS_PLACE.longitude),
      weight: 50,
      moistureContent: 7,
      temperature: 25,
    },
    { authorization: `Bearer ${token}` },
  );
  expect(lot.status).toBe(201);
}

async function alertCount(page: Page): Promise<number> {
  const tab = (await page.getByRole('tab', { name: 'Alerts' }).textContent()) ?? '';
  return Number(/\d+/.exec(tab)?.[0] ?? 0);
}

test('a server that is killed under the dashboard is missed, and nothing of what it says after', async ({ page }) => {
  const dataDir = await scratchFolder('manam-gone-');
  await copyFolder(process.env.MANAM_DEMO ?? '', dataDir);
  const env = {
    PORT: await freePort(),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
  };
  let server: ServerProcess = await startServer(env);
  try {
    await page.goto(`${server.url}/admin`);
    await page.getByRole('button', { name: 'Auditor' }).click();
    const activity = page.getByRole('heading', { name: 'Recent Activity' });
    await expect(activity).toBeVisible();
    await expect.poll(() => alertCount(page)).toBeGreaterThan(0);
    const before = await alertCount(page);

    await server.kill();
    const line = page.getByText('No connection to the server. This data may be out of date. Reconnecting...');
    await expect(line).toBeVisible();
    await expect(activity).toBeVisible();
    await expect(page.getByText('Total Lots')).toBeVisible();
    expect(await alertCount(page)).toBe(before);

    // A line that is back is no server that is back: it is tried, and asked once it answers.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
    const tried = page.waitForEvent('websocket');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await tried;
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);

    server = await startServer(env);
    await registerLoss(server.url);
    // The pause between attempts grows to 30 s.
    await expect(line).toBeHidden({ timeout: 45_000 });
    await expect.poll(() => alertCount(page), { timeout: 30_000 }).toBe(before + 1);
    await expect(page.getByText('LOT99001').first()).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
