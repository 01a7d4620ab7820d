import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvOfLots, importLots } from '../../support/lotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

it('five hundred lots move in one call within 5 s, each with its own result', async () => {
  const made = await importLots(app, admin, csvOfLots(500, 'LOT-ADV-'));
  expect(made.data.created).toBe(500);
  const lotIds = Array.from({ length: 500 }, (_, i) => `LOT-ADV-${i}`);
  const began = performance.now();
  const body = { lotIds, processDetails: 'Six days in boxes' };
  const { data } = await admin.rest.send('POST', '/lots/advance', body);
  const took = performance.now() - began;
  expect([data.advanced, data.refused]).toEqual([500, 0]);
  const moved = data.results.map(({ lotId, to }: { lotId: string; to: string }) => [lotId, to]);
  expect(moved).toEqual(lotIds.map((lotId) => [lotId, 'fermented']));
  expect(took).toBeLessThan(5_000);

  const tooMany = await admin.rest.send('POST', '/lots/advance', { ...body, lotIds: [...lotIds, 'LOT-ADV-500'] });
  expect(tooMany.status).toBe(400);
}, 120_000);
