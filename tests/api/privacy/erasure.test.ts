import { text as textOf } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOfCaller, everyRow, formsOf } from '../../support/everyRow.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { whileLocked } from '../../support/locks.ts';
import { resign } from '../../support/sealed.ts';
import { eventually, LOSS_PLACE, registered, settled } from '../../support/seeds.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { KEPT } from '../../../server/domain/messages/retentionMessages.ts';
import type { Caller } from '../../../server/platform/access/caller.ts';
import { RetainedLocations } from '../../../server/modules/privacy/retainedLocations.ts';
import { PersonalExport } from '../../../server/modules/privacy/personalExport.ts';
import type { PersonalStore } from '../../../server/modules/privacy/personalStores.ts';
import { privacyState } from '../../../server/modules/privacy/privacyState.ts';
import { ERASURES } from '../../../server/modules/privacy/signedErasures.ts';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import { servicesOf } from '../../support/services.ts';

const PASSWORD = 'correct-horse-1';
const PERSON = {
  name: 'Zyxquor Vantablick',
  username: 'zyxqvant',
  email: 'zv@vantablick-mail.example',
  details: 'Brimwick drying floor',
  location: 'Plorvane ridge',
  notes: 'qwelph-note of the day',
};
const WORDS = Object.values(PERSON);
const INFO = { requestId: 'direct-0001', address: '127.0.0.1', gdprConsent: false };

