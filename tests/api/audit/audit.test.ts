import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../server/platform/audit-log/audit.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient } from '../../support/restClient.ts';
import { seen, ScriptedMonitor } from '../../support/satelliteWorld.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

let server: TestApp;
let admin: Person;
const monitor = new ScriptedMonitor();

beforeAll(async () => {
  server = await createTestApp({ surroundings: { monitor } });
  admin = await server.person('admin', { name: 'Asha Admin' });
});

afterAll(async () => {
  await server?.stop();
});

interface Line {
  user_id: string | null;
  key_id: string | null;
  role: string;
  action: string;
  target_kind: string | null;
  target_id: string | null;
  request_id: string | null;
  gdpr_consent: boolean;
  details: Record<string, unknown>;
}

const COLUMNS = 'user_id, key_id, role, action, target_kind, target_id, request_id, gdpr_consent, details';

/** Lines of one target, in order. */
async function of(kind: string, id: string): Promise<Line[]> {
  return server.app.database.rows<Line>(
    `select ${COLUMNS} from audit_entry where target_kind = $1 and target_id = $2 and action <> 'row.version' order by id`,
    [kind, id],
  );
}

const actions = (lines: Line[]): string[] => lines.map(({ action }) => action);

/** The lines that one request wrote. */
async function byRequest(id: string): Promise<Line[]> {
  return server.app.database.rows<Line>(`select ${COLUMNS} from audit_entry where request_id = $1 order by id`, [id]);
}

const asking = (requestId: string) => ({ 'x-request-id': requestId, 'x-gdpr-consent': 'true' });

