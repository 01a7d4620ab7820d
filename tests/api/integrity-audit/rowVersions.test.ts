import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HookDelivery } from '../../../server/modules/webhooks/webhookDelivery.ts';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { confirmationCode } from '../../../server/modules/mail/mailTokens.ts';
import { RetainedLocations } from '../../../server/modules/privacy/retainedLocations.ts';
import { Retention } from '../../../server/modules/privacy/retention.ts';
import type { SignedKind } from '../../../server/platform/row-signatures/signedKinds.ts';
import { hookReceiver, type HookReceiver } from '../../support/webhookReceiver.ts';
import { newLot } from '../../support/newLot.ts';
import { PastRows, type PastRow } from '../../support/pastRows.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { isRepeatedOnly, ownerOf, SEALED_PLACES } from '../../support/signedTables.ts';
import { settled } from '../../support/seeds.ts';
import { tellDueDiligence } from '../due-diligence/dueDiligenceStory.ts';
import { realMonitor } from '../../support/realMonitor.ts';
import { createTestApp, TEST_SECRET, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let receiver: HookReceiver;
let past: PastRows;

beforeAll(async () => {
  receiver = await hookReceiver();
  const env = {
    WEB_HOOKS_LOOPBACK: 'true',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'alerts@trace.example',
    PUBLIC_URL: 'https://trace.example',
  };
  app = await createTestApp({ env, surroundings: { monitor: realMonitor() } });
  past = new PastRows(app.app.database);
}, 120_000);
afterAll(async () => {
  await receiver?.stop();
  await app?.stop();
});

async function ok(call: Promise<RestAnswer>): Promise<RestAnswer['data']> {
  const { status, data, body } = await call;
  if (status >= 300) throw new Error(`The story broke off: ${status} ${body.message}`);
  return data;
}

type Story = Awaited<ReturnType<typeof tellStory>>;

/** What changes or ends sealed rows, by the product's own calls. */
async function tellStory() {
  const { database } = app.app;
  const [admin, disabled, demoted, auditor, processor, grace, ended, waiting] = await Promise.all([
    app.person('admin'),
    app.person('admin'),
    app.person('admin'),
    app.person('auditor'),
    app.person('processor'),
    app.person('farmer', { farmId: 'FARM557', name: 'Grace Kila' }),
    app.person('processor'),
    app.person('processor'),
  ]);
  await ok(admin.rest.send('PATCH', `/users/${disabled.userId}`, { disabled: true }));
  await ok(admin.rest.send('PATCH', `/users/${demoted.userId}`, { role: 'processor' }));
  const made = await ok(admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'auditor' }));
  await ok(admin.rest.send('DELETE', `/keys/${made.partnerKey.id}`));
  const invited = await ok(
    admin.rest.send('POST', '/invitations', { name: 'Ana Kerema', role: 'farmer', farmId: 'FARM557' }),
  );
  await ok(admin.rest.send('POST', `/invitations/${invited.invitation.id}/renew`, {}));
  await ok(admin.rest.send('DELETE', `/invitations/${invited.invitation.id}`));
  const own = { name: 'Kaupa Cooperative', address: 'Madang', country: 'PG', eori: '', email: '' };
  await ok(admin.rest.send('PUT', '/cooperative', { ...own, version: 0 }));
  await ok(admin.rest.send('PUT', '/cooperative', { ...own, address: 'Lae', version: 1 }));
  await ok(app.rest.send('POST', '/auth/refresh', { refreshToken: waiting.refreshToken }));
  await ok(ended.rest.send('POST', '/auth/logout', { refreshToken: ended.refreshToken }));

  const point = (latitude: number) => ({ type: 'Point', coordinates: [145.743926, latitude] });
  const plot = async (name: string, latitude: number) =>
    (await ok(processor.rest.send('POST', '/farms/FARM557/plots', { name, geometry: point(latitude), areaHa: 2 })))
      .plot;
  const garden = await plot('Garden', -5.258413);
  const changed: { id: string } = await plot('Other', -5.268413);
  await ok(processor.rest.send('PATCH', `/plots/${changed.id}`, { name: 'Changed' }));
  const removed = await plot('Removed', -5.278413);
  await ok(processor.rest.send('DELETE', `/plots/${removed.id}`));

  await ok(processor.rest.send('POST', '/farms', { farmId: 'FARM557', name: 'Garden' }));
  await ok(processor.rest.send('PATCH', '/farms/FARM557', { name: 'Gardens' }));
  await ok(admin.rest.send('DELETE', '/farms/FARM557'));

  const buyer = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE' };
  const { party } = await ok(processor.rest.send('POST', '/parties', buyer));
  await ok(processor.rest.send('PATCH', `/parties/${party.id}`, { country: 'AT' }));
  await ok(admin.rest.send('DELETE', `/parties/${party.id}`));

  const { latitude: _latitude, longitude: _longitude, ...placeless } = newLot();
  const input = { ...placeless, farmId: 'FARM557', farmerName: 'Grace Kila', plots: [garden.id] };
  const lot: LotView = (await ok(processor.rest.send('POST', '/lots', input))).lot;
  await settled(app, lot.id);
  await tellShipment(processor);

  const address = 'processor@trace.example';
  await ok(processor.rest.send('PUT', '/alert-mail', { address, language: 'en', pace: 'daily' }));
  const asked = await database.row<{ letter: string }>('select code_letter as letter from alert_mail');
  const code = confirmationCode(database.seals, asked?.letter ?? '', address);
  await ok(processor.rest.send('POST', '/alert-mail/confirm', { code }));
  const hook = (await ok(admin.rest.send('POST', '/hooks', { name: 'Kakao Trade', url: receiver.url }))).hook;
  const alert = await raiseSmoke(database, lot.id);
  const isTold = `select 1 from web_hook_delivery where state = 'delivered'`;
  await until(async () => (await database.rows(isTold)).length > 0, 'the hook to be told, and that to be noted');
  await until(async () => (await database.rows('select 1 from alert_told')).length > 0, 'mail to be told');
  await ok(admin.rest.send('DELETE', `/hooks/${hook.id}`));
  await ok(processor.rest.send('DELETE', '/alert-mail'));

  const assign = (assigneeId: string) =>
    ok(auditor.rest.send('PUT', `/alerts/${alert}/assignment`, { assigneeId, dueOn: null }));
  await assign(processor.userId);
  await assign(auditor.userId);
  await ok(auditor.rest.send('PUT', `/alerts/${alert}/acknowledge`));
  const { review } = await ok(processor.rest.send('POST', `/lots/${lot.id}/shipping-reviews`, {}));
  await ok(auditor.rest.send('POST', `/shipping-reviews/${review.id}/confirm`, {}));
  await ok(grace.rest.send('POST', `/alerts/${alert}/comments`, { text: 'We burnt old boxes' }));
  const form = new FormData();
  form.set('file', new Blob(['{"type":"Point","coordinates":[145.79,-5.22]}']), 'seen here.json');
  const { investigation } = await ok(grace.rest.form(`/alerts/${alert}/files`, form));
  await ok(grace.rest.send('DELETE', `/alerts/${alert}/files/${investigation.files[0].id}`));

  const { report } = await ok(auditor.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-31'));
  for (const format of ['geojson', 'csv', 'pdf']) {
    const headers = { authorization: `Bearer ${auditor.accessToken}` };
    await fetch(`${app.url}/api/v1/reports/${report.reportId}?format=${format}`, { headers });
  }
  await servicesOf(app.app).integrityAudit.run();
  await servicesOf(app.app).integrityAudit.run();
  return {
    admin,
    disabled,
    demoted,
    grace,
    ended,
    waiting,
    key: String(made.key),
    hook: String(hook.id),
    changed,
    lot,
  };
}

