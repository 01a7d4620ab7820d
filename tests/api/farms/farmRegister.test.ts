import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type PermissionTable, type Role } from '../../../server/domain/access/permissions.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { contentOfCaller, everyRow, formsOf } from '../../support/everyRow.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { restClient } from '../../support/restClient.ts';
import { registered } from '../../support/seeds.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let people: Record<Role, Person>;
const servers: Partial<Record<PermissionTable, TestApp>> = {};

beforeAll(async () => {
  app = await createTestApp();
  servers.merged = app;
  const [farmer, processor, auditor, admin] = [
    await app.person('farmer', { farmId: 'OWN-FARM', name: 'Grace Kila' }),
    await app.person('processor'),
    await app.person('auditor'),
    await app.person('admin'),
  ];
  people = { farmer, processor, auditor, admin };
  for (const table of ['A', 'B'] as const) {
    servers[table] = await createTestApp({
      database: app.databaseUrl,
      env: { PERMISSION_TABLE: table, ROLE: 'web' },
    });
  }
});
afterAll(async () => {
  await servers.A?.stop();
  await servers.B?.stop();
  await app?.stop();
});

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);

const FARM = {
  name: 'River garden',
  village: 'Teptep',
  district: 'Rai Coast',
  country: 'PG',
  phone: '+675 7000 1234',
  farmers: [{ name: 'Ana Samu', memberCode: 'M-17' }],
  consents: [{ text: 'Place of the plots is shown to buyers', givenOn: '2026-03-01' }],
  certificates: [{ number: 'ORG-77', body: 'NASAA', expiresOn: '2027-01-31' }],
  notes: 'Boat from Saidor.\nCall first.',
};
let made = 0;
const create = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}, by = people.processor) => {
  made += 1;
  return by.rest.send('POST', '/farms', { farmId: `REG-${made}`, ...FARM, ...change }, headers);
};
const added = async (change: Record<string, unknown> = {}) => (await create(change)).data.farm;
const auditOf = (id: string) =>
  sql(`select action, details from audit_entry where target_id = $1 and action like 'farm.%' order by id`, [id]);

/** Who reads and who manages: written from docs/spec/farms.md, not from the program. */
const RIGHTS: Record<PermissionTable, Record<Role, 'manages' | 'reads' | 'nothing'>> = {
  merged: { farmer: 'nothing', processor: 'manages', auditor: 'reads', admin: 'manages' },
  A: { farmer: 'nothing', processor: 'manages', auditor: 'reads', admin: 'nothing' },
  B: { farmer: 'nothing', processor: 'manages', auditor: 'reads', admin: 'manages' },
};

describe.each(['merged', 'A', 'B'] as const)('by the table %s', (table) => {
  it.each(ROLES)('a %s does what its right allows, over REST and GraphQL', async (role) => {
    const url = servers[table]?.url ?? '';
    const rest = restClient(url, people[role].accessToken);
    const graphql = graphqlClient(url, people[role].accessToken);
    const { farmId } = await added();
    const right = RIGHTS[table][role];
    // B gives processors no lots of others, so they manage farms that they name and read none.
    const sees = right !== 'nothing' && !(table === 'B' && role === 'processor');
    const write = right === 'manages';
    expect([
      (await rest.get(`/farms/${farmId}`)).status,
      (await rest.send('POST', '/farms', { farmId: `${role}-${table}` })).status,
      (await rest.send('PATCH', `/farms/${farmId}`, { notes: `By a ${role}` })).status,
      (await rest.send('DELETE', `/farms/${farmId}`)).status,
    ]).toEqual([sees ? 200 : 404, write ? 201 : 403, write ? 200 : 403, write ? 200 : 403]);

    const other = await added();
    const outcome = async (query: string, variables: Record<string, unknown> = {}) =>
      (await graphql.run(query, { farmId: other.farmId, ...variables })).errors[0]?.extensions?.code ?? 'done';
    const may = write ? 'done' : 'FORBIDDEN';
    const { data } = await graphql.run('query ($farmId: String!) { farm(farmId: $farmId) { name } }', {
      farmId: other.farmId,
    });
    expect(data.farm).toEqual(sees ? { name: FARM.name } : null);
    expect([
      await outcome('mutation ($input: CreateFarmInput!) { createFarm(input: $input) { farmId } }', {
        input: { farmId: `GQL-${role}-${table}`, ...FARM },
      }),
      await outcome(
        'mutation ($farmId: String!) { updateFarm(farmId: $farmId, input: { village: "Yupna" }) { __typename } }',
      ),
      await outcome('mutation ($farmId: String!) { eraseFarm(farmId: $farmId) { __typename } }'),
    ]).toEqual([may, may, may]);
  });
});

