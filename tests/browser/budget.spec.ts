import { expect, test } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { at, signedIn } from './staff.ts';

/** What the signed-in dashboard may load until it is shown (issue 'The staff area'): bytes of compressed script, and files. */
const MOST_BYTES = 300_000;
const MOST_FILES = 12;

test('the signed-in dashboard comes with little script in few files', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.goto(at('/admin/dashboard'));
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  const sizes = await Promise.all(
    [...scripts].map(async ([url, body]) => [url.split('/').at(-1) ?? url, gzipSync(await body).length] as const),
  );
  expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_FILES);
  expect(
    sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
    JSON.stringify(sizes),
  ).toBeLessThanOrEqual(MOST_BYTES);
});
