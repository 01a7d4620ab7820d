import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MailServer } from '../../../server/modules/mail/mailServer.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { INFO, MailWorld, SITE, type MailReader } from '../../support/mailWorld.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let grace: Person;
let auditor: Person;
let lot: LotView;
let other: LotView;
let world: MailWorld;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  auditor = await app.person('auditor');
  lot = await settledLot(app, grace);
  other = await settledLot(app, await app.person('farmer', { farmId: 'FARM002' }), { farmId: 'FARM002' });
  world = new MailWorld(app);
  await world.start();
});
afterAll(async () => {
  await world?.smtp.stop();
  await app?.stop();
});
beforeEach(async () => {
  await app.app.database.rows('delete from alert_mail returning 1');
  await app.app.database.rows(`update alert_mail_letter set state = 'given_up' where state = 'waiting' returning 1`);
  await world.smtp.reset();
  world.findTampered = new Set();
  world.lines.length = 0;
});

const smoke = (of: LotView = lot): Promise<string> => raiseSmoke(app.app.database, of.id);
const lettersOf = async ({ caller }: MailReader) =>
  (await world.service.read(caller)).letters.filter(({ kind }) => kind === 'digest');

/** A reader with a digest that failed once. */
async function failing(at: typeof world.smtp.at): Promise<MailReader> {
  const reader = await world.reader('auditor');
  world.smtp.at = at;
  await smoke();
  await world.goUntil(async () => (await lettersOf(reader))[0]?.attempts === 1, 'the first attempt');
  return reader;
}

