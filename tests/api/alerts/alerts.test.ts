import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALERT } from '../../../server/domain/messages/alertMessages.ts';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import type { AlertSeverity, AlertType } from '../../../server/domain/alert/alerts.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { eventually, LOSS_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of another farm */
let kofi: Person;
let auditor: Person;
let admin: Person;
/** a lot of FARM001 with forest loss, and the alert that its check raised */
let lot: LotView;
let detection: string;

beforeAll(async () => {
  app = await createTestApp();
  [grace, kofi, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('farmer', { farmId: 'FARM002' }),
    app.person('auditor', { name: 'Elena Quispe' }),
    app.person('admin'),
  ]);
  const { latitude, longitude } = LOSS_PLACE;
  lot = await settledLot(app, grace, { latitude, longitude });
  detection = (await grace.rest.get('/alerts')).data.alerts[0].id;
});
afterAll(() => app.stop());

async function alertOf(
  { id }: Pick<LotView, 'id'>,
  type: AlertType = 'fire',
  severity: AlertSeverity = 'low',
): Promise<string> {
  return raiseSmoke(app.app.database, id, { type, severity });
}

const put = (by: Person, path: string, body?: unknown) => by.rest.send('PUT', `/alerts/${path}`, body);
/** How the lot verifies against the ledger, with the fields that differ. */
async function verdictOf({ id }: Pick<LotView, 'id'>): Promise<unknown[]> {
  const { data } = await admin.rest.send('POST', `/lots/${id}/verify-integrity`);
  return [data.state, data.discrepancies.map(({ field }: { field: string }) => field)];
}
const statusOf = async (id: string): Promise<string> =>
  (await admin.rest.get('/alerts?limit=100')).data.alerts.find((one: { id: string }) => one.id === id)?.status;

describe('GET /alerts', () => {
  it('answers whole alerts with the page they stand on', async () => {
    const { status, data } = await grace.rest.get('/alerts');
    expect(status).toBe(200);
    expect(data).toEqual({
      alerts: [
        {
          id: detection,
          type: 'deforestation',
          severity: 'high',
          status: 'active',
          title: expect.any(String),
          description: expect.stringContaining('sample'),
          titleSaid: ALERT.treeLossInSampleData({ afterYear: 2020 }),
          descriptionSaid: [
            expect.objectContaining({ code: ALERT.lossSeen.code }),
            expect.objectContaining({ code: ALERT.source.code }),
            SATELLITE.sampleData({}),
          ],
          lotId: lot.lotId,
          lot: { lotId: lot.lotId, farmerName: 'Grace Kila', farmId: 'FARM001' },
          latitude: LOSS_PLACE.latitude,
          longitude: LOSS_PLACE.longitude,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
          acknowledgedAt: null,
          closedAt: null,
          closedBy: null,
          note: null,
          outcome: null,
          assignee: null,
          dueOn: null,
        },
      ],
      pagination: { total: 1, page: 1, totalPages: 1, hasNext: false, hasPrev: false },
    });
    const overGraphql = await grace.graphql.run(`{ alerts { alerts {
      id type severity status title description titleSaid { code values text } descriptionSaid { code values text } lotId lot { lotId farmerName farmId } latitude longitude createdAt updatedAt
      acknowledgedAt closedAt closedBy note outcome assignee dueOn } pagination { total page totalPages hasNext hasPrev } } }`);
    expect(overGraphql.data.alerts).toEqual(data);
  });

  it('filters by status, type and severity, in pages', async () => {
    const smoke = await alertOf(lot, 'fire', 'medium');
    const ids = async (query: string) =>
      (await grace.rest.get(`/alerts?${query}`)).data.alerts.map((one: { id: string }) => one.id);
    expect(await ids('type=fire&severity=medium&status=active')).toEqual([smoke]);
    expect(await ids('type=deforestation')).toEqual([detection]);
    expect(await ids('status=resolved')).toEqual([]);
    expect(await ids('limit=1&page=2')).toEqual([detection]);
    const { pagination } = (await grace.rest.get('/alerts?limit=1')).data;
    expect(pagination).toEqual({ total: 2, page: 1, totalPages: 2, hasNext: true, hasPrev: false });
    expect((await grace.rest.get('/alerts/recent?limit=1')).data.alerts).toMatchObject([{ id: smoke }]);
    expect((await grace.rest.get('/alerts/satellite')).data.alerts).toMatchObject([{ id: detection }]);
  });

  it('shows another farm nothing, and counts nothing for it', async () => {
    expect((await kofi.rest.get('/alerts')).data).toMatchObject({ alerts: [], pagination: { total: 0 } });
    for (const list of ['recent', 'satellite'])
      expect((await kofi.rest.get(`/alerts/${list}`)).data.alerts).toEqual([]);
    expect((await kofi.rest.get('/alerts/stats')).data).toMatchObject({
      total: 0,
      active: 0,
      averageResponseHours: null,
    });
  });
});