/** A statement of a consignment is checked, and handed over with its package. */
async function tellStatement(rest: Person['rest'], consignmentId: string): Promise<void> {
  const made = await ok(rest.send('POST', `/consignments/${consignmentId}/statements`, { activityType: 'IMPORT' }));
  const { id } = made.statement;
  await ok(rest.send('POST', `/statements/${id}/check`, {}));
  await ok(rest.send('POST', `/statements/${id}/hand-over`, {}));
  await until(async () => (await ok(rest.get(`/statements/${id}`))).statement.state === 'handed_over', 'the package');
}

/** A lot goes to a buyer, who follows a link until it is revoked, and is informed of an alert. */
async function tellShipment({ rest }: Person): Promise<void> {
  const geometry = { type: 'Point', coordinates: [145.743926, -5.288413] };
  const { plot } = await ok(rest.send('POST', '/farms/FARM558/plots', { name: 'Far', geometry, areaHa: 2 }));
  const { latitude: _latitude, longitude: _longitude, ...placeless } = newLot();
  const input = { ...placeless, farmId: 'FARM558', plots: [plot.id] };
  const lot: LotView = (await ok(rest.send('POST', '/lots', input))).lot;
  await settled(app, lot.id);
  const { party } = await ok(
    rest.send('POST', '/parties', { kind: 'buyer', name: 'Cacao Sud', country: 'FR', eori: 'FR12345678900012' }),
  );
  const { consignment } = await ok(rest.send('POST', '/consignments', { number: 'V-1', buyerId: party.id }));
  const post = (path: string, body: object = {}) =>
    ok(rest.send('POST', `/consignments/${consignment.id}/${path}`, body));
  await post('lots', { lots: [{ lot: lot.id, weight: lot.weight }] });
  await post('close');
  await tellDueDiligence(rest, { ok, consignmentId: consignment.id, farmId: 'FARM558' });
  await tellStatement(rest, consignment.id);
  const { link } = await post('links', { expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString() });
  await ok(rest.send('DELETE', `/buyer-links/${link.id}`));
  await raiseSmoke(app.app.database, lot.id);
  await post('ship');
  const { tasks } = await ok(rest.get(`/buyer-tasks?consignmentId=${consignment.id}`));
  await ok(rest.send('POST', `/buyer-tasks/${tasks[0].id}/done`, {}));
  await settled(app, lot.id);
}

