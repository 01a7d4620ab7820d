import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AuditSegments } from '../../../server/modules/audit/auditSegments.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { relockKeys } from '../../../server/platform/row-signatures/relockKeys.ts';
import { eventually, settledLot } from '../../support/seeds.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

/** Tables whose rows are written once, each with a column that somebody might try to change. */
const WRITTEN_ONCE = [
  ['lot_event', 'content'],
  ['audit_entry', 'action'],
  ['audit_portion', 'hash'],
  ['ledger_organisation', 'sealed_key'],
  ['ledger_block', 'data_hash'],
  ['ledger_transaction', 'envelope'],
  ['ledger_content', 'content'],
  ['ledger_tree_node', 'hash'],
] as const;

const name = `two_roles_${randomBytes(6).toString('hex')}`;
const [owner, program] = [`${name}_owner`, `${name}_app`];
const PASSWORD = 'a-password-of-a-role';
let app: TestApp;

beforeAll(async () => {
  const admin = inject('databaseAdminUrl');
  await run(admin, `create role ${owner} login password '${PASSWORD}'`);
  await run(admin, `create role ${program} login password '${PASSWORD}'`);
  await run(admin, `create database ${name} owner ${owner}`);
});

afterAll(async () => {
  await app?.stop();
  const admin = inject('databaseAdminUrl');
  await run(admin, `drop database if exists ${name} with (force)`);
  await run(admin, `drop role if exists ${owner}, ${program}`);
});

/** The test's database as one of the two roles sees it. */
function as(role: string): string {
  const url = new URL(inject('databaseAdminUrl'));
  return Object.assign(url, { pathname: `/${name}`, username: role, password: PASSWORD }).href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** What the operator's guide has the owner run after the first start and after each upgrade. */
async function documentedGrants(): Promise<string> {
  const guide = await readFile(join(packageRoot, 'docs', 'operations', 'database-roles.md'), 'utf8');
  const grants = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)]
    .map(([, sql = '']) => sql)
    .find((sql) => sql.startsWith('grant'));
  if (grants === undefined) throw new Error('The guide has no grants');
  return grants.replaceAll('manam_app', program);
}

const start = () => createTestApp({ database: as(program), env: { MIGRATION_DATABASE_URL: as(owner) } });

describe('an owner of the tables, and a role for the program', () => {
  it('need the grants of the guide: the first start makes the tables and ends', async () => {
    await expect(createTestApp({ database: as(program) })).rejects.toThrow(
      /^MIGRATION_DATABASE_URL takes the role that owns/,
    );
    await expect(start()).rejects.toThrow(/^DATABASE_URL: its role may not use \S+: .*grants/);
    await run(as(owner), await documentedGrants());
    app = await start();
  });

  it.each([
    ['a table', 'revoke select on satellite_check from ROLE', 'public.satellite_check'],
    ['the job queue', 'drop policy ROLE on graphile_worker._private_jobs', 'graphile_worker._private_jobs'],
    ['a schema', 'revoke usage on schema graphile_worker from ROLE', 'graphile_worker._private_job_queues'],
  ])('need them again when an upgrade brought what they do not cover: %s', async (_, takenAway, named) => {
    await run(as(owner), takenAway.replace('ROLE', program));
    await expect(start()).rejects.toThrow(`DATABASE_URL: its role may not use ${named}: `);
    await run(as(owner), await documentedGrants());
  });

  it('are enough for the life of a lot: registered, recorded, checked, reported, deleted, its farmer erased', async () => {
    const admin = await app.person('admin');
    const lot = await settledLot(app, admin);
    expect(lot.blockchainHash).toMatchObject({ status: 'recorded' });
    expect(lot.deforestationStatus).toBe('No Deforestation');
    expect((await admin.rest.get(`/lots/${lot.id}/blockchain`)).data.verification.state).toBe('verified');
    const report = await admin.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-06-30');
    expect(report.data.report.totalLots).toBe(1);
    expect((await admin.rest.send('DELETE', `/lots/${lot.id}`)).status).toBe(200);
    const recorded = `select count(*) from ledger_transaction join lot_event using (event_id) where type = 'deleted'`;
    await eventually(async () => expect(await app.app.database.row(recorded)).toEqual({ count: 1 }));
    const erased = await admin.rest.send('POST', '/gdpr/erase', { farmId: 'FARM001', farmerName: 'Grace Kila' });
    expect([erased.status, erased.data.erased]).toEqual([200, true]);
    expect((await servicesOf(app.app).integrityAudit.run()).findings).toEqual([]);
  });

  it.each(WRITTEN_ONCE)(
    'keep the program from changing rows of %s (%s), and from its triggers',
    async (table, column) => {
      await new AuditSegments(app.app.database).run();
      expect(await app.app.database.row(`select count(*) > 0 as filled from ${table}`)).toEqual({ filled: true });
      for (const sql of [`delete from ${table}`, `truncate ${table}`, `update ${table} set ${column} = ${column}`]) {
        await expect(run(as(program), sql)).rejects.toThrow(new RegExp(`permission denied for table ${table}`));
      }
      for (const sql of [`alter table ${table} disable trigger all`, `drop table ${table}`]) {
        await expect(run(as(program), sql)).rejects.toThrow(/must be owner of/);
      }
    },
  );

  it('let the owner alone lock the keys under another secret, and change nothing else of an organisation', async () => {
    const next = 'another-secret-that-is-long-enough-too';
    await expect(relockKeys(as(program), TEST_SECRET, next)).rejects.toThrow(/permission denied/);
    expect(await relockKeys(as(owner), TEST_SECRET, next)).toBe(3);
    await expect(start()).rejects.toThrow(/^AUTH_SECRET does not open the seal keys/);
    const other = await createTestApp({ database: as(program), env: { AUTH_SECRET: next } });
    expect(await other.app.ledger.health()).toMatchObject({ status: 'up' });
    await other.stop();
    await expect(relockKeys(as(owner), TEST_SECRET, next)).rejects.toThrow(/^AUTH_SECRET does not open the keys/);
    expect(await relockKeys(as(owner), next, TEST_SECRET)).toBe(3);
    for (const change of [
      'name = name || $$!$$',
      'certificate = root_certificate',
      'sealed_key = sealed_key, name = $$x$$',
    ]) {
      await expect(run(as(owner), `update ledger_organisation set ${change}`)).rejects.toThrow(/written once/);
    }
    await expect(run(as(owner), 'delete from ledger_organisation')).rejects.toThrow(/written once/);
  });

  it('let the program add to them, and make no table of its own', async () => {
    await expect(run(as(program), 'create table public.mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(run(as(program), 'set session_replication_role = replica')).rejects.toThrow(/permission denied/);
    const admin = await app.person('admin');
    expect((await settledLot(app, admin)).blockchainHash?.status).toBe('recorded');
  });
});
