import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type PermissionTable, type Role } from '../../../server/domain/access/permissions.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { contentOfCaller, everyRow, formsOf } from '../../support/everyRow.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { restClient } from '../../support/restClient.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let people: Record<Role, Person>;
const servers: Partial<Record<PermissionTable, TestApp>> = {};

beforeAll(async () => {
  app = await createTestApp();
  servers.merged = app;
  const [farmer, processor, auditor, admin] = [
    await app.person('farmer'),
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

const PARTY = {
  kind: 'buyer',
  name: 'Kakao Trade GmbH',
  address: 'Am Sandtorkai 1\n20457 Hamburg',
  country: 'DE',
  eori: 'DE1234567',
  email: 'import@kakao-trade.example',
};
const create = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}, by = people.processor) =>
  by.rest.send('POST', '/parties', { ...PARTY, ...change }, headers);
const added = async (change: Record<string, unknown> = {}) => (await create(change)).data.party;
const names = async (query: string, by = people.auditor): Promise<string[]> =>
  (await by.rest.get(`/parties?${query}`)).data.parties.map(({ name }: { name: string }) => name);

const auditOf = (id: string) =>
  sql(`select action, details from audit_entry where target_id = $1 and action like 'party.%' order by id`, [id]);

/** Who reads and who manages: written from docs/spec/access-and-accounts.md, not from the program. */
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
    const { id } = await added();
    const right = RIGHTS[table][role];
    const [read, write] = [right === 'nothing' ? 403 : 200, right === 'manages'];
    expect([
      (await rest.get('/parties')).status,
      (await rest.get(`/parties/${id}`)).status,
      (await rest.send('POST', '/parties', PARTY)).status,
      (await rest.send('PATCH', `/parties/${id}`, { address: `By a ${role}, ${table}` })).status,
      (await rest.send('DELETE', `/parties/${id}`)).status,
    ]).toEqual([read, read, write ? 201 : 403, write ? 200 : 403, write ? 200 : 403]);

    const other = await added();
    const outcome = async (query: string, variables: Record<string, unknown> = {}) =>
      (await graphql.run(query, variables)).errors[0]?.extensions?.code ?? 'done';
    const may = (allowed: boolean) => (allowed ? 'done' : 'FORBIDDEN');
    expect([
      await outcome('{ parties { pagination { total } } }'),
      await outcome('query ($id: ID!) { party(id: $id) { name } }', { id: other.id }),
      await outcome('mutation ($input: CreatePartyInput!) { createParty(input: $input) { id } }', { input: PARTY }),
      await outcome('mutation ($id: ID!) { updateParty(id: $id, input: { eori: "FR1" }) { __typename } }', {
        id: other.id,
      }),
      await outcome('mutation ($id: ID!) { deleteParty(id: $id) { __typename } }', { id: other.id }),
    ]).toEqual([may(read === 200), may(read === 200), may(write), may(write), may(write)]);
  });
});

it('nobody without sign-in learns anything of parties', async () => {
  const { id } = await added();
  expect((await app.rest.get('/parties')).status).toBe(401);
  expect((await app.rest.get(`/parties/${id}`)).status).toBe(401);
  expect((await app.rest.send('POST', '/parties', { kind: 'none' })).status).toBe(401);
});

it('a partner key of a processor adds and changes parties, and erases none', async () => {
  const made = await people.admin.rest.send('POST', '/keys', { name: 'ERP', role: 'processor', farmId: '' });
  const partner = restClient(app.url, made.data.key);
  const { data, status } = await partner.send('POST', '/parties', PARTY);
  expect(status).toBe(201);
  expect((await partner.send('PATCH', `/parties/${data.party.id}`, { eori: '' })).data.party.eori).toBe('');
  expect((await partner.send('DELETE', `/parties/${data.party.id}`)).status).toBe(403);
  expect(await auditOf(data.party.id)).toHaveLength(2);
});

describe('what a party takes', () => {
  it('is told field by field, over REST and GraphQL, and nothing is added', async () => {
    const [before] = await sql('select count(*) from party');
    const wrong = { kind: 'seller', name: ' ', address: 'x'.repeat(301), country: 'UK', eori: '12', email: 'kakao' };
    const answer = await create(wrong);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field).sort()).toEqual(Object.keys(wrong).sort());
    expect(answer.body.details).toContainEqual(
      expect.objectContaining({ field: 'eori', message: INPUT.eoriForm({ most: 15 }).text }),
    );
    const query = 'mutation ($input: CreatePartyInput!) { createParty(input: $input) { id } }';
    const input = { ...PARTY, country: 'UK' };
    const { errors } = await people.processor.graphql.run(query, { input });
    expect(JSON.stringify(errors)).toContain(INPUT.countryCode({}).text);
    expect(await sql('select count(*) from party')).toEqual([before]);
  });

  it('is told of a change, too', async () => {
    const { id } = await added();
    const answer = await people.processor.rest.send('PATCH', `/parties/${id}`, { email: 'kakao', country: 'XX' });
    expect([answer.status, answer.body.details?.map(({ field }) => field).sort()]).toEqual([400, ['country', 'email']]);
    expect((await people.auditor.rest.get(`/parties/${id}`)).data.party).toMatchObject({ ...PARTY, version: 1 });
  });
});

