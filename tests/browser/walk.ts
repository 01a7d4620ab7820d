import { expect, test, type Locator, type Page } from '@playwright/test';
import {
  activityEntry,
  at,
  card,
  choose,
  chooseLotAction,
  endElsewhere,
  fillAdvance,
  isPhone,
  tabTo,
} from './staff.ts';

/** A lot of its own for a walk, with an open alert and names as long as they may be. */
export interface WalkLot {
  lotId: string;
  farmId: string;
  farmerName: string;
}

/** Screens narrower than this, px, have lists of cards and tables without what takes much room. */
const NARROW = 640;

/** What is done with each screen as it is shown. */
export type Look = (screen: string) => Promise<void>;

interface Opening {
  page: Page;
  look: Look;
  screen: string;
  /** has the focus before and after */
  opener: Locator;
  /** of the opener's menu; without one, the opener opens it */
  item?: string;
  dialog: Locator;
  /** what is done within it, before it is left with Escape */
  within?: (dialog: Locator) => Promise<void>;
}

/** Opens a dialog by keyboard, looks at it, leaves it with Escape and finds the focus where it was. */
async function opened({ page, look, screen, opener, item, dialog, within }: Opening): Promise<void> {
  await test.step(screen, async () => {
    await opener.focus();
    if (item === undefined) await page.keyboard.press('Enter');
    else await choose(page, item);
    await expect(dialog).toBeVisible();
    if (within === undefined) await look(screen);
    else await within(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
}

/** Presses a button by keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

async function show(page: Page, search: string, sign: Locator): Promise<void> {
  await page.goto(at(`/admin/${search}`));
  await expect(sign).toBeVisible();
}

/** Every screen and dialog of the staff area, as an admin, without a mouse. What a dialog is opened by has the focus again. */
export async function walkStaff(page: Page, lot: WalkLot, look: Look): Promise<void> {
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const question = (name: string | RegExp) => page.getByRole('alertdialog', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const region = (name: string) => page.getByRole('region', { name });

  await test.step('sign in', async () => {
    await page.goto(at('/admin/login'));
    await expect(page.getByRole('heading', { name: 'Admin Portal' })).toBeVisible();
    await look('login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('cacao-admin');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await look('dashboard');
  });

  await walkShell();
  await auditLots();
  await walkLot();
  await auditAlerts();
  await auditReports();
  await auditPages();

  async function walkShell(): Promise<void> {
    // Other tests make news meanwhile, which may take the entry from the list: so nothing is said of the focus.
    await press(await activityEntry(page));
    await expect(question(/^Lot /)).toBeVisible();
    await look('activity');
    await page.keyboard.press('Escape');
    await expect(question(/^Lot /)).toBeHidden();
    const search = button('Search');
    await opened({
      page,
      look,
      screen: 'palette',
      opener: search,
      dialog: dialog('Search and commands'),
      within: async () => {
        await page.getByRole('combobox').fill(lot.lotId);
        await expect(page.getByRole('option', { name: new RegExp(lot.lotId) }).first()).toBeVisible();
        await look('palette');
        await page.getByRole('combobox').fill('zzzz');
        await expect(page.getByText('Nothing found')).toBeVisible();
        await look('palette empty');
      },
    });
    const more = page.getByRole('button', { name: 'More' });
    await press(more);
    await look('more');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    const menu = page.getByRole('button', { name: /^Menu of/ });
    await press(menu);
    await look('user menu');
    await press(page.getByRole('group', { name: /^Menu of/ }).getByRole('button', { name: 'Log out everywhere' }));
    await expect(question('Log out everywhere')).toBeVisible();
    await look('log out everywhere');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.keyboard.press('?');
    await expect(dialog('Keyboard shortcuts')).toBeVisible();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await opened({
      page,
      look,
      screen: 'create from the dashboard',
      opener: button('Create New Lot').first(),
      dialog: dialog('Create New Lot'),
      within: async () => undefined,
    });
  }

  async function auditLots(): Promise<void> {
    const heading = page.getByRole('heading', { name: 'Cacao Lots' });
    for (const layout of ['table', 'compact', 'grid']) {
      await show(
        page,
        `dashboard?tab=lots&search=LOT70&layout=${layout}`,
        page.getByRole('link', { name: /LOT\d/ }).first(),
      );
      await look(`lots ${layout}`);
    }
    await show(page, 'dashboard?tab=lots&search=zzzzzz', page.getByText('No lots match', { exact: true }));
    await look('lots empty');
    await show(page, `dashboard?tab=lots&search=${lot.lotId}&layout=table`, heading);
    const row = page.getByRole('row').filter({ hasText: lot.lotId });
    await expect(row).toBeVisible();
    const filters = button(/^Filters/);
    await press(filters);
    await expect(page.getByLabel('Harvested from')).toBeVisible();
    await look('filters');
    if (await dialog('Filters').isVisible()) {
      await page.keyboard.press('Escape');
      await expect(dialog('Filters')).toBeHidden();
    } else {
      await press(filters);
    }
    await expect(filters).toBeFocused();

    await row.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'QR sheet' })).toBeVisible();
    await look('lots selected');
    await opened({
      page,
      look,
      screen: 'delete several',
      opener: page.getByRole('toolbar').getByRole('button', { name: 'Delete' }),
      dialog: question(/^Delete Lots?$/),
    });
    await press(button('Clear selection'));

    const open = button('Create Lot');
    await opened({
      page,
      look,
      screen: 'create',
      opener: open,
      dialog: dialog('Create New Lot'),
      within: async (wizard) => {
        const next = wizard.getByRole('button', { name: 'Next' });
        await expect(wizard.getByLabel('Lot ID')).toBeFocused();
        await expect(wizard.getByText('Available')).toBeVisible();
        await press(next);
        await expect(wizard.getByText('Farm ID is required')).toBeVisible();
        await look('create 1');
        await wizard.getByLabel('Farm ID').fill(lot.farmId);
        await wizard.getByLabel('Farmer name').fill(lot.farmerName);
        await press(next);
        await wizard.getByLabel('Latitude').fill('5.2');
        await wizard.getByLabel('Longitude').fill('145.7');
        await expect(wizard.getByText(/This point is in the sea/)).toBeVisible();
        await look('create 2');
        await press(next);
        await wizard.getByLabel('Weight').fill('250.5');
        await wizard.getByLabel('Moisture content').fill('107');
        await wizard.getByLabel('Temperature').fill('26.5');
        await press(next);
        await look('create 3');
        await wizard.getByLabel('Moisture content').fill('41');
        await press(next);
        await expect(wizard.getByRole('checkbox', { name: /I confirm/ })).toBeVisible();
        await look('create 4');
        await opened({
          page,
          look,
          screen: 'discard',
          opener: wizard.getByRole('button', { name: 'Discard' }),
          dialog: question('Discard this draft?'),
        });
      },
    });

    await show(page, `dashboard?tab=lots&search=${lot.lotId}&layout=grid`, card(page, lot.lotId));
    const more = card(page, lot.lotId).getByRole('button', { name: `More actions for ${lot.lotId}` });
    await press(more);
    await expect(page.getByRole('menuitem', { name: 'Edit Lot' })).toBeVisible();
    await look('card menu');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    for (const [item, named] of [
      ['Edit Lot', dialog(`Edit Lot ${lot.lotId}`)],
      ['Generate QR', dialog(`QR code of ${lot.lotId}`)],
      ['Delete Lot', question('Delete Lot')],
    ] as const) {
      await opened({
        page,
        look,
        screen: item,
        opener: more,
        item,
        dialog: named,
        within: async () => {
          if (item === 'Edit Lot') await expect(named.getByLabel('Weight')).toHaveValue(/\d/);
          if (item === 'Generate QR') await expect(named.getByRole('img')).toBeVisible();
          await look(item);
        },
      });
    }
    await opened({
      page,
      look,
      screen: 'update',
      opener: more,
      item: 'Update Process',
      dialog: dialog('Update Process Step'),
      within: async (wizard) => {
        const next = wizard.getByRole('button', { name: 'Next' });
        await wizard.getByLabel('Process Step').selectOption('drying');
        await look('update 1');
        await press(next);
        await wizard.getByLabel('Process Details').fill(lot.farmerName);
        await wizard.getByLabel('Moisture (optional)').fill('107');
        await press(next);
        await look('update 2');
        await wizard.getByLabel('Moisture (optional)').fill('7.2');
        await press(next);
        await wizard.getByLabel('Operator Name').fill(lot.farmerName);
        await look('update 3');
        await press(next);
        await expect(wizard.getByText("You can't undo this update after submission.")).toBeVisible();
        await look('update 4');
      },
    });
    const details = page.getByRole('link', { name: `View Details of ${lot.lotId}` });
    await opened({
      page,
      look,
      screen: 'detail',
      opener: details,
      dialog: dialog(lot.lotId),
      within: async () => undefined,
    });

    // Rows of phones have no room for the arrow: there it stands on cards.
    const isNarrow = (page.viewportSize()?.width ?? 0) < NARROW;
    const found = isNarrow ? card(page, lot.lotId) : row;
    await show(page, `dashboard?tab=lots&search=${lot.lotId}&layout=${isNarrow ? 'grid' : 'table'}`, found);
    await press(found.getByRole('button', { name: `Advance ${lot.lotId} to Fermented` }));
    await press(await fillAdvance(page, lot.farmerName));
    await expect(question('Process Updated')).toBeVisible();
    await look('process updated');
    await page.keyboard.press('Escape');
    await expect(found.getByRole('button', { name: `Advance ${lot.lotId} to Drying` })).toBeFocused();
  }

  async function walkLot(): Promise<void> {
    await show(page, `dashboard?tab=lots&search=${lot.lotId}&lot=${lot.lotId}&view=detail`, region('Lot history'));
    const view = dialog(lot.lotId);
    await expect(region('Satellite monitoring').getByRole('img').first()).toBeVisible();
    await expect(region('Consumer transparency').getByRole('img')).toBeVisible();
    await look('detail');
    await opened({
      page,
      look,
      screen: 'edit from the detail',
      ...(isPhone(page)
        ? { opener: view.getByRole('button', { name: 'More' }), item: 'Edit Lot' }
        : { opener: view.getByRole('button', { name: 'Edit Lot' }) }),
      dialog: dialog(`Edit Lot ${lot.lotId}`),
      within: async () => undefined,
    });
    await chooseLotAction(view, 'View Blockchain');
    const record = dialog(`Blockchain record of ${lot.lotId}`);
    await expect(record.getByRole('heading', { name: /ledger record/ })).toBeVisible();
    await look('blockchain overview');
    await press(record.getByRole('tab', { name: 'Provenance Chain' }));
    await expect(record.getByRole('article').first()).toBeVisible();
    await record.getByText('Signatures and endorsements').first().click();
    await look('blockchain chain');
    await press(record.getByRole('tab', { name: 'Audit Trail' }));
    await expect(record.getByRole('listitem').first()).toBeVisible();
    await look('blockchain audit');
    await press(record.getByRole('tab', { name: 'Verification' }));
    await press(record.getByRole('button', { name: /^Verify/ }));
    await expect(record.getByText(/Every field matches the ledger/)).toBeVisible();
    await look('blockchain verification');
  }

  async function auditAlerts(): Promise<void> {
    await show(page, 'dashboard?tab=alerts', page.getByRole('heading', { name: /Satellite Alerts \(/ }));
    await expect(page.getByRole('list', { name: 'Locations with active alerts' })).toBeVisible();
    await look('alerts');
    await show(page, `dashboard?tab=alerts&farm=${lot.farmId}`, page.getByRole('link', { name: lot.lotId }).first());
    await opened({
      page,
      look,
      screen: 'alert details',
      opener: button(/^View Details: .*/).first(),
      dialog: dialog(new RegExp(`^${lot.lotId}: `)),
      within: async (details) => {
        await expect(details.getByLabel('Outcome')).toBeVisible();
        await details.getByLabel('Outcome').selectOption('No Deforestation');
        await press(details.getByRole('button', { name: 'Resolve alert' }));
        await look('alert details');
      },
    });
    await opened({
      page,
      look,
      screen: 'dismiss',
      opener: button(/^Dismiss: .*/).first(),
      dialog: question(/Dismiss/),
    });
    const row = page.getByRole('row').filter({ hasText: lot.lotId });
    await show(page, `dashboard?tab=alerts&all=1&farm=${lot.farmId}`, row);
    await opened({
      page,
      look,
      screen: 'alert details from the table',
      opener: row.getByRole('button', { name: /^Actions/ }),
      item: 'View Details',
      dialog: dialog(new RegExp(`^${lot.lotId}: `)),
      within: async () => undefined,
    });
    await row.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await look('alerts selected');
    await opened({
      page,
      look,
      screen: 'bulk dismiss',
      opener: page.getByRole('toolbar', { name: 'Selected alerts' }).getByRole('button', { name: /^Dismiss/ }),
      dialog: question(/^Dismiss 1/),
    });
    await show(page, 'dashboard?tab=alerts&farm=NOSUCHFARM', page.getByText('No alerts match these filters').first());
    await look('alerts empty');
  }

  async function auditReports(): Promise<void> {
    await show(page, 'dashboard?tab=reports', button('Generate Report'));
    await look('reports');
    await press(button('Generate Report'));
    await expect(page.getByRole('heading', { name: /^Report from/ })).toBeFocused();
    await expect(page.getByRole('img', { name: /compliant/ })).toBeVisible();
    await expect(region('Report history').first().getByRole('row').nth(1)).toBeVisible();
    await look('report');
  }

  async function auditPages(): Promise<void> {
    const title = (name: string) => page.getByRole('heading', { level: 1, name });
    await show(page, 'analytics', page.getByRole('figure').last());
    await expect(page.getByRole('figure').last().getByRole('img').first()).toBeVisible();
    // No tab is selected here, and the keyboard still reaches them.
    await expect(page.getByRole('tab', { name: 'Dashboard' })).toHaveAttribute('tabindex', '0');
    await look('analytics');
    await show(page, 'import', title('Import lots'));
    await look('import');

    await show(page, 'due-diligence', title('Due diligence'));
    await opened({
      page,
      look,
      screen: 'add a document',
      opener: button('Add a document'),
      dialog: dialog('Add a document'),
    });
    for (const [section, opens] of [
      ['documents', null],
      ['countries', null],
      ['assessments', 'Start an assessment'],
      ['measures', 'Add a measure'],
      ['concerns', 'Log a concern'],
    ] as const) {
      await show(page, `due-diligence?section=${section}`, title('Due diligence'));
      await expect(
        page.getByRole('tabpanel').getByRole('table').or(page.getByRole('tabpanel').getByRole('status')).first(),
      ).toBeVisible();
      await look(`due diligence ${section}`);
      if (opens !== null) await opened({ page, look, screen: opens, opener: button(opens), dialog: dialog(opens) });
    }

    const people = page.getByRole('row').filter({ hasText: 'auditor' });
    await show(page, 'users', people.first());
    await look('users');
    await opened({
      page,
      look,
      screen: 'invite',
      opener: page.getByRole('button', { name: 'Invite', exact: true }),
      dialog: dialog('Invite a person'),
    });
    await opened({ page, look, screen: 'add user', opener: button('Add user'), dialog: dialog('Add a user') });
    const actions = page.getByRole('button', { name: 'Actions for processor', exact: true });
    await opened({ page, look, screen: 'edit user', opener: actions, item: 'Edit', dialog: dialog('Edit processor') });
    await opened({
      page,
      look,
      screen: 'password of a user',
      opener: actions,
      item: 'Reset password',
      dialog: dialog('New password for processor'),
    });
    await opened({
      page,
      look,
      screen: 'disable a user',
      opener: actions,
      item: 'Disable',
      dialog: question('Disable processor?'),
    });

    await show(page, 'keys', title('Partner keys'));
    const make = button('Create key').first();
    await opened({ page, look, screen: 'make a key', opener: make, dialog: dialog('Create partner key') });
    await press(make);
    const partner = `Partner ${lot.lotId} ${lot.farmerName}`.slice(0, 80);
    await page.getByRole('dialog').getByLabel('Partner').fill(partner);
    await page.keyboard.press('Enter');
    const kept = page.getByLabel('I have saved the key');
    await expect(kept).toBeVisible();
    await look('key made');
    await tabTo(page, kept);
    await page.keyboard.press('Space');
    await press(button('Done'));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(make).toBeFocused();
    await look('keys');
    await opened({
      page,
      look,
      screen: 'revoke a key',
      opener: page.getByRole('button', { name: `Actions for the key of Partner ${lot.lotId}` }).first(),
      item: 'Revoke',
      dialog: question(/^Revoke the key/),
    });

    await show(page, 'account', title('My account'));
    await expect(page.getByRole('list', { name: 'Active sessions' })).toBeVisible();
    await look('account');
    await opened({
      page,
      look,
      screen: 'erase me',
      opener: button('Erase my account...'),
      dialog: dialog(/^Erase the account/),
    });

    await show(page, 'audit', page.getByRole('rowheader').first());
    await look('audit');
    await show(page, 'people', title('Erase a farmer'));
    await page.getByLabel('Farm ID').fill(lot.farmId);
    await page.getByLabel('Farmer name').fill(lot.farmerName);
    await page.keyboard.press('Enter');
    await expect(button('Erase this farmer...')).toBeVisible();
    await look('erase a farmer');
    await opened({
      page,
      look,
      screen: 'erase a farmer: sure',
      opener: button('Erase this farmer...'),
      dialog: dialog(/^Erase /),
    });
    await show(page, 'contacts', title('Contact requests'));
    await look('contacts');
    await show(page, 'ledger', page.getByRole('heading', { name: 'Checkpoint', exact: true }));
    await look('ledger');
    // With something typed the page stays, under the question.
    await show(page, 'people', title('Erase a farmer'));
    await page.getByLabel('Farm ID').fill(lot.farmId);
    await endElsewhere(page);
    await expect(question('Authentication Required')).toBeVisible();
    await look('session ended');
  }
}