describe('GET /alerts/stats', () => {
  it('counts by status, severity and type, the same over both transports', async () => {
    const { data } = await grace.rest.get('/alerts/stats');
    expect(data).toEqual({
      total: 2,
      active: 2,
      byStatus: { active: 2, acknowledged: 0, resolved: 0, dismissed: 0 },
      bySeverity: { high: 1, medium: 1, low: 0 },
      byType: { deforestation: 1, land_use_change: 0, fire: 1, other: 0 },
      averageResponseHours: null,
    });
    const overGraphql = await grace.graphql.run('{ alertStats { total active averageResponseHours } }');
    expect(overGraphql.data.alertStats).toEqual({ total: 2, active: 2, averageResponseHours: null });
  });
});

describe('PUT /alerts/{id}', () => {
  it('acknowledges once; again changes nothing; an auditor sets a detection under investigation', async () => {
    const first = await put(auditor, `${detection}/acknowledge`);
    expect(first.status).toBe(200);
    expect(first.data.alert).toMatchObject({
      id: detection,
      status: 'acknowledged',
      acknowledgedAt: expect.any(String),
    });
    const again = await put(auditor, `${detection}/acknowledge`);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.deforestationStatus).toBe('Under Investigation');
  });

  it('resolves with a note and an outcome, which becomes the status of the lot', async () => {
    const noted = { note: 'A shade tree fell', outcome: 'No Deforestation' };
    const without = await put(auditor, `${detection}/resolve`, { outcome: 'No Deforestation' });
    expect([without.status, without.body.details]).toMatchObject([
      400,
      [{ field: 'note', message: 'Add a note to the outcome' }],
    ]);
    const { status, data } = await put(auditor, `${detection}/resolve`, noted);
    expect(status).toBe(200);
    expect(data.alert).toMatchObject({ status: 'resolved', closedBy: 'Elena Quispe', ...noted });
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.deforestationStatus).toBe('No Deforestation');
    expect((await put(auditor, `${detection}/resolve`, noted)).status).toBe(200);
    const other = { note: 'A shade tree fell', outcome: 'Deforestation Detected' };
    const contradicted = await put(auditor, `${detection}/resolve`, other);
    expect([contradicted.status, contradicted.body.error, contradicted.body.message]).toEqual([
      409,
      'Conflict',
      'This alert is already resolved as No Deforestation; its note stays',
    ]);
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.deforestationStatus).toBe('No Deforestation');
  });

  it.each([
    ['resolve', 'dismiss'],
    ['dismiss', 'resolve'],
    ['resolve', 'acknowledge'],
    ['dismiss', 'acknowledge'],
  ])('%s, then %s: a conflict in words', async (step, next) => {
    const id = await alertOf(lot);
    expect((await put(admin, `${id}/${step}`)).status).toBe(200);
    const refused = await put(admin, `${id}/${next}`);
    expect([refused.status, refused.body.error, refused.body.statusCode]).toEqual([409, 'Conflict', 409]);
    expect(refused.body.message).toMatch(/resolved|dismissed/);
  });

  it('by a partner key: the one who closed is named, and the record agrees with the ledger', async () => {
    const other = await settledLot(app, grace);
    const id = await alertOf(other);
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'auditor' });
    const partner = restClient(app.url, made.data.key);
    expect((await partner.send('PUT', `/alerts/${id}/acknowledge`)).status).toBe(200);
    const { status, data } = await partner.send('PUT', `/alerts/${id}/resolve`, { note: 'Smoke of a kitchen' });
    expect([status, data.alert.closedBy]).toEqual([200, 'Kakao Trade']);
    await eventually(async () => expect(await verdictOf(other)).toEqual(['verified', []]));
    // Somebody with the database's password makes another key, which never saw it, answer for it.
    const second = await admin.rest.send('POST', '/keys', { name: 'Bean Brothers', role: 'auditor' });
    await app.app.database.rows('update alert set closed_key = $1 where id = $2', [second.data.partnerKey.id, id]);
    expect(await verdictOf(other)).toEqual(['differs', ['alert']]);
  });

  it('dismisses with a reason, or none, from active or acknowledged', async () => {
    const [direct, seen] = [await alertOf(lot), await alertOf(lot)];
    expect((await put(admin, `${direct}/dismiss`)).data.alert).toMatchObject({ status: 'dismissed', note: null });
    await put(grace, `${seen}/acknowledge`);
    const { data } = await put(admin, `${seen}/dismiss`, { reason: 'Kitchen smoke' });
    expect(data.alert).toMatchObject({ status: 'dismissed', note: 'Kitchen smoke' });
  });

  it.each<[string, unknown, string]>([
    ['resolve', { note: 'x'.repeat(2_001) }, 'note'],
    ['resolve', { note: 7 }, 'note'],
    ['resolve', { note: 'Nul\u0000' }, 'note'],
    ['resolve', { note: 'Half \ud800' }, 'note'],
    ['resolve', { note: 'Fine', outcome: 'Pending Review' }, 'outcome'],
    ['resolve', { reason: 'Fine' }, 'reason'],
    ['dismiss', { reason: 'x'.repeat(2_001) }, 'reason'],
    ['dismiss', { reason: 'Nul\u0000' }, 'reason'],
    ['dismiss', { note: 'Fine' }, 'note'],
  ])('%s refuses %j, naming the field', async (step, body, field) => {
    const id = await alertOf(lot);
    const { status, body: answer } = await put(admin, `${id}/${step}`, body);
    expect([status, answer.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect(await statusOf(id)).toBe('active');
  });

  it('is 404 for what does not exist or is out of sight, whatever its form', async () => {
    const id = await alertOf(lot);
    for (const unseen of [randomUUID(), 'no-uuid', 'x'.repeat(64)]) {
      for (const step of ['acknowledge', 'resolve', 'dismiss']) {
        expect([unseen, (await put(admin, `${unseen}/${step}`)).status]).toEqual([unseen, 404]);
      }
    }
    expect((await put(kofi, `${id}/acknowledge`)).status).toBe(404);
    expect(await statusOf(id)).toBe('active');
  });
});

