import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '../../../server/modules/audit/checkAudit.ts';
import { Database } from '../../../server/platform/database/database.ts';
import { writeMark } from '../../../server/platform/database/installationSettings.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { privacyState } from '../../../server/modules/privacy/privacyState.ts';
import { readySigners, SEAL_EXISTING } from '../../../server/platform/row-signatures/sealExisting.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database.ts';
import { restClient } from '../../support/restClient.ts';
import { eventually } from '../../support/seeds.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { restoreVersion1 } from '../../support/version1.ts';
import { version1 } from '../../support/version1Files.ts';

// An installation of version 1, which knew no seals; its lots, papers and counts are looked at in version1.test.ts.

const before = await version1();
const active = before.people.filter(({ state }) => state === 'active');

let own: TestDatabase;
let pool: Pool;
let app: TestApp;

const start = () => createTestApp({ database: own.url, env: { AUTH_SECRET: before.secret } });
const statusOf = async (path: string, body: object) => (await app.rest.send('POST', path, body)).status;

beforeAll(async () => {
  own = await createBareDatabase();
  await restoreVersion1(own.url);
  pool = new Pool({ connectionString: own.url, max: 2 });
  // A first start that was cut off.
  await migrate(own.url);
  const cut = await Database.connect(own.url, { secret: before.secret, poolSize: 2 });
  await cut.write((em) => writeMark(em, 'sealed', 'begun', new Date()));
  for (const what of ['accounts', 'refreshTokens', 'audit']) {
    await cut.write((em) => SEAL_EXISTING[what]?.(em) ?? Promise.reject(new Error(`There are no ${what}`)));
  }
  await cut.close();
  app = await start();
});

afterAll(async () => {
  await app?.stop();
  await pool?.end();
  await own?.drop();
});

describe('an installation from before there were seals, whose first start was cut off', () => {
  it('lets in whom it let in, and nobody else', async () => {
    expect(active.length).toBeGreaterThan(3);
    for (const { username, password, refreshToken, state } of before.people) {
      const expected = state === 'active' ? 200 : 401;
      expect([username, await statusOf('/auth/refresh', { refreshToken })]).toEqual([username, expected]);
      expect([username, await statusOf('/auth/login', { username, password })]).toEqual([username, expected]);
    }
    for (const { refreshToken } of [...before.endedTokens, ...before.usedTokens]) {
      expect(await statusOf('/auth/refresh', { refreshToken })).toBe(401);
    }
    for (const { name, key, state } of before.keys) {
      const { status } = await restClient(app.url, key).get('/lots?limit=1');
      expect([name, status]).toEqual([name, state === 'active' ? 200 : 401]);
    }
  });

  it('carries out what waited, in the names of those who asked', async () => {
    await eventually(async () => {
      const { rows } = await pool.query('select id from erasure where done_at is not null');
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(before.openErasures));
    });
    await eventually(async () => {
      const { rows } = await pool.query('select task_identifier, attempts from graphile_worker.jobs');
      expect(rows).toEqual([]);
    });
    await eventually(async () => {
      const state = await app.app.database.write((em) => privacyState(em, new Date(), new Date()));
      expect(state.retentionRanAt).not.toBeNull();
    });
    const { data } = await app.rest.get('/health');
    expect([data.seals.broken, data.jobs.exhausted]).toEqual([[], 0]);
  });

  it('tells an audit line of that time that was changed since', async () => {
    expect(await checkAudit(app.app.database)).toEqual([]);
    const { rows } = await pool.query('select min(id)::int as id from audit_entry where seal is null');
    const change = async (): Promise<void> => {
      await pool.query('alter table audit_entry disable trigger user');
      await pool.query('update audit_entry set gdpr_consent = not gdpr_consent where id = $1', [rows[0].id]);
      await pool.query('alter table audit_entry enable trigger user');
    };
    await change();
    expect(await checkAudit(app.app.database)).toEqual([
      { table: 'audit_entry', row: String(rows[0].id), fault: 'is not the one that was put into portion 1' },
    ]);
    await change();
    expect(await checkAudit(app.app.database)).toEqual([]);
  });

  it('is not sealed twice, by whoever takes the note of it away', async () => {
    await app.stop();
    const id = randomUUID();
    const [{ username, password, id: copied } = expect.fail('Nobody is active')] = active;
    await pool.query(
      `insert into app_user (id, username, name, role, password_hash)
       select $1, 'intruder', 'Intruder', 'admin', password_hash from app_user where id = $2`,
      [id, copied],
    );
    await pool.query(`delete from installation where key = 'sealed'`);
    app = await start();
    expect(await statusOf('/auth/login', { username: 'intruder', password })).toBe(401);
    const { broken } = (await app.rest.get('/health')).data.seals;
    expect(broken).toContainEqual({ kind: 'installation', count: 1 });
    expect(await statusOf('/auth/login', { username, password })).toBe(200);
  });
});

describe('a command that adds somebody to an installation from before there were seals', () => {
  it('is refused until a start has taken it over, and seals nothing', async () => {
    const untouched = await createBareDatabase();
    await restoreVersion1(untouched.url);
    await migrate(untouched.url);
    const database = await Database.connect(untouched.url, { secret: before.secret, poolSize: 2 });
    try {
      await expect(readySigners(database)).rejects.toMatchObject({
        refusal: { kind: 'conflict', said: { text: expect.stringContaining('Start the program once') } },
      });
      expect(await database.rows('select 1 from app_user where seal is not null')).toEqual([]);
    } finally {
      await database.close();
      await untouched.drop();
    }
  });
});