it('a farmer reads the own farm alone, and nobody without sign-in any', async () => {
  await create({ farmId: 'OWN-FARM' });
  const { farmId } = await added();
  expect((await people.farmer.rest.get('/farms/own-farm')).data.farm).toMatchObject({ farmId: 'OWN-FARM', ...FARM });
  expect((await people.farmer.rest.get(`/farms/${farmId}`)).status).toBe(404);
  expect((await people.farmer.rest.get('/farms')).data.farms).toEqual([
    expect.objectContaining({ farmId: 'OWN-FARM', registered: true, farmers: ['Ana Samu'] }),
  ]);
  expect((await app.rest.get(`/farms/${farmId}`)).status).toBe(401);
  expect((await app.rest.send('POST', '/farms', { farmId: 'NOBODY' })).status).toBe(401);
});

it('a partner key of a processor registers and changes farms, and erases none', async () => {
  const key = await people.admin.rest.send('POST', '/keys', { name: 'ERP', role: 'processor', farmId: '' });
  const partner = restClient(app.url, key.data.key);
  const { data, status } = await partner.send('POST', '/farms', { farmId: 'BY-KEY' });
  expect([status, data.farm.farmers]).toEqual([201, []]);
  expect((await partner.send('PATCH', '/farms/BY-KEY', { village: 'Bok' })).data.farm.village).toBe('Bok');
  expect((await partner.send('DELETE', '/farms/BY-KEY')).status).toBe(403);
});

