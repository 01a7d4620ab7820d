import { expect, test } from '@playwright/test';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyFolder } from '../support/copyFolder.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { embeddedUrl } from '../support/superuser.ts';

let server: ServerProcess;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = await scratchFolder('manam-portions-');
  await copyFolder(process.env.MANAM_DEMO ?? '', dataDir);
  server = await startServer(
    { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    { command: [process.execPath, '--import', 'tsx', join('tests', 'browser', 'portionsServer.ts')] },
  );
});
test.afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Holds each report that is being made just before it is stored, with all of its portions read. */
async function whileNoneIsStored(work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: await embeddedUrl(dataDir) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table report in share mode');
    await work();
  } finally {
    await client.end();
  }
}

test('a report of very many lots tells how far it is, is stopped, ordered again, and downloaded', async ({ page }) => {
  await page.goto(`${server.url}/admin`);
  await page.getByRole('button', { name: 'Auditor' }).click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByLabel('First day').fill('2026-01-01');
  const order = page.getByRole('button', { name: 'Generate Report' });
  const stop = page.getByRole('button', { name: 'Stop' });
  const progress = page.getByRole('progressbar');
  const told = page.getByText(/^(\d+) of \1 lots compared with the ledger\./);
  const title = page.getByRole('heading', { name: /^Report from Jan 1, 2026 to / });

  await whileNoneIsStored(async () => {
    await order.click();
    await expect(told).toBeVisible();
    const most = Number(await progress.getAttribute('max'));
    expect(most).toBeGreaterThan(10);
    await expect(progress).toHaveAttribute('value', String(most));
    await expect(page.getByRole('button', { name: 'Generating...' })).toHaveAttribute('aria-disabled', 'true');
    await stop.click();
    await expect(page.getByText('Report stopped.')).toBeVisible();
    await expect(progress).toBeHidden();
    // What was chosen stays, and nothing keeps anybody from ordering it again.
    await expect(page.getByLabel('First day')).toHaveValue('2026-01-01');
  });
  await whileNoneIsStored(async () => {
    await order.click();
    await expect(told).toBeVisible();
    await expect(title).toBeHidden();
  });
  await expect(title).toBeFocused();

  const downloads = page.getByRole('region', { name: 'Downloads' });
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    downloads.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\n');
  const summary = page.getByRole('region', { name: 'Compliance summary' });
  await expect(summary.getByText(String(lines.length - 1), { exact: true }).first()).toBeVisible();

  // Of the one that was stopped nothing is in the list.
  const history = page.getByRole('region', { name: 'Report history' }).first();
  await expect(history.getByRole('row').filter({ hasText: 'Jan 1, 2026' })).toHaveCount(1);
});
