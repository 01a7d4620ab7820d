import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_LIMITS } from '../../../server/modules/alerts/files/alertFileService.ts';
import { MOST_COMMENTS } from '../../../server/modules/alerts/investigation/investigationService.ts';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import { PLOT_LIMITS } from '../../../server/domain/plot/plotInput.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { DUE_DILIGENCE_LIMITS } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { GROWTH } from '../../support/growth.ts';
import { NOTIFICATION_LIMITS } from '../../../server/domain/notifications/notifications.ts';
import { VIEW_LIMITS } from '../../../server/domain/views/savedViewInput.ts';
import { MOST_HOOKS } from '../../../server/modules/webhooks/webhookService.ts';
import { CONSIGNMENT_CALLS } from '../../../server/domain/consignment/consignmentCalls.ts';
import { MOST_FARMS } from '../../../server/modules/farms/farmRegister.ts';
import { MOST_REMEMBERED } from '../../../server/modules/lots/transfer/rememberedColumns.ts';
import { MOST_IMPORTS } from '../../../server/modules/lots/transfer/storedImports.ts';
import { MOST_PARTIES } from '../../../server/modules/parties/partyService.ts';
import { MOST_INVITATIONS } from '../../../server/domain/access/invitationInput.ts';
import { MOST_KEYS } from '../../../server/modules/identity/keyService.ts';
import { LOGIN_LIMITS } from '../../../server/modules/identity/loginLimits.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { CODES_A_DAY } from '../../../server/modules/mail/mailService.ts';
import { MOST_ROWS } from '../../../server/modules/monitoring/clientReports.ts';
import { MOST_REQUESTS } from '../../../server/modules/monitoring/contactService.ts';
import { MOST_LOTS_A_DAY, MOST_SESSIONS_A_DAY } from '../../../server/modules/monitoring/searchAnalytics.ts';
import { packageRegistry } from '../../../server/adapters/registry-package/packageRegistry.ts';
import type { DueDiligenceRegistry } from '../../../server/domain/statement/dueDiligenceRegistry.ts';
import { MOST_STATEMENTS } from '../../../server/modules/statements/statementService.ts';
import { MOST_DECLARATIONS_A_DAY } from '../../../server/modules/statements/supplierDeclarations.ts';
import { checked, consignmentWorld } from '../consignments/consignmentWorld.ts';
import { MOST_REPORTS_A_DAY } from '../../../server/modules/reports/reportStore.ts';
import { readList } from '../../support/documentLists.ts';
import { csvOfLots, importLots, sendSheet } from '../../support/lotFiles.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { lotInput, settledLot } from '../../support/seeds.ts';
import { SmtpServer } from '../../support/smtpServer.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

/* Each bound of `tests/support/growth.ts` holds, against calls at the same time on two processes too: as many are taken as there is room for. */

const CALLS = 16;
/** What is left of each limit when the calls are sent. */
const ROOM = 5;
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const FILE = '{"type":"Point","coordinates":[145.79,-5.22]}';

/** Bounds of a third process, which are too large to be driven as they are. */
const KEYS_A_DAY = 3;
const KEY_BYTES_A_DAY = 12_000;
const CHANGES_A_DAY = 6;
const SIGN_INS_A_DAY = 4;

let smtp: SmtpServer;
let app: TestApp;
let second: TestApp;
let bounded: TestApp;
let grace: Person;
let auditor: Person;
let admin: Person;
let lot: LotView;

