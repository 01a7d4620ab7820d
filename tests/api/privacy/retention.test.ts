import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { RETENTION_SCHEDULE } from '../../../server/modules/privacy/retention.ts';
import { readList } from '../../support/documentLists.ts';
import { registered } from '../../support/seeds.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  await app.person('auditor');
  await registered(await app.person('farmer'));
  await servicesOf(app.app).retention.run();
});
afterAll(() => app.stop());

const count = async (table: string): Promise<number> =>
  (await app.app.database.row<{ count: number }>(`select count(*) from ${table}`))?.count ?? 0;

/** How a row of each table is made that is so old (`$1`, an interval), one that is still kept, and one that is not. */
const BOUNDED: Record<string, { insert: string; kept: string; gone: string }> = {
  'session that ended': {
    insert: `insert into session (id, user_id, ended_at, end_reason)
      select gen_random_uuid(), id, now() - $1::interval, 'test' from app_user limit 1`,
    kept: '29 days',
    gone: '31 days',
  },
  'session without use': {
    insert: `insert into session (id, user_id, last_used_at)
      select gen_random_uuid(), id, now() - $1::interval from app_user limit 1`,
    kept: '59 days',
    gone: '61 days',
  },
  refresh_token: {
    insert: `insert into refresh_token (hash, session_id, expires_at)
      select decode(md5($1), 'hex'), id, now() - $1::interval from session where ended_at is null order by created_at limit 1`,
    kept: '29 days',
    gone: '31 days',
  },
  login_failure: {
    insert: `insert into login_failure (at, account_key, address_key) values (now() - $1::interval, '\\x01', '\\x01')`,
    kept: '23 hours',
    gone: '25 hours',
  },
  rate_spent: {
    insert: `insert into rate_spent (process, rate, caller, spent, ends_at)
      values (gen_random_uuid(), 'known', 'A', 1, now() - $1::interval)`,
    kept: '23 hours',
    gone: '25 hours',
  },
  event_log: {
    insert: `insert into event_log (at, topic, kind) values (now() - $1::interval, 'lot', 'test')`,
    kept: '6 days',
    gone: '8 days',
  },
  client_error: {
    insert: `insert into client_error (at, message) values (now() - $1::interval, 'test')`,
    kept: '29 days',
    gone: '31 days',
  },
  client_metric: {
    insert: `insert into client_metric (at, name, value) values (now() - $1::interval, 'LCP', 1)`,
    kept: '29 days',
    gone: '31 days',
  },
  search_session: {
    insert: `with known as (
        insert into search_day (day, response_buckets) values ((now() at time zone 'UTC' - $1::interval)::date, '{}') returning day)
      insert into search_session (day, hash) select day, '\\x01' from known`,
    kept: '1 day',
    gone: '2 days',
  },
  search_day: {
    insert: `insert into search_day (day, response_buckets) values ((now() at time zone 'UTC' - $1::interval)::date, '{}')`,
    kept: '400 days',
    gone: '401 days',
  },
  search_day_lot: {
    insert: `with known as (
        insert into search_day (day, response_buckets) values ((now() at time zone 'UTC' - $1::interval)::date, '{}') returning day)
      insert into search_day_lot (day, lot_id) select day, 'LOT701' from known`,
    kept: '399 days',
    gone: '402 days',
  },
  web_hook_delivery: {
    insert: `with hook as (
        insert into web_hook (id, name, url, locked_secret, created_by, created_at)
        select gen_random_uuid(), 'a', 'https://a.example/', '\\x01', id, now() from app_user limit 1 returning id)
      insert into web_hook_delivery (id, hook_id, log_id, event, body, created_at, state)
      select gen_random_uuid(), id, 1, 'alert.raised', '{}', now() - $1::interval, 'delivered' from hook`,
    kept: '29 days',
    gone: '31 days',
  },
  alert_told: {
    insert: `insert into alert_told (id, log_id, lot_id, body, created_at)
      select gen_random_uuid(), 1 + floor(random() * 1e9)::bigint, id, '{}', now() - $1::interval from lot limit 1`,
    kept: '29 days',
    gone: '31 days',
  },
  alert_mail_letter: {
    insert: `insert into alert_mail_letter (id, account_id, kind, created_at, next_at, state)
      select gen_random_uuid(), id, 'code', now() - $1::interval, now(), 'sent' from app_user limit 1`,
    kept: '29 days',
    gone: '31 days',
  },
  contact_request: {
    insert: `insert into contact_request values (gen_random_uuid(), now() - $1::interval, 'a', 'b', 'c', 'd')`,
    kept: '364 days',
    gone: '367 days',
  },
  idempotency_key: {
    insert: `insert into idempotency_key (subject, key, fingerprint, holder, held_until, created_at)
      values (gen_random_uuid(), 'test', '\\x01', gen_random_uuid(), now(), now() - $1::interval)`,
    kept: '23 hours',
    gone: '25 hours',
  },
  report: {
    insert: `insert into report (id, kind, creator_role, period_from, period_to, sample_data, figures, lots, plots, created_at)
      values (gen_random_uuid(), 'compliance', 'auditor', '2020-01-01', '2020-01-31', false, '{}', '[]', '[]', now() - $1::interval)`,
    kept: '1820 days',
    gone: '1830 days',
  },
  report_file: {
    insert: `with made as (
        insert into report (id, kind, creator_role, period_from, period_to, sample_data, figures, lots, plots, created_at)
        values (gen_random_uuid(), 'compliance', 'auditor', '2020-01-01', '2020-01-31', false, '{}', '[]', '[]', now() - $1::interval)
        returning id)
      insert into report_file (report_id, format, name, media_type, personal, bytes)
      select id, 'csv', 'a.csv', 'text/csv', false, '\\x01' from made`,
    kept: '1820 days',
    gone: '1830 days',
  },
};

