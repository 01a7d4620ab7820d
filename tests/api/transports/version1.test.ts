import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { proofFaults } from '../../support/proofFaults.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database.ts';
import { restClient, type RestClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { restoreVersion1 } from '../../support/version1.ts';
import { version1, version1Proofs, version1Rows } from '../../support/version1Files.ts';

// An installation of version 1 (tests/fixtures/version1), upgraded by starting this version on it.

const before = await version1();
const proofs = [...(await version1Proofs())];
const rowsBefore = await version1Rows();
const lotIds = Object.keys(before.lots);
const lotOf = (lotId: string) => before.lots[lotId] ?? expect.fail(`There is no lot ${lotId} in the fixture`);
const ofKind = (kind: string): string =>
  lotIds.find((lotId) => lotOf(lotId).kinds.includes(kind)) ?? expect.fail(`There is no lot of kind ${kind}`);

const FAILING = ofKind('failing');
/** Names a farmer whose erasure was asked for and broke off: this version carries it out. */
const ERASED_NOW = ofKind('openErasure');
/** What happened to these was not recorded, or not checked by satellite, when version 1 was stopped. */
const GOING_ON = new Set(
  [
    'waitingNew',
    'waitingLoss',
    'waitingDeleted',
    'waitingEdit',
    'waitingStage',
    'waitingMove',
    'checkRetried',
    'keyed',
    'failing',
    'openErasure',
  ].map(ofKind),
);

let database: TestDatabase;
let app: TestApp;
let auditor: RestClient;
/** clients of those who could sign in, by user name */
const signedIn = new Map<string, RestClient>();

beforeAll(async () => {
  database = await createBareDatabase();
  await restoreVersion1(database.url);
  await migrate(database.url);
  // Lots come due as the days pass since the fixture was made; none is to be checked again while it is compared.
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`update recheck set due_at = now() + interval '1 day'`);
  await client.end();
  app = await createTestApp({
    database: database.url,
    env: { AUTH_SECRET: before.secret, ROLE: 'all', CONTACT: 'store', PUBLIC_URL: 'https://trace.example.org' },
  });
  await until(
    async () => {
      const waiting = await app.app.database.row<{ text: string }>(
        `select concat_ws(', ', o.event_id || ' of ' || o.lot_id) as text from ledger_outbox o
         where state = 'pending' and not exists (select from ledger_outbox f where f.lot_id = o.lot_id and f.state = 'failed')
         union all select task_identifier || ' ' || coalesce(last_error, '') from graphile_worker.jobs limit 1`,
      );
      if (waiting !== null) throw new Error(`There waits ${waiting.text}`);
      return true;
    },
    'the upgraded installation to come to rest',
    { withinMs: 60_000 },
  );
  for (const { username, password, state } of before.people) {
    if (state !== 'active') continue;
    const { data, body } = await app.rest.send('POST', '/auth/login', { username, password });
    if (!body.success) throw new Error(`${username} could not sign in: ${body.message}`);
    signedIn.set(username, restClient(app.url, data.access_token));
  }
  auditor = person('auditor');
});

afterAll(async () => {
  await app?.stop();
  await database?.drop();
});

/** The client of an account that stayed active. */
function person(role: string): RestClient {
  const found = before.people.find((one) => one.role === role && one.state === 'active');
  return signedIn.get(found?.username ?? '') ?? expect.fail(`Nobody of role ${role} signed in`);
}

