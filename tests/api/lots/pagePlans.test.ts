import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../server/platform/database/database.ts';
import { lotPage } from '../../../server/modules/lots/lotReader.ts';
import { seedLots } from '../../load/seed.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

/** So many that PostgreSQL, which takes an unknown offset for a tenth of them, would plan each page by itself. */
const LOTS = 30_000;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  await seedLots(client, LOTS);
  await client.end();
});
afterAll(() => app.stop());

describe('pages of a long list', () => {
  it('share one plan, whatever their number', async () => {
    const database = await Database.connect(app.databaseUrl, { poolSize: 1 });
    onTestFinished(() => database.close());
    const texts = new Set<string>();
    for (let page = 2; page <= 20; page += 1) {
      const listing = { page, limit: 12, filter: {}, sort: 'harvestDate', order: 'desc' } as const;
      const { text, values } = lotPage({ kind: 'all' }, listing);
      expect(await database.rows(text, values)).toHaveLength(12);
      texts.add(text);
    }
    const plans = await database.rows(
      'select generic_plans as shared, custom_plans as own from pg_prepared_statements where statement = any($1)',
      [[...texts]],
    );
    // PostgreSQL plans the first five for their values, to compare.
    expect(plans).toEqual([{ shared: 14, own: 5 }]);
  });
});