describe('a digest', () => {
  it('tells of many alerts in one mail: ids and codes, links, both forms, no person, place or text', async () => {
    const reader = await world.reader('auditor');
    const first = await raiseSmoke(app.app.database, lot.id, {
      type: 'deforestation',
      severity: 'high',
      description: 'Seen by Peter Waim',
    });
    const second = await smoke(other);
    await auditor.rest.send('PUT', `/alerts/${first}/resolve`, {
      note: 'Grace Kila burnt boxes',
      outcome: 'No Deforestation',
    });
    await world.readLog(3);
    await world.go();
    const [mail, ...more] = world.digestsTo(reader.address);
    expect(more).toEqual([]);
    expect(mail?.headers).toMatchObject({
      from: '"Manam-Trace" <alerts@trace.example>',
      to: reader.address,
      subject: 'Manam-Trace: 2 alerts',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'list-unsubscribe': expect.stringMatching(/^<https:\/\/trace\.example\/mail\/stop\/[\w.-]+>$/),
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@trace\.example>$/),
    });
    expect(mail?.text).toContain(
      `${lot.lotId}: Deforestation\nNew\nSeverity: High\nState: Resolved, No Deforestation\nRaised `,
    );
    expect(mail?.text).toContain(`${other.lotId}: Fire\nNew\nSeverity: Low\nState: Active\nRaised `);
    for (const id of [first, second]) {
      expect(mail?.text).toContain(`${SITE}/admin/alert?id=${id}`);
      expect(mail?.html).toContain(`<a href="${SITE}/admin/alert?id=${id}">`);
    }
    expect(mail?.html).toMatch(/<html lang="en">/);
    expect(mail?.text + (mail?.html ?? '')).not.toMatch(/Kila|Waim|FARM00|latitude|burnt/);
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'sent', alerts: 2, lastFault: null });
  });

  it('of more alerts than a mail lists says how many', async () => {
    const reader = await world.reader('auditor');
    for (let count = 0; count < 52; count += 1) await smoke();
    await world.readLog(52);
    await world.go();
    const [mail] = world.digestsTo(reader.address);
    expect(mail?.headers.subject).toBe('Manam-Trace: 52 alerts');
    expect(mail?.text.match(/admin\/alert\?/g)).toHaveLength(50);
    expect(mail?.text).toContain('And 2 more alerts.');
  });

  it('comes at most every 15 minutes; what happened meanwhile comes together', async () => {
    const reader = await world.reader('auditor');
    await smoke();
    await world.goUntil(() => world.digestsTo(reader.address).length === 1, 'the first mail');
    await smoke();
    await smoke();
    await world.readLog(2);
    world.minutes(14);
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(1);
    world.minutes(2);
    await world.go();
    expect(world.digestsTo(reader.address).map(({ headers }) => headers.subject)).toEqual([
      'Manam-Trace: 1 alert',
      'Manam-Trace: 2 alerts',
    ]);
  });

  it('comes in time where somebody put it off for longer than the program does', async () => {
    const reader = await world.reader('auditor');
    await smoke();
    await world.readLog(1);
    const { database } = app.app;
    await database.rows(`update alert_mail set due_at = '9999-01-01' where account_id = $1`, [reader.person.userId]);
    await world.delivery().round();
    const letters = await database.rows(
      `update alert_mail_letter set next_at = '9999-01-01' where account_id = $1 and state = 'waiting' returning id`,
      [reader.person.userId],
    );
    expect(letters).toHaveLength(1);
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(1);
  });

  it('of each day comes at six, and on no day without alerts', async () => {
    const reader = await world.reader('auditor', { pace: 'daily' });
    await smoke();
    await smoke();
    await world.readLog(2);
    await world.go();
    expect(world.digestsTo(reader.address)).toEqual([]);
    const due = await app.app.database.row<{ at: Date }>('select due_at as at from alert_mail where address = $1', [
      reader.address,
    ]);
    expect(due?.at.toISOString()).toMatch(/T06:00:00\.000Z$/);
    world.minutes(24 * 60);
    await world.go();
    expect(world.digestsTo(reader.address).map(({ headers }) => headers.subject)).toEqual(['Manam-Trace: 2 alerts']);
    world.minutes(24 * 60);
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(1);
  });

  it.each([
    ['fr', 'Manam-Trace : 1 alerte', 'Gravité : Faible', 'Ne plus recevoir ces messages'],
    ['es', 'Manam-Trace: 1 alerta', 'Gravedad: Baja', 'No recibir más estos mensajes'],
    ['tpi', 'Manam-Trace: 1 tok lukaut', 'Hevi bilong en: Liklik', 'Pasim ol dispela imel'],
  ] as const)('speaks the language that was chosen: %s', async (language, subject, severity, stop) => {
    const reader = await world.reader('auditor', { language });
    await raiseSmoke(app.app.database, lot.id, { at: new Date('2026-03-14T08:30:00Z') });
    await world.goUntil(() => world.digestsTo(reader.address).length === 1, 'the mail');
    const [mail] = world.digestsTo(reader.address);
    expect(mail?.headers.subject).toBe(subject);
    expect(mail?.text).toContain(severity);
    expect(mail?.text).toContain(stop);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    expect(mail?.text).toContain(
      { fr: '14 mars 2026, 08:30 UTC', es: '14 mar 2026, 08:30 UTC', tpi: '14 Mas 2026, 08:30 UTC' }[language],
    );
  });
});

