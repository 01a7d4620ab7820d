import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const tag = randomBytes(4).toString('hex');
const [owner, role, database] = [`owner_${tag}`, `app_${tag}`, `two_roles_${tag}`];

let app: TestApp;

/** The SQL of a section of the guide, with this test's names. */
async function guideSql(): Promise<string[]> {
  const text = await readFile(join(packageRoot, 'docs', 'operations', 'database-roles.md'), 'utf8');
  return [...text.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) =>
    sql
      .replaceAll('manam_owner', owner)
      .replaceAll('manam_app', role)
      .replaceAll('create database manam ', `create database ${database} `)
      .replaceAll("'...'", "'test'"),
  );
}

function urlOf(user: string): string {
  const url = new URL(inject('databaseAdminUrl'));
  url.username = user;
  url.password = 'test';
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const one of statements) await client.query(one);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const guide = await guideSql();
  const [create = '', grant = ''] = ['create role', 'grant'].map((begin) => guide.find((sql) => sql.startsWith(begin)));
  await run(
    inject('databaseAdminUrl'),
    create
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );
  await migrate(urlOf(owner));
  await run(urlOf(owner), [grant]);
  app = await createTestApp({ database: urlOf(role), env: { MIGRATION_DATABASE_URL: urlOf(owner) } });
});
afterAll(async () => {
  await app?.stop();
  const admin = inject('databaseAdminUrl');
  await run(admin, [
    `drop database if exists ${database} with (force)`,
    `drop role if exists ${owner}`,
    `drop role if exists ${role}`,
  ]);
});

describe('with two database roles, set up as docs/operations/database-roles.md says', () => {
  it('lots are registered, checked and recorded, and an erasure leaves nothing in the planner’s samples', async () => {
    const admin = await app.person('admin');
    const processor = await app.person('processor');
    const lots = ['LOT-ROLES-1', 'LOT-ROLES-2', 'LOT-ROLES-3'];
    for (const lotId of lots)
      await settledLot(app, processor, { lotId, farmId: 'FARM777', farmerName: 'Zyxquor Tworoles' });
    await run(urlOf(owner), ['analyze lot']);
    const owners = new Client({ connectionString: urlOf(owner) });
    await owners.connect();
    const sampled = async (): Promise<number> => {
      const { rows } = await owners.query<{ count: string }>(
        `select count(*) from pg_stats where most_common_vals::text ilike '%tworoles%' or histogram_bounds::text ilike '%tworoles%'`,
      );
      return Number(rows[0]?.count);
    };
    try {
      expect(await sampled()).toBeGreaterThan(0);
      const answer = await admin.rest.send('POST', '/gdpr/erase', {
        farmId: 'FARM777',
        farmerName: 'Zyxquor Tworoles',
      });
      expect([answer.status, answer.data?.receipt.ledgerEvents]).toEqual([200, 3]);
      expect(await sampled()).toBe(0);
    } finally {
      await owners.end();
    }
    await servicesOf(app.app).retention.run();
  });
});
