import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALERT_FILES } from '../../../server/modules/alerts/files/signedFiles.ts';
import { ALERT_COMMENTS, ALERT_TASK_ROWS } from '../../../server/modules/alerts/investigation/signedInvestigation.ts';
import { INSTALLATION_SETTINGS } from '../../../server/platform/database/installationSettings.ts';
import { PLOT_VERSIONS, PLOTS } from '../../../server/modules/farms/signedPlots.ts';
import { DELIVERIES, WEBHOOK_ROWS } from '../../../server/modules/webhooks/signedWebhooks.ts';
import { ACCOUNTS, PARTNER_KEYS } from '../../../server/modules/identity/signedIdentity.ts';
import { ALERT_MAIL, ALERTS_TOLD } from '../../../server/modules/mail/signedMail.ts';
import { ERASURE_LOTS, ERASURES } from '../../../server/modules/privacy/signedErasures.ts';
import { COLUMN_CLASSES, COLUMNS, UNCOVERED, type ColumnClass } from '../../support/columnClasses.ts';
import { hookReceiver, type HookReceiver } from '../../support/webhookReceiver.ts';
import { codeIn } from '../../support/mailCode.ts';
import { newLot } from '../../support/newLot.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { resign } from '../../support/sealed.ts';
import { settledLot } from '../../support/seeds.ts';
import { SmtpServer } from '../../support/smtpServer.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

/* Columns that decide something and that neither a chain nor a seal covers: the integrity run names each that is changed by hand. */

let maria: Person;
/** A server that works made all of it; one that only serves runs on it, so that nothing moves by itself. */
let made: TestApp;
let app: TestApp;
let smtp: SmtpServer;
let receiver: HookReceiver;

const sql = (statement: string, values: unknown[] = []) => app.app.database.rows(statement, values);

const OUTLINE = [
  [145.600001, -5.300001],
  [145.602001, -5.300001],
  [145.602001, -5.298001],
  [145.600001, -5.298001],
  [145.600001, -5.300001],
];

beforeAll(async () => {
  [smtp, receiver] = [new SmtpServer(), await hookReceiver()];
  await smtp.start();
  const env = {
    WEB_HOOKS_LOOPBACK: 'true',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'alerts@trace.example',
    PUBLIC_URL: 'https://trace.example',
  };
  made = await createTestApp({ env });
  const [grace, auditor, admin] = [
    await made.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    await made.person('auditor'),
    await made.person('admin'),
  ];
  maria = await made.person('farmer', { farmId: 'FARM002', name: 'Maria Kaupa' });
  const geometry = { type: 'Polygon', coordinates: [OUTLINE] };
  await grace.rest.send('POST', '/farms/FARM001/plots', { name: 'Upper field', geometry });
  const lot = await settledLot(made, grace);
  const processor = await made.person('processor');
  const combined = async (input: string, weight: number): Promise<string> => {
    const lotId = newLot().lotId;
    const outputs = [{ lotId, weight, moistureContent: 7 }];
    await processor.rest.send('POST', '/transformations', {
      step: 'blending',
      inputs: [{ lot: input, weight }],
      outputs,
    });
    return lotId;
  };
  await combined(await combined(lot.id, 5), 5);
  const keyed = { 'Idempotency-Key': 'one-call' };
  await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 33 }, keyed);
  await admin.rest.send('POST', '/hooks', { name: 'Kakao Trade', url: receiver.url });
  await auditor.rest.send('PUT', '/alert-mail', { address: 'a@mail.example', language: 'en', pace: 'soon' });
  const code = codeIn(await until(() => smtp.mails[0], 'the code'));
  await auditor.rest.send('POST', '/alert-mail/confirm', { code });
  // The check ignores the first minute of a hook and of a mail address.
  const ago = `- interval '2 minutes'`;
  const { database } = made.app;
  const [hook] = await database.rows<{ id: string }>(`update web_hook set created_at = created_at ${ago} returning id`);
  await resign(database, WEBHOOK_ROWS, hook?.id);
  await database.rows(`update alert_mail set confirmed_at = confirmed_at ${ago} returning 1`);
  await resign(database, ALERT_MAIL, auditor.userId);
  await raiseSmoke(made.app.database, lot.id);
  await until(() => smtp.mails.length > 1 && receiver.calls.length > 0, 'the alert to be told');
  await until(async () => {
    const [row] = await made.app.database.rows<{ rest: boolean }>(
      `select not exists (select from ledger_outbox where state <> 'recorded') and not exists (select from lot_figure_change)
         and not exists (select from web_hook_delivery where state = 'waiting') and exists (select from alert_mail_letter where state = 'sent') as rest`,
    );
    return row?.rest === true;
  }, 'everything to be done');
  await made.app.stop();
  app = await createTestApp({ database: made.databaseUrl, env: { ...env, ROLE: 'web' } });
  // What waits for a process that works.
  await raiseSmoke(app.app.database, lot.id);
  await restClient(app.url, grace.accessToken).send('POST', '/lots', newLot());
  await app.rest.send('POST', '/auth/login', { username: grace.username, password: 'another-password' });
  await sql('update recheck set class = 3 where class is null');
  await sql(`insert into rate_spent values (gen_random_uuid(), 'public', 'somebody', 1, now() + interval '1 minute')`);
});
afterAll(async () => {
  await app?.stop();
  await made?.stop();
  await receiver?.stop();
  await smtp?.stop();
});

