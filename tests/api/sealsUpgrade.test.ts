import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '../../server/audit/checkAudit.ts';
import { Database } from '../../server/database/database.ts';
import { writeMark } from '../../server/database/marks.ts';
import { LedgerAway, type Ledger } from '../../server/ledger/ledger.ts';
import { privacyState } from '../../server/privacy/privacyState.ts';
import { CHECK_TASK } from '../../server/satellite/satelliteService.ts';
import { SEAL_EXISTING } from '../../server/seals/sealExisting.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { restClient } from '../support/restClient.ts';
import { eventually, settledLot } from '../support/seeds.ts';
import { createTestApp, TEST_SECRET, type Person, type TestApp } from '../support/testApp.ts';

const PASSWORD = 'correct-horse-1';
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

let own: TestDatabase;
let pool: Pool;
let app: TestApp | null = null;
let people: { admin: Person; processor: Person; gone: Person };
let keys: string[];
let lotUuid: string;

/** A database of the version before there were seals, with a row of every kind. */
beforeAll(async () => {
  own = await createDatabase();
  pool = new Pool({ connectionString: own.url, max: 2 });
  const before = await createTestApp({ database: own.url, surroundings: { ledger: withoutRegister } });
  people = {
    admin: await before.person('admin'),
    processor: await before.person('processor', { name: 'Kwame Seru' }),
    gone: await before.person('processor', { name: 'Wilmet Strandquay' }),
  };
  const made = async (role: string) =>
    (await people.admin.rest.send('POST', '/keys', { name: role, role, farmId: '' })).data;
  const [key, revoked] = [await made('auditor'), await made('processor')];
  await people.admin.rest.send('DELETE', `/keys/${revoked.partnerKey.id}`);
  keys = [key.key, revoked.key];
  lotUuid = (await settledLot(before, people.processor)).id;
  await before.app.services.retention.run();
  await before.stop();
  await unsealed();
});

afterAll(async () => {
  await app?.stop();
  await pool?.end();
  await own?.drop();
});