describe('what the register takes', () => {
  it('is told field by field, over REST and GraphQL, and nothing is added', async () => {
    const [before] = await sql('select count(*) from farm');
    const wrong = {
      farmId: 'no id',
      name: 'x'.repeat(121),
      village: 'Two\nlines',
      country: 'UK',
      phone: '1'.repeat(41),
      farmers: [{ name: ' ' }],
      consents: [{ text: 'Photos', givenOn: 'March' }],
      certificates: [{ number: '', body: 'NASAA', expiresOn: '2027-02-30' }],
      notes: 'x'.repeat(2001),
    };
    const answer = await create(wrong);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field).sort()).toEqual([
      'certificates.0.expiresOn',
      'certificates.0.number',
      'consents.0.givenOn',
      'country',
      'farmId',
      'farmers.0.name',
      'name',
      'notes',
      'phone',
      'village',
    ]);
    const many = Array.from({ length: 21 }, (_, n) => ({ name: `Farmer ${n}` }));
    expect((await create({ farmers: many })).body.details?.map(({ field }) => field)).toEqual(['farmers']);
    const { errors } = await people.processor.graphql.run(
      'mutation { createFarm(input: { farmId: "GQL", country: "UK" }) { farmId } }',
    );
    expect(errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(await sql('select count(*) from farm')).toEqual([before]);
  });

  it('is each farm once; after it was erased, again', async () => {
    const { farmId, id } = await added();
    const again = await create({ farmId: farmId.toLowerCase() });
    expect([again.status, again.body.message]).toEqual([409, REFUSED.farmRegistered({ farmId }).text]);
    expect((await people.admin.rest.send('DELETE', `/farms/${farmId}`)).data).toEqual({ erased: true });
    expect((await people.admin.rest.send('DELETE', `/farms/${farmId}`)).status).toBe(404);
    const anew = await create({ farmId });
    expect([anew.status, anew.data.farm.version]).toEqual([201, 1]);
    expect(anew.data.farm.id).not.toBe(id);
  });

  it('of two calls at once, is one', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ farmId: 'AT-ONCE' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('a change', () => {
  it('is made over the version that was read; a stale one is 409 and loses nothing', async () => {
    const { farmId, id } = await added();
    const etag = (await people.auditor.rest.get(`/farms/${farmId}`)).headers.get('etag') ?? '';
    const change = (body: object, headers: Record<string, string> = {}) =>
      people.processor.rest.send('PATCH', `/farms/${farmId}`, body, headers);
    const farmers = [
      { name: 'Ana Samu', memberCode: 'M-17' },
      { name: 'Ben Samu', memberCode: '' },
    ];
    const changed = await change({ farmers }, { 'If-Match': etag });
    expect(changed.data.farm).toMatchObject({ ...FARM, farmers, version: 2 });
    const stale = await change({ name: 'Lost' }, { 'If-Match': etag });
    expect([stale.status, stale.body.message]).toEqual([409, REFUSED.staleFarm({ currentVersion: 2 }).text]);
    const query = `mutation ($farmId: String!) { updateFarm(farmId: $farmId, input: { name: "Lost", version: 1 }) {
      __typename ... on VersionConflict { currentVersion } } }`;
    const { data } = await people.processor.graphql.run(query, { farmId });
    expect(data.updateFarm).toEqual({ __typename: 'VersionConflict', currentVersion: 2 });
    // Without difference nothing is written.
    expect((await change({ farmers, name: FARM.name })).data.farm.version).toBe(2);
    expect(await auditOf(id)).toEqual([
      { action: 'farm.registered', details: {} },
      { action: 'farm.changed', details: { version: 2, fields: ['farmers'] } },
    ]);
  });

  it('of a farm that is not in the register is not found', async () => {
    await registered(people.processor, { farmId: 'ONLY-LOTS' });
    for (const farmId of ['ONLY-LOTS', 'none such']) {
      expect((await people.admin.rest.get(`/farms/${farmId}`)).status).toBe(404);
      expect((await people.admin.rest.send('PATCH', `/farms/${farmId}`, { name: 'New' })).status).toBe(404);
      const query = 'mutation ($id: String!) { eraseFarm(farmId: $id) { __typename } }';
      expect((await people.admin.graphql.run(query, { id: farmId })).data.eraseFarm.__typename).toBe('NotFound');
    }
  });
});

it('a call that is sent twice under one key registers one farm', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await create({ farmId: 'ONCE' }, headers);
  const second = await create({ farmId: 'ONCE' }, headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.data).toEqual(first.data);
});

describe('an erased farm', () => {
  const WORDS = [
    'Verschwundenhof',
    'Abwesendorf',
    'Vera Fortgegangen',
    '+49 99 7777777',
    'Nimmermehr-Notiz',
    'ZERT-GONE-1',
  ];

  it('leaves its id and no value anywhere: rows, audit, stored answers, samples', async () => {
    const [name = '', village = '', farmer = '', phone = '', notes = '', number = ''] = WORDS;
    const given = {
      farmId: 'GONE',
      name,
      village,
      phone,
      notes,
      farmers: [{ name: farmer }],
      certificates: [{ number, body: 'NASAA', expiresOn: '2027-01-31' }],
    };
    const { id } = (await create(given, { 'Idempotency-Key': randomUUID() })).data.farm;
    await people.processor.rest.send('PATCH', '/farms/GONE', { country: 'AT' }, { 'Idempotency-Key': randomUUID() });
    await sql('analyze');
    expect((await people.admin.rest.send('DELETE', '/farms/GONE')).data).toEqual({ erased: true });
    // Dead versions of the row are cleared as they would be at night.
    await sql('vacuum analyze farm');
    const left: string[] = [];
    const sought = formsOf(WORDS);
    for await (const { table, text } of everyRow(app.app.database)) {
      if (sought.some((word) => text.includes(word))) left.push(table);
    }
    expect(left).toEqual([]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['farm.registered', 'farm.changed', 'farm.erased']);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'farm')).toEqual([]);
  });
});

