import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ForestAnswer } from '../../../server/domain/forest/forest.ts';
import { CALL, TOLD } from '../../../server/domain/messages/callMessages.ts';
import { DIFFERENCE } from '../../../server/domain/messages/differenceMessages.ts';
import { HEALTH } from '../../../server/domain/messages/healthMessages.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';
import { INTEGRITY } from '../../../server/domain/messages/integrityMessages.ts';
import { COMPLIANCE, LOT } from '../../../server/domain/messages/lotMessages.ts';
import { IMPORT, REFUSED, REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import { OTHER, textOf, type Message } from '../../../server/domain/messages/message.ts';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import { STAGE } from '../../../server/domain/messages/stageMessages.ts';
import { MESSAGES } from '../../../server/domain/messages/registry.ts';
import type { PlaceMicro } from '../../../server/domain/text/units.ts';
import type { ForestMonitor } from '../../../server/domain/forest/forestMonitor.ts';
import { CSV_HEADER, importLots } from '../../support/lotFiles.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { eventually, lotInput, registered, settled, settledLot } from '../../support/seeds.ts';
import { seen } from '../../support/satelliteWorld.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// Every text that the server says to be shown has its code beside it, over REST and over GraphQL (docs/codes.md).

let answer: (place: PlaceMicro) => Promise<ForestAnswer> = async (place) => seen(place);
const monitor: ForestMonitor = {
  driver: 'hansen',
  source: 'hansen v1',
  read: async (geometry) => {
    if (geometry.kind !== 'point') throw new Error('Lots of these tests have points alone');
    return answer(geometry.place);
  },
  health: async () => ({ status: 'down' }),
};

let app: TestApp;
let grace: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ surroundings: { monitor } });
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  admin = await app.person('admin', { name: 'Ana Admin' });
});
afterEach(() => {
  answer = async (place) => seen(place);
});
afterAll(async () => {
  await app.stop();
});

const SAID = 'code values text';

/** Over REST and over GraphQL, which must say the same. */
async function bothSay(rest: Promise<RestAnswer>, query: string, pick: (data: RestAnswer['data']) => unknown) {
  const { data } = await rest;
  const { data: over, errors } = await admin.graphql.run(query);
  expect(errors).toEqual([]);
  const said = pick(data);
  expect(pick(over)).toEqual(said);
  return said;
}