describe('lots', () => {
  it('verify as before, field by field', async () => {
    const verified = lotIds.filter((lotId) => lotOf(lotId).verification?.state === 'verified');
    expect(verified.length).toBeGreaterThanOrEqual(34);
    const told: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const lotId of verified) {
      const { verification } = lotOf(lotId);
      const now = (await auditor.get(`/lots/${lotId}/blockchain`)).data.verification;
      const fields = new Map<string, string>(
        now.fields.map(({ field, state }: { field: string; state: string }) => [field, state]),
      );
      const then = verification?.fields.filter(({ field }) => lotId !== ERASED_NOW || field !== 'farmerName') ?? [];
      told[lotId] = {
        state: now.state,
        matchPercentage: now.matchPercentage,
        discrepancies: now.discrepancies,
        fields: then.map(({ field }) => `${field} ${fields.get(field)}`),
      };
      expected[lotId] = {
        state: 'verified',
        matchPercentage: verification?.matchPercentage,
        discrepancies: [],
        fields: then.map(({ field, state }) => `${field} ${state}`),
      };
    }
    expect(told).toEqual(expected);
  });

  it('that waited are recorded and verify', async () => {
    const waited = lotIds.filter((lotId) => lotOf(lotId).verification?.state === 'pending' && lotId !== FAILING);
    expect(waited).toHaveLength(5);
    for (const lotId of waited) {
      const { data } = await auditor.get(`/lots/${lotId}/blockchain`);
      const { state, matchPercentage, discrepancies } = data.verification;
      expect([lotId, state, matchPercentage, discrepancies]).toEqual([lotId, 'verified', 100, []]);
    }
    const { data } = await auditor.get('/lots?limit=1&blockchain=recorded');
    expect(data.pagination.total).toBe(before.totals.lots - 1);
  });

  it('verify in public as before', async () => {
    for (const lotId of lotIds) {
      const { status, verification } = lotOf(lotId).public;
      const page = await app.rest.get(`/lots/public/${lotId}`);
      expect([lotId, page.status]).toEqual([lotId, status]);
      if (status !== 200 || GOING_ON.has(lotId)) continue;
      const { dataMatches, matchPercentage, discrepancies } = page.data.verification;
      expect([lotId, { dataMatches, matchPercentage, discrepancies }]).toEqual([
        lotId,
        {
          dataMatches: verification?.dataMatches,
          matchPercentage: verification?.matchPercentage,
          discrepancies: verification?.discrepancies,
        },
      ]);
    }
  });

  it('are shown as before, to staff and in public', async () => {
    const settled = lotIds.filter((lotId) => !GOING_ON.has(lotId) && lotOf(lotId).lot !== null);
    expect(settled.length).toBeGreaterThanOrEqual(30);
    for (const lotId of settled) {
      const { lot, public: open } = lotOf(lotId);
      expect((await auditor.get(`/lots/${lotId}`)).data.lot).toMatchObject(withoutPlaceOnLedger(lot));
      expect((await app.rest.get(`/lots/public/${lotId}`)).data.lot).toMatchObject(withoutPlaceOnLedger(open.lot));
    }
  });

  it('have the history that they had', async () => {
    for (const lotId of lotIds) {
      const { history } = lotOf(lotId);
      if (history === null || lotId === ERASED_NOW) continue;
      const now = (await auditor.get(`/lots/${lotId}/history`)).data.history;
      expect(now).toEqual(
        expect.arrayContaining(
          history.map(({ transactionId, ...line }) =>
            expect.objectContaining(transactionId === null ? line : { ...line, transactionId }),
          ),
        ),
      );
    }
  });

  it('are as many as before in lists and totals', async () => {
    const { data } = await auditor.get('/lots?limit=1');
    expect(data.pagination.total).toBe(before.totals.lots);
  });

  it('that were deleted stay deleted, and their numbers taken', async () => {
    for (const kind of ['deleted', 'deletedByAdmin', 'waitingDeleted']) {
      const lotId = ofKind(kind);
      expect([lotId, (await auditor.get(`/lots/${lotId}`)).status]).toEqual([lotId, 404]);
      const again = { ...before.keyedCalls[0]?.body, lotId };
      expect([lotId, (await person('processor').send('POST', '/lots', again)).status]).toEqual([lotId, 409]);
    }
  });
});

/** What the newest event of a lot moves along: an upgrade may add events of its own. */
function withoutPlaceOnLedger(lot: Record<string, unknown> | null): Record<string, unknown> {
  const { blockchainHash: _hash, updatedAt: _updated, timestamp: _time, version: _version, ...rest } = lot ?? {};
  return rest;
}

describe('proof files', () => {
  const chain = z.looseObject({
    events: z.array(z.looseObject({ content: z.string(), transaction: z.string(), block: z.unknown() })),
  });

  it.each(proofs)('made before check, and so do those made now, of the same events: %s', async (kind, proof) => {
    const { data: roots } = await app.rest.get('/ledger/roots');
    const pinned = roots.organisations.map(({ rootFingerprint }: { rootFingerprint: string }) => rootFingerprint);
    expect(pinned).toEqual(before.roots);
    expect(await proofFaults(proof, pinned)).toEqual([]);
    const now: unknown = await (await fetch(`${app.url}/api/v1/lots/public/${ofKind(kind)}/proof`)).json();
    expect(await proofFaults(now, before.roots)).toEqual([]);
    const told = (file: unknown): unknown[] =>
      chain.parse(file).events.map(({ content, transaction, block }) => ({ content, transaction, block }));
    expect(told(now).slice(0, told(proof).length)).toEqual(told(proof));
  });
});