describe('PUT /alerts/bulk-update-status', () => {
  it('says how many changed, and which are not there', async () => {
    const [first, second, missing] = [await alertOf(lot), await alertOf(lot), randomUUID()];
    const { status, data } = await put(grace, 'bulk-update-status', {
      alertIds: [first, missing, second],
      status: 'acknowledged',
    });
    expect([status, data]).toEqual([200, { updated: 2, notFound: [missing] }]);
    expect((await put(admin, 'bulk-update-status', { alertIds: [first], status: 'dismissed' })).data.updated).toBe(1);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['dismissed', 'acknowledged']);
  });

  it.each<[unknown, string]>([
    [{ alertIds: [], status: 'dismissed' }, 'alertIds'],
    [{ alertIds: Array.from({ length: 101 }, () => 'x'), status: 'dismissed' }, 'alertIds'],
    [{ alertIds: 'x', status: 'dismissed' }, 'alertIds'],
    [{ alertIds: ['x'], status: 'resolved' }, 'status'],
    [{ alertIds: ['x'], status: 'active' }, 'status'],
  ])('refuses %j', async (body, field) => {
    const { status, body: answer } = await put(admin, 'bulk-update-status', body);
    expect([status, answer.details?.[0]?.field]).toEqual([400, field]);
  });

  it('with one step that is not allowed changes none', async () => {
    const [open, closed] = [await alertOf(lot), await alertOf(lot)];
    await put(admin, `${closed}/resolve`);
    const refused = await put(admin, 'bulk-update-status', { alertIds: [open, closed], status: 'dismissed' });
    expect([refused.status, refused.body.error]).toEqual([409, 'Conflict']);
    expect([await statusOf(open), await statusOf(closed)]).toEqual(['active', 'resolved']);
  });
});

