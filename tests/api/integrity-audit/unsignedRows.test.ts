import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../server/modules/identity/passwords.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

// Rows that were in the tables before the program ever ran on them: the program did not write them, and does not sign them.

const PASSWORD = 'correct-horse-1';
const KEY = 'mt_unsigned-partner-key';
const [account, key, lot, report] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const EVENT = 'e'.repeat(32);

let database: TestDatabase;
let pool: Pool;
let app: TestApp;

const sql = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;

beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  await sql(
    `insert into app_user (id, username, name, role, password_hash) values ($1, 'unsigned', 'Unsigned', 'admin', $2)`,
    [account, await hashPassword(PASSWORD)],
  );
  await sql(
    `insert into api_key (id, name, prefix, hash, role, created_by) values ($1, 'Unsigned', 'mt_unsig', $2, 'auditor', $3)`,
    [key, createHash('sha256').update(KEY).digest(), account],
  );
  await sql(`insert into audit_entry (role, action) values ('admin', 'account.created')`);
  await sql(
    `insert into lot (id, lot_id, lot_key, variety, harvest_date, weight_grams, moisture_hundredths, temperature_hundredths, head_seq, head_hash)
     values ($1, 'LOT9', $2, 'Trinitario', '2026-05-01', 1000, 700, 2500, 1, $2)`,
    [lot, 'a'.repeat(64)],
  );
  await sql(
    `insert into lot_event (event_id, lot_id, seq, type, at, actor_role, content, content_hash)
     values ($1, $2, 1, 'created', now(), 'admin', '{}', $3)`,
    [EVENT, lot, 'b'.repeat(64)],
  );
  await sql('insert into ledger_outbox (event_id, lot_id, seq) values ($1, $2, 1)', [EVENT, lot]);
  await sql(
    `insert into report (id, kind, creator_role, period_from, period_to, sample_data, figures, lots, plots, created_at)
     values ($1, 'compliance', 'admin', '2026-01-01', '2026-12-31', false, '{}', '[]', '[]', now())`,
    [report],
  );
  app = await createTestApp({ database: database.url });
});
afterAll(async () => {
  await app?.stop();
  await pool?.end();
  await database?.drop();
});

describe('rows without a signature in a database that the program starts on for the first time', () => {
  it('open no session and no partner access, and health reports them', async () => {
    const { status } = await app.rest.send('POST', '/auth/login', { username: 'unsigned', password: PASSWORD });
    expect(status).toBe(401);
    expect((await restClient(app.url, KEY).get('/lots?limit=1')).status).toBe(401);
    const { seals } = (await app.rest.get('/health')).data;
    expect(seals).toMatchObject({
      status: 'degraded',
      broken: expect.arrayContaining([{ kind: 'account', count: 1 }]),
    });
  });

  it('are not recorded on the ledger', async () => {
    const event = await until(async () => {
      const [row] = await sql('select state, failure_code from ledger_outbox where event_id = $1', [EVENT]);
      return row.state !== 'pending' && row;
    }, 'the event to be delivered');
    expect(event).toEqual({ state: 'failed', failure_code: 'NOT_SEALED' });
  });

  it('are each named by the integrity run', async () => {
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    const named = findings.map(({ table, row }) => `${table} ${row}`);
    const [{ id: line }] = await sql('select id from audit_entry where seal is null');
    expect(named).toEqual(
      expect.arrayContaining([
        `app_user ${account}`,
        `api_key ${key}`,
        `audit_entry ${line}`,
        'lot LOT9',
        `report ${report}`,
      ]),
    );
  });

  it('that are events can be given none in the table either', async () => {
    await expect(sql(`update lot_event set seal = 'made up' where event_id = $1`, [EVENT])).rejects.toThrow(
      'Rows of lot_event are written once and never changed',
    );
  });

  it('get no signature, also when the program starts again', async () => {
    await app.stop();
    app = await createTestApp({ database: database.url });
    for (const [table, column, id] of [
      ['app_user', 'id', account],
      ['api_key', 'id', key],
      ['lot_event', 'event_id', EVENT],
      ['report', 'id', report],
    ]) {
      expect([table, await sql(`select seal from ${table} where ${column} = $1`, [id])]).toEqual([
        table,
        [{ seal: null }],
      ]);
    }
  });
});