describe('a lot in each state of its satellite check', () => {
  const reading = (changes: { dataMask?: number[]; width?: number }) => async (): Promise<ForestAnswer> => {
    const made = seen({ latMicro: 0, lonMicro: 0 });
    if (made.kind !== 'read') throw new Error('Nothing was seen');
    return { ...made, reading: { ...made.reading, ...changes } };
  };
  const masked = (gaps: number): number[] => Array.from({ length: 64 }, (_, at) => (at < gaps ? 0 : 1));
  const unreadable = (reason: Message) => async (): Promise<ForestAnswer> => ({
    kind: 'unreadable',
    reason,
    reading: null,
  });
  const damaged = SATELLITE.damagedData({ detail: 'The file cannot be decoded.' });

  it.each<[string, typeof answer, Message[], string]>([
    ['clear', async (place) => seen(place), [], 'No Deforestation'],
    [
      'clear by sample data',
      async (place) => seen(place, [], { sample: true }),
      [SATELLITE.sampleData({})],
      'No Deforestation',
    ],
    ['at sea', async (place) => seen(place, [], { mask: 2 }), [SATELLITE.noLand({})], 'Pending Review'],
    [
      'at sea by sample data',
      async (place) => seen(place, [], { mask: 2, sample: true }),
      [SATELLITE.noLand({}), SATELLITE.sampleData({})],
      'Pending Review',
    ],
    ['without data', reading({ dataMask: masked(64) }), [SATELLITE.noData({})], 'Pending Review'],
    ['with gaps', reading({ dataMask: masked(3) }), [SATELLITE.gaps({ gaps: 3, pixels: 64 })], 'Pending Review'],
    ['incomplete', reading({ width: 9 }), [SATELLITE.incomplete({})], 'Pending Review'],
    ['outside the dataset', unreadable(SATELLITE.outsideDataset({})), [SATELLITE.outsideDataset({})], 'Pending Review'],
    ['unreadable', unreadable(damaged), [damaged], 'Pending Review'],
  ])('%s', async (_state, read, said, status) => {
    answer = read;
    const lot = await settledLot(app, grace);
    const told = await bothSay(
      admin.rest.get(`/lots/${lot.id}`),
      `{ lot(id: "${lot.id}") { deforestationStatus satelliteMessage satelliteSaid { ${SAID} } } }`,
      ({ lot: { deforestationStatus, satelliteMessage, satelliteSaid } }) => ({
        deforestationStatus,
        satelliteMessage,
        satelliteSaid,
      }),
    );
    expect(told).toEqual({ deforestationStatus: status, satelliteMessage: textOf(said), satelliteSaid: said });
    const place = { latitude: lot.latitude, longitude: lot.longitude };
    const checked = await grace.rest.send('PATCH', `/lots/${lot.id}/satellite`, place);
    expect(checked.data.satelliteData).toMatchObject({ message: textOf(said), said });
    // The ledger's comparison holds the text, and with it the codes.
    const { verification } = (await admin.rest.get(`/lots/${(await settled(app, lot.id)).id}/blockchain`)).data;
    expect(verification.discrepancies).toEqual([]);
  });

  it('queued, at its registration and after its place was changed', async () => {
    const held = Promise.withResolvers<void>();
    answer = async (place) => held.promise.then(() => seen(place));
    const lot = await registered(grace);
    const queued = SATELLITE.firstCheckQueued({});
    expect(lot).toMatchObject({ satelliteMessage: queued.text, satelliteSaid: [queued] });
    const moved = await grace.rest.send('PATCH', `/lots/${lot.id}`, { latitude: -5.5 });
    const again = SATELLITE.newPlaceCheckQueued({});
    expect(moved.data.lot).toMatchObject({ satelliteMessage: again.text, satelliteSaid: [again] });
    held.resolve();
    await settled(app, lot.id);
  });

  it('whose text somebody changed in the database: the text is told without its code', async () => {
    answer = async (place) => seen(place, [], { sample: true });
    const lot = await settledLot(app, grace);
    await app.app.database.pool.query(`update lot set satellite_message = 'All is well' where id = $1`, [lot.id]);
    const { data } = await admin.rest.get(`/lots/${lot.id}`);
    expect(data.lot.satelliteSaid).toEqual([OTHER({ text: 'All is well' })]);
    await app.app.database.pool.query(
      `update lot set satellite_message = null, satellite_said = '[{"code": "satellite.no_land", "values": {}}]' where id = $1`,
      [lot.id],
    );
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot.satelliteSaid).toEqual([]);
  });
});

describe('alerts', () => {
  const alertOf = (lotId: string) =>
    bothSay(
      admin.rest.get('/alerts?limit=100'),
      `{ alerts(limit: 100) { alerts { lotId title titleSaid { ${SAID} } description descriptionSaid { ${SAID} } } } }`,
      ({ alerts }) => {
        const list = Array.isArray(alerts) ? alerts : alerts.alerts;
        const found = list.find((one: { lotId: string }) => one.lotId === lotId);
        const { title, titleSaid, description, descriptionSaid } = found;
        return { title, titleSaid, description, descriptionSaid };
      },
    );

  it('say what was seen', async () => {
    answer = async (place) =>
      seen(
        place,
        [
          [2, 3, 2021],
          [3, 3, 2023],
        ],
        { sample: true },
      );
    const lot = await settledLot(app, grace);
    const alert = await alertOf(lot.lotId);
    expect(alert).toEqual({
      title: 'Tree cover loss after 31 December 2020 (sample data)',
      titleSaid: {
        code: 'alert.tree_loss_in_sample_data',
        values: { afterYear: 2020 },
        text: 'Tree cover loss after 31 December 2020 (sample data)',
      },
      description:
        '2 of 64 pixels around this place show tree cover loss in 2021 and 2023, about 0.1 ha. They lie in the square of ' +
        'about 4 ha that was checked. Source: Scripted Forest, version v1. Sample data: made up for demonstration, not an ' +
        'observation of this place.',
      descriptionSaid: [
        expect.objectContaining({
          code: 'alert.loss_seen',
          values: {
            lossPixels: 2,
            pixels: 64,
            years: [2021, 2023],
            hectares: expect.closeTo(0.125, 2),
            checkedHectares: 4,
          },
        }),
        expect.objectContaining({ code: 'alert.source', values: { dataset: 'Scripted Forest', version: 'v1' } }),
        SATELLITE.sampleData({}),
      ],
    });
    const { description, descriptionSaid } = alert as { description: string; descriptionSaid: Message[] };
    expect(textOf(descriptionSaid)).toBe(description);
  });

  it('that no check raised say their own words', async () => {
    const lot = await settledLot(app, grace);
    await raiseSmoke(app.app.database, lot.id);
    expect(await alertOf(lot.lotId)).toEqual({
      title: 'Smoke',
      titleSaid: OTHER({ text: 'Smoke' }),
      description: 'Seen by a neighbour',
      descriptionSaid: [OTHER({ text: 'Seen by a neighbour' })],
    });
  });
});

