import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Notifications } from '../../../server/modules/notifications/notifications.ts';
import type { Caller } from '../../../server/platform/access/caller.ts';
import { fileOf, importLots, csvOfLots } from '../../support/lotFiles.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let farmer: Person;
let neighbour: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [farmer, neighbour, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('farmer', { farmId: 'FARM002' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
});
afterAll(() => app?.stop());

interface Told {
  id: string;
  kind: string;
  at: string;
  lotId: string | null;
  targetId: string;
  name: string | null;
  isRead: boolean;
}
const told = async (by: Person): Promise<Told[]> => (await by.rest.get('/notifications?limit=100')).data.notifications;
const about = async (by: Person, targetId: string): Promise<string[]> =>
  (await told(by)).filter((one) => one.targetId === targetId).map(({ kind }) => kind);
const unread = async (by: Person): Promise<number> => (await by.rest.get('/notifications?limit=1')).data.unread;
const rows = (sql: string, values: unknown[] = []) => app.app.database.rows(sql, values);

describe('notifications', () => {
  it('tell of a new alert to those who see its lot alone', async () => {
    const lot = await settledLot(app, farmer);
    const id = await raiseSmoke(app.app.database, lot.id, { severity: 'high' });
    const [newest] = await told(farmer);
    expect(newest).toMatchObject({ kind: 'alertRaised', lotId: lot.lotId, targetId: id, name: 'high', isRead: false });
    expect(await about(auditor, id)).toEqual(['alertRaised']);
    expect(await about(neighbour, id)).toEqual([]);
    const late = await app.person('auditor');
    // What was before the account is no news.
    expect(await about(late, id)).toEqual([]);
    // Rights count when they are read: the farmer moves to another farm, which is known within two seconds (CallerCache).
    await admin.rest.send('PATCH', `/users/${farmer.userId}`, { farmId: 'FARM009' });
    try {
      await expect.poll(() => about(farmer, id)).toEqual([]);
    } finally {
      await admin.rest.send('PATCH', `/users/${farmer.userId}`, { farmId: 'FARM001' });
    }
    await expect.poll(() => about(farmer, id)).toEqual(['alertRaised']);
  });

  it('tell of comments and steps of others on an alert that one looks after', async () => {
    const lot = await settledLot(app, farmer);
    const id = await raiseSmoke(app.app.database, lot.id);
    await processor.rest.send('PUT', `/alerts/${id}/acknowledge`, {});
    await processor.rest.send('POST', `/alerts/${id}/comments`, { text: 'I go there.' });
    await auditor.rest.send('POST', `/alerts/${id}/comments`, { text: 'Take photos.' });
    const today = new Date().toISOString().slice(0, 10);
    await auditor.rest.send('PUT', `/alerts/${id}/assignment`, { assigneeId: processor.userId, dueOn: today });
    await auditor.rest.send('PUT', `/alerts/${id}/resolve`, { note: 'Not a fire.', outcome: 'No Deforestation' });
    const seen = (await told(processor)).filter(({ targetId }) => targetId === id);
    const kinds = seen.map(({ kind, name }) => [kind, name]);
    expect(kinds).toContainEqual(['alertCommented', 'Ada Auditor']);
    expect(kinds).toContainEqual(['alertAssigned', 'Ada Auditor']);
    expect(kinds).toContainEqual(['alertClosed', 'Ada Auditor']);
    expect(kinds).toContainEqual(['alertRaised', 'low']);
    // Of one's own comment nobody is told, nor of what is no longer due.
    expect(kinds).toHaveLength(4);
    expect(await about(auditor, id)).toEqual(['alertRaised']);
  });

  it('tell of what is due while it is open', async () => {
    const lot = await settledLot(app, farmer);
    const id = await raiseSmoke(app.app.database, lot.id);
    const today = new Date().toISOString().slice(0, 10);
    await auditor.rest.send('PUT', `/alerts/${id}/assignment`, { assigneeId: processor.userId, dueOn: today });
    expect(await about(processor, id)).toContain('alertDue');
    await auditor.rest.send('PUT', `/alerts/${id}/assignment`, { assigneeId: processor.userId, dueOn: '2999-01-01' });
    expect(await about(processor, id)).not.toContain('alertDue');
  });

  it('show a task as unread that is assigned again, or gets another deadline', async () => {
    const lot = await settledLot(app, farmer);
    const id = await raiseSmoke(app.app.database, lot.id);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const assign = (assigneeId: string | null, dueOn: string | null) =>
      auditor.rest.send('PUT', `/alerts/${id}/assignment`, { assigneeId, dueOn });
    const tasks = async () =>
      (await told(processor)).filter(
        ({ kind, targetId }) => targetId === id && (kind === 'alertAssigned' || kind === 'alertDue'),
      );
    const isRead = async () => new Set((await tasks()).map((one) => one.isRead));
    const open = async () =>
      processor.rest.send('POST', '/notifications/read', { ids: (await tasks()).map((one) => one.id) });

    await assign(processor.userId, day(0));
    expect(await tasks()).toHaveLength(2);
    expect((await open()).status).toBe(200);
    expect(await isRead()).toEqual(new Set([true]));

    await assign(null, null);
    expect(await tasks()).toEqual([]);
    await assign(processor.userId, day(0));
    expect(await tasks()).toHaveLength(2);
    expect(await isRead()).toEqual(new Set([false]));

    await open();
    await assign(processor.userId, day(-1));
    expect(await tasks()).toHaveLength(2);
    expect(await isRead()).toEqual(new Set([false]));
  });

  it('tell a second person who is waited for, whoever asked of the answer, and auditors of what was shipped', async () => {
    const lot = await settledLot(app, farmer);
    await raiseSmoke(app.app.database, lot.id);
    const asked = await processor.rest.send('POST', `/lots/${lot.id}/shipping-reviews`, { stage: 'shipped' });
    const { id } = asked.data.review;
    expect(await about(auditor, id)).toEqual(['shippingWaiting']);
    expect(await about(processor, id)).toEqual([]);
    await admin.rest.send('POST', `/shipping-reviews/${id}/confirm`, {});
    expect(await about(auditor, id)).toEqual([]);
    const [confirmed] = (await told(processor)).filter(({ targetId }) => targetId === id);
    expect(confirmed).toMatchObject({ kind: 'shippingConfirmed', name: 'Ana Admin', lotId: lot.lotId });
    const step = { currentProcess: 'shipped', processDetails: 'On board' };
    expect((await processor.rest.send('PATCH', `/lots/${lot.id}/process`, step)).status).toBe(200);
    const shipped = (await told(auditor)).filter(
      ({ kind, lotId }) => kind === 'shippingShipped' && lotId === lot.lotId,
    );
    expect(shipped).toMatchObject([{ name: 'Ines Duarte' }]);
    await auditor.rest.send('POST', `/shipping-reviews/${shipped[0]?.targetId}/close`, {});
    expect((await told(auditor)).filter(({ targetId }) => targetId === shipped[0]?.targetId)).toEqual([]);
  });

  it('tell of own imports, accepted invitations and documents that end', async () => {
    await importLots(app, processor, csvOfLots(2, 'LOT-TOLD-'));
    expect((await told(processor)).map(({ kind }) => kind)).toContain('importDone');
    expect((await told(auditor)).map(({ kind }) => kind)).not.toContain('importDone');

    const invited = await admin.rest.send('POST', '/invitations', { name: 'Mary Tom', role: 'processor' });
    const token = new URL(invited.data.link).hash.slice(1);
    await app.rest.send('POST', '/auth/invitation/accept', {
      token,
      username: 'mary.tom',
      password: 'a-long-password',
    });
    const accepted = (await told(admin)).filter(({ kind }) => kind === 'invitationAccepted');
    expect(accepted).toMatchObject([{ name: 'Mary Tom' }]);
    expect((await told(auditor)).filter(({ kind }) => kind === 'invitationAccepted')).toEqual([]);

    await rows(
      `insert into dd_document (id, document_class, subject_kind, farm_id, valid_from, valid_until, names_person, uploaded_by,
         uploaded_at, media_type, size_bytes, title, name, sha256, bytes, salt)
       select gen_random_uuid(), 'labour', 'farm', 'FARM001', '2026-01-01', (now() at time zone 'UTC')::date + days, false, $1,
         now(), 'application/pdf', 0, 'Ends in ' || days, 'x', '', '', '' from unnest(array[10, 31]) days`,
      [admin.userId],
    );
    const ending = (await told(processor)).filter(({ kind }) => kind === 'documentEnds');
    expect(ending.map(({ name }) => name)).toEqual(['Ends in 10']);
    expect((await told(farmer)).filter(({ kind }) => kind === 'documentEnds')).toEqual([]);
  });

  it('are read one by one or together, and stay in pages of their order', async () => {
    const lot = await settledLot(app, farmer);
    for (const _ of [1, 2, 3]) await raiseSmoke(app.app.database, lot.id);
    const before = await unread(farmer);
    const all = await told(farmer);
    expect(before).toBe(all.length);
    const [first, second] = all;
    const read = await farmer.rest.send('POST', '/notifications/read', { ids: [first?.id] });
    expect(read.data).toEqual({ unread: before - 1 });
    expect((await told(farmer))[0]?.isRead).toBe(true);
    expect(await unread(auditor)).toBeGreaterThan(0);
    expect((await farmer.rest.send('POST', '/notifications/read', { upTo: second?.at })).data).toEqual({ unread: 0 });
    await raiseSmoke(app.app.database, lot.id);
    expect(await unread(farmer)).toBe(1);
    // What has not happened yet is not read together with the rest.
    await farmer.rest.send('POST', '/notifications/read', { upTo: '2999-01-01T00:00:00Z' });
    await raiseSmoke(app.app.database, lot.id);
    expect(await unread(farmer)).toBe(1);

    const whole = (await told(farmer)).map(({ id }) => id);
    const paged: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: { notifications: Told[]; next: string | null } = (
        await farmer.rest.get(`/notifications?limit=2${next === '' ? '' : `&before=${next}`}`)
      ).data;
      paged.push(...page.notifications.map(({ id }: Told) => id));
      next = page.next;
    }
    expect(paged).toEqual(whole);
    expect((await farmer.rest.get('/notifications?before=yesterday')).status).toBe(400);
    expect((await farmer.rest.send('POST', '/notifications/read', { ids: ["'"] })).status).toBe(400);
  });

  it('are over after 30 days', async () => {
    const lot = await settledLot(app, farmer);
    const alert = await raiseSmoke(app.app.database, lot.id);
    const { userId, username } = auditor;
    const caller: Caller = {
      kind: 'user',
      userId,
      username,
      name: 'Ada Auditor',
      role: 'auditor',
      email: '',
      farmId: '',
      via: { kind: 'session', sessionId: userId },
    };
    const after = async (days: number): Promise<string[]> => {
      const clock = () => new Date(Date.now() + days * 86_400_000);
      const later = new Notifications({ database: app.app.database, permissions: 'merged', clock });
      const { notifications } = await later.list(caller, { before: null, limit: 100 });
      return notifications.map(({ targetId }) => targetId);
    };
    expect(await after(29)).toContain(alert);
    expect(await after(31)).not.toContain(alert);
  });

  it('are had over GraphQL, live after the alert, and by no partner key', async () => {
    const lot = await settledLot(app, farmer);
    const stream = await auditor.graphql.subscribe('subscription { alertChanged { kind } }');
    const before = (await auditor.graphql.run('{ unreadNotifications }')).data.unreadNotifications;
    await raiseSmoke(app.app.database, lot.id);
    await stream.next();
    stream.close();
    const after = await auditor.graphql.run(
      '{ unreadNotifications notifications(limit: 1) { notifications { kind at } } }',
    );
    expect(after.data.unreadNotifications).toBe(before + 1);
    const [{ kind, at }] = after.data.notifications.notifications;
    expect(kind).toBe('alertRaised');
    const read = 'mutation ($at: DateTime!) { readNotifications(upTo: $at) { unread } }';
    expect((await auditor.graphql.run(read, { at })).data.readNotifications).toEqual({ unread: 0 });

    const key = await admin.rest.send('POST', '/keys', { name: 'ERP', role: 'processor', farmId: '' });
    expect((await restClient(app.url, key.data.key).get('/notifications')).status).toBe(403);
    expect((await app.rest.get('/notifications')).status).toBe(401);
  });

  it('leave with the account what was read', async () => {
    const leaving = await app.person('auditor', { name: 'Leaving Person' });
    await leaving.rest.send('POST', '/notifications/read', { ids: ['alertRaised:0'] });
    const data = JSON.parse((await fileOf(app, leaving, '/gdpr/export')).text);
    expect(data.notificationsRead).toEqual([{ readTo: null, readIds: ['alertRaised:0'] }]);
    await leaving.rest.send('DELETE', '/gdpr/delete');
    expect(await rows('select 1 from notification_state where user_id = $1', [leaving.userId])).toEqual([]);
  });
});