describe('people and partners', () => {
  it('sign in with the passwords that they had, unless they were shut out', async () => {
    for (const { username, password, state, role } of before.people) {
      const { status, data } = await app.rest.send('POST', '/auth/login', { username, password });
      expect([username, status]).toEqual([username, state === 'active' ? 200 : 401]);
      if (state === 'active') expect([username, data.user.role]).toEqual([username, role]);
    }
  });

  it('go on with the refresh tokens that they had, unless their session had ended', async () => {
    const refreshed = async (refreshToken: string): Promise<number> =>
      (await app.rest.send('POST', '/auth/refresh', { refreshToken })).status;
    for (const { username, refreshToken, why } of before.endedTokens) {
      expect([username, why, await refreshed(refreshToken)]).toEqual([username, why, 401]);
    }
    for (const { username, refreshToken, state } of before.people) {
      expect([username, await refreshed(refreshToken)]).toEqual([username, state === 'active' ? 200 : 401]);
    }
    for (const { username, refreshToken } of before.usedTokens) {
      expect([username, await refreshed(refreshToken)]).toEqual([username, 401]);
    }
  });

  it('call with the partner keys that they had, unless those were revoked', async () => {
    for (const { name, key, state, role } of before.keys) {
      const partner = restClient(app.url, key);
      const { status } = await partner.get('/lots?limit=1');
      expect([name, status]).toEqual([name, state === 'active' ? 200 : 401]);
      if (role === 'farmer') expect((await partner.get('/alerts?limit=1')).status).toBe(200);
    }
    const { data } = await person('admin').get('/keys');
    expect(data.keys.map(({ id }: { id: string }) => id).sort()).toEqual(before.keys.map(({ id }) => id).sort());
  });

  it('are not carried out twice under their idempotency keys', async () => {
    for (const { username, key, path, body } of before.keyedCalls) {
      const by = signedIn.get(username) ?? expect.fail(`${username} did not sign in`);
      const answer = await by.send('POST', path, body, { 'idempotency-key': key });
      // The erasure that is carried out at the start takes all answers that were kept.
      expect([key, answer.status, answer.body.message]).toEqual([key, 409, expect.stringContaining('was carried out')]);
    }
  });
});

describe('a process that only serves, on another copy', () => {
  let copy: TestDatabase;
  let web: TestApp;

  beforeAll(async () => {
    copy = await createBareDatabase();
    await restoreVersion1(copy.url);
    web = await createTestApp({ database: copy.url, env: { AUTH_SECRET: before.secret, ROLE: 'web' } });
  });
  afterAll(async () => {
    await web?.stop();
    await copy?.drop();
  });

  it('answers calls under idempotency keys as they were answered', async () => {
    for (const { username, key, path, body, status, lotId } of before.keyedCalls) {
      const { password } = before.people.find((one) => one.username === username) ?? expect.fail(`No ${username}`);
      const login = await web.rest.send('POST', '/auth/login', { username, password });
      const by = restClient(web.url, login.data.access_token);
      const answer = await by.send('POST', path, body, { 'idempotency-key': key });
      expect([key, answer.status]).toEqual([key, status]);
      if (status === 201) expect(answer.data.lot.id).toBe(lotOf(lotId).id);
    }
  });

  it('says of waiting lots that they wait', async () => {
    const { data } = await web.rest.get('/blockchain/health');
    // Nine of that time, and what the ledger is told at the taking over: six alerts, and an erasure that named no values.
    expect(data).toMatchObject({ pending: 16, failed: 1 });
    for (const kind of ['waitingNew', 'waitingEdit', 'waitingStage', 'waitingMove']) {
      const lotId = ofKind(kind);
      const page = await web.rest.get(`/lots/public/${lotId}`);
      expect([lotId, page.data.lot.blockchainHash?.status ?? 'pending']).toEqual([lotId, 'pending']);
    }
  });
});

describe('alerts', () => {
  it('stand as they stood, with what was decided and why', async () => {
    const { data } = await auditor.get('/alerts?limit=100');
    for (const alert of before.alerts) {
      const now = data.alerts.find(({ id }: { id: string }) => id === alert.id);
      expect(now, `the alert of ${alert.lotId}`).toMatchObject(alert);
    }
    expect(data.alerts).toHaveLength(before.alerts.length + 1);
  });

  it('come of a check that waited', async () => {
    const { data } = await auditor.get('/alerts?status=active');
    expect(data.alerts.map(({ lotId }: { lotId: string }) => lotId)).toEqual(
      expect.arrayContaining([ofKind('alertActive'), ofKind('waitingLoss')]),
    );
  });
});

describe('reports', () => {
  it.each(before.reports.map((report) => [report.name, report] as const))(
    'have the bytes that they had: %s',
    async (_name, { id, files }) => {
      const { data } = await app.rest.send('POST', '/auth/login', credentialsOf('auditor'));
      for (const [format, { status, sha256 }] of Object.entries(files)) {
        const headers = { authorization: `Bearer ${data.access_token}` };
        const answer = await fetch(`${app.url}/api/v1/reports/${id}?format=${format}`, { headers });
        const bytes = Buffer.from(await answer.arrayBuffer());
        const hash = answer.status === 200 ? createHash('sha256').update(bytes).digest('hex') : null;
        expect([format, answer.status, hash]).toEqual([format, status, sha256]);
      }
    },
  );
});

