import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { hookReceiver, isSigned } from '../support/webhookReceiver.ts';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, registerLot, signedIn, tokenOf } from './staff.ts';

const PHOTO = join(packageRoot, 'tests/fixtures/pictures/gps.jpg');

async function restOf(page: Page) {
  return restClient(at(''), await tokenOf(page));
}

test('an alert lives from its detection over an investigation by two roles to its resolution: live, on the ledger, and told to a partner @story', async ({
  browser,
}) => {
  // Deliveries are tried again after growing pauses: the last one may be as long as the story before it.
  test.slow();
  const processor = await signedIn(browser, 'Processor');
  const auditor = await signedIn(browser, 'Auditor');
  const admin = await restOf(await signedIn(browser, 'Admin'));
  const receiver = await hookReceiver();
  const farmId = `STORY${randomInt(10 ** 6)}`;
  const made = await admin.send('POST', '/hooks', { name: 'Made-up trader', url: receiver.url, farmId });
  await receiver.leave();

  const lotId = await registerLot(processor, { ...LOSS_PLACE, farmId, farmerName: 'Peter Wani' });
  const rest = await restOf(auditor);
  const alert = await test.step('it is detected, and its details lead to its page', async () => {
    await auditor.goto(at(`/admin/dashboard?tab=alerts&all=1&of=${lotId}`));
    const row = auditor.getByRole('row').filter({ hasText: lotId });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: /^Actions/ }).click();
    await auditor.getByRole('menuitem', { name: 'View Details' }).click();
    await auditor.getByRole('link', { name: 'Open full alert' }).click();
    await expect(auditor.getByRole('heading', { level: 1, name: new RegExp(lotId) })).toBeVisible();
    await expect(auditor.getByRole('img', { name: `Location of the alert for lot ${lotId}` })).toBeVisible();
    const seen = auditor.getByRole('region', { name: 'Newest check' });
    await expect(seen.getByRole('img', { name: new RegExp(`pixels around ${lotId}: `) })).toBeVisible();
    const slider = seen.getByRole('slider', { name: 'Compare before and after' });
    await expect(slider).toHaveAttribute('aria-valuetext', 'Latest check');
    await expect(slider).toHaveValue('100');
    await slider.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', 'End of 2020');
    await slider.press('End');
    await slider.blur();
    await auditor.keyboard.press('b');
    await expect(slider).toHaveAttribute('aria-valuetext', 'End of 2020');
    await expect(seen.getByText(/^Loss after 31 December 2020: \d+ pixels? in 20\d\d/)).toBeVisible();
    return new URL(auditor.url()).searchParams.get('id') ?? '';
  });
  await processor.goto(at(`/admin/alert?id=${alert}`));
  await expect(processor.getByRole('region', { name: 'Decision' })).toContainText(
    'Only auditors and admins can resolve',
  );
  await expect(processor.getByRole('region', { name: 'Files' })).toContainText('Mark as reviewed to attach files.');

  await test.step('its checks stand one under the other, then and now, and each shows what it saw', async () => {
    const { lot } = (await rest.get(`/lots/${lotId}`)).data;
    const { latitude, longitude } = lot;
    expect((await rest.send('PATCH', `/lots/${lotId}/satellite`, { latitude, longitude })).status).toBe(200);
    const checks = auditor.getByRole('list', { name: 'Checks, newest first' }).getByRole('button');
    await expect(checks).toHaveCount(2);
    await expect(checks.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(checks.last()).toContainText(/now \d+, then \d+ loss pixels/);
    await checks.last().press('Enter');
    const seen = auditor.getByRole('region', { name: /^Check of .*$/ });
    await expect(seen.getByText(/^Loss after 31 December 2020/)).toBeVisible();
    await expect(checks.last()).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => seriousFindings(auditor)).toEqual([]);
    await seen.getByRole('button', { name: 'Show newest' }).press('Enter');
    await expect(auditor.getByRole('region', { name: 'Newest check' })).toBeVisible();
  });

  await test.step('the auditor reviews it and asks the processor to look into it, who sees that at once', async () => {
    await auditor.getByRole('button', { name: 'Mark Reviewed' }).click();
    const task = auditor.getByRole('region', { name: 'Assignee' });
    const { data } = await rest.get(`/alerts/${alert}/assignees`);
    const who = data.assignees.find(({ role }: { role: string }) => role === 'processor');
    await task.getByRole('combobox', { name: 'Person' }).selectOption(who.id);
    await task.getByLabel('Due').fill('2036-12-24');
    await task.getByRole('button', { name: 'Save' }).click();
    await expect(task.getByText('Saved.')).toBeVisible();
    await expect(task.getByRole('button', { name: 'Save' })).toBeFocused();
    const theirs = processor.getByRole('region', { name: 'Assignee' });
    await expect(theirs).toContainText(`${who.name}, Dec 24, 2036`);
    await expect(processor.getByRole('region', { name: 'Finding' })).toContainText('Acknowledged');
  });

  await test.step('the processor writes what they saw and adds a photograph, which the auditor sees at once', async () => {
    const comments = processor.getByRole('region', { name: 'Comments' });
    await comments.getByRole('textbox', { name: 'Comment' }).fill('Shade trees were pruned, the cacao stands.');
    await comments.getByRole('button', { name: 'Add comment' }).click();
    await expect(comments.getByRole('listitem')).toHaveText(/Shade trees were pruned/);
    await expect(comments.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await processor.locator('input[type=file]').setInputFiles(PHOTO);
    await expect(processor.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveText(/gps\.jpg/);
    await expect(auditor.getByRole('region', { name: 'Comments' })).toContainText('Shade trees were pruned');
    const file = auditor.getByRole('region', { name: 'Files' }).getByRole('listitem');
    await expect(file).toHaveText(/gps\.jpg/);
    await file.scrollIntoViewIfNeeded();
    await expect(file.locator('img')).toBeVisible();
    const [download] = await Promise.all([
      auditor.waitForEvent('download'),
      auditor.getByRole('button', { name: 'Download gps.jpg' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('gps.jpg');
  });

  await test.step('the auditor resolves it, which the processor sees at once', async () => {
    const decision = auditor.getByRole('region', { name: 'Decision' });
    await decision.getByRole('radio', { name: 'No Deforestation' }).click();
    await decision.getByRole('button', { name: 'Resolve alert' }).click();
    await expect(decision.getByRole('textbox', { name: 'Note' })).toHaveAttribute('aria-invalid', 'true');
    await decision.getByRole('textbox', { name: 'Note' }).fill('Pruning, by the photograph');
    await decision.getByRole('button', { name: 'Resolve alert' }).click();
    const closed = `Resolved for ${lotId}: No Deforestation.`;
    await expect(decision).toContainText(closed);
    await expect(processor.getByRole('region', { name: 'Decision' })).toContainText(closed);
    await expect(processor.getByRole('region', { name: 'Finding' })).toContainText('Pruning, by the photograph');
  });

  await test.step('the ledger holds each state that it had', async () => {
    await expect
      .poll(async () => {
        const { data } = await rest.get(`/lots/${lotId}/provenance`);
        const steps = JSON.stringify(data.provenanceChain);
        return ['raised', 'acknowledged', 'resolved'].filter((step) => steps.includes(`alert ${step}`));
      })
      .toEqual(['raised', 'acknowledged', 'resolved']);
  });

  await test.step('the partner whose server was away hears of all of it once it is back, signed and in order', async () => {
    expect(receiver.calls).toEqual([]);
    await receiver.comeBack();
    // The fourth attempt comes two minutes after the third.
    await expect.poll(() => receiver.calls.at(-1)?.json.alert.status, { timeout: 200_000 }).toBe('resolved');
    expect(receiver.calls[0]?.json.event).toBe('alert.raised');
    expect(receiver.calls.every((call) => isSigned(call, made.data.secret))).toBe(true);
    expect(receiver.calls.every(({ json }) => json.alert.id === alert)).toBe(true);
    expect(receiver.calls.some(({ body }) => /Wani|STORY|Pruning/.test(body))).toBe(false);
    await admin.send('DELETE', `/hooks/${made.data.hook.id}`);
    await receiver.stop();
  });
});

test('on a phone the decision is one press away from the evidence, and nothing covers the navigation', async ({
  browser,
}) => {
  const processor = await signedIn(browser, 'Processor');
  const page = await signedIn(browser, 'Auditor');
  await page.setViewportSize({ width: 390, height: 844 });
  const lotId = await registerLot(processor, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const rest = await restOf(page);
  const isOfLot = (alert: { lotId: string }) => alert.lotId === lotId;
  // The check comes after the registration.
  const found = async () => (await rest.get('/alerts?limit=50')).data.alerts.find(isOfLot)?.id;
  await expect.poll(found).toBeDefined();
  await page.goto(at(`/admin/alert?id=${await found()}`));
  const decision = page.getByRole('region', { name: 'Decision' });
  const heading = decision.getByRole('heading', { name: 'Decision' });
  // Until the evidence above it has come, the decision itself is on the screen.
  await expect(page.getByRole('img', { name: new RegExp(`pixels around ${lotId}: `) })).toBeVisible();
  await expect(heading).not.toBeInViewport();
  const decide = page.getByRole('button', { name: 'Decide' });
  await expect(decide).toBeInViewport({ ratio: 1 });
  const bottom = await decide.evaluate((button) => button.getBoundingClientRect().bottom);
  const top = await page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => nav.getBoundingClientRect().top);
  expect(bottom).toBeLessThanOrEqual(top);
  await decide.press('Enter');
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(decision.getByRole('radio').first()).toBeFocused();
  await expect(decide).toBeHidden();
});