describe('the audit table tells', () => {
  it('who changed an account, how, and in which request, with names of fields and never their values', async () => {
    const requestId = `audit-${randomUUID()}`;
    const person = await server.person('farmer', { name: 'Maria Kaupa' });
    const patch = { name: 'Maria Wemin', email: 'maria@example.org', role: 'processor', disabled: true };
    await admin.rest.send('PATCH', `/users/${person.userId}`, patch, asking(requestId));
    const lines = await byRequest(requestId);
    const who = { user_id: admin.userId, key_id: null, role: 'admin', gdpr_consent: true, target_id: person.userId };
    expect(lines).toMatchObject([
      { ...who, action: 'user.changed', details: { fields: ['name', 'email'] } },
      { ...who, action: 'user.role-changed', details: { from: 'farmer', to: 'processor' } },
      { ...who, action: 'user.disabled', details: {} },
    ]);
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: false });
    await admin.rest.send('POST', `/users/${person.userId}/password`, { newPassword: 'a-new-password' });
    expect(actions(await of('user', person.userId))).toEqual([
      'user.created',
      'user.changed',
      'user.role-changed',
      'user.disabled',
      'user.enabled',
      'user.password-set',
    ]);
    const text = JSON.stringify(await server.app.database.rows('select * from audit_entry'));
    expect(text).not.toMatch(/Maria|example\.org|Wemin|argon|a-new-password/);
  });

  it('nothing of what changed nothing or was refused', async () => {
    const person = await server.person('processor');
    const before = await of('user', person.userId);
    await admin.rest.send('PATCH', `/users/${person.userId}`, { name: 'Test processor', disabled: false });
    await person.rest.send('PATCH', `/users/${person.userId}`, { role: 'admin' });
    await admin.rest.send('PATCH', `/users/${person.userId}`, { role: 'farmer' });
    expect(await of('user', person.userId)).toEqual(before);
  });

  it('logins, failed logins and logouts, by the account alone', async () => {
    const person = await server.person('processor');
    const { username, password, userId } = person;
    const login = async (name: string, secret: string): Promise<Line[]> => {
      const requestId = `login-${randomUUID()}`;
      await server.rest.send('POST', '/auth/login', { username: name, password: secret }, asking(requestId));
      return byRequest(requestId);
    };
    expect(await login(username, password)).toMatchObject([
      { action: 'session.login', user_id: userId, role: 'processor', target_kind: 'session' },
    ]);
    const unknown = { action: 'session.login-failed', user_id: null, role: 'anonymous' };
    expect(await login(username, 'wrong-password')).toMatchObject([
      { ...unknown, target_kind: 'user', target_id: userId, details: {} },
    ]);
    expect(await login('nobody-at-all', 'wrong-password')).toMatchObject([
      { ...unknown, target_kind: null, target_id: null, details: {} },
    ]);
    await admin.rest.send('PATCH', `/users/${userId}`, { disabled: true });
    expect(await login(username, password)).toMatchObject([{ ...unknown, target_id: userId }]);

    const leaving = await server.person('farmer');
    const requestId = `logout-${randomUUID()}`;
    await leaving.rest.send('POST', '/auth/logout', { refreshToken: leaving.refreshToken }, asking(requestId));
    expect(await byRequest(requestId)).toMatchObject([{ action: 'session.logout', user_id: leaving.userId }]);
    const text = JSON.stringify(await server.app.database.rows('select * from audit_entry'));
    expect(text).not.toMatch(/nobody-at-all|wrong-password|127\.0\.0\.1/);
    expect(text).not.toContain(username);
  });

  it('a session that ended because its refresh token came twice', async () => {
    const { refreshToken } = await server.person('farmer');
    await server.rest.send('POST', '/auth/refresh', { refreshToken });
    const requestId = `reuse-${randomUUID()}`;
    expect((await server.rest.send('POST', '/auth/refresh', { refreshToken }, asking(requestId))).status).toBe(401);
    expect(await byRequest(requestId)).toMatchObject([
      { action: 'session.ended-by-reuse', role: 'anonymous', target_kind: 'session' },
    ]);
  });

  it('what people do with their own password and sessions', async () => {
    const person = await server.person('farmer');
    const change = (currentPassword: string) =>
      person.rest.send('POST', '/auth/password', { currentPassword, newPassword: 'a-new-password' });
    await change('wrong-password');
    await change(person.password);
    expect(actions(await of('user', person.userId))).toEqual([
      'user.created',
      'password.change-failed',
      'password.changed',
    ]);
    await server.rest.send('POST', '/auth/login', { username: person.username, password: 'a-new-password' });
    const { data } = await person.rest.get('/auth/sessions');
    const other = data.sessions.find(({ current }: { current: boolean }) => !current);
    // An id in capitals is the same one, and the line names it as the database does.
    await person.rest.send('DELETE', `/auth/sessions/${other.id.toUpperCase()}`);
    expect(actions(await of('session', other.id))).toEqual(['session.login', 'session.ended']);
  });

  it('the life of a lot, also in the hands of a partner, by the key', async () => {
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'processor' });
    const keyId: string = made.data.partnerKey.id;
    const rest = restClient(server.url, made.data.key);
    const { data } = await rest.send('POST', '/lots', newLot({ farmerName: 'Maria Kaupa' }));
    const { id } = data.lot;
    await rest.send('PATCH', `/lots/${id}`, { weight: 61, farmerName: 'Joseph Wemin' });
    await rest.send('PATCH', `/lots/${id}`, { weight: 61 });
    await rest.send('PATCH', `/lots/${id}/process`, { currentProcess: 'fermented', processDetails: 'Five days' });
    await admin.rest.send('DELETE', `/lots/${id}`);
    const lines = await of('lot', id);
    const key = { user_id: null, key_id: keyId, role: 'processor' };
    expect(lines).toMatchObject([
      { ...key, action: 'lot.created' },
      { ...key, action: 'lot.edited', details: { fields: expect.arrayContaining(['farmerName']) } },
      { ...key, action: 'lot.stage-changed', details: { from: 'harvested', to: 'fermented' } },
      { user_id: admin.userId, key_id: null, action: 'lot.deleted' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Kaupa|Wemin|Five days|Kakao/);
    await admin.rest.send('DELETE', `/keys/${keyId}`);
    await admin.rest.send('DELETE', `/keys/${keyId}`);
    expect(await of('key', keyId)).toMatchObject([
      { action: 'key.created', user_id: admin.userId, details: { role: 'processor' } },
      { action: 'key.revoked', user_id: admin.userId },
    ]);
  });

  it('each step on an alert, once', async () => {
    monitor.answer = (place) => seen(place, [[4, 4, 2023]]);
    const { data } = await admin.rest.send('POST', '/lots', newLot());
    const alert = await until(async () => {
      const answer = await admin.rest.get('/alerts?limit=100');
      return answer.data.alerts.find(({ lotId }: { lotId: string }) => lotId === data.lot.lotId);
    }, 'the alert');
    monitor.answer = (place) => seen(place);
    await admin.rest.send('PUT', `/alerts/${alert.id}/acknowledge`);
    await admin.rest.send('PUT', `/alerts/${alert.id}/acknowledge`);
    await admin.rest.send('PUT', `/alerts/${alert.id}/resolve`, { note: 'Seen by Elena', outcome: 'No Deforestation' });
    await admin.rest.send('PUT', `/alerts/${alert.id}/dismiss`, {});
    const lines = await of('alert', alert.id);
    expect(actions(lines)).toEqual(['alert.acknowledged', 'alert.resolved']);
    expect(JSON.stringify(lines)).not.toContain('Elena');
  });
});

describe('a line', () => {
  it('is written with its change or not at all', async () => {
    const id = randomUUID();
    const failed = server.app.database.write(async (em) => {
      await audit(em, { caller: 'system', action: 'lot.created', target: { kind: 'lot', id } });
      throw new Error('The change failed');
    });
    await expect(failed).rejects.toThrow('The change failed');
    expect(await of('lot', id)).toEqual([]);
    await server.app.database.write((em) =>
      audit(em, {
        caller: 'system',
        action: 'erasure.places-erased',
        target: { kind: 'job', id },
        details: { rows: 3 },
      }),
    );
    expect(await of('job', id)).toMatchObject([
      { role: 'system', user_id: null, details: { rows: 3 }, request_id: null },
    ]);
  });

  it.each([
    "update audit_entry set action = 'lot.created'",
    'delete from audit_entry',
    'truncate audit_entry',
    'truncate audit_entry restart identity cascade',
  ])('is neither changed nor removed by: %s', async (statement) => {
    const count = async () =>
      (await server.app.database.row<{ n: number }>('select count(*) as n from audit_entry'))?.n;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await expect(server.app.database.rows(statement)).rejects.toThrow(
      'Rows of audit_entry are written once and never changed',
    );
    expect(await count()).toBe(before);
  });
});