/** Tables that the integrity run found something in. */
async function named(): Promise<string[]> {
  const { findings } = await servicesOf(app.app).integrityAudit.run();
  return [...new Set(findings.map(({ table }) => table))];
}

interface ColumnRow {
  table: string;
  column: string;
  type: string;
  /** computed by PostgreSQL */
  generated: boolean;
  /** an index leads to it, or asks it */
  indexed: boolean;
}

const columnsNow = () =>
  sql(`select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated,
      exists (select from pg_index i where i.indrelid = c.oid and not i.indisprimary
        and (a.attnum = any(i.indkey::int2[]) or exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = c.oid and d.refobjsubid = a.attnum))) as indexed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, a.attnum`) as Promise<
    ColumnRow[]
  >;

/** Classes by `table.column`; a column in two of them comes twice. */
const CLASSED = Object.entries(COLUMNS).flatMap(([table, classes]) =>
  COLUMN_CLASSES.flatMap((kind) =>
    (classes[kind] ?? '')
      .split(/\s+/)
      .filter((column) => column !== '')
      .map((column): [string, ColumnClass] => [`${table}.${column}`, kind]),
  ),
);
const CLASS_OF = new Map(CLASSED);

/** Names of columns that say when something is done, how far somebody has come, or in which state it is. */
const DECIDES =
  /^(.*_)?(due|next|held|ends|expires|until|queued|told)(_.*)?$|(^|_)(state|status|tx|attempts|failures|failing_since)$|_micro$/;

describe('the table of column classes', () => {
  it('names every column once, and none that is not there', async () => {
    const columns = (await columnsNow()).map(({ table, column }) => `${table}.${column}`);
    expect(CLASSED.map(([column]) => column).sort()).toEqual(columns.sort());
  });

  it('calls generated what PostgreSQL computes', async () => {
    const computed = (await columnsNow()).filter(({ generated }) => generated);
    expect(CLASSED.filter(([, kind]) => kind === 'generated').map(([column]) => column)).toEqual(
      computed.map(({ table, column }) => `${table}.${column}`),
    );
  });

  it('calls sealed what seals cover', () => {
    const sealed = [
      ACCOUNTS,
      ALERT_COMMENTS,
      ALERT_FILES,
      ALERT_MAIL,
      ALERT_TASK_ROWS,
      ALERTS_TOLD,
      DELIVERIES,
      ERASURE_LOTS,
      ERASURES,
      INSTALLATION_SETTINGS,
    ];
    const rows = [...sealed, PARTNER_KEYS, PLOT_VERSIONS, PLOTS, WEBHOOK_ROWS];
    const uncovered = rows.flatMap(({ table, key, facts }) =>
      CLASSED.filter(([name, kind]) => kind === 'sealed' && name.startsWith(`${table}.`))
        .map(([name]) => name.slice(table.length + 1))
        .filter(
          (column) => column !== 'seal' && column !== key.column && !new RegExp(`\\bt\\.${column}\\b`).test(facts('t')),
        )
        .map((column) => `${table}.${column}`),
    );
    // Locked under AUTH_SECRET for its hook: one that was changed does not open. Bytes are held against their sealed hash.
    expect(uncovered).toEqual(['alert_file.bytes', 'web_hook.locked_secret']);
  });

  it('covers every column that decides something, or says why not', async () => {
    const open = (await columnsNow())
      .filter(({ column, indexed }) => indexed || DECIDES.test(column))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((column) => ['operation', 'internal'].includes(CLASS_OF.get(column) ?? ''));
    expect(Object.keys(UNCOVERED).sort()).toEqual(open.sort());
  });
});

