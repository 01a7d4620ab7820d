import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { lotInput } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** Every statement of every connection: set before the first one is opened, because connections may keep the method. */
const sent = vi.spyOn(Client.prototype, 'query');

let app: TestApp;
let admin: Person;
let processor: Person;

beforeAll(async () => {
  // Without recording and checks, which send statements of their own.
  app = await createTestApp({ env: { ROLE: 'web' } });
  admin = await app.person('admin');
  processor = await app.person('processor');
});
afterAll(async () => {
  sent.mockRestore();
  await app.stop();
});

/** Lots of a farm by file, as a co-operative brings them. */
async function imported(farmId: string, count: number): Promise<void> {
  const one = lotInput({ farmId, farmerName: 'Zora Manylots' });
  const names = Object.keys(one);
  const rows = Array.from({ length: count }, (_, i) =>
    names.map((name) => (name === 'lotId' ? `LOT-${farmId.slice(5)}-${i}` : one[name])).join(','),
  );
  const form = new FormData();
  form.set('file', new Blob([[names.join(','), ...rows].join('\n')]), 'lots.csv');
  expect((await processor.rest.form('/lots/import', form)).body.success).toBe(true);
}

/** Follows the event log, wakes others, and reads again after two seconds who asks: what time decides. */
const CLOCKWORK = /from event_log|from session s |pg_notify|^\s*(listen|set)\b/i;

const ownFarm = (name: string): string => `${name}-${randomInt(10_000)}`;

/** How many statements the erasure of the farmer of a farm sends, which no other test uses. */
async function statementsFor(farmId: string, lots: number): Promise<number> {
  await imported(farmId, lots);
  sent.mockClear();
  const { status, data, body } = await admin.rest.send('POST', '/gdpr/erase', { farmId, farmerName: 'Zora Manylots' });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(data.receipt.ledgerEvents).toBe(lots);
  return sent.mock.calls
    .map(([query]: unknown[]) => (typeof query === 'string' ? query : JSON.stringify(query)))
    .filter((text) => !CLOCKWORK.test(text)).length;
}

it('an erasure sends no more statements for 300 lots than for three', async () => {
  // The first one also asks what is remembered afterwards.
  await statementsFor(ownFarm('FARM-FIRST'), 1);
  const few = await statementsFor(ownFarm('FARM-FEW'), 3);
  expect(few).toBeLessThan(75);
  // A few more may be of jobs that ran meanwhile; one for each lot would be 297.
  expect(await statementsFor(ownFarm('FARM-MANY'), 300)).toBeLessThan(few + 10);
});

it('an erasure of more lots than are written together erases them all', async () => {
  const farmId = ownFarm('FARM-BATCHES');
  await statementsFor(farmId, 1_001);
  const row = await app.app.database.row(
    `select count(*) as lots, count(farmer_name) as named, min(head_seq) as head, min(version) as version from lot
     where farm_id = $1`,
    [farmId],
  );
  expect(row).toEqual({ lots: 1_001, named: 0, head: 2, version: 2 });
});