function credentialsOf(role: string): { username: string; password: string } {
  const { username, password } =
    before.people.find((one) => one.role === role && one.state === 'active') ?? expect.fail(`Nobody is ${role}`);
  return { username, password };
}

describe('what waited', () => {
  it('was checked by satellite, also where the first attempt had failed', async () => {
    for (const kind of ['waitingNew', 'waitingLoss', 'waitingMove', 'checkRetried', 'keyed']) {
      const lotId = ofKind(kind);
      const { data } = await auditor.get(`/lots/${lotId}`);
      expect([lotId, data.lot.satelliteTimestamp]).toEqual([lotId, expect.any(String)]);
    }
    expect((await auditor.get(`/lots/${ofKind('waitingLoss')}`)).data.lot.deforestationStatus).toBe(
      'Deforestation Detected',
    );
  });

  it('and broke off is carried out: an erasure', async () => {
    const done = await app.app.database.rows<{ id: string }>(
      'select id from erasure where id = any($1) and done_at is not null',
      [before.openErasures],
    );
    expect(done.map(({ id }) => id)).toEqual(before.openErasures);
    const { data } = await auditor.get(`/lots/${ERASED_NOW}/blockchain`);
    const name = data.verification.fields.find(({ field }: { field: string }) => field === 'farmerName');
    expect([data.verification.state, name?.state]).toEqual(['verified', 'erased']);
  });

  it('or was refused stays refused until an admin has it tried again; then the lot verifies', async () => {
    const health = await app.rest.get('/blockchain/health');
    expect(health.data).toMatchObject({ failed: 1 });
    const then = await auditor.get(`/lots/${FAILING}/blockchain`);
    expect(then.data.verification).toMatchObject({ state: 'pending', matchPercentage: 100, discrepancies: [] });
    for (const eventId of before.failedEvents) {
      const { status } = await person('admin').send('POST', `/ledger/events/${eventId}/retry`);
      expect(status).toBe(200);
    }
    await until(
      async () => (await auditor.get(`/lots/${FAILING}/blockchain`)).data.verification.state === 'verified',
      'the refused event and those behind it to be recorded',
    );
    // The ledger may hold an event, so that its lot verifies, before the outbox says so.
    await until(async () => {
      const { failed, pending } = (await app.rest.get('/blockchain/health')).data;
      return failed === 0 && pending === 0;
    }, 'the outbox to be empty');
  });
});

describe('rows', () => {
  /** Written once, or only ever changed by what this test does not do: each is there as it was. */
  const UNCHANGED: Record<string, string> = {
    lot_event: 'event_id',
    ledger_organisation: 'msp_id',
    ledger_block: 'number',
    ledger_transaction: 'tx_id',
    ledger_content: 'event_id',
    audit_entry: 'id',
    satellite_check: 'id',
    alert: 'id',
    erasure_lot: 'lot_id',
    report: 'id',
    report_file: `report_id || ' ' || format`,
  };

  it.each(Object.entries(UNCHANGED))('of %s are there as they were', async (table, key) => {
    const own = rowsBefore.get(`public.${table}`) ?? expect.fail(`The fixture has no ${table}`);
    const columns = Object.keys(own[0] ?? {});
    // Compared by the database, so that both sides are written in the same way.
    const differing = await app.app.database.rows<{ key: string }>(
      `with was as (select * from json_populate_recordset(null::${table}, $1::json))
       select (${key})::text as key from (
         select ${columns.map((name) => `"${name}"`).join(', ')} from was
         except select ${columns.map((name) => `"${name}"`).join(', ')} from ${table}) gone`,
      [JSON.stringify(own)],
    );
    expect(differing).toEqual(table === 'report' || table === 'report_file' ? expect.any(Array) : []);
  });

  it('of receipts of erasures are there as they were', async () => {
    const rows = await app.app.database.rows<{ receipt: unknown }>(
      'select receipt from erasure where done_at is not null and id <> all($1) order by requested_at',
      [before.openErasures],
    );
    expect(rows.map(({ receipt }) => receipt)).toEqual(before.receipts.map(({ receipt }) => receipt));
  });

  it('are none fewer in any table', async () => {
    const fewer: string[] = [];
    for (const [table, count] of Object.entries(before.rows)) {
      if (table.startsWith('graphile_worker.')) continue;
      const now = await app.app.database.row<{ count: number }>(`select count(*) from ${table}`);
      if ((now?.count ?? 0) < count) fewer.push(`${table}: ${count} before, ${now?.count} now`);
    }
    expect(fewer).toEqual([]);
  });
});
