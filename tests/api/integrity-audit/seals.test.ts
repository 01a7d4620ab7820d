import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hashPassword } from '../../../server/modules/identity/passwords.ts';
import { privacyState } from '../../../server/modules/privacy/privacyState.ts';
import { CHECK_TASK } from '../../../server/modules/satellite/checkJob.ts';
import { restClient } from '../../support/restClient.ts';
import { eventually, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

/** What somebody with the database's password does, past the program. */
let app: TestApp;
let admin: Person;
const logged: string[] = [];

const PASSWORD = 'correct-horse-1';

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  app = await createTestApp({ surroundings: { log } });
  admin = await app.person('admin');
});
afterAll(async () => {
  await app?.stop();
});
beforeEach(() => {
  logged.length = 0;
});

const sql = (text: string, values: unknown[] = []) => app.app.database.pool.query(text, values);

async function login(username: string, password = PASSWORD): Promise<number> {
  return (await app.rest.send('POST', '/auth/login', { username, password })).status;
}

/** The status of a token once no cache holds it. */
async function worth(token: string): Promise<number> {
  return (await restClient(app.url, token).get('/auth/validate')).status;
}

async function shutOut(token: string): Promise<void> {
  await until(async () => (await worth(token)) === 401, 'the token to be refused');
}

/** Health counts rows of a kind, and the log has named this one. */
async function told(kind: string, identity: string): Promise<void> {
  await until(async () => {
    const { seals } = (await app.rest.get('/health')).data;
    return seals.status === 'degraded' && seals.broken.some((one: { kind: string }) => one.kind === kind);
  }, 'health to tell');
  const lines = logged.map((line): { kind?: string; row?: string } => JSON.parse(line));
  expect(lines.filter((line) => line.kind === kind && line.row === identity)).toHaveLength(1);
}

describe('accounts', () => {
  it('put into the table cannot sign in, and are no admin that another could be removed for', async () => {
    const id = randomUUID();
    await sql(
      `insert into app_user (id, username, name, role, password_hash) values ($1, 'intruder', 'Intruder', 'admin', $2)`,
      [id, await hashPassword(PASSWORD)],
    );
    expect(await login('intruder')).toBe(401);
    await told('account', id);
    const { status } = await admin.rest.send('PATCH', `/users/${admin.userId}`, { disabled: true });
    expect(status).toBe(409);
    expect((await admin.rest.send('DELETE', '/gdpr/delete')).status).toBe(409);
  });

  it('cannot borrow the seal of another', async () => {
    const id = randomUUID();
    await sql(
      `insert into app_user (id, username, name, role, password_hash, created_at, seal)
       select $1, 'borrower', name, role, password_hash, created_at, seal from app_user where id = $2`,
      [id, admin.userId],
    );
    expect(await login('borrower')).toBe(401);
    await told('account', id);
  });

  it.each([
    ['role', `role = 'admin'`],
    ['farm', `farm_id = 'FARM999'`],
    ['name', `name = 'Somebody Else'`],
    ['mail address', `email = 'else@example.org'`],
    ['user name', `username = 'other-' || username`],
    ['time of making', `created_at = created_at - interval '1 day'`],
    ['seal', `seal = null`],
  ])("whose %s was changed are let in no more, and cannot be taken for the program's own again", async (_, change) => {
    const person = await app.person('farmer');
    await sql(`update app_user set ${change} where id = $1`, [person.userId]);
    await shutOut(person.accessToken);
    expect((await app.rest.send('POST', '/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(401);
    const { rows } = await sql('select username from app_user where id = $1', [person.userId]);
    expect(await login(rows[0].username)).toBe(401);
    await told('account', person.userId);
    const patched = await admin.rest.send('PATCH', `/users/${person.userId}`, { name: 'Laundered' });
    expect(patched.status).toBe(409);
    const reset = await admin.rest.send('POST', `/users/${person.userId}/password`, { newPassword: PASSWORD });
    expect(reset.status).toBe(409);
  });

  it('are not made whole by a change of their own password', async () => {
    const person = await app.person('farmer');
    expect(await worth(person.accessToken)).toBe(200);
    // Within the two seconds for which the caller is remembered.
    await sql(`update app_user set role = 'admin' where id = $1`, [person.userId]);
    const change = { currentPassword: PASSWORD, newPassword: 'another-horse-2' };
    expect((await person.rest.send('POST', '/auth/password', change)).status).toBe(401);
    expect(await login(person.username)).toBe(401);
  });

  it('whose password or end of access was changed are refused', async () => {
    const person = await app.person('processor');
    await sql('update app_user set password_hash = $2 where id = $1', [
      person.userId,
      await hashPassword('mine-now-1'),
    ]);
    expect(await login(person.username, 'mine-now-1')).toBe(401);
    await told('account', person.userId);
    const other = await app.person('processor');
    await admin.rest.send('PATCH', `/users/${other.userId}`, { disabled: true });
    await sql('update app_user set disabled_at = null where id = $1', [other.userId]);
    expect(await login(other.username)).toBe(401);
  });

  it('that the program changes go on', async () => {
    const person = await app.person('farmer');
    await admin.rest.send('PATCH', `/users/${person.userId}`, { role: 'processor', name: 'Renamed' });
    const change = { currentPassword: PASSWORD, newPassword: 'another-horse-2' };
    expect((await person.rest.send('POST', '/auth/password', change)).status).toBe(200);
    expect(await login(person.username, 'another-horse-2')).toBe(200);
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: true });
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: false });
    expect(await login(person.username, 'another-horse-2')).toBe(200);
  });
});

