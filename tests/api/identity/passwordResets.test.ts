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

beforeAll(async () => {
  smtp = new SmtpServer();
  await smtp.start();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'trace@trace.example', PUBLIC_URL: SITE } });
  mute = await createTestApp({ database: app.databaseUrl, env: { ROLE: 'web', PUBLIC_URL: SITE } });
  admin = await app.person('admin', { name: 'Asha Admin' });
});
afterAll(async () => {
  await mute?.stop();
  await app?.stop();
  await smtp?.stop();
});
beforeEach(() => smtp.reset());

const tokenOf = (link: string): string => new URL(link).hash.slice(1);
const ask = (login: string) => app.rest.send('POST', '/auth/password-reset', { login });
const complete = (token: string, newPassword = 'another-password') =>
  app.rest.send('POST', '/auth/password-reset/complete', { token, newPassword });
const logIn = async (username: string, password: string): Promise<number> =>
  (await app.rest.send('POST', '/auth/login', { username, password })).status;

let count = 0;
/** Somebody with a mail address. */
async function reachable(): Promise<{ person: Person; address: string }> {
  const person = await app.person('processor');
  const address = `Person-${(count += 1)}@mail.example`;
  const body = { currentPassword: person.password, email: address };
  expect((await person.rest.send('POST', '/auth/email', body)).status).toBe(200);
  return { person, address };
}