describe('checks of a lot', () => {
  const integrityOf = (id: string) =>
    bothSay(
      admin.rest.send('POST', `/lots/${id}/verify-integrity`),
      `mutation { verifyIntegrity(id: "${id}") { ... on IntegrityCheck { message said { ${SAID} }
         discrepancies { field said { ${SAID} } } } } }`,
      (data) => {
        const { message, said, discrepancies } = data.verifyIntegrity ?? data;
        return {
          message,
          said,
          discrepancies: discrepancies.map((one: { field: string; said: Message }) => ({
            field: one.field,
            said: one.said,
          })),
        };
      },
    );

  it('say that all matches', async () => {
    const lot = await settledLot(app, grace);
    const said = [INTEGRITY.verified({})];
    expect(await integrityOf(lot.id)).toEqual({ message: textOf(said), said, discrepancies: [] });
    const shoppers = await app.rest.send('POST', `/lots/public/${lot.lotId}/verify-integrity`);
    expect(shoppers.data).toMatchObject({ message: textOf(said), said });
  });

  it('say what differs, and why', async () => {
    const lot = await settledLot(app, grace);
    await app.app.database.pool.query('update lot set weight_grams = 75500 where id = $1', [lot.id]);
    await app.app.database.pool.query(
      `delete from personal_value where field = 'farmId' and event_id in (select event_id from lot_event where lot_id = $1)`,
      [lot.id],
    );
    const said = [INTEGRITY.notVerified({}), INTEGRITY.fields({ fields: ['farmId', 'weight', 'event 1'] })];
    expect(await integrityOf(lot.id)).toEqual({
      message: 'Not verified. The record differs from the ledger in: farmId, weight, event 1.',
      said,
      discrepancies: [
        { field: 'farmId', said: DIFFERENCE.lost({ field: 'farmId' }) },
        { field: 'weight', said: DIFFERENCE.value({ field: 'weight' }) },
        { field: 'event 1', said: DIFFERENCE.eventValues({ event: 1, faults: ['farmId missing'] }) },
      ],
    });
  });

  it('of compliance say why each passed', async () => {
    const lot = await settledLot(app, grace);
    const checks = await bothSay(
      admin.rest.get(`/lots/${lot.id}/compliance`),
      `{ lotCompliance(id: "${lot.id}") { checks { name passed detail said { ${SAID} } } } }`,
      (data) => (data.lotCompliance ?? data).checks,
    );
    expect(checks).toMatchObject([
      { detail: 'Status: "No Deforestation".', said: [COMPLIANCE.status({ status: 'No Deforestation' })] },
      { said: [{ code: 'compliance.last_conclusive_check', values: { validDays: 30 } }] },
      { said: [COMPLIANCE.noOpenAlert({})] },
      { said: [COMPLIANCE.point({})] },
      { said: [COMPLIANCE.producerNamed({})] },
      { detail: 'All events of this lot are on the ledger.', said: [COMPLIANCE.recorded({})] },
    ]);
  });
});