describe('sessions and refresh tokens', () => {
  const refresh = (refreshToken: string) => app.rest.send('POST', '/auth/refresh', { refreshToken });
  const sessionOf = async ({ userId }: Person) =>
    (await sql('select id from session where user_id = $1', [userId])).rows[0].id;

  it("of others cannot be had with a token of one's own", async () => {
    const [mine, victim] = [await app.person('farmer'), await app.person('admin')];
    const [own, theirs] = [await sessionOf(mine), await sessionOf(victim)];
    await sql('update refresh_token set session_id = $2 where session_id = $1', [own, theirs]);
    expect((await refresh(mine.refreshToken)).status).toBe(401);
    expect(logged.some((line) => JSON.parse(line).kind === 'refresh-token')).toBe(true);
  });

  it('cannot be given to another account', async () => {
    const mine = await app.person('farmer');
    const own = await sessionOf(mine);
    await sql('update session set user_id = $2 where id = $1', [own, admin.userId]);
    expect((await refresh(mine.refreshToken)).status).toBe(401);
    await told('session', own);
  });

  it('that ended do not open again', async () => {
    const person = await app.person('processor');
    const id = await sessionOf(person);
    await person.rest.send('POST', '/auth/logout', { refreshToken: person.refreshToken });
    await sql('update session set ended_at = null where id = $1', [id]);
    await sql('update refresh_token set expires_at = $2 where session_id = $1', [id, new Date('2099-01-01')]);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    await shutOut(person.accessToken);
    await told('session', id);
  });

  it('that were used, or expired, are not made fresh again', async () => {
    const person = await app.person('processor');
    expect((await refresh(person.refreshToken)).status).toBe(200);
    await sql('update refresh_token set used_at = null where session_id = $1', [await sessionOf(person)]);
    expect((await refresh(person.refreshToken)).status).toBe(401);
  });

  it('cannot be made up: neither hash nor seal', async () => {
    const id = randomUUID();
    await sql('insert into session (id, user_id) values ($1, $2)', [id, admin.userId]);
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    const put = `insert into refresh_token (hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')`;
    await sql(put, [hash, id]);
    expect((await refresh(token)).status).toBe(401);
    // As if the keyed hash were known.
    await sql(put, [app.app.database.seals.keyedHash('refresh-token', hash), id]);
    expect((await refresh(token)).status).toBe(401);
    await told('session', id);
  });
});

