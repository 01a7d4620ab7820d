import { expect, test } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { copyFolder } from '../support/copyFolder.ts';
import { restClient } from '../support/restClient.ts';
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
  dataDir = await scratchFolder('manam-links-');
  await copyFolder(process.env.MANAM_DEMO ?? '', dataDir);
  server = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'trace@trace.example',
    PUBLIC_URL: 'https://trace.example',
  });
});
test.afterAll(async () => {
  await server?.stop();
  await smtp.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The path of a link, which names the site's public address. */
const pathOf = (link: string): string => link.replace('https://trace.example', server.url);

/** The link in the mail to an address. */
async function linkTo(address: string): Promise<string> {
  const mail = await until(() => smtp.mails.findLast(({ to }) => to.includes(address)), 'the mail');
  return pathOf(/https:\S+#\S+/.exec(mail.text)?.[0] ?? '');
}

for (const [name, width, height, colorScheme] of [
  ['a desk', 1280, 800, 'light'],
  ['a phone', 390, 844, 'dark'],
] as const) {
  test(`somebody is invited by mail, and by a link that is revoked, on ${name} @story`, async ({ browser }) => {
    const options = { viewport: { width, height }, colorScheme };
    const admin = await (await browser.newContext(options)).newPage();
    await admin.goto(`${server.url}/admin/users`);
    await admin.getByLabel('Username').fill('admin');
    await admin.getByLabel('Password', { exact: true }).fill('cacao-admin');
    await admin.getByRole('button', { name: 'Sign In' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();

    const invite = async (person: string, email: string, action: string) => {
      await admin.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = admin.getByRole('dialog');
      await expect(dialog.getByLabel('Name')).toBeFocused();
      await dialog.getByLabel('Name').fill(person);
      await dialog.getByLabel('Email (optional)').fill(email);
      expect(await findings(admin)).toEqual([]);
      await dialog.getByRole('button', { name: action }).click();
    };
    const address = `nora-${width}@mail.example`;
    await invite(`Nora Wemin ${width}`, address, 'Send invitation');
    await expect(admin.getByText(`The invitation for Nora Wemin ${width} is on its way to ${address}.`)).toBeVisible();

    await invite(`Luke Tau ${width}`, '', 'Create link');
    const shown = admin.getByRole('dialog', { name: `Link for Luke Tau ${width}` });
    const link = pathOf((await shown.getByText(/^https:.*#/).textContent()) ?? '');
    await shown.getByLabel('I have copied the link').check();
    await shown.getByRole('button', { name: 'Done' }).click();
    const open = admin.getByRole('table', { name: 'Open invitations' });
    await expect(open).toContainText('Link shared');
    await admin.getByRole('button', { name: `Actions for the invitation of Luke Tau ${width}` }).click();
    await admin.getByRole('menuitem', { name: 'Revoke' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(admin.getByText(`Invitation of Luke Tau ${width} revoked.`)).toBeVisible();
    await expect(open).not.toContainText('Luke Tau');

    const guest = await (await browser.newContext(options)).newPage();
    await guest.goto(link);
    await expect(guest.getByText('This link no longer works. Ask for a new one.')).toBeVisible();
    // The address differs behind the number sign alone.
    await guest.goto('about:blank');
    await guest.goto(await linkTo(address));
    await expect(guest.getByRole('heading', { name: `Welcome, Nora Wemin ${width}` })).toBeVisible();
    await expect(guest.getByLabel('Username')).toHaveValue(`nora.wemin.${width}`);
    await guest.getByLabel('Username').fill('admin');
    await guest.getByLabel('Password', { exact: false }).first().fill('a-long-password');
    expect(await findings(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'Create account' }).click();
    await expect(guest.getByText('Username admin is already taken').first()).toBeVisible();
    await guest.getByLabel('Username').fill(`nora.${width}`);
    await guest.getByRole('button', { name: 'Create account' }).click();
    await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await admin.reload();
    await expect(admin.getByRole('table', { name: 'Users' })).toContainText(`nora.${width}`);
    await expect(admin.getByRole('table', { name: 'Open invitations' })).toBeHidden();
    await guest.context().close();
    await admin.context().close();
  });
}

test('somebody who forgot their password sets a new one by mail, without an admin @story', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await page.goto(`${server.url}/admin/login`);
  await page.getByLabel('Username').fill('processor');
  await page.getByLabel('Password', { exact: true }).fill('cacao-processor');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goto(`${server.url}/admin/account`);
  await page.getByRole('button', { name: 'Change email' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Email').fill('maria@mail.example');
  await panel.getByLabel('Current password').fill('cacao-processor');
  await panel.getByRole('button', { name: 'Save email' }).click();
  await expect(page.getByText('Email changed to maria@mail.example.')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.url}/admin/login`);
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await other.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(other.getByText('Username or email is required')).toBeVisible();
  expect(await findings(other)).toEqual([]);
  await other.getByLabel('Username or email').fill('maria@mail.example');
  await other.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(other.getByText('Check your mail')).toBeVisible();
  await other.goto(await linkTo('maria@mail.example'));
  await expect(other.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await other.getByLabel('New password', { exact: false }).first().fill('cacao-processor-2');
  expect(await findings(other)).toEqual([]);
  await other.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  // The earlier session has ended.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
  const rest = restClient(server.url);
  const login = (password: string) => rest.send('POST', '/auth/login', { username: 'processor', password });
  expect((await login('cacao-processor')).status).toBe(401);
  expect((await login('cacao-processor-2')).status).toBe(200);
});
