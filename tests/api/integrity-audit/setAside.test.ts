import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../support/database.ts';
import { restClient, type RestClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { restoreVersion1 } from '../../support/version1.ts';
import { version1 } from '../../support/version1Files.ts';

// An installation of version 1 in which somebody had changed lots before it was upgraded.

const before = await version1();
const ofKind = (kind: string): { lotId: string; id: string } => {
  const [found] = Object.entries(before.lots).filter(([, { kinds }]) => kinds.includes(kind));
  return found === undefined ? expect.fail(`There is no lot of kind ${kind}`) : { lotId: found[0], id: found[1].id };
};

/** recorded; with an open alert; with a change that was not recorded yet */
const [plain, alerted, waiting] = [ofKind('fermented'), ofKind('alertActive'), ofKind('waitingEdit')];
const changed = [plain, alerted, waiting];
const ids = changed.map(({ id }) => id);

let database: TestDatabase;
let pool: Pool;
let app: TestApp;
let admin: RestClient;
let auditor: RestClient;
/** events of these lots that stood on the ledger before */
let recorded: number;

const sql = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const start = () => createTestApp({ database: database.url, env: { AUTH_SECRET: before.secret } });

async function signIn(role: string): Promise<RestClient> {
  const found = before.people.find((one) => one.role === role && one.state === 'active');
  const { username = '', password = '' } = found ?? {};
  const { data } = await app.rest.send('POST', '/auth/login', { username, password });
  return restClient(app.url, data.access_token);
}

beforeAll(async () => {
  database = await createBareDatabase();
  await restoreVersion1(database.url);
  pool = new Pool({ connectionString: database.url, max: 2 });
  await sql('update lot set weight_grams = weight_grams + 1000 where id = any($1)', [ids]);
  const count = `select count(*)::int as n from ledger_outbox where state = 'recorded' and lot_id = any($1)`;
  recorded = (await sql(count, [ids]))[0]?.n;
  app = await start();
  await until(
    async () => {
      const left = await sql(
        `select 1 from ledger_outbox o where state = 'pending'
           and not exists (select from ledger_outbox f where f.lot_id = o.lot_id and f.state = 'failed')
         union all select 1 from graphile_worker.jobs`,
      );
      return left.length === 0;
    },
    'the upgraded installation to come to rest',
    { withinMs: 60_000 },
  );
  [admin, auditor] = [await signIn('admin'), await signIn('auditor')];
});
afterAll(async () => {
  await app?.stop();
  await pool?.end();
  await database?.drop();
});

const health = async () => (await auditor.get('/health')).data.walk;
const stateOf = async (lotId: string) => (await auditor.get(`/lots/${lotId}/blockchain`)).data.verification.state;

describe('lots that did not fit the ledger when the database was first sealed', () => {
  it('are set aside with what differs, and health says how many', async () => {
    const rows = await sql('select kind, id, reason from set_aside order by id');
    expect(rows).toEqual(ids.toSorted().map((id) => ({ kind: 'lot', id, reason: expect.stringContaining('weight') })));
    const told = {
      status: 'degraded',
      setAside: 3,
      message: 'Lots from before there were seals did not fit the ledger, and were given none',
    };
    expect(await health()).toMatchObject(told);
  });

  it('differ on their pages, and all others verify as before', async () => {
    for (const { lotId } of changed) {
      expect([lotId, await stateOf(lotId)]).toEqual([lotId, 'differs']);
      const page = (await app.rest.get(`/lots/public/${lotId}`)).data;
      expect([lotId, page.verification.state, page.verification.dataMatches]).toEqual([lotId, 'differs', false]);
      const { isValid, verified, message } = (await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`))
        .data;
      expect({ isValid, verified, message }).toEqual({
        isValid: false,
        verified: false,
        message: expect.stringContaining('Not verified.'),
      });
    }
    const others = Object.entries(before.lots).filter(
      ([lotId, { verification }]) => verification?.state === 'verified' && !changed.some((lot) => lot.lotId === lotId),
    );
    expect(others.length).toBeGreaterThan(30);
    for (const [lotId] of others) expect([lotId, await stateOf(lotId)]).toEqual([lotId, 'verified']);
  });

  it('get no seal, and nothing of them is recorded, also when an admin has it tried again', async () => {
    const sealed = () => sql('select 1 from lot_event where seal is not null and lot_id = any($1)', [ids]);
    const held = async () => {
      const keys = await sql('select lot_key from lot where id = any($1)', [ids]);
      const chains = await app.app.ledger.readLots(keys.map(({ lot_key: key }) => key));
      return [...chains.values()].reduce((total, { entries }) => total + entries.length, 0);
    };
    const refused = () =>
      sql(`select event_id, failure_code from ledger_outbox where state = 'failed' and lot_id = any($1)`, [ids]);
    expect([await sealed(), await held()]).toEqual([[], recorded]);
    const [event, ...more] = await refused();
    expect([event, more]).toEqual([{ event_id: expect.any(String), failure_code: 'NOT_SEALED' }, []]);
    expect((await admin.send('POST', `/ledger/events/${event?.event_id}/retry`)).status).toBe(200);
    await until(async () => (await refused()).length === 1, 'the event to be refused again');
    expect([await sealed(), await held()]).toEqual([[], recorded]);
  });

  it('take no decision and no satellite check', async () => {
    const { data } = await auditor.get('/alerts?status=active&limit=100');
    const alert = data.alerts.find(({ lotId }: { lotId: string }) => lotId === alerted.lotId);
    const [decided, checked] = ['no decision on it can be taken', 'its place cannot be checked'].map(
      (what) => `The record of this lot differs from the ledger, so ${what} until that is cleared up.`,
    );
    for (const step of ['acknowledge', 'resolve', 'dismiss']) {
      const { status, body } = await auditor.send('PUT', `/alerts/${alert.id}/${step}`);
      expect([step, status, body.message]).toEqual([step, 409, decided]);
    }
    const many = { alertIds: [alert.id], status: 'dismissed' };
    expect((await auditor.send('PUT', '/alerts/bulk-update-status', many)).status).toBe(409);
    expect(await sql('select status, ledger_key from alert where id = $1', [alert.id])).toEqual([
      { status: 'active', ledger_key: null },
    ]);

    const checks = () => sql('select id from satellite_check where lot_id = any($1) order by id', [ids]);
    const known = await checks();
    for (const { lotId } of changed) {
      const { latitude, longitude } = (await auditor.get(`/lots/${lotId}`)).data.lot;
      const { status, body } = await auditor.send('PATCH', `/lots/${lotId}/satellite`, { latitude, longitude });
      expect([lotId, status, body.message]).toEqual([lotId, 409, checked]);
    }
    expect(await checks()).toEqual(known);
  });

  it('are what a walk of the ledger names', async () => {
    const last = (await health()).at;
    expect((await admin.send('POST', '/ledger/walk')).status).toBe(200);
    const walk = await until(async () => {
      const now = await health();
      return now.at !== last && now;
    }, 'the walk to end');
    expect(walk).toMatchObject({ status: 'degraded', differing: 3, faults: 3, setAside: 3 });
  });

  it('are not sealed later, when somebody has put them right', async () => {
    await sql('update lot set weight_grams = weight_grams - 1000 where id = any($1)', [ids]);
    await app.stop();
    app = await start();
    auditor = await signIn('auditor');
    for (const { lotId } of changed) expect([lotId, await stateOf(lotId)]).toEqual([lotId, 'differs']);
    expect(await health()).toMatchObject({ setAside: 3 });
    expect(await sql('select 1 from lot_event where seal is not null and lot_id = any($1)', [ids])).toEqual([]);
  });
});