describe('the rights of whoever reads it', () => {
  it('are those of the moment in which it goes out', async () => {
    const farmer = await world.reader('farmer', { farmId: 'FARM001' });
    const disabled = await world.reader('auditor');
    await smoke(lot);
    await smoke(other);
    await world.readLog(2);
    // Made into letters, and not sent yet.
    await world.delivery().round();
    await servicesOf(app.app).userManagement.change(
      await adminCaller(),
      farmer.person.userId,
      { farmId: 'FARM002' },
      INFO,
    );
    await servicesOf(app.app).userManagement.change(
      await adminCaller(),
      disabled.person.userId,
      { disabled: true },
      INFO,
    );
    await world.go();
    const [mail] = world.digestsTo(farmer.address);
    expect(mail?.text).toContain(other.lotId);
    expect(mail?.text).not.toContain(lot.lotId);
    expect(world.digestsTo(disabled.address)).toEqual([]);
    expect((await lettersOf(disabled))[0]).toMatchObject({ state: 'given_up', lastFault: 'no_right' });
  });

  it('reach no further than one farm; who hears of none of it gets no mail', async () => {
    const farmer = await world.reader('farmer', { farmId: 'FARM001' });
    await smoke(other);
    await world.readLog(1);
    await world.go();
    expect(world.digestsTo(farmer.address)).toEqual([]);
    expect(await lettersOf(farmer)).toEqual([]);
  });

  it('count for nothing where somebody turned the address, or wrote what is told, in the database', async () => {
    const [turned, whole] = [await world.reader('auditor'), await world.reader('auditor')];
    onTestFinished(async () => {
      await app.app.database.rows('delete from alert_told');
    });
    await app.app.database.rows(
      `update alert_mail set address = 'thief@mail.example' where account_id = $1 returning 1`,
      [turned.person.userId],
    );
    await smoke();
    const forged = await smoke(other);
    await world.readLog(2);
    await app.app.database.rows(
      `update alert_told set body = replace(body, '"low"', '"high"') where body like '%' || $1 || '%' returning 1`,
      [forged],
    );
    await world.go();
    expect(world.to('thief@mail.example')).toEqual([]);
    expect(world.digestsTo(turned.address)).toEqual([]);
    expect(world.digestsTo(whole.address).map(({ headers }) => headers.subject)).toEqual(['Manam-Trace: 1 alert']);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings).toContainEqual(expect.objectContaining({ table: 'alert_mail', row: turned.person.userId }));
    expect(findings).toContainEqual(expect.objectContaining({ table: 'alert_told' }));
  });

  it('tell nothing of lots whose records differ from the ledger', async () => {
    const reader = await world.reader('auditor');
    world.findTampered = new Set([lot.id]);
    await smoke();
    await world.goUntil(async () => (await lettersOf(reader)).length === 1, 'the letter');
    expect(world.digestsTo(reader.address)).toEqual([]);
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'given_up', lastFault: 'unsound' });
  });
});