describe('refusals', () => {
  /** Of REST, of a member of a union, and of an error of GraphQL. */
  const restMessage = async (call: Promise<RestAnswer>) => {
    const { body } = await call;
    expect(body.message).toBe((body['said'] as Message).text);
    return body['said'];
  };

  it('of a stage say why', async () => {
    const lot = await settledLot(app, grace);
    const move = (currentProcess: string) =>
      grace.rest.send('PATCH', `/lots/${lot.id}/process`, { currentProcess, processDetails: 'As told' });
    await move('drying');
    expect(await restMessage(move('drying'))).toEqual(STAGE.same({ stage: 'drying' }));
    const backwards = STAGE.backwards({ from: 'drying', to: 'harvested' });
    expect(await restMessage(move('harvested'))).toEqual(backwards);
    const { data } = await grace.graphql.run(
      `mutation { updateProcess(id: "${lot.id}", input: { currentProcess: harvested, processDetails: "Back" }) {
         ... on StageNotAllowed { from to message said { ${SAID} } } } }`,
    );
    expect(data.updateProcess).toEqual({ from: 'drying', to: 'harvested', message: backwards.text, said: backwards });
    await move('delivered');
    expect(await restMessage(move('shipped'))).toEqual(STAGE.delivered({}));
  });

  it('of a call say why', async () => {
    const lot = await settledLot(app, grace);
    expect(await restMessage(app.rest.get('/lots'))).toEqual(REFUSED.pleaseLogIn({}));
    expect(await restMessage(app.rest.get('/nothing-here'))).toEqual(REFUSED.resourceNotFound({}));
    expect(await restMessage(app.rest.send('DELETE', '/health'))).toEqual(REQUEST.wrongMethod({ method: 'DELETE' }));
    expect(await restMessage(grace.rest.send('POST', '/lots', '{'))).toEqual(REQUEST.brokenJson({}));
    expect(await restMessage(app.rest.get('/lots/public/LOT-NONE'))).toEqual(REFUSED.notPublic({}));
    expect(await restMessage(grace.rest.get('/lots/LOT-NONE'))).toEqual(REFUSED.lotNotFound({}));
    expect(await restMessage(grace.rest.send('POST', '/lots', lotInput({ lotId: lot.lotId })))).toEqual(
      REFUSED.lotIdTaken({ lotId: lot.lotId }),
    );
    expect(await restMessage(grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 51, version: 9 }))).toEqual(
      REFUSED.staleVersion({ currentVersion: lot.version }),
    );
    expect(await restMessage(grace.rest.get('/lots?limit=101'))).toMatchObject({
      code: 'refused.invalid',
      values: { fields: ['limit'] },
    });
    expect(await restMessage(grace.rest.get('/users'))).toEqual(REFUSED.forbidden({}));
  });

  it('of GraphQL say why, as members of unions and as errors', async () => {
    const { data } = await grace.graphql.run(
      `mutation { deleteLot(id: "LOT-NONE") { ... on Failure { message said { ${SAID} } } } }`,
    );
    expect(data.deleteLot).toEqual({ message: 'Lot not found', said: REFUSED.lotNotFound({}) });
    const refused = await app.graphql.run('{ lotStats { totalLots } }');
    expect(refused.errors).toMatchObject([
      {
        message: 'Please log in to continue.',
        extensions: { code: 'UNAUTHENTICATED', said: REFUSED.pleaseLogIn({}) },
      },
    ]);
  });
});

