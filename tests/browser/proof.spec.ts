import { expect, test, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { EmbeddedProof } from '../../server/domain/proof/proofFile.ts';
import { embeddedProof } from '../support/embeddedProof.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { seriousFindings } from './axe.ts';
import { pageAlive } from './pageAlive.ts';
import { at } from './staff.ts';
import { PROOF_STEPS } from '../../server/domain/proof/proofSteps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Script that pressing Verify may load, compressed (issue 'The public side'). */
const MOST_BYTES = 60_000;
const STEPS: readonly string[] = PROOF_STEPS;

/** Found by its number, so that the page asks for the lot instead of having it written by the server. */
async function pressVerifyOfFound(page: Page): Promise<void> {
  await page.goto(at('/verify?step=search'));
  await pageAlive(page);
  const input = page.getByRole('textbox', { name: /lot number/i });
  await input.fill('LOT701');
  await input.press('Enter');
  await page.getByRole('button', { name: /View blockchain record/ }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
}

/** As a person who presses again when nothing happens: before its script has come a page does not answer. */
async function openRecord(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: /View blockchain record/ }).click();
    await expect(page.getByRole('button', { name: 'Verify', exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

async function pressVerify(page: Page): Promise<void> {
  await page.goto(at('/verify/LOT701'));
  await openRecord(page);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
}

/** The proof as it is, with a change. */
async function forged(page: Page, change: (file: EmbeddedProof) => void): Promise<void> {
  await page.route('**/lots/public/LOT701/proof', async (route) => {
    const response = await route.fetch();
    const file = embeddedProof(await response.json());
    change(file);
    await route.fulfill({ response, json: file });
  });
}

const step = (page: Page, code: string, state: string) => page.locator(`[data-step=${code}][data-state=${state}]`);

async function states(page: Page): Promise<(string | null)[]> {
  return page.locator('[data-step]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')));
}

test("a shopper's own browser proves the lot, with little script and step by step @story", async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(at('/verify/LOT701'));
  await openRecord(page);
  await expect(page.getByRole('heading', { name: 'Stage changed to Delivered' })).toBeVisible();
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  // Its own scripts have come by then.
  await expect(verify).toBeEnabled();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await verify.press('Enter');
  await expect(
    page.getByRole('status').filter({ hasText: 'Proven: the fields and the journey are what was recorded' }),
  ).toBeVisible();
  expect(await states(page)).toEqual(STEPS.map(() => 'proven'));
  const sizes = await Promise.all([...scripts.values()].map(async (body) => gzipSync(await body).length));
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);

  await expect(step(page, 'signatures', 'proven')).toContainText('Manam Cooperative');
  await expect(page.getByText(/It cannot show that the record was true/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What our server says' })).toBeVisible();
  // A step opens by key to what it means, and the roots to their fingerprints.
  const roots = step(page, 'roots', 'proven').locator('summary');
  await roots.press('Enter');
  await expect(page.getByRole('button', { name: /Copy root fingerprint of Manam Cooperative/ })).toBeVisible();
  await roots.press('Enter');
  await expect(page.getByRole('button', { name: /Copy root fingerprint of Manam Cooperative/ })).toBeHidden();
  expect(await seriousFindings(page)).toEqual([]);
  expect(refused).toEqual([]);
});

const first = ({ events: [event] }: EmbeddedProof) => event as EmbeddedProof['events'][number];
const otherHex = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

const FORGERIES: [what: string, change: (file: EmbeddedProof) => void, code: string, reason: RegExp][] = [
  [
    'the content of an event',
    (file) => {
      first(file).content = first(file).content.replace('"weightGrams":', '"weightGrams":9');
    },
    'events',
    /Event 1 was changed: its hash is not the one that was signed/,
  ],
  ['a link of the chain', (file) => file.events.splice(1, 1), 'chain', /Event 2 does not follow the one before it/],
  [
    'an audit path',
    (file) => {
      first(file).path = [...first(file).path, '0'.repeat(64)];
    },
    'path',
    /Event 1 is not in block \d+/,
  ],
  [
    'a header',
    (file) => {
      first(file).block.previousHash = otherHex(first(file).block.previousHash);
    },
    'headers',
    /The header of block \d+ was changed: no organization’s signature matches it/,
  ],
  [
    'a signature',
    (file) => {
      const [one, two] = first(file).block.signatures;
      if (one && two) one.signature = two.signature;
    },
    'signatures',
    /The signature of Manam \w+ on block \d+ is not valid/,
  ],
  [
    'a shown field',
    (file) => {
      const shown = first(file).disclosed.find(({ field }) => field === 'farmerName');
      if (shown) shown.value = 'Somebody Else';
    },
    'fields',
    /The farmer in the file is not the one that event 1 recorded/,
  ],
];

for (const [what, change, code, reason] of FORGERIES) {
  test(`a proof in which ${what} was changed fails at its step, with the reason beside it`, async ({ page }) => {
    await forged(page, change);
    await pressVerify(page);
    await expect(step(page, code, 'failed')).toContainText(reason);
    await expect(page.getByRole('status').filter({ hasText: 'Not proven' })).toContainText(reason);
    const place = STEPS.indexOf(code);
    expect(await states(page)).toEqual(
      STEPS.map((_, i) => (i < place ? 'proven' : i === place ? 'failed' : 'not_checked')),
    );
    // The server's word stands beside it, as its own.
    await expect(page.getByRole('heading', { name: 'What our server says' })).toBeVisible();
  });
}

test('a page that shows another weight than was recorded fails, with both values', async ({ page }) => {
  await page.route('**/lots/public/LOT701', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const lot = { ...body.data.lot, weight: 9_999 };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, lot } } });
  });
  await pressVerifyOfFound(page);
  const failed = step(page, 'fields', 'failed');
  await expect(failed).toContainText('This page does not show what was recorded');
  await expect(failed).toContainText('Shown: 9,999 kg');
  await expect(failed).toContainText(/Recorded: [\d.,]+\skg/);
});

