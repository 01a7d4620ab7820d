import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PermissionTable, Role } from '../../../server/domain/access/permissions.ts';
import { audit } from '../../../server/platform/audit-log/audit.ts';
import { AuditSegments } from '../../../server/modules/audit/auditSegments.ts';
import type { AuditLine, AuditPage } from '../../../server/modules/audit/auditLog.ts';
import { fileOf } from '../../support/lotFiles.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const servers: Partial<Record<PermissionTable, TestApp>> = {};
let server: TestApp;
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  // No worker: portions are made when a test says so.
  server = await createTestApp({ env: { ROLE: 'web' } });
  servers.merged = server;
  for (const table of ['A', 'B'] as const) {
    servers[table] = await createTestApp({
      database: server.databaseUrl,
      env: { PERMISSION_TABLE: table, ROLE: 'web' },
    });
  }
  admin = await server.person('admin', { name: 'Asha Admin' });
  auditor = await server.person('auditor');
});

afterAll(async () => {
  await servers.B?.stop();
  await servers.A?.stop();
  await server?.stop();
});

type Asked = Record<string, string | number>;
interface Told {
  page: AuditPage | null;
  /** undefined when it was answered */
  refused?: string;
  fields: string[];
}

const THING = '{ kind id name erased }';
const PAGE = `lines { id verdict told { at role actor ${THING} action subject ${THING} details { name values names } requestId
  gdprConsent } } next missing`;