/** What a column is set to, as SQL, and in which row. */
interface ColumnChange {
  to: string;
  where?: string;
}

/** A sum of no lots says nothing. */
const COUNTED: Readonly<Record<string, string>> = { lot_figure_all: 'lots <> 0', recheck: 'class is not null' };

const BY_TYPE: Readonly<Record<string, string>> = {
  'timestamp with time zone': `'9999-01-01'`,
  date: 'COLUMN + 1',
  smallint: 'COLUMN + 1',
  integer: 'COLUMN + 1',
  bigint: 'COLUMN + 1',
  boolean: 'not COLUMN',
  text: `'another'`,
  uuid: 'gen_random_uuid()',
  'double precision': 'COLUMN / 2',
  xid8: `'9000000000000000000'`,
};

const CHANGES: Readonly<Record<string, ColumnChange>> = {
  'alert_mail_letter.state': { to: `'given_up'`, where: `state = 'sent'` },
  'alert_mail_letter.attempts': { to: '0', where: `state = 'sent'` },
  'alert_mail_letter.last_at': { to: 'null', where: `state = 'sent'` },
  'alert_mail_letter.last_fault': { to: `'server'`, where: `state = 'sent'` },
  'alert_told.log_id': { to: 'log_id + 1000000' },
  'web_hook_delivery.log_id': { to: 'log_id + 1000000' },
  'figure_fold.day': { to: `'9999-01-01'` },
  'idempotency_key.written': { to: 'false', where: `targets <> '[]'` },
  'ledger_outbox.next_attempt_at': { to: `'9999-01-01'`, where: `state = 'pending'` },
  'lot.alert_state': { to: '(alert_state + 1) % 4' },
  'quality_figure.grain': { to: `'month'`, where: `grain = 'all'` },
  'recheck.class': { to: '9' },
  'web_hook.failing_since': { to: `now() - interval '6 days'` },
};

/** Tables in parts are compared as a whole, so one part is tested. */
const FINDING_OF: Readonly<Record<string, string>> = { lot_figure_all: 'lot_figure', farm_figure_all: 'farm_figure' };
/** Tables of changes are empty once they are summed: see below. */
const SUMMED_AT_ONCE = /_figure_change$/;
const recomputed = Object.keys(COLUMNS)
  .filter((table) => !/^(lot|farm)_figure(_month|_day)?$/.test(table) && !SUMMED_AT_ONCE.test(table))
  .map((table) => [table, (COLUMNS[table]?.recomputed ?? '').split(/\s+/).filter((column) => column !== '')] as const)
  .filter(([, columns]) => columns.length > 0);

/** Sets a column in one row. @returns how to put it back; null where the database refuses it */
async function change(table: string, column: string, type: string): Promise<(() => Promise<unknown>) | null> {
  const { to, where = COUNTED[table] ?? 'true' } = CHANGES[`${table}.${column}`] ?? {
    to: BY_TYPE[type] ?? `no value of ${type}`,
  };
  try {
    const [row] = await sql(
      `update ${table} t set ${column} = ${to.replaceAll('COLUMN', column)}
       where ctid = (select ctid from ${table} where ${where} limit 1) returning old.${column}::text as before, t.ctid::text as place`,
    );
    if (row === undefined) throw new Error(`There is no row in ${table}`);
    return () => sql(`update ${table} set ${column} = $1::${type} where ctid = $2::tid`, [row.before, row.place]);
  } catch (error) {
    // A check, the bounds of a part, a foreign key, or another row that has it.
    if (error instanceof Error && 'code' in error && ['23514', '23503', '23505'].includes(String(error.code)))
      return null;
    throw error;
  }
}

