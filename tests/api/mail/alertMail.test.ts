import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { codeIn } from '../../support/mailCode.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { settledLot } from '../../support/seeds.ts';
import { SmtpServer, type TakenMail } from '../../support/smtpServer.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const SITE = 'https://trace.example';

let smtp: SmtpServer;
let app: TestApp;
let lot: LotView;

beforeAll(async () => {
  smtp = new SmtpServer();
  await smtp.start();
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@trace.example', PUBLIC_URL: SITE } });
  lot = await settledLot(app, await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }));
});
afterAll(async () => {
  await app?.stop();
  await smtp?.stop();
});

let count = 0;
const newAddress = (): string => `reader-${(count += 1)}@mail.example`;
const to = (address: string): TakenMail[] => smtp.mails.filter((mail) => mail.to.includes(address));
const mailFrom = (address: string, place = 0): Promise<TakenMail> => until(() => to(address)[place], 'a mail');
const ask = (by: Person, address: string, changes = {}) =>
  by.rest.send('PUT', '/alert-mail', { address, language: 'en', pace: 'soon', ...changes });
const settingOf = async (by: Person) => (await by.rest.get('/alert-mail')).data.mail.setting;

/** Asks, and gives the code that comes. */
async function confirmed(by: Person, address = newAddress()): Promise<string> {
  const before = to(address).length;
  await ask(by, address);
  const code = codeIn(await mailFrom(address, before));
  const { status } = await by.rest.send('POST', '/alert-mail/confirm', { code });
  expect(status).toBe(200);
  return address;
}

/** The link of a mail that stops them, as this server has it. */
function stopLink(mail: TakenMail): string {
  const link = /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  return link.replace(SITE, app.url);
}

async function firstDigest(address: string): Promise<TakenMail> {
  await raiseSmoke(app.app.database, lot.id);
  return mailFrom(address, 1);
}

const auditOf = async (by: Person) =>
  app.app.database.rows(
    `select action, role, details from audit_entry where target_id = $1 and action like 'mail.%' order by id`,
    [by.userId],
  );

