import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  // Late in the day: in the Pacific it is tomorrow already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T16:30:00Z') });
  try {
    app = await createTestApp({ env: { DEMO: 'true' } });
  } finally {
    vi.useRealTimers();
  }
}, 120_000);
afterAll(async () => {
  await app?.stop();
});

describe('the demo lots', () => {
  it('were registered on the day of their harvest or later, whatever the hour of the first start', async () => {
    const lots = await app.app.database.rows<{ lotId: string; harvested: string; registered: string }>(
      `select lot_id as "lotId", harvest_date::text as harvested, (created_at at time zone 'UTC')::date::text as registered
       from lot`,
    );
    expect(lots.length).toBeGreaterThanOrEqual(60);
    expect(lots.filter(({ harvested, registered }) => harvested > registered)).toEqual([]);
  });
});