describe('the retention job', () => {
  it.each(Object.entries(BOUNDED))(
    'removes what is too old, and no earlier: %s',
    async (name, { insert, kept, gone }) => {
      const table = name.split(' ', 1)[0] ?? '';
      const before = await count(table);
      await app.app.database.rows(insert, [kept]);
      await app.app.database.rows(insert, [gone]);
      expect(await count(table)).toBe(before + 2);
      await servicesOf(app.app).retention.run();
      expect(await count(table)).toBe(before + 1);
    },
  );

  it('comes once each day by the clock of the queue, and makes up for a day that was missed', async () => {
    const [item] = parseCrontab(RETENTION_SCHEDULE);
    expect(item).toMatchObject({ task: 'retention', options: { backfillPeriod: 86_400_000 } });
    for (const day of [
      { date: 1, month: 1, dow: 0 },
      { date: 28, month: 2, dow: 3 },
      { date: 31, month: 12, dow: 6 },
    ]) {
      const minutes = Array.from({ length: 24 * 60 }, (_, at) => ({ ...day, hour: Math.floor(at / 60), min: at % 60 }));
      expect(minutes.filter((minute) => item?.match(minute))).toHaveLength(1);
    }
    const known = await app.app.database.rows('select identifier from graphile_worker._private_known_crontabs');
    expect(known).toContainEqual({ identifier: 'retention' });
  });

  it('leaves the audit table, to which rows can only be added', async () => {
    const before = await count('audit_entry');
    expect(before).toBeGreaterThan(0);
    await app.app.database.rows(
      `insert into audit_entry (at, role, action) values (now() - interval '30 years', 'system', 'lot.created')`,
    );
    await servicesOf(app.app).retention.run();
    expect(await count('audit_entry')).toBeGreaterThan(before);
    await expect(
      app.app.database.rows(`delete from audit_entry where at < now() - interval '29 years'`),
    ).rejects.toThrow('written once');
  });
});

describe('tables that strangers can fill', () => {
  it('hold the newest 10,000 measurements', async () => {
    await app.app.database.rows(
      `insert into client_metric (name, value) select 'LCP', n from generate_series(1, 10300) n`,
    );
    await app.rest.send('POST', '/monitoring/metrics', { name: 'CLS', value: 0.1 });
    expect(await count('client_metric')).toBe(10_000);
    expect(await count(`client_metric where name = 'CLS'`)).toBe(1);
  });

  it('hold the newest 10,000 contact requests', async () => {
    await app.app.database.rows(
      `insert into contact_request select gen_random_uuid(), now() - make_interval(secs => n), 'a', 'b', 'c', 'd'
       from generate_series(1, 10300) n`,
    );
    const sent = { firstName: 'Zora', lastName: 'Newest', email: 'z@example.org', company: 'Z' };
    expect((await app.rest.send('POST', '/contact', sent)).body.success).toBe(true);
    expect(await count('contact_request')).toBe(10_000);
    expect(await count(`contact_request where last_name = 'Newest'`)).toBe(1);
  });

  it('hold 1,000 lots and 50,000 sessions of a day of searches', async () => {
    const search = (searchValue: string, sessionId: string) =>
      app.rest.send('POST', '/analytics/search', { searchType: 'lot', searchValue, found: true, sessionId });
    await search('LOT701', 'first');
    const today = new Date().toISOString().slice(0, 10);
    const lots = `search_day_lot where day = '${today}'`;
    await app.app.database.rows(
      `insert into search_day_lot (day, lot_id) select $1, 'LOT-FULL-' || n from generate_series(1, 999) n`,
      [today],
    );
    await app.app.database.rows('update search_day set sessions = 50000 where day = $1', [today]);
    const sessions = await count('search_session');
    await search('LOT999', 'another');
    expect([await count(lots), await count('search_session')]).toEqual([1_000, sessions]);
    expect(await count(`${lots} and lot_id = 'LOT999'`)).toBe(0);
    await search('LOT701', 'first');
    expect(await count(`${lots} and lot_id = 'LOT701' and found = 2`)).toBe(1);
  });
});

describe('docs/operations/retention.md', () => {
  it('says of each table what is in it, for how long and why, and of no other', async () => {
    const text = await readFile(join(packageRoot, 'docs', 'operations', 'retention.md'), 'utf8');
    const items = readList(text, 'What each table holds, and for how long');
    const said = items.flatMap(({ label }) =>
      [...(label.split(': ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
    );
    const tables = await app.app.database.rows<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(said.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    for (const { fields } of items) expect(Object.keys(fields)).toEqual(['Period', 'Reason']);
  });
});