describe('the list', () => {
  it('goes by name, and is narrowed by kind and by two letters of name or EORI number', async () => {
    await added({ name: 'Zotter Schokolade', country: 'AT', eori: 'ATEOS1000' });
    await added({ name: 'anselm Vertretung', kind: 'representative', eori: '' });
    await added({ name: 'Bö%hme_Kakao', eori: 'FR77' });
    expect(await names('search=zo')).toEqual(['Zotter Schokolade']);
    expect(await names('search=ateos')).toEqual(['Zotter Schokolade']);
    expect(await names('search=BÖ%25')).toEqual(['Bö%hme_Kakao']);
    expect(await names('search=%25%25')).toEqual([]);
    expect(await names('kind=representative')).toEqual(['anselm Vertretung']);
    const all = await names('limit=100');
    expect(all).toEqual([...all].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const { pagination } = (await people.auditor.rest.get('/parties?limit=2&page=2')).data;
    expect(pagination).toMatchObject({ total: all.length, page: 2, hasPrev: true });
    expect((await people.auditor.rest.get('/parties?kind=seller')).status).toBe(400);
  });
});

describe('a change', () => {
  it('is made over the version that was read; a stale one is 409 and loses nothing', async () => {
    const { id, version } = await added();
    const first = await people.auditor.rest.get(`/parties/${id}`);
    const etag = first.headers.get('etag') ?? '';
    const change = (body: object, headers: Record<string, string> = {}) =>
      people.processor.rest.send('PATCH', `/parties/${id}`, body, headers);
    const changed = await change({ name: 'Kakao Trade AG' }, { 'If-Match': etag });
    expect(changed.data.party).toMatchObject({ ...PARTY, name: 'Kakao Trade AG', version: version + 1 });

    const stale = await change({ name: 'Lost' }, { 'If-Match': etag });
    expect([stale.status, stale.body.message]).toEqual([409, REFUSED.staleParty({ currentVersion: 2 }).text]);
    expect((await change({ name: 'Lost', version })).status).toBe(409);
    expect((await change({ name: 'Lost', version: 2 }, { 'If-Match': etag })).status).toBe(409);
    expect((await change({ name: 'Lost' }, { 'If-Match': 'two' })).status).toBe(400);
    const query = `mutation ($id: ID!) { updateParty(id: $id, input: { name: "Lost", version: 1 }) {
      __typename ... on VersionConflict { currentVersion } } }`;
    const { data } = await people.processor.graphql.run(query, { id });
    expect(data.updateParty).toEqual({ __typename: 'VersionConflict', currentVersion: 2 });
    expect((await people.auditor.rest.get(`/parties/${id}`)).data.party.name).toBe('Kakao Trade AG');

    // Without difference nothing is written.
    expect((await change({ name: 'Kakao Trade AG', version: 2 })).data.party.version).toBe(2);
    expect(await auditOf(id)).toEqual([
      { action: 'party.created', details: {} },
      { action: 'party.changed', details: { version: 2, fields: ['name'] } },
    ]);
  });

  it('of eight at once over one version happens once', async () => {
    const { id } = await added();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        people.processor.rest.send('PATCH', `/parties/${id}`, { name: `Name ${n}`, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('of a party that does not exist is not found', async () => {
    for (const id of [randomUUID(), 'none']) {
      expect((await people.admin.rest.get(`/parties/${id}`)).status).toBe(404);
      expect((await people.admin.rest.send('PATCH', `/parties/${id}`, { eori: '' })).status).toBe(404);
      expect((await people.admin.rest.send('DELETE', `/parties/${id}`)).status).toBe(404);
      const query = 'mutation ($id: ID!) { deleteParty(id: $id) { __typename } }';
      expect((await people.admin.graphql.run(query, { id })).data.deleteParty.__typename).toBe('NotFound');
      const found = await people.admin.graphql.run('query ($id: ID!) { party(id: $id) { id } }', { id });
      expect(found).toMatchObject({ data: { party: null }, errors: [] });
    }
  });
});

it('a call that is sent twice under one key adds one party', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const [first, second] = [await create({ name: 'Once only' }, headers), await create({ name: 'Once only' }, headers)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.data).toEqual(first.data);
  expect(await names('search=once+only')).toEqual(['Once only']);
});

describe('an erased party', () => {
  const WORDS = ['Vera Verschwinden', 'Abwesenheitsgasse', 'DE99GONE99', 'verschwunden@kakao.example'];

  it('leaves its id and no value anywhere: rows, audit, stored answers, samples', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const [name = '', street = '', eori = '', email = ''] = WORDS;
    const address = `${street} 7`;
    const { id } = (await create({ name, address, eori, email }, headers)).data.party;
    const again = () => create({ name, address, eori, email }, headers);
    expect((await again()).data.party.name).toBe(name);
    await people.processor.rest.send('PATCH', `/parties/${id}`, { country: 'AT' }, { 'Idempotency-Key': randomUUID() });
    await sql('analyze');
    expect((await people.admin.rest.send('DELETE', `/parties/${id}`)).data).toEqual({ erased: true });
    // Dead versions of the row are cleared as they would be at night.
    await sql('vacuum analyze party');

    const { party } = (await people.auditor.rest.get(`/parties/${id}`)).data;
    const empty = { name: '', address: '', country: '', eori: '', email: '' };
    expect(party).toMatchObject({ id, ...empty, version: 3, erasedAt: expect.any(String) });
    const left: string[] = [];
    const sought = formsOf(WORDS);
    for await (const { table, text } of everyRow(app.app.database)) {
      if (sought.some((word) => text.includes(word))) left.push(table);
    }
    expect(left).toEqual([]);
    expect(await names('search=verschwinden')).toEqual([]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['party.created', 'party.changed', 'party.erased']);
    const lines = (await people.auditor.rest.get(`/audit?subject=${id}`)).data.lines;
    expect(lines[0].told.subject).toEqual({ kind: 'party', id, name: null, erased: true });

    const told = await again();
    expect([told.status, JSON.stringify(told.body)]).toEqual([409, expect.not.stringContaining(name)]);

    // It is changed no more, and erased once.
    expect((await people.admin.rest.send('PATCH', `/parties/${id}`, { name: 'Back' })).status).toBe(404);
    expect((await people.admin.rest.send('DELETE', `/parties/${id}`)).status).toBe(200);
    expect(await auditOf(id)).toHaveLength(3);
    // The integrity run finds the row as the program wrote it.
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'party')).toEqual([]);
  });

  it('is one, too, that names a person who erases themselves; the export shows it before', async () => {
    const vera = await app.person('processor', { name: 'Ilse Namensgleich' });
    const { id } = await added({ name: 'Ilse Namensgleich', eori: '', email: '' });
    const other = await added({ name: 'Ilse Namensgleichheim' });
    const exported = await contentOfCaller(app.url, vera.accessToken);
    expect(JSON.stringify(exported)).toContain(id);
    expect(JSON.stringify(exported)).not.toContain(other.id);
    const { receipt } = (await vera.rest.send('DELETE', '/gdpr/delete')).data;
    expect(receipt.fields).toContain('parties');
    expect((await people.auditor.rest.get(`/parties/${id}`)).data.party.name).toBe('');
    expect((await people.auditor.rest.get(`/parties/${other.id}`)).data.party.name).toBe('Ilse Namensgleichheim');
  });
});

describe('a party that was changed in the database', () => {
  it('is named by the integrity run, shown in no list, and neither read nor changed; it can be erased', async () => {
    const { id } = await added({ name: 'Swapped Buyer' });
    await sql(`update party set eori = 'XX666' where id = $1`, [id]);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'party').map(({ row }) => row)).toEqual([id]);
    expect(await names('search=swapped')).toEqual([]);
    const read = await people.auditor.rest.get(`/parties/${id}`);
    expect([read.status, read.body.message]).toEqual([409, REFUSED.changedParty({}).text]);
    expect((await people.processor.rest.send('PATCH', `/parties/${id}`, { eori: '' })).status).toBe(409);
    expect((await people.admin.rest.send('DELETE', `/parties/${id}`)).status).toBe(200);
    expect(await sql('select name, eori from party where id = $1', [id])).toEqual([{ name: '', eori: '' }]);
    // Erasing does not make a changed row pass for a whole one.
    const after = await servicesOf(app.app).integrityAudit.run();
    expect(after.findings.filter(({ table }) => table === 'party').map(({ row }) => row)).toEqual([id]);
    await sql('delete from party where id = $1', [id]);
  });

  it('is noticed when an earlier state is put back, and when it is gone', async () => {
    const { id } = await added();
    const [before] = await app.app.database.rows<{ email: string; seal: string }>(
      'select email, seal, updated_at from party where id = $1',
      [id],
    );
    await people.processor.rest.send('PATCH', `/parties/${id}`, { email: 'new@kakao.example' });
    await sql(
      `update party t set email = b.email, version = 1, seal = b.seal, updated_at = b.updated_at
       from json_to_record($2::json) as b (email text, seal text, updated_at timestamptz) where t.id = $1`,
      [id, JSON.stringify(before)],
    );
    const found = async () =>
      (await servicesOf(app.app).integrityAudit.run()).findings.some(
        ({ table, row }) => table === 'party' && row === id,
      );
    expect(await found()).toBe(true);
    await sql('delete from party where id = $1', [id]);
    expect(await found()).toBe(true);
  });
});