describe('alerts by mail', () => {
  it('are off; an address is asked first, and then told of the next alert', async () => {
    const auditor = await app.person('auditor');
    expect((await auditor.rest.get('/alert-mail')).data.mail).toEqual({ offered: true, setting: null, letters: [] });
    const address = newAddress();
    const asked = await ask(auditor, address, { language: 'fr' });
    expect(asked.data.mail.setting).toEqual({
      address,
      language: 'fr',
      pace: 'soon',
      askedAt: expect.any(String),
      confirmedAt: null,
    });
    const mail = await mailFrom(address);
    expect(mail.headers.subject).toBe('Manam-Trace : code pour les alertes par e-mail');
    const given = await auditor.rest.send('POST', '/alert-mail/confirm', {
      code: ` ${codeIn(mail)?.slice(0, 4)} ${codeIn(mail)?.slice(4)} `,
    });
    expect(given.data.mail.setting.confirmedAt).toEqual(expect.any(String));
    const id = await raiseSmoke(app.app.database, lot.id);
    const digest = await mailFrom(address, 1);
    expect(digest.text).toContain(`${SITE}/admin/alert?id=${id}`);
    expect(digest.text.match(/admin\/alert\?/g)).toHaveLength(1);
    await until(
      async () =>
        (await auditor.rest.get('/alert-mail')).data.mail.letters.every(
          ({ state }: { state: string }) => state === 'sent',
        ),
      'the log of mails',
    );
    const { letters } = (await auditor.rest.get('/alert-mail')).data.mail;
    expect(letters.map(({ kind, alerts }: { kind: string; alerts: number | null }) => [kind, alerts])).toEqual([
      ['digest', 1],
      ['code', null],
    ]);
    expect(await auditOf(auditor)).toMatchObject([
      { action: 'mail.set', details: { language: 'fr', pace: 'soon' } },
      { action: 'mail.confirmed' },
    ]);
    // Neither audit nor deliveries hold the address.
    for (const table of ['audit_entry', 'alert_mail_letter', 'alert_told']) {
      const rows = await app.app.database.rows(
        `select 1 as one from ${table} t where to_jsonb(t)::text like '%' || $1 || '%'`,
        [address],
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('are each person’s own over GraphQL as well, and no partner key’s', async () => {
    const [auditor, admin] = [await app.person('auditor'), await app.person('admin')];
    const address = newAddress();
    const asked = await auditor.graphql.run(
      'mutation ($input: AlertMailInput!) { setMyAlertMail(input: $input) { setting { address confirmedAt } } }',
      { input: { address, language: 'tpi', pace: 'daily' } },
    );
    expect(asked.data.setMyAlertMail.setting).toEqual({ address, confirmedAt: null });
    const code = codeIn(await mailFrom(address));
    const given = await auditor.graphql.run(
      'mutation ($code: String!) { confirmMyAlertMail(code: $code) { setting { pace } letters { kind state } } }',
      { code },
    );
    expect(given.data.confirmMyAlertMail.setting).toEqual({ pace: 'daily' });
    const stopped = await auditor.graphql.run('mutation { stopMyAlertMail { setting { address } } }');
    expect(stopped.data.stopMyAlertMail.setting).toBeNull();
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Trade', role: 'auditor' });
    const key = (method: string, path: string, body?: unknown) =>
      fetch(`${app.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${data.key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect((await key('GET', '/alert-mail')).status).toBe(403);
    expect((await key('PUT', '/alert-mail', { address, language: 'en', pace: 'soon' })).status).toBe(403);
    expect((await app.rest.get('/alert-mail')).status).toBe(401);
  });

  it('change their language and pace without a new code, and their address with one', async () => {
    const auditor = await app.person('auditor');
    const address = await confirmed(auditor);
    const changed = await ask(auditor, address, { language: 'es', pace: 'daily' });
    expect(changed.data.mail.setting).toMatchObject({ language: 'es', pace: 'daily', confirmedAt: expect.any(String) });
    const other = newAddress();
    expect((await ask(auditor, other)).data.mail.setting).toMatchObject({ address: other, confirmedAt: null });
    expect(to(address)).toHaveLength(1);
    expect(
      (await servicesOf(app.app).integrityAudit.run()).findings.filter(({ table }) => table === 'alert_mail'),
    ).toEqual([]);
  });
});

describe('an address', () => {
  it('is one address and nothing else: no header comes with it', async () => {
    const auditor = await app.person('auditor');
    for (const address of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example, c@d.example',
      'Grace <a@b.example>',
      'a@b.example>\r\nRCPT TO:<c@d.example',
      'a b@c.example',
      '"x\n"@c.example',
      `${'a'.repeat(250)}@b.example`,
      'nobody',
    ]) {
      const { status, body } = await ask(auditor, address);
      expect([address, status, body.details?.[0]?.field]).toEqual([address, 400, 'address']);
    }
    expect(await settingOf(auditor)).toBeNull();
  });

  it('is sent five codes a day, however many accounts ask', async () => {
    const auditor = await app.person('auditor');
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(auditor, newAddress())).status).toBe(200);
    const { status, headers } = await ask(auditor, newAddress());
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    const victim = newAddress();
    for (let asked = 0; asked < 5; asked += 1)
      expect((await ask(await app.person('auditor'), victim)).status).toBe(200);
    expect((await ask(await app.person('auditor'), victim.toUpperCase())).status).toBe(429);
  });
});

describe('a code', () => {
  it('is taken ten times wrong at most, and the last one that was mailed alone', async () => {
    const auditor = await app.person('auditor');
    const address = newAddress();
    await ask(auditor, address);
    const first = codeIn(await mailFrom(address));
    await ask(auditor, address);
    const second = codeIn(await mailFrom(address, 1));
    const give = (code: string | undefined) => auditor.rest.send('POST', '/alert-mail/confirm', { code });
    const { status, body } = await give(first);
    expect([status, body.details?.[0]?.field]).toEqual([400, 'code']);
    for (let tried = 0; tried < 9; tried += 1) expect((await give('00000000')).status).toBe(400);
    expect((await give(second)).status).toBe(400);
    expect(await settingOf(auditor)).toMatchObject({ confirmedAt: null });
  });

  it('holds for an hour', async () => {
    const auditor = await app.person('auditor');
    const address = newAddress();
    await ask(auditor, address);
    const code = codeIn(await mailFrom(address));
    await app.app.database.rows(
      `update alert_mail_letter set created_at = created_at - interval '61 minutes' where account_id = $1 returning 1`,
      [auditor.userId],
    );
    expect((await auditor.rest.send('POST', '/alert-mail/confirm', { code })).status).toBe(400);
  });
});

describe('the link that stops them', () => {
  it('does nothing when it is looked at, and stops them when its button is pressed', async () => {
    const auditor = await app.person('auditor');
    const address = newAddress();
    await ask(auditor, address, { language: 'es' });
    await auditor.rest.send('POST', '/alert-mail/confirm', { code: codeIn(await mailFrom(address)) });
    const link = stopLink(await firstDigest(address));
    const looked = await fetch(link);
    const page = await looked.text();
    expect([looked.status, looked.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(page).toContain('<html lang="es">');
    expect(page).toContain('<form method="post"><button>No recibir más estos mensajes</button></form>');
    expect(page).not.toContain(address);
    expect(await settingOf(auditor)).not.toBeNull();
    const pressed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('Se detuvieron')]);
    expect(await settingOf(auditor)).toBeNull();
    expect((await auditOf(auditor)).at(-1)).toEqual({
      action: 'mail.stopped',
      role: 'system',
      details: { why: 'link' },
    });
    // Pressed again, nothing changes.
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('takes the one press of mail programs (RFC 8058): %s', async (type, body) => {
    const auditor = await app.person('auditor');
    const link = stopLink(await firstDigest(await confirmed(auditor)));
    const { status } = await fetch(link, { method: 'POST', headers: { 'content-type': type }, body });
    expect(status).toBe(200);
    expect(await settingOf(auditor)).toBeNull();
  });

  it('stops what it came with, not what was asked for later, and nobody else’s', async () => {
    const [auditor, other] = [await app.person('auditor'), await app.person('auditor')];
    const address = await confirmed(auditor);
    const link = stopLink(await firstDigest(address));
    await auditor.rest.send('DELETE', '/alert-mail');
    await confirmed(auditor, address);
    await fetch(link, { method: 'POST' });
    expect(await settingOf(auditor)).toMatchObject({ address });
    await confirmed(other);
    const turned = link.replace(auditor.userId, other.userId);
    const { status } = await fetch(turned, { method: 'POST' });
    expect(status).toBe(404);
    expect(await settingOf(other)).not.toBeNull();
    expect((await fetch(`${app.url}/mail/stop/x`, { method: 'POST' })).status).toBe(404);
  });
});

describe('the data of who gets them', () => {
  it('are exported, and erased with the account, with what waits', async () => {
    const auditor = await app.person('auditor', { name: 'Agnes Moru' });
    const address = await confirmed(auditor);
    await firstDigest(address);
    const data = await (
      await fetch(`${app.url}/api/v1/gdpr/export`, { headers: { authorization: `Bearer ${auditor.accessToken}` } })
    ).json();
    expect(data).toMatchObject({
      alertMail: [{ address, language: 'en', pace: 'soon' }],
      alertMailsSent: expect.arrayContaining([
        expect.objectContaining({ kind: 'code' }),
        expect.objectContaining({ kind: 'digest' }),
      ]),
    });
    const receipt = (await auditor.rest.send('DELETE', '/gdpr/delete')).data.receipt;
    expect(receipt.fields).toContain('alertMail');
    expect(
      await app.app.database.rows('select 1 as one from alert_mail_letter where account_id = $1', [auditor.userId]),
    ).toEqual([]);
    expect(
      (await servicesOf(app.app).integrityAudit.run()).findings.filter(({ row }) => row === auditor.userId),
    ).toEqual([]);
    const everywhere = await app.app.database.rows(`select 1 as one from alert_mail where address = $1`, [address]);
    expect(everywhere).toEqual([]);
  });
});

it('an address that nobody confirmed is forgotten after a day, and no other', async () => {
  const [slow, quick] = [await app.person('auditor'), await app.person('auditor')];
  await ask(slow, newAddress());
  await ask(quick, newAddress());
  await app.app.database.rows(
    `update alert_mail set asked_at = now() - interval '23 hours' where account_id = $1 returning 1`,
    [quick.userId],
  );
  await app.app.database.rows(
    `update alert_mail set asked_at = now() - interval '25 hours' where account_id = $1 returning 1`,
    [slow.userId],
  );
  await servicesOf(app.app).retention.run();
  expect(await settingOf(slow)).toBeNull();
  expect(await settingOf(quick)).not.toBeNull();
});

it('a server without a mail server says so', async () => {
  const silent = await createTestApp();
  try {
    const auditor = await silent.person('auditor');
    expect((await auditor.rest.get('/alert-mail')).data.mail).toEqual({ offered: false, setting: null, letters: [] });
    const { status, body } = await ask(auditor, 'a@b.example');
    expect([status, body.message]).toEqual([
      409,
      "This server can't send mail. Ask your server operator to set it up.",
    ]);
  } finally {
    await silent.stop();
  }
});
