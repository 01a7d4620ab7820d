import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, newPage, signedIn } from './staff.ts';

async function signIn(browser: Browser, username: string, password: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(at('/admin/login'));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  return page;
}

/** Shows a page of the person's menu. */
async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(at(`/admin/${path}`));
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('a farmer is added, changes the password, takes their data and erases themselves @story', async ({ browser }) => {
  const username = `vera${randomInt(10 ** 6)}`;
  const admin = await signIn(browser, 'admin', 'cacao-admin');
  await open(admin, 'users', 'Users');
  await admin.getByRole('button', { name: 'Add user' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('A farmer needs a farm')).toBeVisible();
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Name', { exact: false }).nth(1).fill('Vera Vanishing');
  await dialog.getByLabel('Farm ID').fill('farm077');
  await dialog.getByLabel('First password').fill('first-password');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(admin.getByText(`Vera Vanishing can now sign in as ${username}`)).toBeVisible();

  const vera = await signIn(browser, username, 'first-password');
  await open(vera, 'account', 'My account');
  await expect(vera.getByText('FARM077')).toBeVisible();
  await vera.getByLabel('Current password').fill('wrong-password');
  await vera.getByLabel('New password', { exact: false }).first().fill('second-password');
  await vera.getByLabel('Repeat new password').fill('other-password');
  await vera.getByRole('button', { name: 'Change password' }).click();
  await expect(vera.getByText("The new passwords don't match")).toBeVisible();
  await vera.getByLabel('Repeat new password').fill('second-password');
  await vera.getByRole('button', { name: 'Change password' }).click();
  await expect(vera.getByText('Your current password is wrong').first()).toBeVisible();
  await vera.getByLabel('Current password').fill('first-password');
  await vera.getByRole('button', { name: 'Change password' }).click();
  await expect(vera.getByText('Password changed.')).toBeVisible();

  const download = vera.waitForEvent('download');
  await vera.getByRole('button', { name: 'Export my data' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Vera Vanishing');

  await vera.getByRole('button', { name: 'Erase my account...' }).click();
  const erasing = vera.getByRole('dialog');
  await erasing.getByRole('textbox').fill('somebody');
  await erasing.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(erasing.getByText(`Your username is ${username}`)).toBeVisible();
  await erasing.getByRole('textbox').fill(username);
  await erasing.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(vera.getByRole('heading', { name: 'Your account is erased' })).toBeVisible();
  // The session is gone, and takes the receipt neither now nor over a reload.
  await vera.reload();
  await expect(vera.getByRole('definition').filter({ hasText: 'username' })).toBeVisible();
  expect(await seriousFindings(vera)).toEqual([]);
  await vera.getByRole('link', { name: 'Close' }).click();
  await expect(vera.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
});

test('an admin makes and revokes a key, reads the audit trail of it, and looks at the ledger @story', async ({
  browser,
}) => {
  const partner = `Kakao Trade ${randomInt(10 ** 6)}`;
  const admin = await signedIn(browser, 'Admin');
  await open(admin, 'keys', 'Partner keys');
  await admin.getByRole('button', { name: 'Create key' }).click();
  await admin.getByRole('dialog').getByLabel('Partner').fill(partner);
  await admin.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const made = admin.getByRole('dialog', { name: `Key of ${partner}` });
  await expect(made.getByText(/^mtk_[\w-]{43}$/)).toBeVisible();
  await expect(made.getByText('Copy the key first')).toBeHidden();
  // What is shown once is not lost by a key.
  await admin.keyboard.press('Escape');
  await expect(made.getByText('Copy the key first')).toBeVisible();
  await made.getByLabel('I have saved the key').check();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  await admin.getByRole('button', { name: `Actions for the key of ${partner}` }).click();
  await admin.getByRole('menuitem', { name: 'Revoke' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(admin.getByText(`Key of ${partner} revoked.`)).toBeVisible();

  await open(admin, 'audit?action=key.revoked', 'Audit trail');
  const lines = admin.getByRole('table', { name: 'Audit trail' });
  const about = lines.getByRole('button', { name: `About Key ${partner}` });
  const revoked = lines.getByRole('row').filter({ hasText: partner });
  await expect(revoked.getByRole('rowheader', { name: 'Revoked a partner key' })).toBeVisible();
  await about.click();
  await expect(lines.getByRole('rowheader', { name: 'Created a partner key' })).toBeVisible();
  await expect(admin.getByLabel('Item')).toHaveValue(/^[0-9a-f-]{36}$/);

  // An actor is found by a part of the name, by keyboard; a text without a match may be kept as well.
  await admin.getByRole('button', { name: 'Clear filters' }).click();
  const who = admin.getByRole('combobox', { name: 'Who' });
  await who.focus();
  await admin.keyboard.type('kaup');
  const people = admin.getByRole('listbox', { name: 'Who' }).getByRole('option');
  await expect(people).toHaveText(['Maria Kaupa farmer']);
  await expect(who).toHaveAttribute('aria-expanded', 'true');
  await admin.keyboard.press('ArrowDown');
  await expect(people).toHaveAttribute('data-highlighted');
  expect(await seriousFindings(admin)).toEqual([]);
  await admin.keyboard.press('Enter');
  await expect(who).toHaveValue('farmer');
  await expect(who).toHaveAttribute('aria-expanded', 'false');
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/audit\?actor=farmer$/);
  await who.fill('sys');
  await people.filter({ hasText: 'System' }).click();
  await expect(who).toHaveValue('system');
  await who.fill('Nobody at all');
  await admin.keyboard.press('Escape');
  await expect(who).toHaveValue('Nobody at all');
  await admin.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(admin.getByText('No entries match these filters')).toBeVisible();
  await expect(who).toHaveValue('Nobody at all');

  await test.step('what is typed before the answer of a press is drawn stands', async () => {
    const what = admin.getByLabel('Item');
    await what.evaluate(async (field: HTMLInputElement) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const type = (text: string) => {
        write?.call(field, text);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      };
      type('LOT701');
      field.form?.requestSubmit();
      // The next key comes as soon as the address is another one, before any drawing in the background.
      while (!location.search.includes('LOT701')) await Promise.resolve();
      type('LOT702');
    });
    await expect(admin).toHaveURL(/subject=LOT701/);
    await admin.getByRole('button', { name: 'Clear filters' }).first().waitFor();
    await expect(lines).toBeVisible();
    await expect(what).toHaveValue('LOT702');
  });

  await open(admin, 'ledger', 'Ledger');
  await admin.getByRole('button', { name: 'Check now' }).click();
  await expect(admin.getByText('Check finished.')).toBeVisible({ timeout: 90_000 });
  await expect(admin.getByText('Everything matches')).toBeVisible();
  await admin.getByLabel('Earlier checkpoint, by number of blocks').fill('1');
  await admin.getByRole('button', { name: 'Show' }).click();
  await expect(admin.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible();
});

test('an admin is told before erasing a farmer that nobody is named so, or has an account', async ({ browser }) => {
  const admin = await signedIn(browser, 'Admin');
  await open(admin, 'people', 'Erase a farmer without an account');
  await admin.getByLabel('Farm ID').fill('FARM001');
  await admin.getByLabel('Farmer name').fill('Nobody Here');
  await admin.getByRole('button', { name: 'Preview erasure' }).click();
  await expect(admin.getByText('No lot of farm FARM001 names Nobody Here')).toBeVisible();
  await admin.getByLabel('Farmer name').fill('Maria Kaupa');
  await admin.getByRole('button', { name: 'Preview erasure' }).click();
  await expect(admin.getByText('Maria Kaupa has an account on farm FARM001')).toBeVisible();
});

test('an admin who types a part of a name is shown who has it, and looks at that one by choice', async ({
  browser,
}) => {
  const admin = await signedIn(browser, 'Admin');
  await open(admin, 'people', 'Erase a farmer without an account');
  await admin.getByLabel('Farm ID').fill('farm007');
  await admin.getByLabel('Farmer name').fill('carmen');
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('No lot of farm FARM007 names carmen')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Erase this farmer...' })).toBeHidden();
  const others = admin.getByRole('list', { name: 'Other names on lots of this farm' });
  await expect(others.getByRole('listitem')).toHaveText([/^Carmen Shapiama \d+ lots/]);
  await others.getByRole('button', { name: 'Preview Carmen Shapiama' }).click();
  await expect(admin.getByRole('list', { name: 'As written on the lots' })).toContainText(/Carmen Shapiama \d+ lots/);
  await expect(admin.getByLabel('Farmer name')).toHaveValue('Carmen Shapiama');
  await admin.getByRole('button', { name: 'Erase this farmer...' }).click();
  // Where it is typed, and not at the way out.
  await expect(admin.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await admin.keyboard.type('carmen');
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('The farm ID is FARM007')).toBeVisible();
});

test('a farmer sees no page that is not theirs', async ({ browser }) => {
  const farmer = await signedIn(browser, 'Farmer');
  for (const path of ['users', 'keys', 'audit', 'ledger', 'people', 'contacts']) {
    await farmer.goto(at(`/admin/${path}`));
    await expect(farmer.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
});