test('a page whose journey was forged in transit fails, with both texts', async ({ page }) => {
  await page.route('**/lots/public/LOT701', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const journey = body.data.journey.map((stop: { stage: string }) =>
      stop.stage === 'fermented'
        ? { ...stop, timestamp: '2026-08-04T10:00:00.000Z', details: 'Hand-picked by elves' }
        : stop,
    );
    await route.fulfill({ response, json: { ...body, data: { ...body.data, journey } } });
  });
  await pressVerifyOfFound(page);
  const failed = step(page, 'fields', 'failed');
  await expect(failed).toContainText(/Shown: fermented · 2026-08-04 · .*Hand-picked by elves/);
  await expect(failed).toContainText(/Recorded: fermented · /);
  await expect(page.getByText('Proven: the fields')).toBeHidden();
});

test('what the proof does not cover is named beside a green verdict, also where it was forged', async ({ page }) => {
  await page.route('**/lots/public/LOT701', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const satelliteCheck = {
      ...body.data.satelliteCheck,
      dataset: 'Hansen GFC-2025-v1.13',
      hectares: 120,
      sample: false,
    };
    const data = { ...body.data, country: 'GH', sampleSatelliteData: false, satelliteCheck };
    await route.fulfill({ response, json: { ...body, data } });
  });
  await pressVerifyOfFound(page);
  await expect(page.getByRole('status').filter({ hasText: 'Proven: the fields and the journey' })).toBeVisible();
  const told = page.getByText(/^From this site, not part of the proof: /);
  for (const value of ['country', 'sample data', 'dataset', 'area', 'who decided']) {
    await expect(told).toContainText(value);
  }
});

test('a lot that was changed since the page came is not accused, and not proven', async ({ page }) => {
  let asked = 0;
  await page.route('**/lots/public/LOT701', async (route) => {
    asked += 1;
    const response = await route.fetch();
    const body = await response.json();
    const lot = asked === 1 ? { ...body.data.lot, weight: 9_999 } : body.data.lot;
    await route.fulfill({ response, json: { ...body, data: { ...body.data, lot } } });
  });
  await pressVerifyOfFound(page);
  await expect(step(page, 'fields', 'not_checked')).toContainText('Reload the page');
  await expect(page.getByText('Not proven in full')).toBeVisible();
});

test('a proof that others signed is not taken, and without roots nothing is called proven', async ({ page }) => {
  await page.route('**/ledger/roots', (route) =>
    route.fulfill({ json: { data: { organisations: [{ rootFingerprint: 'ab'.repeat(32) }] } } }),
  );
  await pressVerify(page);
  await expect(step(page, 'roots', 'failed')).toContainText('its roots are not the trusted ones');
  await page.unrouteAll();
  await page.route('**/ledger/roots', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Re-verify' }).click();
  await expect(step(page, 'roots', 'not_checked')).toContainText('we can’t tell whose signatures these are');
  await expect(step(page, 'fields', 'proven')).toBeVisible();
  await expect(page.getByText('Not proven in full')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/lots/public/LOT701/proof', (route) => route.abort());
  await page.getByRole('button', { name: 'Re-verify' }).click();
  await expect(page.getByText('The proof file could not be loaded')).toBeVisible();
});

test('a proof is held to the head that the browser keeps: it stands under it, and one of another history is not proven', async ({
  page,
  request,
}) => {
  const { data } = await (await request.get(at('/api/v1/ledger/head'))).json();
  const keep = (head: unknown) =>
    page.evaluate((text) => localStorage.setItem('manam.head', text), JSON.stringify(head));
  await page.goto(at('/privacy'));
  await keep(data.head);
  await pressVerify(page);
  await expect(
    page.getByText(`saved the state of the ledger at ${data.head.blocks} blocks, and the newest event is in it`),
  ).toBeVisible();
  await keep({ ...data.head, rootHash: 'ab'.repeat(32) });
  await pressVerify(page);
  const verdict = page.getByRole('status').filter({ hasText: 'Not proven' });
  await expect(verdict).toContainText('the newest event is not in it: this file has another history');
  // What the file shows by itself is as it was.
  expect(await states(page)).toEqual(STEPS.map(() => 'proven'));
});

test('the downloaded file is proven by the script alone, and a changed one is not', async ({ page, request }, info) => {
  await pressVerify(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the proof file' }).click();
  const path = await (await coming).path();
  const { data } = await (await request.get(at('/api/v1/ledger/roots'))).json();
  const roots = data.organisations.map(({ rootFingerprint }: { rootFingerprint: string }) => rootFingerprint).join();
  const run = (file: string): Promise<{ status: number | null; said: string }> =>
    new Promise((resolve) => {
      const script = join(packageRoot, 'docs', 'verify-a-proof.mjs');
      const child = execFile(process.execPath, [script, file, '--roots', roots, '--lot', 'LOT701'], (_error, stdout) =>
        resolve({ status: child.exitCode, said: stdout }),
      );
    });
  expect(await run(path)).toMatchObject({ status: 0, said: expect.stringContaining('Proven.') });
  const changed = info.outputPath('changed.json');
  await writeFile(changed, (await readFile(path, 'utf8')).replace('weightGrams\\":', 'weightGrams\\":9'));
  expect(await run(changed)).toMatchObject({ status: 1, said: expect.stringContaining('FAILED') });
});