/** The token of the mail that comes to an address. */
async function mailed(address: string): Promise<string> {
  const mail = await until(() => smtp.mails.find(({ to }) => to.includes(address)), 'the mail');
  return tokenOf(/https:\S+#\S+/.exec(mail.text)?.[0] ?? '');
}

describe('a password that was forgotten', () => {
  it('is not set by a link that was mailed to an earlier address', async () => {
    const { person, address } = await reachable();
    await ask(person.username);
    const token = await mailed(address);
    const body = { currentPassword: person.password, email: `new.${address}` };
    expect((await person.rest.send('POST', '/auth/email', body)).status).toBe(200);
    expect((await complete(token)).status).toBe(404);
    expect(await logIn(person.username, person.password)).toBe(200);
  });

  it('is set by a mailed link, which ends all sessions and works once', async () => {
    const { person, address } = await reachable();
    expect((await ask(person.username.toUpperCase())).data).toEqual({ asked: true });
    const token = await mailed(address);
    expect(await logIn(person.username, person.password)).toBe(200);
    expect((await complete(token)).data).toEqual({ username: person.username });
    expect((await person.rest.get('/auth/validate')).status).toBe(401);
    expect(await logIn(person.username, person.password)).toBe(401);
    expect(await logIn(person.username, 'another-password')).toBe(200);
    expect((await complete(token, 'third-password')).status).toBe(404);
    const lines = await app.app.database.rows(
      `select action, user_id from audit_entry where target_id = $1 and action like 'password.%' order by id`,
      [person.userId],
    );
    expect(lines).toEqual([
      { action: 'password.reset-asked', user_id: null },
      { action: 'password.reset', user_id: null },
    ]);
  });

  it('is asked for by mail address as well, whatever its case', async () => {
    const { person, address } = await reachable();
    await ask(address.toLowerCase());
    expect((await complete(await mailed(address))).data).toEqual({ username: person.username });
  });

  it('has the same answer where there is no such account, none that may sign in, and none with an address', async () => {
    const { person: disabled, address } = await reachable();
    await admin.rest.send('PATCH', `/users/${disabled.userId}`, { disabled: true });
    const without = await app.person('processor');
    const { person: last, address: lastAddress } = await reachable();
    for (const login of ['nobody', disabled.username, without.username, last.username]) {
      const answer = await ask(login);
      expect([answer.status, answer.data]).toEqual([200, { asked: true }]);
    }
    await mailed(lastAddress);
    expect(smtp.mails.filter(({ to }) => to.includes(address))).toEqual([]);
  });

  it('is mailed five times a day at most to one account', async () => {
    const { person, address } = await reachable();
    const { person: other, address: otherAddress } = await reachable();
    for (let n = 0; n < 6; n += 1) {
      await ask(person.username);
      await until(() => n === 5 || smtp.mails.length > n, 'the mail');
    }
    await ask(other.username);
    await mailed(otherAddress);
    expect(smtp.mails.filter(({ to }) => to.includes(address))).toHaveLength(5);
  });

  it('is refused where the server sends no mail', async () => {
    const answer = await mute.rest.send('POST', '/auth/password-reset', { login: admin.username });
    expect(answer.status).toBe(409);
  });
});

describe('a link that a manager makes', () => {
  const link = (by: Person, id: string, byMail = false) => by.rest.send('POST', `/users/${id}/reset-link`, { byMail });

  it('is shown once, or mailed', async () => {
    const { person, address } = await reachable();
    const shown = await link(admin, person.userId);
    expect(await logIn(person.username, person.password)).toBe(200);
    expect((await link(admin, person.userId, true)).data).toEqual({ link: null });
    const byMail = await mailed(address);
    expect((await complete(tokenOf(shown.data.link))).status).toBe(200);
    // Made of the password of then.
    expect((await complete(byMail)).status).toBe(404);
  });

  it.each([{ role: 'auditor' }, { farmId: 'FARM009' }, { email: 'other@mail.example' }, { disabled: true }])(
    'ends when the account gets %j',
    async (change) => {
      const { person } = await reachable();
      const token = tokenOf((await link(admin, person.userId)).data.link);
      expect((await admin.rest.send('PATCH', `/users/${person.userId}`, change)).status).toBe(200);
      expect((await complete(token)).status).toBe(404);
    },
  );

  it('ends with the account and the right of whoever made it', async () => {
    const { person } = await reachable();
    const made = async (): Promise<{ maker: Person; token: string }> => {
      const maker = await app.person('admin');
      return { maker, token: tokenOf((await link(maker, person.userId)).data.link) };
    };
    const [disabled, demoted, erased, reduced] = [await made(), await made(), await made(), await made()];
    const change = (id: string, body: unknown) => admin.rest.send('PATCH', `/users/${id}`, body);
    expect((await change(disabled.maker.userId, { disabled: true })).status).toBe(200);
    expect((await change(demoted.maker.userId, { role: 'processor' })).status).toBe(200);
    expect((await erased.maker.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    for (const { token } of [disabled, demoted, erased]) expect((await complete(token)).status).toBe(404);
    // An auditor may still manage processors.
    expect((await change(reduced.maker.userId, { role: 'auditor' })).status).toBe(200);
    expect((await complete(reduced.token)).status).toBe(200);
  });

  it('names who made it in a way that cannot be changed', async () => {
    const { person } = await reachable();
    const token = tokenOf((await link(admin, person.userId)).data.link);
    expect(token).toContain(`.${admin.userId}.`);
    const without = token.replace(`.${admin.userId}`, '');
    const byOther = token.replace(admin.userId, (await app.person('admin')).userId);
    for (const forged of [without, byOther]) expect((await complete(forged)).status).toBe(404);
    expect((await complete(token)).status).toBe(200);
  });

  it('is for accounts within reach that may sign in', async () => {
    const auditor = await app.person('auditor');
    const { person } = await reachable();
    expect((await link(auditor, admin.userId)).status).toBe(403);
    expect((await link(person, admin.userId)).status).toBe(403);
    const without = await app.person('farmer');
    expect((await link(auditor, without.userId, true)).status).toBe(409);
    expect((await link(auditor, without.userId)).status).toBe(200);
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: true });
    expect((await link(admin, person.userId)).status).toBe(409);
  });

  it('by GraphQL does the same', async () => {
    const { person } = await reachable();
    const made = await admin.graphql.run(
      'mutation ($id: ID!) { makeResetLink(id: $id) { ... on ResetLink { link } } }',
      { id: person.userId },
    );
    const reset = await app.graphql.run(
      'mutation ($token: String!) { resetPassword(token: $token, newPassword: "another-password") { __typename ... on PasswordReset { username } } }',
      { token: tokenOf(made.data.makeResetLink.link) },
    );
    expect(reset.data.resetPassword).toEqual({ __typename: 'PasswordReset', username: person.username });
    const asked = await app.graphql.run('mutation { requestPasswordReset(login: "nobody") { asked } }');
    expect(asked.data.requestPasswordReset).toEqual({ asked: true });
  });
});

it("one's own mail address takes the password", async () => {
  const person = await app.person('processor');
  const set = (currentPassword: string, email: string) =>
    person.rest.send('POST', '/auth/email', { currentPassword, email });
  expect((await set('wrong-password', 'new@mail.example')).status).toBe(400);
  expect((await set(person.password, 'no address')).status).toBe(400);
  expect((await set(person.password, 'new@mail.example')).status).toBe(200);
  await until(
    async () => (await person.rest.get('/auth/validate')).data.user.email === 'new@mail.example',
    'the address',
  );
  const changed = await person.graphql.run(
    'mutation ($password: String!) { changeMyEmail(currentPassword: $password, email: "") { ... on EmailChanged { email } } }',
    { password: person.password },
  );
  expect(changed.data.changeMyEmail).toEqual({ email: '' });
});

// Comes last: processes tell each other how often an address asked.
it('a new password is asked for twenty times in a quarter of an hour at most from one address', async () => {
  const other = await createTestApp({
    database: app.databaseUrl,
    env: { ROLE: 'web', SMTP_URL: smtp.url, MAIL_FROM: 'a@b.example', PUBLIC_URL: SITE },
  });
  const statuses = [];
  for (let n = 0; n < 21; n += 1) {
    statuses.push((await other.rest.send('POST', '/auth/password-reset', { login: 'nobody' })).status);
  }
  await other.stop();
  expect(statuses.at(-1)).toBe(429);
});