describe('the erasure of a farmer', () => {
  it('takes name, phone and notes from the own farm, keeps the other farmer, and the export shows it before', async () => {
    const vera = await app.person('farmer', { farmId: 'VERA-FARM', name: 'Vera Weggang' });
    await create({
      farmId: 'VERA-FARM',
      name: 'Garden of Vera Weggang',
      farmers: [{ name: 'vera  weggang' }, { name: 'Ben Bleibt' }],
    });
    const other = await added({ notes: 'Ask Vera Weggang.', farmers: [{ name: 'Vera Weggangheim' }] });
    const exported = JSON.stringify(await contentOfCaller(app.url, vera.accessToken));
    expect(exported).toContain('Garden of Vera Weggang');
    expect(exported).toContain('Ask Vera Weggang.');
    const { receipt } = (await vera.rest.send('DELETE', '/gdpr/delete')).data;
    expect(receipt.fields).toContain('farms');
    expect((await people.auditor.rest.get('/farms/VERA-FARM')).data.farm).toMatchObject({
      ...FARM,
      name: '',
      phone: '',
      notes: '',
      farmers: [{ name: 'Ben Bleibt', memberCode: '' }],
      version: 2,
    });
    expect((await people.auditor.rest.get(`/farms/${other.farmId}`)).data.farm).toMatchObject({
      phone: FARM.phone,
      notes: '',
      farmers: [{ name: 'Vera Weggangheim', memberCode: '' }],
    });
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'farm')).toEqual([]);
  });

  it.each([
    { farmId: 'EMPTY-FARM', entry: 'lists no farmer', farmers: [], consents: [] },
    {
      farmId: 'OTHER-SPELLING',
      entry: 'spells the name otherwise',
      farmers: [{ name: 'Nora M. Anders', memberCode: '' }],
      consents: FARM.consents,
    },
  ])('takes phone and notes from the own farm whose entry $entry', async ({ farmId, farmers, consents }) => {
    const nora = await app.person('farmer', { farmId, name: 'Nora Anders' });
    await create({ farmId, farmers });
    const { receipt } = (await nora.rest.send('DELETE', '/gdpr/delete')).data;
    expect(receipt.fields).toContain('farms');
    expect((await people.auditor.rest.get(`/farms/${farmId}`)).data.farm).toMatchObject({
      name: FARM.name,
      phone: '',
      notes: '',
      farmers,
      consents,
      certificates: FARM.certificates,
    });
  });

  it('without an account takes the only farmer with the consents', async () => {
    await registered(people.processor, { farmId: 'LAST-FARM', farmerName: 'Otto Allein' });
    await create({ farmId: 'LAST-FARM', farmers: [{ name: 'Otto Allein' }] });
    const erased = await people.admin.rest.send('POST', '/gdpr/erase', {
      farmId: 'LAST-FARM',
      farmerName: 'Otto Allein',
    });
    expect(erased.status).toBe(200);
    expect((await people.auditor.rest.get('/farms/LAST-FARM')).data.farm).toMatchObject({
      name: FARM.name,
      phone: '',
      notes: '',
      farmers: [],
      consents: [],
      certificates: FARM.certificates,
    });
  });
});

describe('a farm that was changed in the database', () => {
  it('is named by the integrity run, listed as not registered, and neither read nor changed; it can be erased', async () => {
    const { id, farmId } = await added({ village: 'Swapped' });
    await sql(`update farm set phone = '110' where id = $1`, [id]);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'farm').map(({ row }) => row)).toEqual([id]);
    expect((await people.auditor.rest.get('/farms?search=swapped')).data.farms).toEqual([
      expect.objectContaining({ farmId, registered: false, village: '', farmers: [] }),
    ]);
    const read = await people.auditor.rest.get(`/farms/${farmId}`);
    expect([read.status, read.body.message]).toEqual([409, REFUSED.changedFarm({}).text]);
    expect((await people.processor.rest.send('PATCH', `/farms/${farmId}`, { phone: '' })).status).toBe(409);
    expect((await people.admin.rest.send('DELETE', `/farms/${farmId}`)).status).toBe(200);
    await sql('delete from farm where id = $1', [id]);
  });
});
