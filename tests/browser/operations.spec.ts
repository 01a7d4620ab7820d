import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { Client } from 'pg';
import { embeddedUrl } from '../support/superuser.ts';
import { at, CLEAR_PLACE, registerLot, searchLot, signedIn } from './staff.ts';

/** The embedded database of the server that all tests share. */
async function inDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: await embeddedUrl(process.env.MANAM_DATA ?? '') });
  await client.connect();
  try {
    const { rowCount } = await client.query(statement, values);
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

async function go(admin: Page, path: string, heading: string): Promise<void> {
  await admin.goto(at(`/admin/${path}`));
  await expect(admin.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('an admin mends an account, erases a farmer, has a refused event tried again, and reads who wrote @story', async ({
  browser,
}) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, { ...CLEAR_PLACE, farmId: 'FARM066', farmerName: 'Gone Tomorrow' });
  await expect((await searchLot(processor, lotId)).getByText('On Blockchain')).toBeVisible();
  // With a Cyrillic letter in it.
  const lookAlike = 'Gone T\u043emorrow';
  const otherId = await registerLot(processor, { ...CLEAR_PLACE, farmId: 'FARM066', farmerName: lookAlike });

  const admin = await signedIn(browser, 'Admin');

  await test.step('an account is saved only once something of it was changed', async () => {
    await go(admin, 'users?search=auditor', 'Users');
    await admin.getByRole('button', { name: 'Actions for auditor' }).click();
    await admin.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = admin.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save changes' });
    await expect(save).toBeDisabled();
    const email = dialog.getByLabel('Email', { exact: false });
    const before = await email.inputValue();
    await email.fill('other@example.org');
    await expect(save).toBeEnabled();
    await email.fill(before);
    await expect(save).toBeDisabled();
    await admin.keyboard.press('Escape');
  });

  await test.step('a farmer without an account is erased by name', async () => {
    await go(admin, 'people', 'Erase a farmer without an account');
    await admin.getByLabel('Farm ID').fill('FARM066');
    await admin.getByLabel('Farmer name').fill('Gone Tomorrow');
    await admin.getByRole('button', { name: 'Preview erasure' }).click();
    await expect(admin.getByText(lotId)).toBeVisible();
    const similar = admin.getByRole('list', { name: /^Similar spellings/ });
    await expect(similar.getByRole('listitem')).toContainText([lookAlike]);
    await admin.getByRole('button', { name: 'Erase this farmer...' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Gone Tomorrow');
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(dialog.getByText('The farm ID is FARM066')).toBeVisible();
    await dialog.getByRole('textbox').fill('FARM066');
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await expect(admin.getByRole('region', { name: 'Farmer erased' })).toBeVisible();
    await expect((await searchLot(processor, lotId)).getByText('Gone Tomorrow')).toHaveCount(0);
    await expect((await searchLot(processor, otherId)).getByText(lookAlike)).toBeVisible();
  });

  await test.step('an event that the ledger refused is tried again', async () => {
    await inDatabase(
      `update ledger_outbox o set state = 'failed', failure_code = 'BAD_CONTENT', failure_text = 'weight is no integer'
       from lot l where l.id = o.lot_id and l.lot_id = $1 and o.seq = 1`,
      [lotId],
    );
    await go(admin, 'ledger', 'Ledger');
    const row = admin.getByRole('table', { name: 'Refused events' }).getByRole('row').filter({ hasText: lotId });
    await expect(row).toContainText('weight is no integer');
    await row.getByRole('button', { name: `Retry event 1 of ${lotId}` }).click();
    await expect(admin.getByText(`Retrying event 1 of ${lotId}.`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect((await searchLot(processor, lotId)).getByText('On Blockchain')).toBeVisible();
  });

  await test.step('what was sent with the contact form stands in the list', async () => {
    const sent = await admin.request.post(at('/api/v1/contact'), {
      data: {
        firstName: 'Ines',
        lastName: 'Buyer',
        email: 'ines@example.org',
        company: 'Chocolate & Co',
        message: 'Where is lot 701 from?',
      },
    });
    expect(sent.status()).toBe(202);
    await go(admin, 'contacts', 'Contact requests');
    const request = admin.getByRole('list', { name: 'Contact requests' }).getByRole('listitem').first();
    await expect(request).toContainText('Ines Buyer');
    await expect(request).toContainText('Where is lot 701 from?');
    await expect(request.getByText('ines@example.org')).toBeVisible();
  });

  await test.step('the trail of it all is taken as a file', async () => {
    await go(admin, 'audit?action=ledger.event-retried', 'Audit trail');
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^id,verdict,at,[\s\S]*,ledger\.event-retried,/);
  });
});

test('the guide to the columns of an import is read on a small phone without moving it', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at('/admin/import'));
  const guide = page.getByRole('region', { name: 'File columns' }).last();
  await expect(guide.getByRole('rowheader', { name: 'moistureContent' })).toBeVisible();
  expect(await guide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(guide.getByRole('columnheader')).toHaveCount(3);

  const columns = await guide.getByRole('rowheader').allInnerTexts();
  await page.locator('input[type=file]').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${columns.join(',')}\r\n${columns.map(() => '').join(',')}x`),
  });
  const wrong = page.getByRole('region', { name: 'Rows with errors' });
  await expect(wrong.getByText('Farmer name is required')).toBeVisible();
  expect(await wrong.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
