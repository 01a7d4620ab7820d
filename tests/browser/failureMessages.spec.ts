import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { at, CLEAR_PLACE, createLot, fillAdvance, newPage, openTab, searchLot } from './staff.ts';

/* Texts of docs/spec/error-messages.md that nothing but an unusual answer shows, at their places. */

const Operation = z.object({ operationName: z.string() });
type Change = (answer: unknown) => unknown;

/** Answers of the page's operations can be changed on their way, and are counted. */
async function altered(page: Page) {
  const changes = new Map<string, Change>();
  const counted = new Map<string, number>();
  await page.route('**/graphql', async (route) => {
    const { operationName } = Operation.parse(route.request().postDataJSON());
    counted.set(operationName, (counted.get(operationName) ?? 0) + 1);
    const change = changes.get(operationName);
    if (change === undefined) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: change(await response.json()) });
  });
  return {
    /** until the next one */
    answer: (operation: string, change: Change) => {
      changes.clear();
      changes.set(operation, change);
    },
    asIs: () => changes.clear(),
    count: (operation: string) => counted.get(operation) ?? 0,
  };
}

const nothing: Change = () => ({ data: null });

const Dashboard = z.object({
  data: z.looseObject({ dashboardStats: z.looseObject({ recentActivity: z.array(z.unknown()) }) }),
});
const Alerts = z.object({
  data: z.looseObject({
    alerts: z.looseObject({ alerts: z.array(z.looseObject({ id: z.string() })), pagination: z.looseObject({}) }),
  }),
});

test('what an empty or an unusual answer is called stands where the person looks', async ({ browser }) => {
  const page = await newPage(browser);
  const { answer, asIs, count } = await altered(page);

  await test.step('signing in', async () => {
    await page.goto(at('/admin'));
    answer('Login', nothing);
    await page.getByRole('button', { name: 'Processor' }).click();
    await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  });

  await test.step('the dashboard without figures, then without activity', async () => {
    answer('Dashboard', nothing);
    await page.getByRole('button', { name: 'Processor' }).click();
    await expect(page.getByText('No dashboard data available')).toBeVisible();
    answer('Dashboard', (whole) => {
      const { data } = Dashboard.parse(whole);
      return { data: { ...data, dashboardStats: { ...data.dashboardStats, recentActivity: [] } } };
    });
    await page.reload();
    await expect(page.getByText('No recent activity')).toBeVisible();
    await page.getByRole('button', { name: 'Create your first lot' }).click();
    const wizard = page.getByRole('dialog', { name: 'Create New Lot' });
    await expect(wizard.getByText('Available')).toBeVisible();
    await wizard.getByRole('button', { name: 'Close' }).click();
    await expect(wizard).toBeHidden();
    asIs();
  });

  await test.step('writes that bring nothing', async () => {
    const lotId = await createLot(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
    const lot = await searchLot(page, lotId);
    answer('UpdateProcess', nothing);
    await lot.getByRole('button', { name: `Advance ${lotId} to Fermented` }).click();
    await (await fillAdvance(page, 'Seven days in boxes')).click();
    const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
    await expect(wizard.getByText('Failed to update process step')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(wizard).toBeHidden();
    answer('CheckSatellite', nothing);
    await lot.getByRole('button', { name: `Check ${lotId} by satellite again` }).click();
    await expect(page.getByText(/Mutation failed/).first()).toBeVisible();
  });

  await test.step('more alerts than the panel shows', async () => {
    answer('Alerts', (whole) => {
      const { data } = Alerts.parse(whole);
      const [first] = data.alerts.alerts;
      const alerts = ['a', 'b', 'c', 'd'].map((id) => ({ ...first, id }));
      const pagination = { ...data.alerts.pagination, total: 4 };
      return { data: { ...data, alerts: { ...data.alerts, alerts, pagination } } };
    });
    await openTab(page, 'Alerts');
    await expect(page.getByText('View All Alerts (4)')).toBeVisible();
    asIs();
  });

  await test.step('the ledger is asked every 30 seconds whether it answers', async () => {
    await page.clock.install();
    await page.goto(at('/admin/dashboard?tab=lots'));
    await expect(page.getByText('Blockchain connected')).toBeVisible();
    const before = count('LedgerConnection');
    await page.clock.runFor(30_000);
    await expect.poll(() => count('LedgerConnection')).toBe(before + 1);
  });
});
