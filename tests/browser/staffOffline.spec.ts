import { expect, test } from '@playwright/test';
import { at, signedIn } from './staff.ts';

test('the staff area opens without a connection, says so, and goes on once it is back @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const stored = await (await caches.open('staff-shell-1')).keys();
          return stored.map(({ url }) => new URL(url).pathname).includes('/admin/dashboard');
        }),
      { timeout: 30_000 },
    )
    .toBe(true);

  await test.step('nothing of the API is stored', async () => {
    const paths = await page.evaluate(async () =>
      (await (await caches.open('staff-shell-1')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(paths.filter((path) => path !== '/admin/dashboard' && !path.startsWith('/assets/'))).toEqual([]);
    expect(paths.length).toBeGreaterThan(5);
  });

  await test.step('a reload without a connection shows what is kept', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText('No connection', { exact: true })).toBeVisible();
    await expect(page.getByText('Your drafts are kept on this device.')).toBeVisible();
  });

  await test.step('it goes on by itself', async () => {
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('documents come from the server while it responds', async () => {
    const answer = await page.goto(at('/admin/dashboard?tab=lots'));
    expect(answer?.status()).toBe(200);
    const stored = page.waitForResponse(/\/admin\/dashboard/);
    await page.reload();
    expect((await stored).ok()).toBe(true);
    const worker = await page.request.get(at('/admin/worker.js'));
    expect([worker.headers()['cache-control'], worker.headers()['content-type']]).toEqual([
      'no-cache',
      'text/javascript; charset=utf-8',
    ]);
  });
});