/** A ledger as that version had it: nothing was on it but lots. */
function withoutRegister(_database: unknown, ledger: Ledger): Ledger {
  return new Proxy(ledger, {
    get: (target, name) => {
      if (name === 'record') {
        return async (events: Parameters<Ledger['record']>[0]) => {
          if (events.some(({ content }) => content.includes('"type":"register"'))) throw new LedgerAway('Not yet');
          return target.record(events);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Takes all away that this version adds to rows. */
async function unsealed(): Promise<void> {
  for (const table of ['audit_entry', 'audit_portion']) await pool.query(`alter table ${table} disable trigger all`);
  await pool.query('delete from audit_portion');
  await pool.query('update audit_entry set key = null, seal = null');
  for (const table of ['audit_entry', 'audit_portion']) await pool.query(`alter table ${table} enable trigger all`);
  for (const [table, change] of [
    ['register_event', 'delete from register_event'],
    ['lot_event', 'update lot_event set seal = null'],
  ]) {
    await pool.query(`alter table ${table} disable trigger all`);
    await pool.query(`${change}`);
    await pool.query(`alter table ${table} enable trigger all`);
  }
  await pool.query(`delete from installation where key in ('sealed', 'taken-over')`);
  for (const table of ['app_user', 'session', 'refresh_token', 'api_key', 'installation']) {
    await pool.query(`update ${table} set seal = null`);
  }
  await pool.query('delete from seal_key');
  for (const { refreshToken, userId } of Object.values(people)) {
    await pool.query(
      'update refresh_token set hash = $2 where session_id = (select id from session where user_id = $1)',
      [userId, sha256(refreshToken)],
    );
  }
  for (const key of keys)
    await pool.query('update api_key set hash = $2 where prefix = $1', [key.slice(0, 10), sha256(key)]);
  // What waits: a check that somebody asked for, and an erasure that broke off.
  const requestedBy = { userId: people.processor.userId, role: 'processor' };
  await pool.query('delete from graphile_worker._private_jobs');
  await pool.query('select graphile_worker.add_job($1, $2::json, job_key => $3)', [
    CHECK_TASK,
    JSON.stringify({ lotUuid, requestedBy }),
    `${CHECK_TASK}:${lotUuid}`,
  ]);
  const { userId } = people.gone;
  await pool.query('insert into erasure (id, user_id, requested_by, requested_at) values ($1, $2, $2, now())', [
    randomUUID(),
    userId,
  ]);
}

const checks = async () =>
  (await pool.query('select count(*)::int as n from satellite_check where lot_id = $1', [lotUuid])).rows[0].n;

describe('a database from before there were seals', () => {
  it('is sealed at the first start, also one that was cut off: all that was good is good', async () => {
    const before = await checks();
    // A start that got as far as this.
    const cut = await Database.connect(own.url, { secret: TEST_SECRET, poolSize: 2 });
    await cut.write((em) => writeMark(em, 'sealed', 'begun', new Date()));
    for (const what of ['accounts', 'refreshTokens', 'audit']) {
      expect(await cut.write((em) => SEAL_EXISTING[what]?.(em) ?? Promise.resolve(0))).toBeGreaterThan(0);
    }
    await cut.close();

    app = await createTestApp({ database: own.url });
    const { admin, processor } = people;
    for (const { refreshToken } of [admin, processor]) {
      expect((await app.rest.send('POST', '/auth/refresh', { refreshToken })).status).toBe(200);
    }
    for (const { username, accessToken } of [admin, processor]) {
      expect((await app.rest.send('POST', '/auth/login', { username, password: PASSWORD })).status).toBe(200);
      expect((await restClient(app.url, accessToken).get('/auth/validate')).status).toBe(200);
    }
    const statuses = await Promise.all(
      keys.map(async (key) => (await restClient(app?.url ?? '', key).get('/lots?limit=1')).status),
    );
    expect(statuses).toEqual([200, 401]);
    await eventually(async () => expect(await checks()).toBe(before + 1));
    await eventually(async () => {
      const { rows } = await pool.query('select done_at from erasure where user_id = $1', [people.gone.userId]);
      expect(rows[0].done_at).not.toBeNull();
    });
    expect(await checkAudit(app.app.database)).toEqual([]);
    await eventually(async () => {
      const { database } = app?.app ?? {};
      const state = await database?.write((em) => privacyState(em, new Date(), new Date()));
      expect(state).toMatchObject({ gdprCompliant: true, lateErasures: 0 });
    });
    const { data } = await app.rest.get('/health');
    expect([data.seals, data.jobs.exhausted]).toEqual([{ status: 'ok', broken: [] }, 0]);
  });

  it('tells an audit line of that time that was changed since', async () => {
    await pool.query('alter table audit_entry disable trigger all');
    const { rows } = await pool.query('select min(id)::int as id from audit_entry');
    await pool.query(`update audit_entry set role = 'anonymous' where id = $1`, [rows[0].id]);
    await pool.query('alter table audit_entry enable trigger all');
    expect(await checkAudit((app as TestApp).app.database)).toEqual([
      { table: 'audit_entry', row: String(rows[0].id), fault: 'is not the one that was put into portion 1' },
    ]);
  });

  it('is not sealed twice, by whoever takes the note of it away', async () => {
    await app?.stop();
    const id = randomUUID();
    await pool.query(
      `insert into app_user (id, username, name, role, password_hash)
       select $1, 'intruder', 'Intruder', 'admin', password_hash from app_user where id = $2`,
      [id, people.admin.userId],
    );
    await pool.query(`delete from installation where key = 'sealed'`);
    app = await createTestApp({ database: own.url });
    expect((await app.rest.send('POST', '/auth/login', { username: 'intruder', password: PASSWORD })).status).toBe(401);
    expect((await app.rest.get('/health')).data.seals.broken).toContainEqual({ kind: 'installation', count: 1 });
    const { username } = people.admin;
    expect((await app.rest.send('POST', '/auth/login', { username, password: PASSWORD })).status).toBe(200);
  });
});