const STATUSES: Record<number, string> = { 400: 'BAD_USER_INPUT', 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN' };

/** The list, as both transports answer it. */
const TRANSPORTS: readonly {
  name: string;
  list(by: Pick<Person, 'rest' | 'graphql'>, asked?: Asked): Promise<Told>;
}[] = [
  {
    name: 'REST',
    list: async ({ rest }, asked = {}) => {
      const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      const { status, data, body } = await rest.get(`/audit?${query}`);
      const fields = (body.details ?? []).map(({ field }) => field);
      return status === 200 ? { page: data, fields } : { page: null, refused: STATUSES[status] ?? '', fields };
    },
  },
  {
    name: 'GraphQL',
    list: async ({ graphql }, { before, limit, ...filter } = {}) => {
      const { data, errors } = await graphql.run(
        `query ($filter: AuditFilter, $before: String, $limit: Int! = 50) {
            page: auditLog(filter: $filter, before: $before, limit: $limit) { ${PAGE} } }`,
        { filter, before, ...(limit === undefined ? {} : { limit }) },
      );
      const [error] = errors;
      const details: unknown = error?.extensions?.details;
      const fields = Array.isArray(details) ? details.map(({ field }: { field: string }) => field) : [];
      return error === undefined
        ? { page: data.page, fields }
        : { page: null, refused: error.extensions?.code ?? '', fields };
    },
  },
];

async function lines(by: Person, asked: Asked = {}): Promise<AuditLine[]> {
  return (await TRANSPORTS[1]?.list(by, asked))?.page?.lines ?? [];
}

/** What somebody with the database's password can do to rows that are written once. */
async function past(statement: string): Promise<void> {
  const { pool } = server.app.database;
  for (const table of ['audit_entry', 'audit_portion']) await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(statement);
  for (const table of ['audit_entry', 'audit_portion']) await pool.query(`alter table ${table} enable trigger user`);
}

const chain = () => new AuditSegments(server.app.database).run();

describe.each(TRANSPORTS)('the audit trail over $name', ({ list }) => {
  it('tells who did what to what, newest first, with names as they are now', async () => {
    const { data } = await admin.rest.send('POST', '/lots', newLot({ farmerName: 'Maria Kaupa' }));
    const { id, lotId } = data.lot;
    await admin.rest.send('PATCH', `/lots/${id}`, { weight: 61 });
    const { page } = await list(admin, { subject: lotId });
    expect(page?.next).toBeNull();
    expect(page?.lines.map(({ told }) => told?.action)).toEqual(['lot.edited', 'lot.created']);
    expect(page?.lines[0]?.told).toMatchObject({
      role: 'admin',
      actor: { kind: 'user', id: admin.userId, name: admin.username, erased: false },
      subject: { kind: 'lot', id, name: lotId, erased: false },
      details: [{ name: 'fields', values: ['weightGrams'] }],
    });
    expect(JSON.stringify(page)).not.toContain('Kaupa');
  });

  it('names plots, sessions and what the details name by what people call them', async () => {
    const farmId = `AUD${randomInt(1e9)}`;
    const geometry = { type: 'Point', coordinates: [145.743926, Number((-5.3 - randomInt(5e5) / 1e6).toFixed(6))] };
    const made = await admin.rest.send('POST', `/farms/${farmId}/plots`, { name: 'North field', geometry, areaHa: 2 });
    const plotId = made.data.plot.id;
    const { page: ofPlot } = await list(admin, { subject: plotId, action: 'plot.added' });
    expect(ofPlot?.lines[0]?.told?.subject).toMatchObject({ kind: 'plot', id: plotId, name: 'North field' });
    const person = await server.person('processor');
    const { page: ofSession } = await list(admin, { actor: person.userId, action: 'session.login' });
    expect(ofSession?.lines[0]?.told?.subject).toMatchObject({ kind: 'session', name: person.username });
    const { data } = await person.rest.send('POST', '/lots', newLot());
    const lotUuid = data.lot.id;
    await server.app.database.write((em) =>
      audit(em, { caller: 'system', action: 'lot.created', details: { deliveryOf: lotUuid, lots: 2 } }),
    );
    const { page: ofSystem } = await list(admin, { actor: 'system', action: 'lot.created' });
    expect(ofSystem?.lines[0]?.told?.details).toEqual([
      { name: 'lots', values: ['2'], names: ['2'] },
      { name: 'deliveryOf', values: [lotUuid], names: [data.lot.lotId] },
    ]);
  });

  it.each<[Role, string | undefined]>([
    ['farmer', 'FORBIDDEN'],
    ['processor', 'FORBIDDEN'],
    ['auditor', undefined],
    ['admin', undefined],
  ])('answers a %s as the table says, and nobody by the tables that do not name it', async (role, expected) => {
    const person = role === 'admin' ? admin : await server.person(role);
    expect((await list(person)).refused).toBe(expected);
    for (const table of ['A', 'B'] as const) {
      const url = servers[table]?.url ?? '';
      const there = { rest: restClient(url, person.accessToken), graphql: graphqlClient(url, person.accessToken) };
      expect((await list(there)).refused).toBe('FORBIDDEN');
    }
  });

  it('is for people who signed in, not for partner keys', async () => {
    expect((await list(server)).refused).toBe('UNAUTHENTICATED');
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'auditor' });
    const key = { rest: restClient(server.url, data.key), graphql: graphqlClient(server.url, data.key) };
    expect((await list(key)).refused).toBe('FORBIDDEN');
  });

  it('is filtered by who, what, to what and when, and read page by page', async () => {
    const surname = `Kerenga${randomInt(1e9)}`;
    const person = await server.person('processor', { name: `Ruth Paiwa ${surname}` });
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { data } = await person.rest.send('POST', '/lots', newLot());
      ids.unshift(data.lot.id);
    }
    const asked = { actor: person.username.toUpperCase(), action: 'lot.created' };
    const first = await list(auditor, { ...asked, limit: 2 });
    expect(first.page?.lines.map(({ told }) => told?.subject?.id)).toEqual(ids.slice(0, 2));
    const second = await list(auditor, { ...asked, limit: 2, before: first.page?.next ?? '' });
    expect(second.page?.lines.map(({ told }) => told?.subject?.id)).toEqual(ids.slice(2));
    expect(second.page?.next).toBeNull();

    const today = first.page?.lines[0]?.told?.at.slice(0, 10) ?? '';
    expect((await list(auditor, { ...asked, from: today, to: today })).page?.lines).toHaveLength(3);
    expect((await list(auditor, { ...asked, to: '2020-01-01' })).page?.lines).toEqual([]);
    expect((await list(auditor, { actor: person.userId, action: 'lot.deleted' })).page?.lines).toEqual([]);
    expect((await list(auditor, { actor: 'nobody-at-all' })).page?.lines).toEqual([]);
    // By what people call each other, too; a user name means its account alone.
    const called = await list(auditor, { actor: `PAIWA ${surname}`, action: 'lot.created' });
    expect(new Set(called.page?.lines.map(({ told }) => told?.actor.id))).toEqual(new Set([person.userId]));
    const bySystem = await list(auditor, { actor: 'system' });
    expect(new Set(bySystem.page?.lines.map(({ told }) => told?.role))).toEqual(new Set(['system']));
  });

  it.each<[Asked, string]>([
    [{ action: 'lot.painted' }, 'action'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ limit: 101 }, 'limit'],
    [{ before: 'abc' }, 'before'],
    [{ actor: 'a'.repeat(101) }, 'actor'],
  ])('takes no %j', async (asked, field) => {
    const { refused, fields } = await list(admin, asked);
    expect(refused).toBe('BAD_USER_INPUT');
    // GraphQL's own scalar refuses what is no day before the service does.
    if (fields.length > 0) expect(fields).toEqual([field]);
  });
});

