import { expect, test } from '@playwright/test';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, registerLot, signedIn, tokenOf } from './staff.ts';

const UNREAD = /^Notifications: [1-9]\d* unread$/;

test('the bell counts a new alert and a comment by itself, opens what they tell of, and marks all as read @story', async ({
  browser,
}) => {
  const auditor = await signedIn(browser, 'Auditor');
  await auditor.goto(at('/admin/dashboard'));
  const bell = auditor.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  await bell.click();
  const panel = auditor.getByRole('group', { name: 'Notifications' });
  const readAll = panel.getByRole('button', { name: 'Mark all as read' });
  await expect(panel.getByRole('link', { name: 'All notifications' })).toBeVisible();
  if (await readAll.isVisible()) await readAll.click();
  await auditor.keyboard.press('Escape');
  await expect(bell).toBeFocused();

  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  // Other stories raise alerts too, so the number alone tells nothing. It comes live, over the socket.
  await expect(bell).toHaveAccessibleName(UNREAD, { timeout: 30_000 });
  const entry = panel.getByRole('link', { name: new RegExp(`Unread: New \\w+ alert for ${lotId}`) });
  await expect(async () => {
    if (!(await panel.isVisible())) await bell.press('Enter');
    await expect(entry).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  expect(await seriousFindings(auditor)).toEqual([]);
  await entry.press('Enter');
  await expect(auditor).toHaveURL(/\/admin\/alert\?/);

  const rest = restClient(at(''), await tokenOf(auditor));
  const { id } = (await rest.get(`/alerts?lotId=${lotId}`)).data.alerts[0];
  await rest.send('PUT', `/alerts/${id}/acknowledge`, {});
  const colleague = restClient(at(''), await tokenOf(processor));
  await colleague.send('POST', `/alerts/${id}/comments`, { text: 'Shade trees were pruned.' });
  await expect(bell).toHaveAccessibleName(UNREAD, { timeout: 30_000 });

  await auditor.setViewportSize({ width: 390, height: 844 });
  await auditor.emulateMedia({ colorScheme: 'dark' });
  await bell.click();
  await panel.getByRole('link', { name: 'All notifications' }).click();
  await expect(auditor.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(
    auditor
      .getByRole('main')
      .getByRole('link', { name: `commented on the alert for ${lotId}` })
      .first(),
  ).toBeVisible();
  expect(await seriousFindings(auditor)).toEqual([]);
  const told = auditor.getByRole('main').getByRole('listitem').filter({ hasText: lotId });
  await expect(told.filter({ hasText: /New \w+ alert/ })).not.toContainText('Unread:');
  await expect(told.filter({ hasText: 'commented' })).toContainText('Unread:');
  await auditor.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click();
  await expect(told.filter({ hasText: 'commented' })).not.toContainText('Unread:');
});
