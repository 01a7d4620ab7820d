import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { until } from '../support/until.ts';
let app: TestApp;
beforeAll(async () => { app = await createTestApp(); });
afterAll(async () => { await app.stop(); });
it('x', async () => {
  const db = app.app.database;
  await until(async () => (await db.row('select 1 from register_event where recorded_at is not null')) !== null, 'recorded');
  const { registerKey } = await import("../../server/domain/ledger/register.ts"); const { nativeSha256 } = await import("../../server/ledger/nativeSha256.ts"); const { ledger } = app.app; const key = await registerKey((await ledger.head(1))!.ledgerId, nativeSha256);
  console.log(await db.rows('select * from register_event'));
  console.log(JSON.stringify(await ledger.readLot(key)));
  expect(1).toBe(1);
});
