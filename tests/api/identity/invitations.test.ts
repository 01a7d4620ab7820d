import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmtpServer } from '../../support/smtpServer.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

const SITE = 'https://trace.example';

let smtp: SmtpServer;
let app: TestApp;
/** the same database, without mail */
let mute: TestApp;
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  smtp = new SmtpServer();
  await smtp.start();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'trace@trace.example', PUBLIC_URL: SITE } });
  mute = await createTestApp({ database: app.databaseUrl, env: { ROLE: 'web', PUBLIC_URL: SITE } });
  admin = await app.person('admin', { name: 'Asha Admin' });
  auditor = await app.person('auditor', { name: 'Elena Quispe' });
});
afterAll(async () => {
  await mute?.stop();
  await app?.stop();
  await smtp?.stop();
});
beforeEach(() => smtp.reset());

let count = 0;
const guest = (changes: Record<string, unknown> = {}) => ({
  name: `Guest ${(count += 1)}`,
  role: 'processor',
  ...changes,
});
const tokenOf = (link: string): string => new URL(link).hash.slice(1);
const rows = (sql: string, values: unknown[] = []) => app.app.database.rows(sql, values);

async function invited(by: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; token: string }> {
  const answer = await by.rest.send('POST', '/invitations', guest(changes));
  expect(answer.status).toBe(201);
  return { id: answer.data.invitation.id, token: tokenOf(answer.data.link) };
}

const open = (token: string) => app.rest.send('POST', '/auth/invitation', { token });
const accept = (token: string, username: string) =>
  app.rest.send('POST', '/auth/invitation/accept', { token, username, password: 'a-long-password' });
const listed = async (by: Person): Promise<string[]> =>
  (await by.rest.get('/invitations?limit=100')).data.invitations.map(({ id }: { id: string }) => id);