describe('erasing a farmer with an account', () => {
  let app: TestApp;
  let processor: Person;
  let auditor: Person;
  let farmer: Person;
  /** the farmer, as a request knows them that was let in before the erasure */
  let letIn: Caller;
  const logged: string[] = [];
  const lots: Record<'own' | 'registeredForThem' | 'soldOn' | 'deleted' | 'lost' | 'ofAnother', string> = {
    own: '',
    registeredForThem: '',
    soldOn: '',
    deleted: '',
    lost: '',
    ofAnother: '',
  };
  let reportId = '';
  let before: string[] = [];
  let erased: RestAnswer;
  let receipt: { id: string; fields: string[]; kept: { what: string; until: string | null }[]; ledgerEvents: number };

  beforeAll(async () => {
    app = await createTestApp({
      env: { CONTACT: 'store' },
      surroundings: { log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) },
    });
    processor = await app.person('processor', { name: 'Peter Nombri' });
    auditor = await app.person('auditor', { name: 'Agnes Toa' });
    farmer = await account(app, { ...PERSON, role: 'farmer', farmId: 'FARM001' });
    await theirLife();
    before = await found(app, WORDS);
    letIn = await servicesOf(app.app).identity.authenticate(farmer.accessToken, '127.0.0.1');
    erased = await farmer.rest.send('DELETE', '/gdpr/delete');
    receipt = erased.data?.receipt;
    for (const id of [lots.own, lots.registeredForThem, lots.soldOn, lots.lost, lots.ofAnother]) await settled(app, id);
  });
  afterAll(() => app.stop());

  /** All that a person leaves behind: lots, words, findings, files, answers, messages. */
  async function theirLife(): Promise<void> {
    const named = { farmerName: PERSON.name };
    const kept = await farmer.rest.send(
      'POST',
      '/lots',
      {
        lotId: 'LOT-OWN',
        farmId: 'FARM001',
        cacaoVariety: 'Trinitario',
        harvestDate: '2026-03-01',
        latitude: -5.2,
        longitude: 145.78,
        weight: 50,
        moistureContent: 7,
        temperature: 25,
        ...named,
      },
      { 'idempotency-key': 'once-and-again' },
    );
    lots.own = kept.data.lot.id;
    lots.registeredForThem = (await registered(processor, { farmerName: '  ZYXQUOR vantablick' })).id;
    lots.soldOn = (await registered(farmer, named)).id;
    lots.deleted = (await registered(farmer, named)).id;
    lots.lost = (
      await registered(farmer, { ...named, latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude })
    ).id;
    lots.ofAnother = (await registered(processor, { farmId: 'FARM002', farmerName: 'Grace Kila' })).id;
    await settled(app, lots.lost);
    const stage = (changes: object) => ({
      currentProcess: 'fermented',
      processDetails: 'Five days in boxes',
      ...changes,
    });
    const { details, location, notes, name } = PERSON;
    await farmer.rest.send('PATCH', `/lots/${lots.own}/process`, {
      ...stage({ processDetails: details, location, operatorName: name, qualityChecks: { notes } }),
    });
    await processor.rest.send('PATCH', `/lots/${lots.own}/process`, {
      ...stage({ currentProcess: 'drying', operatorName: name, location: 'Town store' }),
    });
    await processor.rest.send('PATCH', `/lots/${lots.ofAnother}/process`, {
      ...stage({ processDetails: `As taught by ${name}.` }),
    });
    await processor.rest.send('PATCH', `/lots/${lots.soldOn}`, { farmerName: 'Grace Kila' });
    await farmer.rest.send('DELETE', `/lots/${lots.deleted}`);
    const { data } = await auditor.rest.get('/alerts');
    await auditor.rest.send('PUT', `/alerts/${data.alerts[0].id}/resolve`, {
      note: `Spoke with ${name}`,
      outcome: 'Deforestation Detected',
    });
    const report = await processor.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-31');
    reportId = report.data.report.reportId;
    await fetch(`${app.url}/api/v1/reports/${reportId}?format=geojson`, {
      headers: { authorization: `Bearer ${processor.accessToken}` },
    });
    await app.rest.send('POST', '/contact', {
      firstName: 'Z.',
      lastName: 'V.',
      email: PERSON.email.toUpperCase(),
      company: 'Vantablick and daughters',
      message: notes,
    });
    await app.rest.send('POST', '/monitoring/errors', { message: `Cannot show ${name}`, path: '/admin' });
    for (const id of Object.values(lots)) if (id !== lots.deleted) await settled(app, id);
    await app.app.database.rows('analyze');
  }

  it('is done at once, wherever the person stood', () => {
    expect([erased.status, erased.data.erased]).toEqual([200, true]);
    expect(before).toEqual(
      expect.arrayContaining([
        'alert',
        'app_user',
        'client_error',
        'contact_request',
        'lot',
        'personal_value',
        'pg_statistic',
        'report',
      ]),
    );
  });

  it('leaves nothing of the person in any table, in any form', async () => {
    expect(await found(app, WORDS)).toEqual([]);
  });

  it('leaves nothing of the person in the logs', () => {
    const text = logged.join('\n');
    expect(text).toContain('"route"');
    expect(formsOf(WORDS).filter((form) => text.includes(form) || text.toLowerCase().includes(form))).toEqual([]);
  });

  it('says what went, what is kept and until when', () => {
    expect(receipt.fields).toEqual(
      expect.arrayContaining([
        'alertNotes',
        'clientErrors',
        'contactRequests',
        'email',
        'farmerName',
        'location',
        'name',
        'notes',
        'operatorName',
        'processDetails',
        'reportFiles',
        'sessions',
        'storedAnswers',
        'userName',
        'username',
      ]),
    );
    expect(receipt.kept[0]?.what).toBe('Farm id, place, plot geometry and satellite evidence of 5 lots');
    expect(receipt.kept[0]?.until).toMatch(/^2031-\d\d-\d\d$/);
    expect(receipt.ledgerEvents).toBe(6);
  });

  it.each(['own', 'registeredForThem', 'lost'] as const)(
    'keeps the lot %s verifiable, its names erased',
    async (which) => {
      const { data } = await processor.rest.get(`/lots/${lots[which]}/blockchain`);
      expect(data.verification).toMatchObject({ state: 'verified', dataMatches: true, discrepancies: [] });
      expect(stateOf(data, 'farmerName')).toBe('erased');
      expect(stateOf(data, 'farmId')).toBe('match');
      expect(stateOf(data, 'latitude')).toBe('match');
      const { data: chain } = await processor.rest.get(`/lots/${lots[which]}/provenance`);
      expect(chain.provenanceChain.at(-1)).toMatchObject({
        action: 'erased',
        verified: true,
        consensusValidated: true,
      });
      expect(chain.provenanceChain.every((one: { verified: boolean }) => one.verified)).toBe(true);
    },
  );

  it('empties a text of the person, and keeps one that somebody else wrote later', async () => {
    const { data: own } = await processor.rest.get(`/lots/${lots.own}`);
    expect(own.lot).toMatchObject({ farmerName: null, farmId: 'FARM001', processDetails: 'Five days in boxes' });
    const { data: named } = await processor.rest.get(`/lots/${lots.ofAnother}`);
    expect(named.lot).toMatchObject({ farmerName: 'Grace Kila', processDetails: null });
    const { data } = await processor.rest.get(`/lots/${lots.ofAnother}/blockchain`);
    expect(stateOf(data, 'processDetails')).toBe('erased');
    expect(stateOf(data, 'farmerName')).toBe('match');
    expect(data.verification.state).toBe('verified');
  });

  it('keeps the name that a lot got from its next farmer', async () => {
    const { data } = await processor.rest.get(`/lots/${lots.soldOn}/blockchain`);
    expect(data.verification.state).toBe('verified');
    expect(stateOf(data, 'farmerName')).toBe('match');
  });

  it('keeps who else acted', async () => {
    const { data } = await processor.rest.get(`/lots/${lots.own}/history`);
    const actors = data.history.map((one: { action: string; actor: string | null }) => [one.action, one.actor]);
    expect(actors).toEqual(
      expect.arrayContaining([
        ['stage', 'Peter Nombri'],
        ['created', null],
        ['erased', null],
      ]),
    );
  });

  it('shows the public no name', async () => {
    const { data, status } = await app.rest.get('/lots/public/LOT-OWN');
    expect(status).toBe(200);
    expect(data.lot.farmerName).toBeNull();
    expect(data.verification.dataMatches).toBe(true);
  });

  it('answers 410 for files that named the person, and the figures as before', async () => {
    const file = await processor.rest.get(`/reports/${reportId}?format=geojson`);
    expect([file.status, file.body.error]).toEqual([410, 'Gone']);
    const figures = await fetch(`${app.url}/api/v1/reports/${reportId}?format=json`, {
      headers: { authorization: `Bearer ${processor.accessToken}` },
    });
    expect(figures.status).toBe(200);
  });

  it('ends the account: its token, its refresh token, its password, its name', async () => {
    const { rest } = farmer;
    await eventually(async () => expect((await rest.get('/auth/validate')).status).toBe(401));
    expect((await app.rest.send('POST', '/auth/refresh', { refreshToken: farmer.refreshToken })).status).toBe(401);
    const login = { username: PERSON.username, password: PASSWORD };
    expect((await app.rest.send('POST', '/auth/login', login)).status).toBe(401);
    expect(await app.app.database.rows('select id from session where user_id = $1', [farmer.userId])).toEqual([]);
  });

  it('leaves an account that nobody sees or brings back', async () => {
    const admin = await app.person('admin');
    const { data } = await admin.rest.get('/users?limit=100');
    expect(data.users.map(({ id }: { id: string }) => id)).not.toContain(farmer.userId);
    expect((await admin.rest.send('PATCH', `/users/${farmer.userId}`, { disabled: false })).status).toBe(404);
  });

  it('does not answer again what named the person', async () => {
    const row = await app.app.database.row<{ count: number }>(
      'select count(*) from idempotency_key where answer is not null',
    );
    expect(row?.count).toBe(0);
  });

  it('refuses what a request that was let in before would still write', async () => {
    const actor = { userId: farmer.userId, role: 'farmer' as const, name: PERSON.name };
    const late = app.app.database.write(async (em) => {
      const { LotEntity } = await import('../../../server/modules/lots/lot.ts');
      const { appendLotEvent } = await import('../../../server/modules/lots/lotEvents.ts');
      const lot = await em.findOneOrFail(LotEntity, { id: lots.own });
      const change = { type: 'edited' as const, set: { weightGrams: 1 }, personal: {}, actor, at: new Date() };
      await appendLotEvent(em, lot, change, app.app.ledger.mspId);
    });
    await expect(late).rejects.toThrow('Your session has ended. Please log in again.');
  });

  it('shows nothing to such a request, and takes no second erasure from it', async () => {
    const { personalExport, erasure } = servicesOf(app.app);
    const ended = { refusal: { kind: 'session-ended' } };
    await expect(personalExport.read(letIn, INFO)).rejects.toMatchObject(ended);
    await expect(erasure.eraseOwn(letIn, INFO)).rejects.toMatchObject(ended);
  });

  it('stands in the audit table: who asked for it, and that it is done', async () => {
    const lines = await app.app.database.rows(
      `select action, user_id, role from audit_entry
       where target_kind = 'erasure' and target_id = $1 and action <> 'row.version' order by id`,
      [receipt.id],
    );
    expect(lines).toEqual([
      { action: 'erasure.requested', user_id: farmer.userId, role: 'farmer' },
      { action: 'erasure.done', user_id: null, role: 'system' },
    ]);
  });

  it('erases farm, place and evidence five years after the last event, and the lot still verifies', async () => {
    const { database, ledger } = app.app;
    const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
    const years = (count: number) => new Date(new Date().setFullYear(new Date().getFullYear() + count) + 86_400_000);
    expect(await places.eraseDue(years(4))).toBe(0);
    // Not the lot that has another farmer now.
    expect(await places.eraseDue(years(5))).toBe(4);
    expect(await places.eraseDue(years(6))).toBe(0);
    const lot = await settled(app, lots.lost);
    expect(lot).toMatchObject({ farmId: null, latitude: null, longitude: null });
    const { data } = await processor.rest.get(`/lots/${lots.lost}/blockchain`);
    expect(data.verification).toMatchObject({ state: 'verified', dataMatches: true });
    expect([stateOf(data, 'farmId'), stateOf(data, 'latitude'), stateOf(data, 'weight')]).toEqual([
      'erased',
      'erased',
      'match',
    ]);
    const rows = await database.rows(
      `select c.evidence, c.lat_micro, a.lat_micro as alert_lat, a.finding_pixels from satellite_check c
       join alert a on a.lot_id = c.lot_id where c.lot_id = $1`,
      [lots.lost],
    );
    expect(rows).toEqual([{ evidence: '', lat_micro: null, alert_lat: null, finding_pixels: [] }]);
    expect((await processor.rest.get(`/lots/${lots.soldOn}`)).data.lot.farmId).toBe('FARM001');
    const told = await database.rows(`select role, details from audit_entry where action = 'erasure.places-erased'`);
    expect(told).toEqual([{ role: 'system', details: { lots: 4 } }]);
  });
});