beforeAll(async () => {
  smtp = new SmtpServer();
  await smtp.start();
  const env = {
    CONTACT: 'store',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'alerts@trace.example',
    PUBLIC_URL: 'https://trace.example',
  };
  const limits = {
    alertFilesBytes: FILE.length * ROOM,
    documentsBytes: PDF.length * ROOM,
    requestTimeoutMs: 120_000,
  };
  const registry: DueDiligenceRegistry = {
    ...packageRegistry,
    driver: 'traces-v3',
    verify: async () => 'non_existent',
  };
  app = await createTestApp({ env, limits, surroundings: { registry } });
  second = await createTestApp({ env, limits, database: app.databaseUrl, surroundings: { registry } });
  bounded = await createTestApp({
    // Changes are counted where requests are.
    env: { STAFF_RATE_LIMIT: '1000000' },
    limits: {
      keysADay: KEYS_A_DAY,
      keyBytesADay: KEY_BYTES_A_DAY,
      changesADay: CHANGES_A_DAY,
      signInsADay: SIGN_INS_A_DAY,
    },
    database: app.databaseUrl,
  });
  grace = await app.person('farmer', { farmId: 'FARM001' });
  auditor = await app.person('auditor');
  admin = await app.person('admin');
  lot = await settledLot(app, grace);
});
afterAll(async () => {
  await bounded?.stop();
  await second?.stop();
  await app?.stop();
  await smtp?.stop();
});

const rows = (text: string, values: unknown[] = []) => app.app.database.rows<Record<string, unknown>>(text, values);

interface Outcome {
  taken: number;
  refused: number[];
}

/** The same call many times at once, every other one to the second process. @returns how many were taken, and the statuses of the others */
async function atOnce(
  by: Person,
  call: (send: Person['rest'], n: number) => Promise<RestAnswer>,
  calls = CALLS,
): Promise<Outcome> {
  const clients = [by.rest, restClient(second.url, by.accessToken)];
  return outcome(Array.from({ length: calls }, (_, n) => call(clients[n % clients.length] ?? by.rest, n)));
}

async function outcome(calls: readonly Promise<RestAnswer>[]): Promise<Outcome> {
  const answers = await Promise.all(calls);
  const isTaken = ({ status }: RestAnswer): boolean => status < 300;
  return {
    taken: answers.filter(isTaken).length,
    refused: [...new Set(answers.filter((answer) => !isTaken(answer)).map(({ status }) => status))],
  };
}

/** The same on the process whose bounds are small. */
const manyOn = (by: Person, call: (send: Person['rest'], n: number) => Promise<RestAnswer>, calls = CALLS) =>
  outcome(Array.from({ length: calls }, (_, n) => call(by.rest, n)));

const search = (lotId: string, sessionId: string): Promise<RestAnswer> =>
  app.rest.send('POST', '/analytics/search', { searchType: 'lot', searchValue: lotId, found: true, sessionId });

function addFile(rest: Person['rest'], alertId: string): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([FILE]), 'place.geojson');
  return rest.form(`/alerts/${alertId}/files`, form);
}

function addDocument(rest: Person['rest'], subject: string, subjectKind = 'farm'): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([PDF]), 'title.pdf');
  const query = new URLSearchParams({
    documentClass: 'land_use',
    subjectKind,
    subject,
    title: 'Land title',
    validFrom: '2026-01-01',
  });
  return rest.form(`/due-diligence/documents?${query.toString()}`, form);
}

async function acknowledged(): Promise<string> {
  const id = await raiseSmoke(app.app.database, lot.id);
  await auditor.rest.send('PUT', `/alerts/${id}/acknowledge`);
  return id;
}

function outline(n: number) {
  const [west, south] = [145.6 + n * 0.003, -5.3];
  const ring = [
    [0, 0],
    [0.002, 0],
    [0.002, 0.002],
    [0, 0.002],
    [0, 0],
  ].map(([x = 0, y = 0]) => [west + x, south + y].map((degrees) => Number(degrees.toFixed(6))));
  return { type: 'Polygon', coordinates: [ring] };
}

type Bounded = {
  [Name in keyof typeof GROWTH]: (typeof GROWTH)[Name]['beyond'] extends 'follows' ? never : Name;
}[keyof typeof GROWTH];