describe('alerts of a lot whose record was changed in the database', () => {
  let sound: string;
  let changed: string;
  let told: string;
  const update = (by: Person, alertIds: string[], status = 'dismissed') =>
    put(by, 'bulk-update-status', { alertIds, status });
  const updateByGraphql = (by: Person, ids: string[]) =>
    by.graphql.run(
      `mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: dismissed) {
        ... on AlertsUpdated { updated notFound } ... on Failure { message } } }`,
      { ids },
    );

  beforeAll(async () => {
    const { id } = await settledLot(app, grace);
    [sound, changed] = [await alertOf(lot), await alertOf({ id })];
    await settled(app, id);
    await app.app.database.rows('update lot set weight_grams = weight_grams + 1 where id = $1', [id]);
    told = "This lot's record differs from the ledger. Ask an admin to look into it before you decide.";
  });

  it('take no step', async () => {
    for (const step of ['acknowledge', 'resolve', 'dismiss']) {
      const { status, body } = await put(admin, `${changed}/${step}`);
      expect([step, status, body.error, body.message]).toEqual([step, 409, 'Conflict', told]);
    }
    const { errors } = await admin.graphql.run('mutation ($id: ID!) { dismissAlert(id: $id) { __typename } }', {
      id: changed,
    });
    expect(errors).toMatchObject([{ message: told, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(await statusOf(changed)).toBe('active');
  });

  it('keep others from one with them, and are named', async () => {
    const ids = [sound, randomUUID(), changed.toUpperCase()];
    const details = [{ field: 'alertIds.2', message: told }];
    const { status, body } = await update(admin, ids);
    expect([status, body.message, body.details]).toMatchObject([409, told, details]);
    const { data, errors } = await updateByGraphql(admin, ids);
    expect([data?.updateAlerts ?? null, errors]).toMatchObject([
      null,
      [{ message: told, extensions: { code: 'BAD_USER_INPUT', details } }],
    ]);
    expect([await statusOf(sound), await statusOf(changed)]).toEqual(['active', 'active']);
  });

  it('come with no check of its place either', async () => {
    const of = (await admin.rest.get('/alerts?limit=100')).data.alerts.find(
      ({ id }: { id: string }) => id === changed,
    ).lotId;
    const { latitude, longitude } = (await admin.rest.get(`/lots/${of}`)).data.lot;
    const check = (by: Person) => by.rest.send('PATCH', `/lots/${of}/satellite`, { latitude, longitude });
    const unchecked = told.replace('you decide', 'you check its location');
    const { status, body } = await check(admin);
    expect([status, body.error, body.message]).toEqual([409, 'Conflict', unchecked]);
    const { errors } = await admin.graphql.run(
      `mutation ($id: ID!, $latitude: Float!, $longitude: Float!) {
        checkSatellite(id: $id, latitude: $latitude, longitude: $longitude) { __typename } }`,
      { id: of, latitude, longitude },
    );
    expect(errors).toMatchObject([{ message: unchecked, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect((await check(kofi)).status).toBe(404);
  });

  it('tell nothing of it to who may not decide on them, or does not see them', async () => {
    for (const ids of [[changed], [sound, changed]]) {
      expect((await update(grace, ids)).status).toBe(403);
      expect((await updateByGraphql(grace, ids)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      const unseen = { updated: 0, notFound: ids };
      expect((await update(kofi, ids)).data).toEqual(unseen);
      expect((await updateByGraphql(kofi, ids)).data.updateAlerts).toEqual(unseen);
    }
    expect((await put(grace, `${changed}/dismiss`)).status).toBe(403);
    expect((await put(kofi, `${changed}/dismiss`)).status).toBe(404);
  });
});

describe('an answered alert', () => {
  it('counts into the hours to the first answer', async () => {
    await eventually(async () => {
      const { averageResponseHours, byStatus } = (await admin.rest.get('/alerts/stats')).data;
      expect(averageResponseHours).toBeGreaterThanOrEqual(0);
      expect(byStatus.resolved).toBeGreaterThan(0);
    });
  });
});