describe('erasing a farmer without an account', () => {
  let app: TestApp;
  let admin: Person;
  let processor: Person;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.person('admin', { name: 'Ruth Kapi' });
    processor = await app.person('processor');
  });
  afterAll(() => app.stop());

  const erase = (by: Person, farmId: string, farmerName: string) =>
    by.rest.send('POST', '/gdpr/erase', { farmId, farmerName });

  it('takes the name from all lots of the farm, compared trimmed, without case and accents', async () => {
    const names = ['Jos\u00e9 Vantablick', 'JOS\u00c9 VANTABLICK', 'Jose\u0301 Vantablick', 'Jose Vantablick'];
    const ids = await Promise.all(
      names.map(async (farmerName) => (await registered(processor, { farmId: 'FARM009', farmerName })).id),
    );
    const namesake = (await registered(processor, { farmId: 'FARM010', farmerName: 'Jos\u00e9 Vantablick' })).id;
    await processor.rest.send('PATCH', `/lots/${ids[0]}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Turned twice',
      operatorName: 'Jos\u00e9 Vantablick',
    });
    const answer = await erase(admin, 'farm009', '  jos\u00e9  vantablick ');
    expect(answer.status).toBe(200);
    expect(answer.data.receipt).toMatchObject({ ledgerEvents: 4 });
    expect(answer.data.receipt.fields).toEqual(expect.arrayContaining(['farmerName', 'operatorName']));
    for (const id of ids) {
      const lot = await settled(app, id);
      expect(lot.farmerName).toBeNull();
      const { data } = await processor.rest.get(`/lots/${id}/blockchain`);
      expect([data.verification.state, stateOf(data, 'farmerName')]).toEqual(['verified', 'erased']);
    }
    expect((await settled(app, namesake)).farmerName).toBe('Jos\u00e9 Vantablick');
    expect((await settled(app, ids[0] ?? '')).processDetails).toBe('Turned twice');
    expect((await erase(admin, 'FARM009', 'Jos\u00e9 Vantablick')).status).toBe(404);
  });

  it('reaches whole names alone: of those who share a part nothing goes', async () => {
    const named = async (farmerName: string, processDetails: string) => {
      const { id } = await registered(processor, { farmId: 'FARM018', farmerName });
      await processor.rest.send('PATCH', `/lots/${id}/process`, { currentProcess: 'fermented', processDetails });
      return id;
    };
    const ids = await Promise.all([
      named('Carmen', 'Turned by C\u00c1RMEN'),
      named('CARMEN', 'As told by Carmen Vantablick'),
      named('Carmen Vantablick', 'Turned by Carmen Vantablick'),
      named('Ana Carmen Toa', 'Turned by Ana Carmen Toa'),
      named('Carmencita', 'Turned with a carmen red rake'),
    ]);
    expect((await erase(admin, 'FARM018', 'carm')).status).toBe(404);
    const answer = await erase(admin, 'FARM018', ' c\u00e1rmen ');
    expect([answer.status, answer.data?.receipt.ledgerEvents]).toEqual([200, 3]);
    const lots = await Promise.all(ids.map((id) => settled(app, id)));
    expect(lots.map(({ farmerName, processDetails }) => [farmerName, processDetails])).toEqual([
      [null, null],
      [null, 'As told by Carmen Vantablick'],
      ['Carmen Vantablick', 'Turned by Carmen Vantablick'],
      ['Ana Carmen Toa', 'Turned by Ana Carmen Toa'],
      // Free text of the farm that has the whole name as a word.
      ['Carmencita', null],
    ]);
  });

  it('is a change of the lot, and does not hide that the ledger refused one before', async () => {
    const { id } = await registered(processor, { farmId: 'FARM014', farmerName: 'Nora Vantablick' });
    const before = await settled(app, id);
    const { database } = app.app;
    await database.rows(`update ledger_outbox set state = 'failed' where lot_id = $1 and seq = 2`, [id]);
    await database.rows(`update lot set ledger_status = 'failed' where id = $1`, [id]);
    expect((await erase(admin, 'FARM014', 'Nora Vantablick')).status).toBe(200);
    const { lot } = (await processor.rest.get(`/lots/${id}`)).data;
    expect([lot.farmerName, lot.version, lot.blockchainHash.status]).toEqual([null, before.version + 1, 'failed']);
    const stale = { version: before.version, weight: 49 };
    expect((await processor.rest.send('PATCH', `/lots/${id}`, stale)).status).toBe(409);
  });

  it('does not take a name of one word for the word elsewhere', async () => {
    const { id } = await registered(processor, { farmId: 'FARM011', farmerName: 'Grace' });
    const { latitude, longitude } = LOSS_PLACE;
    const elsewhere = await registered(processor, { farmId: 'FARM012', farmerName: 'Ana Toa', latitude, longitude });
    await settled(app, elsewhere.id);
    const { data } = await admin.rest.get('/alerts');
    await admin.rest.send('PUT', `/alerts/${data.alerts[0].id}/dismiss`, { reason: 'Given a year of grace' });
    await processor.rest.send('PATCH', `/lots/${elsewhere.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'A day of grace for the boxes',
    });
    expect((await erase(admin, 'FARM011', 'Grace')).status).toBe(200);
    expect((await settled(app, id)).farmerName).toBeNull();
    expect((await settled(app, elsewhere.id)).processDetails).toBe('A day of grace for the boxes');
    const { data: after } = await admin.rest.get('/alerts');
    expect(after.alerts).toMatchObject([{ id: data.alerts[0].id, note: 'Given a year of grace' }]);
  });

  it('leaves a farmer with an account to themselves, unless it is disabled', async () => {
    const farmer = await account(app, { ...PERSON, role: 'farmer', farmId: 'FARM020' });
    const { id } = await registered(farmer, { farmId: 'FARM020', farmerName: PERSON.name });
    expect((await erase(admin, 'FARM020', PERSON.name)).status).toBe(409);
    await admin.rest.send('PATCH', `/users/${farmer.userId}`, { disabled: true });
    expect((await erase(admin, 'FARM020', PERSON.name)).status).toBe(200);
    expect((await settled(app, id)).farmerName).toBeNull();
    expect(await found(app, [PERSON.name, PERSON.username, PERSON.email])).toEqual([]);
  });

  it('is for admins, and names what is missing', async () => {
    expect((await erase(processor, 'FARM009', 'Anybody')).status).toBe(403);
    expect((await erase(admin, 'FARM009', 'Nobody Here')).status).toBe(404);
    const answer = await admin.rest.send('POST', '/gdpr/erase', { farmId: 'FARM009' });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'farmerName']);
    expect((await app.rest.send('POST', '/gdpr/erase', {})).status).toBe(401);
  });

  it('keeps a place for no longer because the program looks at it again by itself', async () => {
    const { database, ledger } = app.app;
    const { id } = await registered(processor, { farmId: 'FARM014', farmerName: 'Zora Longago' });
    await settled(app, id);
    expect((await erase(admin, 'FARM014', 'Zora Longago')).status).toBe(200);
    await settled(app, id);
    /** As if all had happened six years ago but the satellite check, which somebody or the program asked for. */
    const checkedBy = (role: string) =>
      database.write(async (em) => {
        await em.execute('alter table lot_event disable trigger user');
        await em.execute(`update lot_event set at = at - interval '6 years' where lot_id = ? and type = 'created'`, [
          id,
        ]);
        await em.execute(`update lot_event set actor_role = ? where lot_id = ? and type = 'satellite'`, [role, id]);
        await em.execute('alter table lot_event enable trigger user');
      });
    const places = new RetainedLocations({ database, lots: new LotErasure(ledger) });
    await checkedBy('processor');
    expect(await places.eraseDue(new Date())).toBe(0);
    await checkedBy('system');
    expect(await places.eraseDue(new Date())).toBe(1);
  });

  it('does not leave the house without an admin, over both transports', async () => {
    const rest = await admin.rest.send('DELETE', '/gdpr/delete');
    expect([rest.status, rest.body.message]).toEqual([409, 'This is the last admin. Add another admin first.']);
    const { data } = await admin.graphql.run('mutation { eraseMyData { __typename ... on LastAdmin { message } } }');
    expect(data.eraseMyData.__typename).toBe('LastAdmin');
    expect((await admin.rest.get('/auth/validate')).status).toBe(200);
  });

  it('lets only one of two last admins go', async () => {
    const other = await app.person('admin');
    const answers = await Promise.all([admin, other].map((one) => one.rest.send('DELETE', '/gdpr/delete')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a person\u2019s own data', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.stop());

  it('comes as a file with everything that names the caller, and nothing of others', async () => {
    const farmer = await account(app, { ...PERSON, role: 'farmer', farmId: 'FARM001' });
    const other = await account(app, {
      ...PERSON,
      name: 'Grace Kila',
      username: 'gkila',
      email: 'g@kila.example',
      role: 'farmer',
      farmId: 'FARM002',
    });
    const lot = await registered(farmer, { farmerName: PERSON.name });
    await registered(other, { farmId: 'FARM002', farmerName: 'Grace Kila' });
    await farmer.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: PERSON.details,
    });
    const { data, headers, text } = await contentOfCaller(app.url, farmer.accessToken);
    expect(headers.get('content-disposition')).toContain('manam-trace-my-data.json');
    expect(data.account).toMatchObject({ username: PERSON.username, name: PERSON.name, email: PERSON.email });
    expect(data.sessions).toHaveLength(1);
    expect(data.lotsGrown).toMatchObject([{ lotId: lot.lotId, farmerName: PERSON.name, farmId: 'FARM001' }]);
    // For other programs to read (Art. 20): numbers in the API's units, moments in ISO 8601.
    const { latitude, longitude, weight } = lot;
    expect(data.lotsGrown).toMatchObject([{ latitude, longitude, weight }]);
    const moments = [
      data.account.createdAt,
      data.sessions[0].lastUsedAt,
      data.actions[0].at,
      data.lotsGrown[0].createdAt,
    ];
    for (const at of moments) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/);
    expect(data.actions.map((one: { type: string }) => one.type)).toEqual(expect.arrayContaining(['created', 'stage']));
    expect(data.namesAndWords).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'processDetails', value: PERSON.details }),
        expect.objectContaining({ field: 'farmerName', value: PERSON.name }),
      ]),
    );
    expect(text).not.toContain('Grace');
    expect(text).not.toContain('argon2');
    const told = await app.app.database.rows(
      `select action from audit_entry where target_kind = 'user' and target_id = $1 order by id`,
      [farmer.userId],
    );
    expect(told.at(-1)).toEqual({ action: 'data.exported' });
  });

  it('is read as all of it was at one moment', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    const { accessToken } = await app.person('auditor');
    const caller = await services.identity.authenticate(accessToken, '127.0.0.1');
    const store: PersonalStore = {
      erase: async () => [],
      async *export(em) {
        yield ['level', await em.execute('show transaction_isolation')];
      },
    };
    const data = JSON.parse(await textOf(await new PersonalExport({ database, stores: [store] }).read(caller, INFO)));
    expect(data.level).toEqual([{ transaction_isolation: 'repeatable read' }]);
  });

  it('is sent while it is read, and lets go of the database when its reader goes', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    const { accessToken } = await app.person('auditor');
    const caller = await services.identity.authenticate(accessToken, '127.0.0.1');
    const held = async () =>
      (
        await database.rows<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and application_name = 'manam-trace'
           and (state like 'idle in transaction%' or wait_event_type = 'Lock')`,
        )
      ).length;
    await whileLocked(database, 'lock table erasure in access exclusive mode', async () => {
      const file = await services.personalExport.read(caller, INFO);
      let sent = '';
      // What is read last cannot be read now.
      for await (const piece of file) {
        sent += String(piece);
        if (sent.includes('"notices"')) break;
      }
      expect(sent).toContain('"account"');
      expect(sent).not.toContain('"erasuresAskedFor": [');
    });
    await until(async () => (await held()) === 0, 'its transaction to be over');
    const unread = await services.personalExport.read(caller, INFO);
    unread.destroy();
    await until(async () => (await held()) === 0, 'the transaction of a file that nobody reads to be over');
  });

  it('is all there, however many rows a section has', async () => {
    const person = await app.person('auditor');
    await app.app.database.rows(
      `insert into event_log (topic, kind, user_id) select 'user', 'changed', $1 from generate_series(1, 450)`,
      [person.userId],
    );
    const { data } = await contentOfCaller(app.url, person.accessToken);
    expect(data.notices.filter(({ kind }: { kind: string }) => kind === 'changed')).toHaveLength(450);
  });

  it('holds what others wrote of the caller: notes on alerts and errors of browsers', async () => {
    const { caller, note, error } = await namedByOthers('Wilmet Strandquay', (text) => text);
    const { data } = await contentOfCaller(app.url, caller.accessToken);
    expect(data.notesOnAlerts).toEqual([{ alertId: expect.any(String), note }]);
    expect(data.clientErrors).toMatchObject([{ message: error }]);
  });

  it.each([
    [
      'with its accents apart, as some keyboards send them',
      'Jos\u00e9 Qui\u00f1\u00f3nez',
      (text: string) => text.normalize('NFD'),
    ],
    ['with a letter whose case programs change differently', '\u0130brahim \u00c7elik', (text: string) => text],
  ])('is erased where others wrote the name %s', async (_how, name, written) => {
    const { caller, elsewhere } = await namedByOthers(name, written);
    expect((await caller.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    const lot = await settled(app, elsewhere);
    expect(lot.processDetails).toBeNull();
    const notes = await app.app.database.rows<{ note: string }>('select note from alert where note is not null');
    expect(notes.filter(({ note }) => note.normalize('NFC').includes(name))).toEqual([]);
  });

  /** A farmer whose name is in the reason of a dismissed alert, in a browser's error, and on another farm's lot. */
  async function namedByOthers(name: string, written: (text: string) => string) {
    const caller = await app.person('farmer', { name });
    const auditor = await app.person('auditor');
    const processor = await app.person('processor');
    const { latitude, longitude } = LOSS_PLACE;
    const lost = await registered(caller, { farmerName: name, latitude, longitude });
    await settled(app, lost.id);
    const { data } = await auditor.rest.get('/alerts?status=active');
    const note = written(`Spoke with ${name} about it`);
    await auditor.rest.send('PUT', `/alerts/${data.alerts[0].id}/dismiss`, { reason: note });
    const error = `Cannot show ${name}`;
    await app.rest.send('POST', '/monitoring/errors', { message: error });
    const elsewhere = await registered(processor, { farmId: 'FARM077', farmerName: 'Grace Kila' });
    await processor.rest.send('PATCH', `/lots/${elsewhere.id}/process`, {
      currentProcess: 'fermented',
      processDetails: written(`As taught by ${name}.`),
    });
    return { caller, note, error, elsewhere: elsewhere.id };
  }

  it('is not that of a namesake, farmer or colleague, on whose lot they acted', async () => {
    const name = 'Wilmet Strandquay';
    const [leaving, namesake] = [await app.person('processor', { name }), await app.person('processor', { name })];
    const { id } = await registered(namesake, { farmId: 'FARM062', farmerName: name });
    const stage = { currentProcess: 'fermented', processDetails: 'Five days in boxes' };
    expect((await leaving.rest.send('PATCH', `/lots/${id}/process`, stage)).status).toBe(200);
    expect((await leaving.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    expect((await settled(app, id)).farmerName).toBe(name);
    const named = await app.app.database.rows(
      `select distinct e.actor_id from personal_value v join lot_event e using (event_id)
       where e.lot_id = $1 and v.field = 'userName'`,
      [id],
    );
    expect(named).toEqual([{ actor_id: namesake.userId }]);
  });

  it('is found on a lot that belongs to another farm by now', async () => {
    const [admin, processor] = [await app.person('admin'), await app.person('processor')];
    const farmer = await app.person('farmer', { name: 'Zora Longago', farmId: 'FARM063' });
    const { id } = await registered(processor, { farmId: 'FARM063', farmerName: 'Zora Longago' });
    expect((await admin.rest.send('PATCH', `/lots/${id}`, { farmId: 'FARM064' })).status).toBe(200);
    expect((await farmer.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    expect((await settled(app, id)).farmerName).toBeNull();
  });

  it('is erased with the end of their sockets, and of those with partner keys that they made', async () => {
    await app.person('admin');
    const admin = await app.person('admin', { name: 'Wilmet Strandquay' });
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'auditor' });
    const sockets = await Promise.all([admin.accessToken, made.data.key].map((token) => openSocket(app.url, token)));
    for (const socket of sockets) expect((await socket.run('{ me { role } }')).errors).toEqual([]);
    expect((await admin.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 4403, reason: 'Signed out' });
  });

  it('is told until when their own places are kept, whatever happens to lots of others later', async () => {
    const farmer = await app.person('farmer', { name: 'Ishbel Tannock', farmId: 'FARM771' });
    const { id: own } = await registered(farmer, { farmId: 'FARM771', farmerName: 'Ishbel Tannock' });
    const { id: other } = await registered(farmer, { farmId: 'FARM771', farmerName: 'Ishbel Tannock' });
    const others = await app.person('processor', { name: 'Corin Vashti' });
    const { id: foreign } = await registered(others, { farmerName: 'Maria Kaupa' });
    const { database } = app.app;
    const years = async (ids: readonly string[], by: number): Promise<void> => {
      await database.rows('alter table lot_event disable trigger user');
      await database.rows('update lot_event set at = at + make_interval(years => $2) where lot_id = any($1)', [
        ids,
        by,
      ]);
      await database.rows('alter table lot_event enable trigger user');
    };
    await years([foreign], 2);
    const { data } = await farmer.rest.send('DELETE', '/gdpr/delete');
    await years([foreign], -2);
    for (const id of [own, other]) await settled(app, id);
    const [places, reason] = [KEPT.places({ lots: 2 }), KEPT.placesReason({})];
    expect(data.receipt.kept[0]).toEqual({
      what: 'Farm id, place, plot geometry and satellite evidence of 2 lots',
      whatSaid: places,
      until: `${new Date().getUTCFullYear() + 5}${new Date().toISOString().slice(4, 10)}`,
      why: reason.text,
      whySaid: reason,
    });
  });

  it('is asked for by a person who is signed in', async () => {
    expect((await app.rest.get('/gdpr/export')).status).toBe(401);
    expect((await app.rest.send('DELETE', '/gdpr/delete')).status).toBe(401);
  });

  it('is erased over GraphQL as well', async () => {
    const processor = await app.person('processor', { name: 'Peter Quillfane' });
    const { id } = await registered(processor, { farmerName: 'Maria Kaupa' });
    const { data } = await processor.graphql.run(
      `mutation { eraseMyData { ... on DataErased { erased receipt { id fields ledgerEvents
         kept { what whatSaid { code values text } until why whySaid { code values text } } } } } }`,
    );
    expect(data.eraseMyData).toMatchObject({
      erased: true,
      receipt: {
        ledgerEvents: 1,
        kept: [{ what: KEPT.record({}).text, whatSaid: KEPT.record({}), whySaid: KEPT.recordReason({}) }],
      },
    });
    expect((await settled(app, id)).farmerName).toBe('Maria Kaupa');
    expect(await found(app, ['Peter Quillfane', processor.username])).toEqual([]);
  });
});

describe('retention', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.stop());

  it('removes what is old, keeps what is not, and says when it ran', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    const auditor = await app.person('auditor');
    const old: [table: string, insert: string][] = [
      [
        'session',
        `insert into session (id, user_id, ended_at, end_reason) values (gen_random_uuid(), '${auditor.userId}', now() - interval '31 days', 'old')`,
      ],
      [
        'login_failure',
        `insert into login_failure (at, account_key, address_key) values (now() - interval '25 hours', '\\x01', '\\x01')`,
      ],
      ['event_log', `insert into event_log (at, topic, kind) values (now() - interval '8 days', 'lot', 'old')`],
      ['client_error', `insert into client_error (at, message) values (now() - interval '31 days', 'old')`],
      ['client_metric', `insert into client_metric (at, name, value) values (now() - interval '31 days', 'old', 1)`],
      ['search_day', `insert into search_day (day, response_buckets) values (current_date - 402, '{}')`],
      [
        'contact_request',
        `insert into contact_request values (gen_random_uuid(), now() - interval '366 days', 'a', 'b', 'c', 'd')`,
      ],
    ];
    const counts = async () => {
      const rows = await database.row<Record<string, number>>(
        `select ${old.map(([table]) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
      );
      return rows;
    };
    await services.retention.run();
    const before = await counts();
    for (const [, insert] of old) await database.rows(insert);
    await services.retention.run();
    expect(await counts()).toEqual(before);
    expect(before?.session).toBe(1);
    const state = await database.write((em) => privacyState(em, new Date(), new Date()));
    expect(state.gdprCompliant).toBe(true);
    const later = new Date(Date.now() + 49 * 3_600_000);
    const stale = await database.write((em) => privacyState(em, new Date(), later));
    expect(stale.gdprCompliant).toBe(false);
  });

  it('runs by itself in a new installation', async () => {
    const fresh = await createTestApp();
    await eventually(async () => {
      const row = await fresh.app.database.row(`select at from installation where key = 'retention'`);
      expect(row).not.toBeNull();
    });
    await fresh.stop();
  });

  it('carries out an erasure that was asked for and broke off, and counts it as late until then', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    const admin = await app.person('admin');
    const processor = await app.person('processor');
    const { id } = await registered(processor, { farmId: 'FARM030', farmerName: PERSON.name });
    const asked = await database.row<{ id: string }>(
      `insert into erasure (id, farmer, requested_by, requested_at)
       values (gen_random_uuid(), $1, $2, now() - interval '2 days') returning id`,
      [JSON.stringify({ farmId: 'FARM030', name: PERSON.name }), admin.userId],
    );
    await resign(database, ERASURES, asked?.id);
    const state = () => database.write((em) => privacyState(em, new Date(), new Date()));
    expect(await state()).toMatchObject({ gdprCompliant: false, lateErasures: 1 });
    await services.retention.run();
    expect(await state()).toMatchObject({ gdprCompliant: true, lateErasures: 0 });
    expect((await settled(app, id)).farmerName).toBeNull();
    expect(await found(app, [PERSON.name])).toEqual([]);
    for (const [days, lateErasures] of [
      [30, 0],
      [31, 1],
    ]) {
      const done = 'update erasure set done_at = requested_at + make_interval(days => $2) where id = $1';
      await database.rows(done, [asked?.id, days]);
      await resign(database, ERASURES, String(asked?.id));
      expect(await state()).toMatchObject({ gdprCompliant: lateErasures === 0, lateErasures });
    }
  });

  it('leaves one that broke off as the one erasure when it is asked for again', async () => {
    const person = await app.person('processor', { name: 'Wilmet Strandquay' });
    const open = await app.app.database.row<{ id: string }>(
      `insert into erasure (id, user_id, requested_by, requested_at) values (gen_random_uuid(), $1, $1, now()) returning id`,
      [person.userId],
    );
    await resign(app.app.database, ERASURES, open?.id);
    const { data } = await person.rest.send('DELETE', '/gdpr/delete');
    expect(data.receipt.id).toBe(open?.id);
    expect(await app.app.database.rows('select id from erasure where done_at is null')).toEqual([]);
  });
});

