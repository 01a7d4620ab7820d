import { expect, test } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { copyFolder } from '../support/copyFolder.ts';
import { codeIn } from '../support/mailCode.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { SmtpServer } from '../support/smtpServer.ts';
import { until } from '../support/until.ts';
import { findings } from './axe.ts';

// One server for all.
test.describe.configure({ mode: 'default' });

const smtp = new SmtpServer();
let server: ServerProcess;
let dataDir: string;

test.beforeAll(async () => {
  await smtp.start();
  dataDir = await scratchFolder('manam-mail-');
  await copyFolder(process.env.MANAM_DEMO ?? '', dataDir);
  server = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'alerts@trace.example',
    PUBLIC_URL: 'https://trace.example',
  });
});
test.afterAll(async () => {
  await server?.stop();
  await smtp.stop();
  await rm(dataDir, { recursive: true, force: true });
});

for (const [name, width, height, colorScheme] of [
  ['a desk', 1280, 800, 'light'],
  ['a phone', 390, 844, 'dark'],
  ['a small phone', 320, 640, 'light'],
] as const) {
  test(`somebody has alerts mailed to them, by key, on ${name}, and stops them by the link @story`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    await page.goto(`${server.url}/admin/account`);
    await page.getByRole('button', { name: 'Auditor' }).click();
    await expect(page.getByRole('button', { name: 'Auditor' })).toBeHidden();
    await expect(page.getByRole('main')).toBeVisible();
    await page.goto(`${server.url}/admin/account`);
    const panel = page.getByRole('region', { name: 'Alerts by mail' });
    const address = `agnes-${width}@mail.example`;
    await panel.getByLabel('Email').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Enter an email address such as name@example.org')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(address);
    await page.keyboard.press('Enter');
    await expect(panel.getByText(`Code sent to ${address}.`)).toBeVisible();
    await expect(panel.getByText('Waiting for confirmation')).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await panel.getByLabel('Code from the mail').focus();
    await page.keyboard.type('00000000');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Wrong or expired code. Request another one.')).toBeVisible();
    const mail = await until(() => smtp.mails.find(({ to }) => to.includes(address)), 'the code');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(codeIn(mail) ?? '');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Confirmed. You now get alerts by mail.')).toBeVisible();
    await expect(panel.getByText('On since')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    const picture = process.env.MANAM_PICTURES;
    if (picture !== undefined) await page.screenshot({ path: `${picture}/mail-${width}.png`, fullPage: true });

    await panel.getByRole('button', { name: 'Stop mails' }).click();
    await expect(panel.getByText('Mails stopped and your address deleted.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Send me a code' })).toBeVisible();
    await context.close();
  });
}