describe('the integrity run', () => {
  it('names nothing where nothing was changed', async () => {
    expect(await named()).toEqual([]);
  });

  it.each(recomputed)('names %s when a column that decides is changed', async (table, columns) => {
    const types = new Map((await columnsNow()).map((one) => [`${one.table}.${one.column}`, one.type]));
    const unnamed: string[] = [];
    for (const column of columns) {
      const back = await change(table, column, types.get(`${table}.${column}`) ?? '');
      if (back === null) continue;
      if (!(await named().finally(back)).includes(FINDING_OF[table] ?? table)) unnamed.push(column);
    }
    expect(unnamed).toEqual([]);
  });

  it.each([
    ['web_hook_delivery', 'web_hook_delivery'],
    ['alert_told', 'alert_told'],
    ['recheck', 'recheck'],
    ['lot_figure_all', 'lot_figure'],
  ])('names %s when its rows are deleted', async (table, finding) => {
    await sql('drop table if exists kept');
    await sql(`create table kept as table ${table}`);
    await sql(`delete from ${table}`);
    const found = await named().finally(() => sql(`insert into ${table} overriding system value select * from kept`));
    await sql('drop table kept');
    expect(found).toContain(finding);
  });

  it('names the plot whose box was moved, so that its land was claimed a second time', async () => {
    const claim = () =>
      restClient(app.url, maria.accessToken).send('POST', '/farms/FARM002/plots', {
        name: 'The same land',
        geometry: { type: 'Polygon', coordinates: [OUTLINE] },
      });
    expect((await claim()).status).toBe(400);
    const move = (by: number) =>
      sql(`update plot set west_micro = west_micro + $1, east_micro = east_micro + $1 where farm_id = 'FARM001'`, [by]);
    await move(1_000_000);
    expect((await claim()).status).toBe(201);
    expect(await named()).toEqual(['plot']);
    await move(-1_000_000);
    expect(await named()).toEqual([]);
  });

  it('names a delivery that is called delivered though it waits, and one that is to go out again', async () => {
    const call = (from: string, to: string) =>
      sql(`update web_hook_delivery set state = $2 where state = $1 returning 1`, [from, to]);
    expect(await call('delivered', 'waiting')).toHaveLength(1);
    expect(await named()).toEqual(['web_hook_delivery']);
    await call('waiting', 'delivered');
    expect(await named()).toEqual([]);
  });

  it.each([
    ['graphile_worker._private_jobs', 'run_at', `'9999-01-01'`],
    ['graphile_worker._private_jobs', 'locked_at', `'9999-01-01'`],
    ['graphile_worker._private_known_crontabs', 'last_execution', `'9999-01-01'`],
    ['graphile_worker._private_known_crontabs', 'known_since', `'9999-01-01'`],
  ])('names %s when %s is set far ahead', async (table, column) => {
    const back = await change(table, column, 'timestamp with time zone');
    const found = await named().finally(() => back?.());
    expect(found).toEqual([table]);
  });

  it.each([
    [
      'lot_figure_change',
      'lot_figure',
      `select now(), 'FARM001', '2026-01-01', 0, 'Criollo', 'Pending Review', 'recorded', 0, false, null, null, 1, 7, 'origin', 7`,
    ],
    ['alert_figure_change', 'alert_figure', `select now(), now(), 'fire', 'high', 'active', 'FARM001', 1, 1, 1, 0, 0`],
  ])('names what a change in %s, that nothing made, came to', async (table, finding, row) => {
    await sql(`insert into ${table} ${row}`);
    expect(await named()).toContain(finding);
    // It was summed: the recount of the night takes it out.
    await servicesOf(app.app).figures.recount();
    expect(await named()).toEqual([]);
  });

  it('names nothing once everything is put back', async () => {
    expect(await named()).toEqual([]);
  });
});