/** Tables in which any of the words stands, in any form. */
async function found(app: TestApp, words: readonly string[]): Promise<string[]> {
  const forms = formsOf(words);
  const tables = new Set<string>();
  let rows = 0;
  for await (const { table, text } of everyRow(app.app.database)) {
    rows += 1;
    const lower = text.toLowerCase();
    if (forms.some((form) => text.includes(form) || lower.includes(form))) tables.add(table);
  }
  expect(rows).toBeGreaterThan(1_000);
  return [...tables].sort();
}

async function account(
  app: TestApp,
  given: { username: string; name: string; email: string; role: 'farmer'; farmId: string },
): Promise<Person> {
  const { username, name, email, role, farmId } = given;
  const { id } = await servicesOf(app.app).users.addUser({ username, name, email, role, farmId, password: PASSWORD });
  const tokens = await servicesOf(app.app).identity.login(username, PASSWORD, { address: '127.0.0.1' });
  return {
    username,
    password: PASSWORD,
    userId: id,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    rest: restClient(app.url, tokens.accessToken),
    graphql: graphqlClient(app.url, tokens.accessToken),
  };
}

function stateOf(
  data: { verification: { fields: { field: string; state: string }[] } },
  field: string,
): string | undefined {
  return data.verification.fields.find((one) => one.field === field)?.state;
}