describe('a mail server', () => {
  it('that is away gets it once it is back, hours later, under the same id', async () => {
    const reader = await world.reader('auditor');
    await world.smtp.stop();
    await smoke();
    await world.goUntil(async () => (await lettersOf(reader))[0]?.lastFault === 'connection', 'a failure');
    const [letter] = await lettersOf(reader);
    for (let hour = 0; hour < 8; hour += 1) {
      world.minutes(60);
      await world.go();
    }
    expect((await lettersOf(reader))[0]).toMatchObject({ id: letter?.id, state: 'waiting', lastStatus: null });
    expect((await lettersOf(reader))[0]?.attempts).toBeGreaterThan(3);
    await world.smtp.start();
    world.minutes(6 * 60);
    await world.go();
    expect(world.digestsTo(reader.address).map(({ headers }) => headers['message-id'])).toEqual([
      `<${letter?.id}@trace.example>`,
    ]);
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'sent' });
  });

  it('that is away for five days costs that mail, and not the next ones', async () => {
    const reader = await failing({ greeting: 'cut' });
    for (let day = 0; day < 6; day += 1) {
      world.minutes(24 * 60);
      await world.go();
    }
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'given_up', lastFault: 'connection' });
    world.smtp.at = {};
    await smoke();
    await world.goUntil(() => world.digestsTo(reader.address).length === 1, 'the next mail');
  });

  it.each([
    ['RCPT', '451 4.7.1 greylisted, come later', 'later', 451],
    ['taken', '452 4.3.1 no room', 'later', 452],
    ['greeting', '421 4.3.2 too many of you', 'later', 421],
    ['MAIL', '550 5.7.1 you may not send', 'sender', 550],
    ['DATA', 'cut', 'connection', null],
    ['RCPT', 'cut', 'connection', null],
  ] as const)('that answers %s with "%s" is asked again', async (step, answer, fault, status) => {
    const reader = await failing({ [step]: answer });
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'waiting', lastFault: fault, lastStatus: status });
    world.smtp.at = {};
    world.smtp.mails.length = 0;
    world.minutes(1);
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(1);
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('that says nothing is left after its time, here less than a minute', async () => {
    const reader = await world.reader('auditor');
    world.smtp.at = { RCPT: 'none' };
    await smoke();
    await world.readLog(1);
    await world.go(world.delivery(300));
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'waiting', lastFault: 'timeout' });
  });

  it('that refuses one address takes the mail to the others', async () => {
    const [gone, there] = [await world.reader('auditor'), await world.reader('auditor')];
    world.smtp.refuses = gone.address;
    for (let digest = 1; digest <= 3; digest += 1) {
      await smoke();
      await world.goUntil(() => world.digestsTo(there.address).length === digest, 'the mail to the other');
      await world.goUntil(async () => {
        world.minutes(6);
        return (await lettersOf(gone))[0]?.state === 'given_up';
      }, 'the refused one to be given up');
      expect((await lettersOf(gone))[0]).toMatchObject({ attempts: 3, lastFault: 'refused', lastStatus: 550 });
    }
    // After three of them it gets no more, and its owner sees why.
    expect((await world.service.read(gone.caller)).setting).toBeNull();
    const lines = await app.app.database.rows(
      `select role, details from audit_entry where target_id = $1 and action = 'mail.stopped'`,
      [gone.person.userId],
    );
    expect(lines).toEqual([{ role: 'system', details: { why: 'refused' } }]);
    expect((await world.service.read(there.caller)).setting).not.toBeNull();
    // The log contains neither their names nor the mail server's text.
    expect(world.lines.length).toBeGreaterThan(0);
    expect(world.lines.join('')).not.toMatch(/@mail\.example|mailbox/);
  });

  it('that took a mail whose sender then died gets it once more, under the same id, and nobody else does', async () => {
    const reader = await world.reader('auditor');
    await smoke();
    await world.readLog(1);
    const dying = world.delivery();
    const died = new AbortController();
    await dying.round();
    const [letter] = await lettersOf(reader);
    // The line is held when the mail was taken, and the process ends before it hears so.
    world.smtp.at = { taken: 'none' };
    const sending = dying.send(letter?.id ?? '', died.signal);
    await world.goUntil(() => world.digestsTo(reader.address).length === 1, 'the mail to be taken');
    died.abort();
    await expect(sending).rejects.toThrow();
    world.smtp.at = {};
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(1);
    world.minutes(6);
    await world.go();
    const ids = world.digestsTo(reader.address).map(({ headers }) => headers['message-id']);
    expect(ids).toEqual([`<${letter?.id}@trace.example>`, `<${letter?.id}@trace.example>`]);
    expect((await lettersOf(reader))[0]).toMatchObject({ state: 'sent' });
    world.minutes(60);
    await world.go();
    expect(world.digestsTo(reader.address)).toHaveLength(2);
  });

  it('beyond this machine is told nothing without TLS', async () => {
    // Leads to this machine, and is not what the settings take for it.
    const config = {
      host: '0.0.0.0',
      port: world.smtp.port,
      secure: false,
      login: { user: 'u', password: 'p' },
      from: 'a@trace.example',
    };
    for (const offers of [[], ['AUTH PLAIN'], ['STARTTLS', 'AUTH PLAIN']]) {
      world.smtp.offers = offers;
      world.smtp.steps.length = 0;
      const mail = { to: 'b@mail.example', messageId: '<1@trace.example>', subject: 'S', text: 'T', html: '<p>T</p>' };
      expect(await new MailServer(config).send(mail)).toMatchObject({ kind: 'failed', fault: 'tls' });
      expect(world.smtp.steps).toEqual(['EHLO', 'STARTTLS']);
    }
    expect(world.smtp.mails).toEqual([]);
  });
});

it('two processes send a mail once', async () => {
  const reader = await world.reader('auditor');
  await smoke();
  await world.readLog(1);
  const [one, two] = [world.delivery(), world.delivery()];
  await Promise.all([one.round(), two.round(), one.round()]);
  const [letter, ...more] = await lettersOf(reader);
  expect(more).toEqual([]);
  await Promise.all([one.send(letter?.id ?? ''), two.send(letter?.id ?? ''), one.send(letter?.id ?? '')]);
  expect(world.digestsTo(reader.address)).toHaveLength(1);
});

async function adminCaller() {
  const admin = await app.person('admin');
  return {
    kind: 'user',
    userId: admin.userId,
    via: { kind: 'session', sessionId: admin.userId },
    username: admin.username,
    name: '',
    role: 'admin',
    email: '',
    farmId: '',
  } as const;
}
