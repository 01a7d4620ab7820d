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
    await auditor.getByRole('link', { name: /Open the page of this alert/ }).click();
    await expect(auditor.getByRole('heading', { level: 1, name: new RegExp(lotId) })).toBeVisible();
    await expect(auditor.getByRole('img', { name: `Where the alert of lot ${lotId} is` })).toBeVisible();
    const seen = auditor.getByRole('region', { name: 'What the newest check saw' });
    await expect(
      seen.getByRole('img', { name: new RegExp(`^The place of ${lotId}: \\d+ pixels? with loss`) }),
    ).toBeVisible();
    await expect(seen.getByText(/^Loss after 31 December 2020: \d+ pixels? in 20\d\d/)).toBeVisible();
    return new URL(auditor.url()).searchParams.get('id') ?? '';
  });
  await processor.goto(at(`/admin/alert?id=${alert}`));
  await expect(processor.getByRole('region', { name: 'Decision' })).toContainText('Auditors and admins resolve');
  await expect(processor.getByRole('region', { name: 'Files' })).toContainText('once the alert is reviewed');

  await test.step('its checks stand one under the other, then and now, and each shows what it saw', async () => {
    const { lot } = (await rest.get(`/lots/${lotId}`)).data;
    const { latitude, longitude } = lot;
    expect((await rest.send('PATCH', `/lots/${lotId}/satellite`, { latitude, longitude })).status).toBe(200);
    const checks = auditor.getByRole('list', { name: 'Checks, newest first' }).getByRole('button');
    await expect(checks).toHaveCount(2);
    await expect(checks.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(checks.last()).toContainText(/then \d+ loss pixels, now \d+/);
    await checks.last().press('Enter');
    const seen = auditor.getByRole('region', { name: /^What the check of .* saw$/ });
    await expect(seen.getByText(/^Loss after 31 December 2020/)).toBeVisible();
    await expect(checks.last()).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => seriousFindings(auditor)).toEqual([]);
    await seen.getByRole('button', { name: 'Show the newest' }).press('Enter');
    await expect(auditor.getByRole('region', { name: 'What the newest check saw' })).toBeVisible();
  });

  await test.step('the auditor reviews it and asks the processor to look into it, who sees that at once', async () => {
    await auditor.getByRole('button', { name: 'Mark Reviewed' }).click();
    const task = auditor.getByRole('region', { name: 'Who looks into it' });
    const { data } = await rest.get(`/alerts/${alert}/assignees`);
    const who = data.assignees.find(({ role }: { role: string }) => role === 'processor');
    await task.getByRole('combobox', { name: 'Person' }).selectOption(who.id);
    await task.getByLabel('Until').fill('2036-12-24');
    await task.getByRole('button', { name: 'Save' }).click();
    const theirs = processor.getByRole('region', { name: 'Who looks into it' });
    await expect(theirs).toContainText(`${who.name}, Dec 24, 2036`);
    await expect(processor.getByRole('region', { name: 'What was found' })).toContainText('Acknowledged');
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
    await expect(auditor.getByRole('region', { name: 'Files' }).getByRole('listitem')).toHaveText(/gps\.jpg/);
    const [file] = await Promise.all([
      auditor.waitForEvent('download'),
      auditor.getByRole('button', { name: 'Download gps.jpg' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('gps.jpg');
  });

  await test.step('the auditor resolves it, which the processor sees at once', async () => {
    const decision = auditor.getByRole('region', { name: 'Decision' });
    await decision.getByRole('combobox', { name: 'Outcome' }).selectOption('No Deforestation');
    await decision.getByRole('textbox', { name: 'Note' }).fill('Pruning, by the photograph');
    await decision.getByRole('button', { name: 'Resolve alert' }).click();
    await expect(decision).toContainText('This alert is closed');
    await expect(processor.getByRole('region', { name: 'Decision' })).toContainText('This alert is closed');
    await expect(processor.getByRole('region', { name: 'What was found' })).toContainText('Pruning, by the photograph');
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
    await expect.poll(() => receiver.calls.at(-1)?.json.alert.status, { timeout: 60_000 }).toBe('resolved');
    expect(receiver.calls[0]?.json.event).toBe('alert.raised');
    expect(receiver.calls.every((call) => isSigned(call, made.data.secret))).toBe(true);
    expect(receiver.calls.every(({ json }) => json.alert.id === alert)).toBe(true);
    expect(receiver.calls.some(({ body }) => /Wani|STORY|Pruning/.test(body))).toBe(false);
    await admin.send('DELETE', `/hooks/${made.data.hook.id}`);
    await receiver.stop();
  });
});