describe('an invitation', () => {
  it('becomes an account with the password that the invited chose, once', async () => {
    const { id, token } = await invited(admin, { name: 'Joseph Wemin', role: 'farmer', farmId: 'farm007' });
    expect((await open(token)).data.invitation).toEqual({
      name: 'Joseph Wemin',
      role: 'farmer',
      farmId: 'FARM007',
      invitedBy: 'Asha Admin',
    });
    expect(await accept(token, 'joseph.wemin')).toMatchObject({ status: 201, data: { username: 'joseph.wemin' } });
    const login = await app.rest.send('POST', '/auth/login', { username: 'joseph.wemin', password: 'a-long-password' });
    expect(login.data.user).toMatchObject({ name: 'Joseph Wemin', role: 'farmer', farmId: 'FARM007' });

    expect((await accept(token, 'joseph.again')).status).toBe(404);
    expect((await open(token)).status).toBe(404);
    expect(await listed(admin)).not.toContain(id);
    expect(
      await rows(`select action, user_id from audit_entry where target_id = $1 and action <> 'version' order by id`, [
        login.data.user.id,
      ]),
    ).toEqual([
      { action: 'user.created', user_id: null },
      { action: 'invitation.accepted', user_id: null },
    ]);
  });

  it('is accepted by one of two who use the link at the same time', async () => {
    const { token } = await invited(admin);
    const answers = await Promise.all([accept(token, 'twin.one'), accept(token, 'twin.two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  it('keeps its link when the user name is taken', async () => {
    const { token } = await invited(admin);
    expect(await accept(token, admin.username)).toMatchObject({ status: 409 });
    expect((await accept(token, 'free.name')).status).toBe(201);
  });

  it('opens nothing once it is revoked, renewed, expired, or its inviter is disabled', async () => {
    const revoked = await invited(admin);
    expect((await admin.rest.send('DELETE', `/invitations/${revoked.id}`)).data).toEqual({ revoked: true });
    expect((await admin.rest.send('DELETE', `/invitations/${revoked.id}`)).status).toBe(404);

    const renewed = await invited(admin);
    const again = await admin.rest.send('POST', `/invitations/${renewed.id}/renew`, {});
    expect((await open(tokenOf(again.data.link))).status).toBe(200);

    const second = await app.person('admin');
    const orphan = await invited(second);
    await admin.rest.send('PATCH', `/users/${second.userId}`, { disabled: true });

    for (const { token } of [revoked, renewed, orphan]) {
      expect((await open(token)).status).toBe(404);
      expect((await accept(token, `late.${(count += 1)}`)).status).toBe(404);
    }
    expect((await open(`${renewed.id}.abc.def`)).status).toBe(404);
  });

  it('that the database was given by others makes no account', async () => {
    const { id, token } = await invited(admin);
    await rows(`update invitation set role = 'admin' where id = $1`, [id]);
    expect((await accept(token, 'made.up')).status).toBe(404);
    await rows('delete from invitation where id = $1', [id]);
  });

  it('is made and seen by auditors for farmers and processors alone, and by no key', async () => {
    const ofAdmin = await invited(admin, { role: 'auditor' });
    expect((await auditor.rest.send('POST', '/invitations', guest({ role: 'auditor' }))).status).toBe(403);
    expect((await auditor.rest.send('DELETE', `/invitations/${ofAdmin.id}`)).status).toBe(403);
    const own = await invited(auditor);
    expect(await listed(auditor)).toContain(own.id);
    expect(await listed(auditor)).not.toContain(ofAdmin.id);
    const processor = await app.person('processor');
    expect((await processor.rest.send('POST', '/invitations', guest())).status).toBe(403);
    expect((await app.rest.get('/invitations')).status).toBe(401);
  });

  it('needs what an account needs', async () => {
    const refused = async (changes: Record<string, unknown>) =>
      (await admin.rest.send('POST', '/invitations', guest(changes))).body.details?.map(({ field }) => field);
    expect(await refused({ role: 'farmer' })).toEqual(['farmId']);
    expect(await refused({ byMail: true })).toEqual(['email']);
    expect(await refused({ name: ' ' })).toEqual(['name']);
  });
});

describe('by mail', () => {
  it('the link comes to the address alone, and the answer has none', async () => {
    const address = 'grace@mail.example';
    const answer = await admin.rest.send('POST', '/invitations', guest({ email: address, byMail: true }));
    expect(answer.data.link).toBe(null);
    const mail = await until(() => smtp.mails.find(({ to }) => to.includes(address)), 'the invitation');
    const link = /https:\S+#\S+/.exec(mail.text)?.[0] ?? '';
    expect(link.startsWith(`${SITE}/admin/join#`)).toBe(true);
    expect((await open(tokenOf(link))).status).toBe(200);
    await until(async () => {
      const { invitations } = (await admin.rest.get('/invitations?limit=100')).data;
      return invitations.some(
        (one: { id: string; mail: string }) => one.id === answer.data.invitation.id && one.mail === 'sent',
      );
    }, 'the mail to be noted');
    expect((await accept(tokenOf(link), 'grace.kila')).status).toBe(201);
    const users = await admin.rest.get('/users?search=grace.kila');
    expect(users.data.users[0]).toMatchObject({ email: address });
  });

  it('is refused where the server sends none', async () => {
    const there = await mute.person('admin');
    const answer = await there.rest.send('POST', '/invitations', guest({ email: 'a@mail.example', byMail: true }));
    expect(answer.status).toBe(409);
    expect((await there.rest.get('/invitations')).data.mailOffered).toBe(false);
    expect((await there.rest.send('POST', '/invitations', guest({ email: 'a@mail.example' }))).data.link).toContain(
      '#',
    );
  });
});

it('GraphQL does the same', async () => {
  const made = await admin.graphql.run(
    'mutation { inviteUser(input: { name: "Mary Tom", role: processor }) { link invitation { id mail invitedBy } } }',
  );
  const { link, invitation } = made.data.inviteUser;
  expect(invitation).toMatchObject({ mail: 'none', invitedBy: 'Asha Admin' });
  const token = tokenOf(link);
  const opened =
    'query ($token: String!) { openInvitation(token: $token) { __typename ... on OpenInvitation { name } } }';
  expect((await app.graphql.run(opened, { token })).data.openInvitation).toEqual({
    __typename: 'OpenInvitation',
    name: 'Mary Tom',
  });
  const accepting = `mutation ($token: String!) {
    acceptInvitation(token: $token, username: "mary.tom", password: "a-long-password") {
      __typename ... on AcceptedInvitation { username } } }`;
  expect((await app.graphql.run(accepting, { token })).data.acceptInvitation).toEqual({
    __typename: 'AcceptedInvitation',
    username: 'mary.tom',
  });
  expect((await app.graphql.run(opened, { token })).data.openInvitation).toEqual({ __typename: 'NotFound' });
});

it('an erasure removes the invitations that the person made', async () => {
  const leaving = await app.person('admin', { name: 'Leaving Admin' });
  const made = await invited(leaving);
  await leaving.rest.send('DELETE', '/gdpr/delete');
  expect(await rows('select 1 from invitation where id = $1', [made.id])).toEqual([]);
});
