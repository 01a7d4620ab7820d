import { expect, test, type Request } from '@playwright/test';
import { z } from 'zod';
import { at, CLEAR_PLACE, createLot, registerLot, searchLot, signedIn } from './staff.ts';

test('a process update with readings and operator is kept and shown @story', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  const lotId = await registerLot(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const lot = await searchLot(page, lotId);
  await lot.getByRole('button', { name: `More actions for ${lotId}` }).click();
  await page.getByRole('menuitem', { name: 'Update Process' }).click();

  const wizard = page.getByRole('dialog', { name: 'Update Process Step' });
  const next = wizard.getByRole('button', { name: 'Next' });
  await next.click();
  await expect(wizard.getByLabel('Process Step')).toBeFocused();
  await wizard.getByLabel('Process Step').selectOption('drying');
  await expect(wizard.getByText('Target moisture 6-8%')).toBeVisible();
  await next.click();

  await wizard.getByLabel('Process Details').fill('Sun-dried on raised beds');
  await wizard.getByLabel('Moisture (optional)').fill('107');
  await next.click();
  await expect(wizard.getByText('Moisture content must be between 0 and 100%')).toBeVisible();
  await wizard.getByLabel('Moisture (optional)').fill('7.2');
  await wizard.getByLabel('Temperature (optional)').fill('31.5');
  await wizard.getByLabel('Location (optional)').fill('Drying shed 2');
  await next.click();

  await wizard.getByLabel('Operator Name').fill('   ');
  await next.click();
  await expect(wizard.getByLabel('Operator Name')).toBeFocused();
  await wizard.getByLabel('Operator Name').fill('Ben Kila');
  await next.click();
  for (const text of ['Drying', 'Sun-dried on raised beds', '7.2%', '31.5°C', 'Drying shed 2', 'Ben Kila']) {
    await expect(wizard.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(wizard.getByText("You can't undo this update after submission.")).toBeVisible();
  await wizard.getByRole('button', { name: 'Update Process' }).click();

  const said = page.getByRole('alertdialog', { name: 'Process Updated' });
  await expect(said.getByText(`Lot ${lotId} was updated to Drying.`)).toBeVisible();
  await said.getByRole('button', { name: 'OK' }).click();
  await expect(lot.getByText('Drying', { exact: true })).toBeVisible();
  await expect(lot.getByText('7.2%')).toBeVisible();
  await expect(lot.getByText('31.5°C')).toBeVisible();
  await expect(lot.getByText('On Blockchain')).toBeVisible();

  await test.step('the ledger names the stage, what was done and where', async () => {
    await page.goto(at(`/verify/${lotId}`));
    await expect(page.getByText('Sun-dried on raised beds')).toBeVisible();
    await page.getByRole('button', { name: /View blockchain record/ }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Stage changed to Drying' });
    await expect(entry.getByText('Sun-dried on raised beds')).toBeVisible();
    await expect(entry.getByText('Drying shed 2')).toBeVisible();
    await expect(page.getByText('Ben Kila')).toHaveCount(0);
  });
});

const News = z.object({
  payload: z.object({
    data: z.object({
      lotsChanged: z.object({
        lots: z.array(
          z.object({
            lotId: z.string(),
            lot: z.object({ weight: z.number(), blockchainHash: z.object({ status: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

test('an answer that is older than the news does not undo them', async ({ browser }) => {
  const page = await signedIn(browser, 'Processor');
  /** the last weight of each lot that the page was told as recorded */
  const told = new Map<string, number>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const { lotId, lot } of News.safeParse(JSON.parse(String(payload))).data?.payload.data.lotsChanged.lots ??
        []) {
        if (lot.blockchainHash.status === 'recorded') told.set(lotId, lot.weight);
      }
    }),
  );
  await page.reload();
  const lotId = await createLot(page, { ...CLEAR_PLACE, farmId: 'FARM002', farmerName: 'Peter Wani' });
  const lot = await searchLot(page, lotId);
  await expect(lot.getByText('On Blockchain')).toBeVisible();
  await expect(lot.getByText('EUDR ✓')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 matching lot' })).toBeVisible();

  const isList = (request: Request) =>
    request.url().endsWith('/graphql') && (request.postData() ?? '').includes('"operationName":"LotsTab"');
  let held = false;
  const read = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (held || !isList(route.request())) return route.fallback();
    held = true;
    const answer = await route.fetch();
    read.resolve();
    await release.promise;
    return route.fulfill({ response: answer });
  });
  // The list is asked for, as after a gap in the line, and its answer is held back.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await read.promise;
  const token = await page.evaluate(() => localStorage.getItem('manam.accessToken'));
  const edited = await page.request.patch(at(`/api/v1/lots/${lotId}`), {
    headers: { authorization: `Bearer ${token ?? ''}` },
    data: { weight: 199.5 },
  });
  expect(edited.status()).toBe(200);
  await expect.poll(() => told.get(lotId)).toBe(199.5);
  const askedAgain = page.waitForRequest(isList);
  release.resolve();
  await (await (await askedAgain).response())?.finished();
  await expect(lot.getByText('199.5 kg')).toBeVisible();
});