describe('partner keys', () => {
  const used = async (key: string) => (await restClient(app.url, key).get('/lots?limit=1')).status;
  const made = async (): Promise<{ id: string; key: string }> => {
    const input = { name: 'Partner', role: 'processor', farmId: '' };
    const { data } = await admin.rest.send('POST', '/keys', input);
    return { id: data.partnerKey.id, key: data.key };
  };

  it('put into the table with any hash are refused', async () => {
    const key = `mtk_${randomBytes(32).toString('base64url')}`;
    const hash = createHash('sha256').update(key).digest();
    const put = `insert into api_key (id, name, prefix, hash, role, created_by) values ($1, 'Mine', 'mtk_mine', $2, 'auditor', $3)`;
    await sql(put, [randomUUID(), hash, admin.userId]);
    expect(await used(key)).toBe(401);
    // As if the keyed hash were known.
    const id = randomUUID();
    await sql(put, [id, app.app.database.seals.keyedHash('partner-key', hash), admin.userId]);
    await eventually(async () => expect(await used(key)).toBe(401));
    await until(async () => {
      await used(key);
      return logged.some((line) => JSON.parse(line).row === id);
    }, 'the log to name the key');
  });

  it.each([
    ['role', `role = 'auditor'`],
    ['farm', `farm_id = 'FARM002'`],
    ['name', `name = 'Other'`],
    ['maker', `created_by = (select id from app_user where id <> created_by limit 1)`],
  ])('whose %s was changed are refused', async (_, change) => {
    const { id, key } = await made();
    expect(await used(key)).toBe(200);
    await sql(`update api_key set ${change} where id = $1`, [id]);
    await until(async () => (await used(key)) === 401, 'the key to be refused');
    await told('partner-key', id);
  });

  it('that were revoked do not come back, also not when they are revoked again', async () => {
    const { id, key } = await made();
    await admin.rest.send('DELETE', `/keys/${id}`);
    await sql('update api_key set revoked_at = null where id = $1', [id]);
    expect(await used(key)).toBe(401);
    await told('partner-key', id);
    expect((await admin.rest.send('DELETE', `/keys/${id}`)).status).toBe(200);
    expect(await used(key)).toBe(401);
  });
});

describe('kept answers of repeated calls', () => {
  it('do not open in another row', async () => {
    const person = await app.person('processor');
    const ask = (key: string) =>
      person.rest.send('POST', '/lots', { lotId: 'LOT-ANSWER-1' }, { 'idempotency-key': key });
    const first = await ask('first');
    const second = await ask('second');
    expect([first.status, second.status]).toEqual([400, 400]);
    const kept = await sql('select key from idempotency_key where subject = $1 and answer is not null', [
      person.userId,
    ]);
    expect(kept.rows).toHaveLength(2);
    await sql(
      `update idempotency_key a set answer = b.answer from idempotency_key b
       where a.subject = $1 and b.subject = $1 and a.key = 'first' and b.key = 'second'`,
      [person.userId],
    );
    expect((await ask('first')).status).toBe(409);
  });
});

describe('jobs', () => {
  const checksOf = async (lot: string) =>
    (await sql('select count(*)::int as n from satellite_check where lot_id = $1', [lot])).rows[0].n;
  const givenUp = (id: string) =>
    until(async () => {
      const { rows } = await sql(
        'select 1 from graphile_worker._private_jobs where id = $1 and attempts >= max_attempts and locked_at is null',
        [id],
      );
      return rows.length > 0;
    }, 'the job to be given up');

  it('put into the queue are not run, in whosever name, and stay as given up', async () => {
    const lot = await settledLot(app, admin);
    const before = await checksOf(lot.id);
    const payload = { lotUuid: lot.id, requestedBy: { userId: admin.userId, role: 'admin' } };
    for (const forged of [payload, { payload, seal: 'ab12cd34.AAAA' }]) {
      const { rows } = await sql(`select id::text from graphile_worker.add_job($1, $2::json)`, [
        CHECK_TASK,
        JSON.stringify(forged),
      ]);
      await givenUp(rows[0].id);
      await told('job', rows[0].id);
    }
    expect(await checksOf(lot.id)).toBe(before);
    expect((await app.rest.get('/health')).data.jobs).toMatchObject({ status: 'degraded' });
  });

  it('whose payload was changed are not run either', async () => {
    const lot = await settledLot(app, admin);
    const before = await checksOf(lot.id);
    const [job]: { id: string }[] = await app.app.database.write(async (em) => {
      await servicesOf(app.app).satellite.queueCheck(em, lot.id);
      return em.execute(
        `update graphile_worker._private_jobs
         set payload = jsonb_set(payload::jsonb, '{payload,requestedBy,role}', '"admin"')::json
         where key = ? returning id::text`,
        [`${CHECK_TASK}:${lot.id}`],
      );
    });
    await givenUp(String(job?.id));
    await told('job', String(job?.id));
    expect(await checksOf(lot.id)).toBe(before);
  });

  it('do not fit another task or key: a sealed payload cannot be moved', async () => {
    const lot = await settledLot(app, admin);
    const other = await settledLot(app, admin);
    const before = await checksOf(other.id);
    const sealed = await app.app.database.write(async (em) => {
      await servicesOf(app.app).satellite.queueCheck(em, lot.id);
      const [job]: { payload: unknown }[] = await em.execute(
        `select payload from graphile_worker._private_jobs j where key = ?`,
        [`${CHECK_TASK}:${lot.id}`],
      );
      return job?.payload;
    });
    const { rows } = await sql(`select id::text from graphile_worker.add_job($1, $2::json, job_key => $3)`, [
      CHECK_TASK,
      JSON.stringify(sealed),
      `${CHECK_TASK}:${other.id}`,
    ]);
    await givenUp(rows[0].id);
    expect(await checksOf(other.id)).toBe(before);
  });
});