/** A farmer is erased; then the years pass for which anything is kept. */
async function tellEnd({ grace, lot }: Story): Promise<void> {
  const { database, ledger } = app.app;
  const services = servicesOf(app.app);
  await ok(grace.rest.send('DELETE', '/gdpr/delete'));
  await settled(app, lot.id);
  const retention = new Retention({
    database,
    erasures: services.erasure,
    places: new RetainedLocations({ database, lots: new LotErasure(ledger) }),
    others: [],
    jobs: { enqueue: async () => undefined },
    isClockReliable: async () => true,
    log: pino({ level: 'silent' }),
    clock: () => new Date(new Date().setFullYear(new Date().getFullYear() + 11)),
  });
  await retention.run();
  await settled(app, lot.id);
}

/** Runs a part of the story, and notes the earlier states of its rows. */
async function during<Told>(tell: () => Promise<Told>): Promise<{ told: Told; states: PastRow[] }> {
  await past.keep(SEALED_PLACES.map(({ table }) => table));
  const told = await tell();
  return { told, states: await past.stop() };
}

function placeOf({ table }: Pick<PastRow, 'table'>): (typeof SEALED_PLACES)[number] {
  const place = SEALED_PLACES.find((one) => one.table === table);
  if (place === undefined) throw new Error(`${table} holds no sealed rows`);
  return place;
}

const identityOf = (state: PastRow): string =>
  placeOf(state)
    .key.map((column) => String(state.row[column]).replace(/^\\x/, ''))
    .join(' ');

const PUT_BACK = /^was (put back to an earlier state|removed or ended, and is there again)$/;

/** A state, and the row that it cannot stand without, where that is gone. */
interface Attempt {
  state: PastRow;
  rows: readonly PastRow[];
}

/** Attempts that change different rows, so that one integrity run can judge them together. */
function batchesOf(states: readonly PastRow[], before: readonly PastRow[]): Attempt[][] {
  const batches: { rows: Set<string>; attempts: Attempt[] }[] = [];
  for (const state of states.filter((one) => !isRepeatedOnly(one))) {
    const owner = ownerOf(state, [...states, ...before]);
    const rows = owner === undefined ? [state] : [owner, state];
    const names = rows.map((row) => `${row.table} ${identityOf(row)}`);
    let batch = batches.find((one) => names.every((name) => !one.rows.has(name)));
    if (batch === undefined) batches.push((batch = { rows: new Set(), attempts: [] }));
    for (const name of names) batch.rows.add(name);
    batch.attempts.push({ state, rows });
  }
  return batches.map(({ attempts }) => attempts);
}