describe('calls without a form', () => {
  /** What an answer over REST says of each field; the tests' client reads the texts alone. */
  const fieldsMessage = async (path: string, { body, token }: { body?: unknown; token?: string } = {}) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const asked = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${app.url}/api/v1${path}`, asked);
    const { details } = (await response.json()) as { details: { message: string; said: Message }[] };
    return details.map(({ message, said }) => [message, said]);
  };
  const long = (length: number) => 'x'.repeat(length);
  const SEARCH = { searchType: 'lot', found: true };

  it.each<[string, Record<string, unknown>, Message, string]>([
    ['errors', {}, TOLD.notText({ field: 'message' }), 'message must be text'],
    ['errors', { message: ' ' }, TOLD.required({ field: 'message' }), 'message is required'],
    ['errors', { message: 'x', path: 7 }, TOLD.notText({ field: 'path' }), 'path must be text'],
    [
      'metrics',
      { name: 'a b', value: 1 },
      TOLD.measure({ most: 60 }),
      'name can have up to 60 letters, digits, dots, dashes and underscores',
    ],
    ['metrics', { metrics: [] }, TOLD.emptyList({ field: 'metrics' }), 'metrics needs at least one item'],
    [
      'metrics',
      { metrics: Array.from({ length: 21 }, () => ({ name: 'LCP', value: 1 })) },
      TOLD.noMeasurement({}),
      'Send one measurement with name and value, or a list of them as metrics',
    ],
    ['metrics', {}, TOLD.noMeasurement({}), 'Send one measurement with name and value, or a list of them as metrics'],
    [
      'search',
      { ...SEARCH, searchType: 'name' },
      INPUT.oneOf({ field: 'searchType', choices: ['lot', 'date', 'batch'] }),
      'searchType must be one of lot, date, batch',
    ],
    ['search', { ...SEARCH, found: 'yes' }, INPUT.notAFlag({ field: 'found' }), 'found must be true or false'],
    ['search', { ...SEARCH, searchValue: 7 }, TOLD.notText({ field: 'searchValue' }), 'searchValue must be text'],
    ['search', { ...SEARCH, sessionId: 7 }, TOLD.notText({ field: 'sessionId' }), 'sessionId must be text'],
    [
      'search',
      { ...SEARCH, sessionId: long(201) },
      INPUT.tooLong({ field: 'sessionId', most: 200 }),
      'sessionId can be at most 200 characters',
    ],
    [
      'search',
      { ...SEARCH, responseTime: 'fast' },
      TOLD.notMilliseconds({ field: 'responseTime' }),
      'responseTime must be a number of milliseconds',
    ],
    [
      'search',
      { ...SEARCH, responseTime: -1 },
      TOLD.negative({ field: 'responseTime' }),
      'responseTime cannot be negative',
    ],
  ])('%s with %j say why by a code', async (of, body, sentence, text) => {
    const path = of === 'search' ? '/analytics/search' : `/monitoring/${of}`;
    expect(await fieldsMessage(path, { body })).toEqual([[text, sentence]]);
  });

  it.each<[string, Message, string]>([
    [
      'find(text: "L") { lots { lotId } }',
      CALL.tooShort({ field: 'text', least: 2 }),
      'text needs at least 2 characters',
    ],
    [
      `find(text: "${long(101)}") { lots { lotId } }`,
      CALL.tooLong({ field: 'text', most: 100 }),
      'text can have up to 100 characters',
    ],
    [
      'find(text: "LO\\u0000T") { lots { lotId } }',
      CALL.findNothing({}),
      'text contains a character that nothing here can have',
    ],
    [
      'lotAnalytics(months: 37) { ungradedLots }',
      CALL.wholeNumber({ field: 'months', min: 1, max: 36 }),
      'months must be a whole number from 1 to 36',
    ],
    ['auditLog(limit: 101) { next }', CALL.range({ field: 'limit', min: 1, max: 100 }), 'limit must be 1 to 100'],
  ])('{ %s } says why by a code', async (field, sentence, text) => {
    const { errors } = await admin.graphql.run(`{ ${field} }`);
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', details: [{ message: text, said: sentence }] } },
    ]);
  });
});

describe('what goes well', () => {
  it('of a new lot and of an import has its code too', async () => {
    const created = await grace.rest.send('POST', '/lots', lotInput());
    expect(created.body).toMatchObject({ message: LOT.created({}).text, said: LOT.created({}) });
    const { data } = await grace.graphql.run(
      `mutation ($input: CreateLotInput!) { createLot(input: $input) { ... on LotCreated { message said { ${SAID} } } } }`,
      { input: lotInput() },
    );
    expect(data.createLot).toEqual({ message: LOT.created({}).text, said: LOT.created({}) });
    const row = (lotId: string, weight: number) =>
      `${CSV_HEADER}\n${lotId},FARM001,Grace Kila,Trinitario,2026-03-01,-5.2,145.7,${weight},7,25,,,\n`;
    for (const [file, dryRun, said] of [
      [row('LOT-CODES-1', -1), false, IMPORT.nothing({ invalid: 1, total: 1 })],
      [row('LOT-CODES-1', 50), true, IMPORT.possible({ total: 1 })],
      [row('LOT-CODES-1', 50), false, IMPORT.done({ lots: 1 })],
    ] as const) {
      expect((await importLots(app, grace, file, { dryRun })).body).toMatchObject({ message: said.text, said });
    }
  });
});

describe('health', () => {
  it('says what is wrong with a part', async () => {
    const away = HEALTH.satelliteAway({});
    const satellite = await eventually(() =>
      bothSay(
        app.rest.get('/health'),
        `{ health { satellite { status message said { ${SAID} } } database { status message said { code } } } }`,
        (data) => {
          const { status, message, said } = (data.health ?? data).satellite;
          return { status, message, said };
        },
      ),
    );
    expect(satellite).toEqual({ status: 'degraded', message: away.text, said: away });
    expect((await app.rest.get('/health')).data.database).toEqual({ status: 'ok', replica: null });
    const { data } = await app.graphql.run(`{ health { database { status message said { code } } } }`);
    expect(data.health.database).toEqual({ status: 'ok', message: null, said: null });
  });
});

it('names every code in the document of REST', async () => {
  const document = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as {
    components: { schemas: { Said: { properties: { code: { enum: string[] } } } } };
  };
  expect(document.components.schemas.Said.properties.code.enum).toEqual(MESSAGES.map(({ code }) => code));
});
