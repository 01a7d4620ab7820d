import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { restClient } from '../support/restClient.ts';
import { seriousFindings } from './axe.ts';
import { at, LOSS_PLACE, registerLot, signedIn, tokenOf } from './staff.ts';

const PHOTO = join(packageRoot, 'tests/fixtures/pictures/gps.jpg');

test('a lot has a photo, and its trail tells of alert, comment, photo and papers by the names of people @story', async ({
  browser,
}) => {
  const processor = await signedIn(browser, 'Processor');
  const lotId = await registerLot(processor, { ...LOSS_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const auditor = await signedIn(browser, 'Auditor');
  const rest = restClient(at(''), await tokenOf(auditor));
  await expect.poll(async () => (await rest.get(`/alerts?lotId=${lotId}`)).data.alerts.length).toBe(1);
  const { id } = (await rest.get(`/alerts?lotId=${lotId}`)).data.alerts[0];
  await rest.send('POST', `/alerts/${id}/comments`, { text: 'Shade trees were pruned.' });
  const open = `/admin/dashboard?tab=lots&lot=${lotId}&view=detail`;

  await test.step('the processor adds a photo to the lot, and sees it', async () => {
    await processor.goto(at(open));
    const documents = processor
      .getByRole('dialog', { name: lotId })
      .getByRole('region', { name: 'Documents and photos' });
    await documents.getByRole('button', { name: 'Add a document' }).click();
    const form = processor.getByRole('dialog', { name: 'Add a document' });
    await form.locator('input[type=file]').setInputFiles(PHOTO);
    await form.getByRole('textbox', { name: 'Title' }).fill('Drying beds');
    await form.getByRole('button', { name: /^Add/ }).click();
    const line = documents.getByRole('listitem').filter({ hasText: 'Drying beds' });
    await expect(line.getByRole('button', { name: 'Show Drying beds' }).locator('img')).toBeVisible();
    // The photo itself is not read, and audited, before it is asked for.
    await expect(line.locator('img')).toHaveCount(1);
    await line.getByRole('button', { name: 'Show Drying beds' }).click();
    await expect(line.locator('img')).toHaveCount(2);
    await expect(line.locator('img').last()).toBeVisible();
  });

  await test.step('a field photo keeps its place and time when the processor chooses so', async () => {
    const documents = processor
      .getByRole('dialog', { name: lotId })
      .getByRole('region', { name: 'Documents and photos' });
    await expect(documents.getByText(/^Taken/)).toHaveCount(0);
    await documents.getByRole('button', { name: 'Add a document' }).click();
    const form = processor.getByRole('dialog', { name: 'Add a document' });
    const keep = form.getByRole('checkbox', { name: 'Keep place and time of the photo' });
    await expect(keep).toHaveCount(0);
    await form.locator('input[type=file]').setInputFiles(PHOTO);
    await expect(keep).not.toBeChecked();
    await keep.press('Space');
    await form.getByRole('textbox', { name: 'Title' }).fill('North slope');
    await form.getByRole('button', { name: /^Add/ }).click();
    await expect(documents.getByRole('listitem').filter({ hasText: 'North slope' })).toContainText(
      'Taken Nov 3, 2026, 08:14 at -5.2222, 145.7869',
    );
  });

  await test.step('the auditor reads all of it in the trail', async () => {
    await auditor.goto(at(open));
    const history = auditor.getByRole('dialog', { name: lotId }).getByRole('region', { name: 'Lot history' });
    await history.getByRole('button', { name: 'Include alerts, files and papers' }).press('Enter');
    const trail = history.getByRole('list', { name: 'Trail of the lot' });
    for (const told of [
      'Lot registered',
      'Alert raised',
      'Comment on an alert',
      'Shade trees were pruned.',
      'Document added: Drying beds',
    ])
      await expect(trail.getByText(told).first()).toBeVisible();
    await expect(trail).toContainText('by Elena Quispe');
    await expect(trail).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    await expect(trail.getByRole('link', { name: 'Open alert' }).first()).toHaveAttribute(
      'href',
      `/admin/alert?id=${id}`,
    );
    await expect.poll(() => seriousFindings(auditor)).toEqual([]);
  });
});