describe('a line of the audit trail', () => {
  it('waits for the chain, and then stands in it', async () => {
    const person = await server.person('farmer');
    expect((await lines(admin, { actor: person.userId }))[0]?.verdict).toBe('waiting');
    await chain();
    expect((await lines(admin, { actor: person.userId }))[0]?.verdict).toBe('whole');
  });

  it('has no name any more once its person was erased', async () => {
    const person = await server.person('processor', { name: 'Vera Vanishing' });
    await person.rest.send('DELETE', '/gdpr/delete');
    const [line] = await lines(admin, { actor: person.userId, action: 'erasure.requested' });
    expect(line?.told?.actor).toEqual({ kind: 'user', id: person.userId, name: null, erased: true });
    expect(JSON.stringify(await lines(admin, { actor: person.userId }))).not.toContain(person.username);
  });

  it.each([
    ['in the chain', true],
    ['outside of it', false],
  ])('that was changed past the program is named and says nothing, %s', async (_, chained) => {
    const person = await server.person('processor');
    const { data } = await person.rest.send('POST', '/lots', newLot());
    if (chained) await chain();
    const [line] = await lines(admin, { subject: data.lot.id });
    await past(`update audit_entry set user_id = '${admin.userId}' where id = ${line?.id}`);
    expect(await lines(admin, { subject: data.lot.id })).toEqual([{ id: line?.id, verdict: 'changed', told: null }]);
    await past(`update audit_entry set user_id = '${person.userId}' where id = ${line?.id}`);
    expect((await lines(admin, { subject: data.lot.id }))[0]?.verdict).toBe(chained ? 'whole' : 'waiting');
  });

  it('that was made up without a seal is named and says nothing', async () => {
    const id = randomUUID();
    await past(`insert into audit_entry (at, role, action, target_kind, target_id, details)
      values (now(), 'admin', 'lot.deleted', 'lot', '${id}', '{}')`);
    onTestFinished(async () => past(`delete from audit_entry where target_id = '${id}'`));
    expect(await lines(admin, { subject: id })).toMatchObject([{ verdict: 'changed', told: null }]);
  });

  it('keeps its seal where its portion of the chain was changed, and is named for that', async () => {
    const { data } = await admin.rest.send('POST', '/lots', newLot());
    await chain();
    const [line] = await lines(admin, { subject: data.lot.id });
    const portion = `ids @> ${line?.id}::bigint`;
    await past(`update audit_portion set count = count + 1 where ${portion}`);
    expect(await lines(admin, { subject: data.lot.id })).toMatchObject([
      { verdict: 'unchained', told: { action: 'lot.created' } },
    ]);
    await past(`update audit_portion set count = count - 1 where ${portion}`);
    expect((await lines(admin, { subject: data.lot.id }))[0]?.verdict).toBe('whole');
  });

  it('that was deleted is missing by its number, on the page where it would stand', async () => {
    const { data } = await admin.rest.send('POST', '/lots', newLot());
    await admin.rest.send('PATCH', `/lots/${data.lot.id}`, { weight: 61 });
    await chain();
    const [newest, gone] = await lines(admin, { limit: 2 });
    await past(`create table kept as select * from audit_entry where id in (${newest?.id}, ${gone?.id})`);
    await past(`delete from audit_entry where id in (${newest?.id}, ${gone?.id})`);
    const page = async (asked: Asked) => (await TRANSPORTS[1]?.list(admin, asked))?.page;
    const first = await page({ limit: 1 });
    expect(first?.missing).toEqual([newest?.id, gone?.id]);
    expect((await page({ limit: 1, before: first?.next ?? '' }))?.missing).toEqual([]);
    // What a filter leaves out is not missing.
    expect((await page({ action: 'lot.created' }))?.missing).toEqual([]);
    await past('alter table audit_entry alter column id set generated by default');
    await past('insert into audit_entry select * from kept');
    await past('alter table audit_entry alter column id set generated always');
    await past('drop table kept');
    expect((await page({ limit: 1 }))?.missing).toEqual([]);
  });
});

