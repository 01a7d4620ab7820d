import { expect, test } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../../server/modules/demo/accounts.ts';
import { at, signedIn } from './staff.ts';

test('the dashboard says when its figures were last compared with the ledger, and what came of it @story', async ({
  browser,
  request,
}) => {
  const admin = DEMO_ACCOUNTS.find(({ role }) => role === 'admin');
  const login = await request.post(at('/api/v1/auth/login'), {
    data: { username: admin?.username, password: admin?.password },
  });
  const { access_token: token } = (await login.json()).data;
  const walk = async () => (await (await request.get(at('/api/v1/health'))).json()).data.walk;
  const before = (await walk()).at;
  await request.post(at('/api/v1/ledger/walk'), { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await walk()).at, { timeout: 90_000 }).not.toBe(before);
  const page = await signedIn(browser, 'Processor');
  await expect(page.getByText(/^Last ledger check .+: all \d+ lots match\.$/)).toBeVisible();
  // The number of all lots is not shown to farmers.
  const farmers = await signedIn(browser, 'Farmer');
  await expect(farmers.getByText(/^Last ledger check .+: all lots match\.$/)).toBeVisible();
});