describe('erasures', () => {
  it('put into the table are not applied, are named, and are no proof of privacy', async () => {
    const victim = await app.person('processor');
    const id = randomUUID();
    onTestFinished(async () => void (await sql('delete from erasure where id = $1', [id])));
    await sql('insert into erasure (id, user_id, requested_by, requested_at) values ($1, $2, $2, now())', [
      id,
      victim.userId,
    ]);
    await servicesOf(app.app).retention.run();
    expect(await login(victim.username)).toBe(200);
    await told('erasure', id);
    const state = await app.app.database.write((em) => privacyState(em, new Date(), new Date()));
    expect(state).toMatchObject({ gdprCompliant: false, lateErasures: 1 });
    // The person's own request is another one.
    const { data } = await victim.rest.send('DELETE', '/gdpr/delete');
    expect(data.receipt.id).not.toBe(id);
  });

  it('that were asked for and taken out of the table still count', async () => {
    const person = await app.person('processor');
    const { data } = await person.rest.send('DELETE', '/gdpr/delete');
    const state = () => app.app.database.write((em) => privacyState(em, new Date(), new Date()));
    expect(await state()).toMatchObject({ gdprCompliant: true, lateErasures: 0 });
    await sql('delete from erasure where id = $1', [data.receipt.id]);
    expect(await state()).toMatchObject({ gdprCompliant: false, lateErasures: 1 });
  });

  it('of places come of erasures alone', async () => {
    const { id } = await registered(admin, { farmerName: 'Named Once' });
    const person = await app.person('processor');
    const { data } = await person.rest.send('DELETE', '/gdpr/delete');
    await sql('insert into erasure_lot (lot_id, erasure_id) values ($1, $2)', [id, data.receipt.id]);
    await sql('update lot set farmer_name = null where id = $1', [id]);
    await sql(`alter table lot_event disable trigger user`);
    await sql(`update lot_event set at = at - interval '6 years' where lot_id = $1`, [id]);
    await sql(`alter table lot_event enable trigger user`);
    await servicesOf(app.app).retention.run();
    const { rows } = await sql('select farm_id from lot where id = $1', [id]);
    expect(rows).toEqual([{ farm_id: 'FARM001' }]);
    await told('erasure-lot', id);
  });
});

describe('marks of the program', () => {
  it('are believed with their seal alone', async () => {
    await servicesOf(app.app).retention.run();
    const ran = async () =>
      (await app.app.database.write((em) => privacyState(em, new Date(), new Date()))).retentionRanAt;
    expect(await ran()).not.toBeNull();
    await sql(`update installation set at = at + interval '1 hour' where key = 'retention'`);
    expect(await ran()).toBeNull();
    await told('installation', 'retention');
    await servicesOf(app.app).retention.run();
    expect(await ran()).not.toBeNull();
    await eventually(async () =>
      expect((await app.rest.get('/health')).data.seals.broken).not.toContainEqual(
        expect.objectContaining({ kind: 'installation' }),
      ),
    );
  });
});