/** Grows each to its bound and beyond, by calls at the same time where a call is refused; what is left of the bound is `ROOM`. */
const DRIVERS: Record<Bounded, () => Promise<void>> = {
  imports: async () => {
    await rows(
      `insert into lot_import (id, created_by, created_at, request_id, file_name, sha256, lots, grams, farms)
       select gen_random_uuid(), $1, now() - n * interval '1 hour', '', 'lots.csv', '', 1, 1, 1 from generate_series(1, $2::int) n`,
      [admin.userId, MOST_IMPORTS],
    );
    const files = Array.from({ length: ROOM }, (_, n) => csvOfLots(1, `LOT-GROWTH-${n}-`));
    await Promise.all(files.map((file) => importLots(app, admin, file)));
    const known = await rows('select count(*)::int as count from lot_import where created_by = $1', [admin.userId]);
    expect(known).toEqual([{ count: MOST_IMPORTS }]);
  },
  importColumns: async () => {
    await rows(
      `insert into lot_import_columns (user_id, heads, columns, quality, used_at)
       select $1, n::text, '{}', 100, now() - n * interval '1 hour' from generate_series(1, $2::int) n`,
      [admin.userId, MOST_REMEMBERED],
    );
    const file = new TextEncoder().encode(csvOfLots(1, 'LOT-REMEMBER-'));
    await sendSheet(app, admin, '/lots/import', file, { delimiter: 'comma' });
    const known = await rows('select heads from lot_import_columns where user_id = $1', [admin.userId]);
    expect(known).toHaveLength(MOST_REMEMBERED);
    expect(known.filter(({ heads }) => heads === String(MOST_REMEMBERED))).toEqual([]);
  },
  notificationMarks: async () => {
    const reader = await app.person('auditor');
    const read = (from: number) =>
      reader.rest.send('POST', '/notifications/read', {
        ids: Array.from({ length: NOTIFICATION_LIMITS.mostOfPage }, (_, n) => `alertRaised:${from + n}`),
      });
    for (const part of [0, 1, 2]) await read(part * NOTIFICATION_LIMITS.mostOfPage);
    const [state] = await rows('select read_ids as ids from notification_state where user_id = $1', [reader.userId]);
    const { marks } = NOTIFICATION_LIMITS;
    expect(state?.['ids']).toEqual(Array.from({ length: marks }, (_, n) => `alertRaised:${n + 300 - marks}`));
  },
  savedViews: async () => {
    await rows(
      `insert into saved_view (id, owner_id, list, name, query, shared, saved_at)
       select gen_random_uuid(), $1, 'lots', 'View ' || n, '', false, now() from generate_series(1, $2::int) n`,
      [admin.userId, VIEW_LIMITS.ofAccount - ROOM],
    );
    const view = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/saved-views', { name: `At once ${n}`, query: '' });
    expect(await atOnce(admin, view)).toEqual({ taken: ROOM, refused: [409] });
  },
  webHooks: async () => {
    const hook = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/hooks', { name: `Hook ${n}`, url: 'https://8.8.8.8/alerts' });
    expect(await atOnce(admin, hook, MOST_HOOKS + 10)).toEqual({ taken: MOST_HOOKS, refused: [409] });
  },
  buyerLinks: async () => {
    const party = await admin.rest.send('POST', '/parties', { kind: 'buyer', name: 'Of links', country: 'DE' });
    const opened = await admin.rest.send('POST', '/consignments', { number: 'L-1', buyerId: party.data.party.id });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const link = (rest: Person['rest']) =>
      rest.send('POST', `/consignments/${opened.data.consignment.id}/links`, { expiresAt });
    const most = CONSIGNMENT_CALLS.links;
    expect(await atOnce(admin, link, most + 10)).toEqual({ taken: most, refused: [409] });
  },
  statements: async () => {
    const world = await consignmentWorld(app);
    const { id: lotUuid } = await world.lot('LOT60001', 100, 'FARM600');
    await checked(world, [lotUuid]);
    const { id } = await world.open('ST-1');
    await admin.rest.send('POST', `/consignments/${id}/lots`, { lots: [{ lot: lotUuid, weight: 10 }] });
    await admin.rest.send('POST', `/consignments/${id}/close`, {});
    await rows(
      `insert into statement (id, consignment_id, kind, filed_as, internal_reference, activity_type, operator_role, hs_heading,
         description, created_at, updated_at)
       select gen_random_uuid(), $1, 'due_diligence', 'due_diligence', 'ref-' || n, 'IMPORT', 'OPERATOR', '1801', 'Beans', now(), now()
       from generate_series(1, $2::int) n`,
      [id, MOST_STATEMENTS - ROOM],
    );
    const statement = (rest: Person['rest']) =>
      rest.send('POST', `/consignments/${id}/statements`, { activityType: 'IMPORT' });
    expect(await atOnce(admin, statement)).toEqual({ taken: ROOM, refused: [409] });
  },
  supplierDeclarations: async () => {
    await rows(
      `insert into supplier_declaration (id, reference_number, verification_number, verdict, checked_at)
       select gen_random_uuid(), '26BE7XTVCZAQ2S', 'SFFCB4Y3', 'non_existent', now() from generate_series(1, $1::int)`,
      [MOST_DECLARATIONS_A_DAY - ROOM],
    );
    const numbers = { referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 'SFFCB4Y3' };
    const verify = (rest: Person['rest']) => rest.send('POST', '/supplier-declarations', numbers);
    expect(await atOnce(admin, verify)).toEqual({ taken: ROOM, refused: [409] });
  },
  farms: async () => {
    await rows(
      `insert into farm (id, farm_id, name, village, district, country, phone, farmers, consents, certificates, notes, version,
         created_by, created_at, updated_at)
       select gen_random_uuid(), 'GROWN-' || n, '', '', '', '', '', '[]', '[]', '[]', '', 1, $1, now(), now()
       from generate_series(1, $2::int - (select count(*)::int from farm where erased_at is null)) n`,
      [admin.userId, MOST_FARMS - ROOM],
    );
    const farm = (rest: Person['rest'], n: number) => rest.send('POST', '/farms', { farmId: `ROOM-${n}` });
    expect(await atOnce(admin, farm)).toEqual({ taken: ROOM, refused: [409] });
  },
  parties: async () => {
    await rows(
      `insert into party (id, kind, name, address, country, eori, email, version, created_by, created_at, updated_at)
       select gen_random_uuid(), 'buyer', 'Buyer', '', 'DE', '', '', 1, $1, now(), now()
       from generate_series(1, $2::int - (select count(*)::int from party where erased_at is null)) n`,
      [admin.userId, MOST_PARTIES - ROOM],
    );
    const party = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/parties', { kind: 'buyer', name: `Buyer ${n}`, country: 'DE' });
    expect(await atOnce(admin, party)).toEqual({ taken: ROOM, refused: [409] });
  },
  partnerKeys: async () => {
    await rows(
      `insert into api_key (id, name, prefix, hash, role, created_by)
       select gen_random_uuid(), 'Key', 'mt_', decode(md5(n::text), 'hex'), 'auditor', $1 from generate_series(1, $2::int) n`,
      [admin.userId, MOST_KEYS - ROOM],
    );
    const key = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/keys', { name: `Key ${n}`, role: 'auditor', farmId: '' });
    expect(await atOnce(admin, key)).toEqual({ taken: ROOM, refused: [409] });
  },
  invitations: async () => {
    await rows(
      `insert into invitation (id, name, role, email, farm_id, invited_by, created_at, expires_at, mail)
       select gen_random_uuid(), 'Grace', 'auditor', '', '', $1, now(), now(), 'none' from generate_series(1, $2::int)`,
      [admin.userId, MOST_INVITATIONS - ROOM],
    );
    const invite = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/invitations', { name: `Guest ${n}`, role: 'auditor' });
    expect(await atOnce(admin, invite)).toEqual({ taken: ROOM, refused: [409] });
  },
  mailCodes: async () => {
    const reader = await app.person('auditor');
    const ask = (rest: Person['rest'], n: number) =>
      rest.send('PUT', '/alert-mail', { address: `reader-${n}@mail.example`, language: 'en', pace: 'soon' });
    expect(await atOnce(reader, ask)).toEqual({ taken: CODES_A_DAY, refused: [429] });
  },
  alertComments: async () => {
    const id = await acknowledged();
    await rows(
      `insert into alert_comment (id, alert_id, author_id, text, written_at)
       select gen_random_uuid(), $1, $2, 'Seen', now() from generate_series(1, $3::int)`,
      [id, auditor.userId, MOST_COMMENTS - ROOM],
    );
    const comment = (rest: Person['rest']) => rest.send('POST', `/alerts/${id}/comments`, { text: 'Seen' });
    expect(await atOnce(auditor, comment)).toEqual({ taken: ROOM, refused: [409] });
  },
  alertFiles: async () => {
    const id = await acknowledged();
    await rows(
      `insert into alert_file (id, alert_id, uploaded_by, uploaded_at, media_type, size_bytes, name, sha256, bytes)
       select gen_random_uuid(), $1, $2, now(), 'application/geo+json', 0, 'x', '', '' from generate_series(1, $3::int)`,
      [id, auditor.userId, FILE_LIMITS.files - ROOM],
    );
    expect(await atOnce(auditor, (rest) => addFile(rest, id))).toEqual({ taken: ROOM, refused: [409] });
    await rows('delete from alert_file');
  },
  allAlertFiles: async () => {
    const alerts = await Promise.all(Array.from({ length: CALLS }, acknowledged));
    const add = (rest: Person['rest'], n: number) => addFile(rest, alerts[n] ?? '');
    expect(await atOnce(auditor, add)).toEqual({ taken: ROOM, refused: [409] });
  },
  documents: async () => {
    await rows(
      `insert into dd_document (id, document_class, subject_kind, farm_id, valid_from, names_person, uploaded_by, uploaded_at,
         media_type, size_bytes, title, name, sha256, bytes, salt)
       select gen_random_uuid(), 'labour', 'farm', 'FARM001', '2026-01-01', false, $1, now(), 'application/pdf', 0, 'x', 'x',
         '', '', '' from generate_series(1, $2::int)`,
      [admin.userId, DUE_DILIGENCE_LIMITS.documentsOfSubject - ROOM],
    );
    expect(await atOnce(admin, (rest) => addDocument(rest, 'FARM001'))).toEqual({ taken: ROOM, refused: [409] });
    await rows('delete from dd_document');
  },
  allDocuments: async () => {
    const before = await rows('select 1 from dd_document');
    expect(before).toEqual([]);
    expect(await atOnce(admin, (rest) => addDocument(rest, lot.id, 'lot'))).toEqual({ taken: ROOM, refused: [409] });
    await rows('delete from dd_document');
  },
  farmPlots: async () => {
    await rows(
      `insert into plot (id, farm_id, name_key, version, west_micro, south_micro, east_micro, north_micro)
       select gen_random_uuid(), 'FARM001', n::text, 1, 0, 0, 1, 1 from generate_series(1, $1::int) n`,
      [PLOT_LIMITS.plotsOfFarm - ROOM],
    );
    await rows(
      `insert into plot_version (id, plot_id, version, change, name, geometry, mark, area, at, actor_role)
       select gen_random_uuid(), id, 1, 'added', name_key, '', '', 1, now(), 'farmer' from plot where farm_id = 'FARM001'`,
    );
    const draw = (rest: Person['rest'], n: number) =>
      rest.send('POST', '/farms/FARM001/plots', { name: `Plot ${n}`, geometry: outline(n) });
    expect(await atOnce(grace, draw)).toEqual({ taken: ROOM, refused: [400] });
  },
  plotVersions: async () => {
    const made = await admin.rest.send('POST', '/farms/FARM002/plots', { name: 'Plot', geometry: outline(-9) });
    const { id } = made.data.plot;
    const rename = (rest: Person['rest'], n: number) => rest.send('PATCH', `/plots/${id}`, { name: `Plot ${n}` });
    for (let n = 1; n < PLOT_LIMITS.versions - ROOM; n += 1) await rename(admin.rest, n);
    expect(await atOnce(admin, (rest, n) => rename(rest, 1_000 + n))).toEqual({ taken: ROOM, refused: [400] });
  },
  reports: async () => {
    await rows(
      `insert into report (id, kind, created_by, creator_role, period_from, period_to, sample_data, figures, lots, plots, created_at)
       select gen_random_uuid(), 'compliance', $1, 'auditor', '2020-01-01', '2020-01-02', true, '{}', '[]', '[]', now()
       from generate_series(1, $2::int)`,
      [auditor.userId, MOST_REPORTS_A_DAY - ROOM],
    );
    const make = (rest: Person['rest'], n: number) =>
      rest.get(`/reports/compliance?startDate=2026-01-01&endDate=2026-01-${String(n + 2).padStart(2, '0')}`);
    expect(await atOnce(auditor, make)).toEqual({ taken: ROOM, refused: [429] });
  },
  lotEdits: async () => {
    const { id } = await settledLot(app, grace);
    const edit = (rest: Person['rest'], n: number) => rest.send('PATCH', `/lots/${id}`, { weight: 100 + n });
    for (let n = 0; n < LOT_LIMITS.editsADay - ROOM; n += 1) await edit(grace.rest, n % 2);
    const { taken, refused } = await atOnce(grace, (rest, n) => edit(rest, 10 + n));
    expect([taken, refused]).toEqual([ROOM, [429]]);
  },
  idempotencyKeys: async () => {
    const farmer = await bounded.person('farmer', { farmId: 'FARM001' });
    const create = (rest: Person['rest']) =>
      rest.send('POST', '/lots', lotInput(), { 'idempotency-key': randomUUID() });
    expect(await manyOn(farmer, create)).toEqual({ taken: KEYS_A_DAY, refused: [429] });
  },
  idempotencyBytes: async () => {
    const reader = await bounded.person('processor');
    await servicesOf(bounded.app)
      .idempotency.begin({
        subject: reader.userId,
        key: randomUUID(),
        request: 'an earlier one',
        deadlineMs: 10_000,
        signal: new AbortController().signal,
      })
      .then((claim) => {
        if (!('keep' in claim)) throw new Error('The key was taken');
        return claim.keep({ status: 200, headers: {}, body: 'x'.repeat(KEY_BYTES_A_DAY) });
      });
    const send = (rest: Person['rest']) => rest.send('POST', '/lots', lotInput(), { 'idempotency-key': randomUUID() });
    expect(await manyOn(reader, send, 2)).toEqual({ taken: 0, refused: [429] });
  },
  changes: async () => {
    const farmer = await bounded.person('farmer', { farmId: 'FARM001' });
    const create = (rest: Person['rest']) => rest.send('POST', '/lots', lotInput());
    expect(await manyOn(farmer, create, CHANGES_A_DAY + 3)).toEqual({ taken: CHANGES_A_DAY, refused: [429] });
    expect((await farmer.rest.get('/lots')).status).toBe(200);
    const importer = await bounded.person('processor');
    const tooMany = await importLots(bounded, importer, csvOfLots(CHANGES_A_DAY + 1, 'LOT-MANY-'));
    expect([tooMany.status, tooMany.body.said]).toEqual([429, REFUSED.tooManyChangesADay({ most: CHANGES_A_DAY })]);
    expect((await importLots(bounded, importer, csvOfLots(CHANGES_A_DAY, 'LOT-MANY-'))).data.created).toBe(
      CHANGES_A_DAY,
    );
    const mutation = 'mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }';
    const { errors } = await importer.graphql.run(mutation, { input: lotInput() });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  },
  signIns: async () => {
    const reader = await bounded.person('auditor');
    const { username, password } = reader;
    const signIn = (rest: Person['rest']) => rest.send('POST', '/auth/login', { username, password });
    // One was made as the account was.
    expect(await manyOn(reader, signIn, SIGN_INS_A_DAY + 2)).toEqual({ taken: SIGN_INS_A_DAY - 1, refused: [429] });
    const renewed = await bounded.rest.send('POST', '/auth/refresh', { refreshToken: reader.refreshToken });
    expect(renewed.status).toBe(429);
  },
  failedSignIns: async () => {
    const { username } = await app.person('auditor');
    const signIn = (rest: Person['rest']) =>
      rest.send('POST', '/auth/login', { username, password: 'another-password' });
    const calls = LOGIN_LIMITS.perAccount + 5;
    const before = (await rows('select 1 from login_failure')).length;
    expect(await atOnce(auditor, signIn, calls)).toEqual({ taken: 0, refused: expect.arrayContaining([401, 429]) });
    expect(await rows('select 1 from login_failure')).toHaveLength(before + LOGIN_LIMITS.perAccount);
  },
  clientErrors: async () => {
    await rows(`insert into client_error (message) select 'Broken' from generate_series(1, ${MOST_ROWS + 5})`);
    await app.rest.send('POST', '/monitoring/errors', { message: 'Broken' });
    expect(await rows('select 1 from client_error')).toHaveLength(MOST_ROWS);
  },
  clientMetrics: async () => {
    await rows(`insert into client_metric (name, value) select 'LCP', 1 from generate_series(1, ${MOST_ROWS + 5})`);
    await app.rest.send('POST', '/monitoring/metrics', { name: 'LCP', value: 1 });
    expect(await rows('select 1 from client_metric')).toHaveLength(MOST_ROWS);
  },
  contactRequests: async () => {
    await rows(
      `insert into contact_request (id, at, first_name, last_name, email, company)
       select gen_random_uuid(), now(), 'Ann', 'Buyer', 'ann@buyer.example', 'Buyer' from generate_series(1, ${MOST_REQUESTS + 5})`,
    );
    const request = { firstName: 'Ann', lastName: 'Buyer', email: 'ann@buyer.example', company: 'Buyer', message: '' };
    expect((await app.rest.send('POST', '/contact', request)).status).toBeLessThan(300);
    expect(await rows('select 1 from contact_request')).toHaveLength(MOST_REQUESTS);
  },
  searchedLots: async () => {
    await search('LOT1', 'first');
    await rows(
      `insert into search_day_lot (day, lot_id, found, not_found)
       select day, 'LOT-' || n, 1, 0 from search_day, generate_series(1, ${MOST_LOTS_A_DAY}) n`,
    );
    await search('LOT2', 'first');
    expect(await rows(`select 1 from search_day_lot where lot_id = 'LOT2'`)).toEqual([]);
  },
  searchSessions: async () => {
    await search('LOT1', 'first');
    await rows(`update search_day set sessions = ${MOST_SESSIONS_A_DAY}`);
    const [before] = await rows('select count(*)::int as count from search_session');
    await search('LOT1', 'another');
    expect(await rows('select count(*)::int as count from search_session')).toEqual([before]);
  },
};

describe('what a call can make grow', () => {
  it.each(Object.entries(DRIVERS))(
    'is bounded: %s',
    async (_name, drive) => {
      expect.hasAssertions();
      await drive();
    },
    120_000,
  );

  it('names each table of the database once, or for each of its bounds', async () => {
    const tables = await rows(
      `select case nspname when 'public' then relname else nspname end as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const names = new Set(tables.map(({ name }) => name));
    const held = new Set<unknown>(Object.values(GROWTH).flatMap(({ holds }) => holds));
    expect([...names].filter((name) => !held.has(name)).sort()).toEqual([]);
    expect([...held].filter((name) => /^[a-z_]+$/.test(String(name)) && !names.has(name)).sort()).toEqual([]);
  });

  it('stands in docs/security.md as it is', () => {
    const document = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
    const listed = readList(document, 'What a call can make grow');
    const expected = Object.values(GROWTH).map(({ what, holds, bound, beyond }) => ({
      label: what,
      fields: {
        'Stored in': holds.map((name) => (/^[a-z_]+$/.test(name) ? `\`${name}\`` : name)).join(', '),
        Limit: bound,
        'Beyond it': beyond,
      },
    }));
    expect(listed).toEqual(expected);
  });
});