/** Puts each state back for an integrity run. @returns those that it does not name */
async function unnamed(states: readonly PastRow[], before: readonly PastRow[] = []): Promise<string[]> {
  const missed: string[] = [];
  for (const batch of batchesOf(states, before)) {
    const takeBack: (() => Promise<void>)[] = [];
    for (const { state, rows } of batch) {
      for (const row of rows) {
        const back = await past.putBack(row, placeOf(row).key);
        // The integrity run updates this row itself.
        if (state.row['key'] !== 'ledger-walk') takeBack.push(back);
      }
    }
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    for (const { state, rows } of batch) {
      const isNamed = findings.some(
        ({ table, row, fault }) =>
          PUT_BACK.test(fault) && rows.some((one) => table === one.table && row === identityOf(one)),
      );
      if (!isNamed) missed.push(`${state.table} ${identityOf(state)}: ${JSON.stringify(findings)}`);
    }
    for (const back of takeBack.reverse()) await back();
  }
  return missed;
}

describe('rows that were put back with the seals of then', () => {
  const kinds = new Set<string>();
  const note = (states: readonly PastRow[]) => states.forEach((state) => kinds.add(placeOf(state).kind));
  let story: Story;
  let states: PastRow[];

  beforeAll(async () => {
    ({ told: story, states } = await during(tellStory));
    note(states);
  }, 120_000);

  /** Puts back the first state of a row. */
  async function putBack(table: string, column: string, value: string): Promise<void> {
    const state = states.find((one) => one.table === table && one.row[column] === value);
    if (state === undefined) throw new Error(`Nothing was kept of ${value} in ${table}`);
    const takeBack = await past.putBack(state, placeOf(state).key);
    onTestFinished(takeBack);
  }

  const login = async ({ username, password }: Person) =>
    (await app.rest.send('POST', '/auth/login', { username, password })).status;
  const healthNames = (kind: SignedKind) =>
    until(async () => {
      const { seals } = (await app.rest.get('/health')).data;
      return seals.broken.some((one: { kind: string }) => one.kind === kind);
    }, `health to name the kind ${kind}`);

  it('are each named by the integrity run', async () => {
    expect((await servicesOf(app.app).integrityAudit.run()).findings).toEqual([]);
    expect(await unnamed(states)).toEqual([]);
    expect((await servicesOf(app.app).integrityAudit.run()).findings).toEqual([]);
  }, 300_000);

  it('let no disabled account in', async () => {
    await putBack('app_user', 'id', story.disabled.userId);
    expect(await login(story.disabled)).toBe(401);
    await healthNames('account');
  });

  it('give no admin that was demoted the rights of then', async () => {
    expect(await login(story.demoted)).toBe(200);
    await putBack('app_user', 'id', story.demoted.userId);
    expect(await login(story.demoted)).toBe(401);
    const { accessToken, refreshToken } = story.demoted;
    await until(
      async () => (await restClient(app.url, accessToken).get('/users')).status === 401,
      'the session to be refused',
    );
    expect((await app.rest.send('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    const changed = await story.admin.rest.send('PATCH', `/users/${story.demoted.userId}`, { name: 'Taken over' });
    expect(changed.status).toBe(409);
  });

  it('make no revoked key usable', async () => {
    const key = await app.app.database.row<{ id: string }>('select id from api_key');
    await putBack('api_key', 'id', key?.id ?? '');
    expect((await restClient(app.url, story.key).get('/lots')).status).toBe(401);
    await healthNames('partner-key');
  });

  it('open no session that has ended', async () => {
    const session = await app.app.database.row<{ id: string }>('select id from session where user_id = $1', [
      story.ended.userId,
    ]);
    await putBack('session', 'id', session?.id ?? '');
    expect((await restClient(app.url, story.ended.accessToken).get('/auth/validate')).status).toBe(401);
    const { refreshToken } = story.ended;
    expect((await app.rest.send('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    await healthNames('session');
  });

  it('make no used refresh token fresh', async () => {
    const session = await app.app.database.row<{ id: string }>('select id from session where user_id = $1', [
      story.waiting.userId,
    ]);
    await putBack('refresh_token', 'session_id', session?.id ?? '');
    const { refreshToken } = story.waiting;
    expect((await app.rest.send('POST', '/auth/refresh', { refreshToken })).status).toBe(401);
    await healthNames('refresh-token');
  });

  it('have no hook told that was ended, whether of a new alert or of what waits', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    await putBack('web_hook', 'id', story.hook);
    receiver.calls.length = 0;
    await raiseSmoke(database, story.lot.id);
    await services.hookReader.read();
    await database.rows(`update web_hook_delivery set state = 'waiting' where hook_id = $1`, [story.hook]);
    onTestFinished(async () => {
      await database.rows(`update web_hook_delivery set state = 'delivered' where hook_id = $1`, [story.hook]);
    });
    const delivery = new HookDelivery({
      database,
      jobs: { enqueue: async () => undefined },
      secret: TEST_SECRET,
      loopback: true,
      matchesLedger: async () => true,
      log: pino({ level: 'silent' }),
    });
    await delivery.deliver(story.hook);
    expect(receiver.calls).toEqual([]);
    await healthNames('web-hook');
  });

  it('are not written on: a plot whose newest version was undone', async () => {
    const { database } = app.app;
    await putBack('plot', 'id', story.changed.id);
    const answer = await story.admin.rest.send('PATCH', `/plots/${story.changed.id}`, { name: 'Third' });
    expect(answer.status).toBe(409);
    expect(await database.rows('select 1 from plot_version where plot_id = $1', [story.changed.id])).toHaveLength(2);
  });

  it('are each named and refused together, with the lot of another farm taken over', async () => {
    const { database } = app.app;
    const services = servicesOf(app.app);
    await putBack('app_user', 'id', story.disabled.userId);
    await putBack('web_hook', 'id', story.hook);
    await putBack('plot', 'id', story.changed.id);
    const [undone] = await database.rows<{ row: unknown }>(
      `delete from plot_version v where plot_id = $1 and version = 2 returning to_jsonb(v) as row`,
      [story.changed.id],
    );
    onTestFinished(async () => {
      const put = 'insert into plot_version select * from jsonb_populate_record(null::plot_version, $1)';
      await database.rows(put, [undone?.row]);
    });
    await database.rows(`update lot set farm_id = 'FARM001' where id = $1`, [story.lot.id]);
    onTestFinished(async () => {
      await database.rows(`update lot set farm_id = 'FARM557' where id = $1`, [story.lot.id]);
    });
    const thief = await app.person('farmer', { farmId: 'FARM001' });
    const shipped = { currentProcess: 'shipped', processDetails: 'Sent off' };
    receiver.calls.length = 0;
    const refused = [
      await login(story.disabled),
      (await thief.rest.send('PATCH', `/lots/${story.lot.id}`, { weight: 99 })).status,
      (await story.admin.rest.send('PATCH', `/lots/${story.lot.id}/process`, shipped)).status,
      (await story.admin.rest.send('PATCH', `/plots/${story.changed.id}`, { name: 'Third' })).status,
    ];
    expect(refused).toEqual([401, 409, 409, 409]);
    const { findings } = await services.integrityAudit.run();
    expect(new Set(findings.map(({ table, row }) => `${table} ${row}`))).toEqual(
      new Set([
        `app_user ${story.disabled.userId}`,
        `lot ${story.lot.lotId}`,
        `plot ${story.changed.id}`,
        `web_hook ${story.hook}`,
      ]),
    );
    expect(receiver.calls).toEqual([]);
  });

  it('are named and refused also after what removed them, and each kind that has an earlier state was tried', async () => {
    const { states: removed } = await during(() => tellEnd(story));
    note(removed);
    // The clock of the test ran ahead of the years for which reports are kept.
    const gone = expect.stringMatching(/^is missing/);
    const atRest = [
      { table: 'statement_package', fault: gone },
      { table: 'report', fault: gone },
      { table: 'statement_content', fault: 'is not the content that was checked' },
    ];
    expect((await servicesOf(app.app).integrityAudit.run()).findings).toMatchObject(atRest);
    expect(await unnamed(removed, states)).toEqual([]);
    expect((await servicesOf(app.app).integrityAudit.run()).findings).toMatchObject(atRest);
    expect(SEALED_PLACES.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
  }, 300_000);
});