describe('the export of the audit trail', () => {
  it('holds the lines of the list, each with its verdict, without formulas, and tells who took it', async () => {
    const { data: key } = await admin.rest.send('POST', '/keys', { name: '=HYPERLINK("http://x")', role: 'auditor' });
    const subject = key.partnerKey.id;
    const file = await fileOf(server, auditor, `/audit/export?subject=${subject}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.headers.get('content-disposition')).toMatch(/audit-\d{4}-\d{2}-\d{2}\.csv/);
    const [head, line, ...rest] = file.text.split('\r\n');
    expect(head).toBe(
      'id,verdict,at,role,actorKind,actorId,actorName,action,subjectKind,subjectId,subjectName,details,requestId,gdprConsent',
    );
    const who = `admin,user,${admin.userId},${admin.username}`;
    expect(line).toContain(`,${who},key.created,key,${subject},"'=HYPERLINK(""http://x"")",`);
    expect(rest).toEqual(['']);
    const [told] = await lines(auditor, { action: 'audit.exported' });
    expect(told?.told).toMatchObject({
      actor: { id: auditor.userId },
      details: [{ name: 'filters', values: ['subject'] }],
    });
  });

  it('comes whole over several pages', async () => {
    const person = await server.person('processor');
    await server.app.database.write(async (em) => {
      for (let n = 0; n < 600; n += 1) {
        const caller = { kind: 'anonymous' } as const;
        await audit(em, { caller, action: 'session.login-failed', target: { kind: 'user', id: person.userId } });
      }
    });
    const query = `subject=${person.userId}&action=session.login-failed`;
    const { text } = await fileOf(server, admin, `/audit/export?${query}`);
    const ids = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(600);
    expect(new Set(ids).size).toBe(600);
  });

  it('is for whoever may look at the trail', async () => {
    const farmer = await server.person('farmer');
    expect((await fileOf(server, farmer, '/audit/export')).status).toBe(403);
    expect((await server.rest.get('/audit/export')).status).toBe(401);
    expect((await admin.rest.get('/audit/export?from=yesterday')).body.details).toMatchObject([{ field: 'from' }]);
  });
});
