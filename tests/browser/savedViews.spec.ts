import { randomInt } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at, signedIn } from './staff.ts';

for (const [place, width, height, colorScheme] of [
  ['a desk', 1280, 800, 'light'],
  ['a phone', 390, 844, 'dark'],
] as const) {
  test(`a view of the lots is saved, shared, opened by a colleague, renamed and deleted, on ${place} @story`, async ({
    browser,
  }) => {
    const mark = `${width} ${randomInt(10 ** 6)}`;
    const name = `Drying, heaviest first ${mark}`;
    const processor = await signedIn(browser, 'Processor');
    await processor.setViewportSize({ width, height });
    await processor.emulateMedia({ colorScheme });
    await processor.goto(at('/admin/dashboard?tab=lots&stage=drying&sort=weight&order=desc'));
    const openViews = async () => {
      const button = processor.getByRole('button', { name: 'Views', exact: true });
      // Phones fold it away with sorting and layout.
      const more = processor.getByRole('button', { name: 'Figures, views and sorting' });
      await expect(button.or(more).first()).toBeVisible();
      if (!(await button.isVisible())) await more.click();
      await button.click();
      return processor.getByRole('dialog', { name: 'Saved views' });
    };

    const dialog = await openViews();
    await dialog.getByLabel('Name of the view').fill(name);
    await dialog.getByLabel('Share with everyone who sees all lots').check();
    expect(await seriousFindings(processor)).toEqual([]);
    await dialog.getByLabel('Name of the view').press('Enter');
    await expect(processor.getByText(`View ‘${name}’ is saved`)).toBeVisible();
    await expect(processor.getByRole('button', { name: 'Views', exact: true })).toBeFocused();

    const auditor = await signedIn(browser, 'Auditor');
    await auditor.goto(at('/admin/dashboard?tab=lots'));
    await auditor.getByRole('button', { name: 'Views', exact: true }).click();
    const found = auditor
      .getByRole('region', { name: 'Shared by others' })
      .getByRole('listitem')
      .filter({ hasText: name });
    await expect(found).toContainText('by ');
    await found.getByRole('link', { name }).press('Enter');
    await expect(auditor).toHaveURL(/tab=lots&stage=drying&sort=weight$/);
    await expect(auditor.getByRole('dialog')).toHaveCount(0);

    await openViews();
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click();
    await processor.getByRole('menuitem', { name: 'Rename' }).click();
    const field = dialog.getByLabel(`New name of ${name}`);
    await expect(field).toBeFocused();
    await field.fill(`Dry ${mark}`);
    await field.press('Enter');
    await expect(dialog.getByRole('link', { name: `Dry ${mark}` })).toHaveAttribute('aria-current', 'true');
    await expect(dialog.getByRole('button', { name: `Actions for Dry ${mark}` })).toBeFocused();
    expect(await seriousFindings(processor)).toEqual([]);
    await dialog.getByRole('button', { name: `Actions for Dry ${mark}` }).press('Enter');
    await processor.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(dialog.getByRole('link', { name: `Dry ${mark}` })).toHaveCount(0);
    await expect(dialog.getByLabel('Name of the view')).toBeFocused();
  });
}
