import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../server/modules/identity/userService.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { PASSWORD, signedIn } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import type { RestAnswer, RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { testEnvironment } from '../support/testApp.ts';
import { until } from '../support/until.ts';

/* A transformation and each step of a consignment are sent to a process that is killed, and again to another one. */

const GRAMS = 10_000;
const WEIGHT_KG = 100;
const PLOT = 'Hill';
/** A process runs two large calls of a caller at a time, and four of all. */
const CALLERS = ['processor', 'second'] as const;
const GROUPS = [
  ['transformation', 'weighing', 'opening', 'adding', 'removing', 'changing'],
  ['closing', 'shipping', 'delivering'],
];
/** Advisory lock behind which statements of the killed process wait. */
const LOCK = 4712;

let database: TestDatabase;
let own: Client;
const servers: ServerProcess[] = [];

beforeEach(async () => {
  database = await createDatabase();
  own = new Client({ connectionString: database.url });
  await own.connect();
  const program = await connectAsProgram(database.url, { poolSize: 2 });
  const users = new UserService({ database: program });
  // The calls are the processors'; all that goes before is the admin's.
  for (const username of CALLERS)
    await users.addUser({ username, name: 'Kwame', role: 'processor', password: PASSWORD });
  await users.addUser({ username: 'admin', name: 'Ana', role: 'admin', password: PASSWORD });
  await program.close();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await own?.end();
  await database?.drop();
});

async function start(ROLE: 'all' | 'web'): Promise<ServerProcess> {
  const server = await startServer(testEnvironment(database.url, { ROLE }), { pages: false });
  servers.push(server);
  return server;
}

/** A call under a key, and what it does once it is carried out. */
interface KeyedCall {
  name: string;
  key: string;
  method: string;
  path: string;
  body: object;
  status: number;
  /** SQL of the number of its effects: 1 */
  effects: string;
}

async function sent(rest: RestClient, { method, path, body, key }: KeyedCall): Promise<RestAnswer> {
  return rest.send(method, path, body, { 'idempotency-key': key });
}

async function done(answer: Promise<RestAnswer>): Promise<RestAnswer['data']> {
  const { status, data, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${body.message}`);
  return data;
}

/** Lots with a plot, in which consignments may be closed. */
async function closableLots(rest: RestClient, count: number): Promise<{ id: string; lotId: string }[]> {
  const [lon, lat] = [145.743, -5.258];
  const ring = [
    [lon, lat],
    [lon + 0.0006, lat],
    [lon + 0.0006, lat + 0.0006],
    [lon, lat + 0.0006],
    [lon, lat],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  await done(rest.send('POST', '/farms/FARM001/plots', { name: PLOT, geometry }));
  const lots = await Promise.all(
    Array.from({ length: count }, async () => {
      const { latitude: _, longitude: __, ...rest_ } = newLot({ weight: WEIGHT_KG, plots: [PLOT] });
      return (await done(rest.send('POST', '/lots', rest_))).lot;
    }),
  );
  await until(async () => {
    const { rowCount } = await own.query(`select from lot where deforestation_status <> 'No Deforestation'`);
    return rowCount === 0;
  }, 'the checks of the lots');
  return lots;
}

type ConsignmentStepName = 'close' | 'ship' | 'deliver';

/** One call of each kind, none of which waits for another one. */
async function someCalls(rest: RestClient): Promise<KeyedCall[]> {
  const lots = (await closableLots(rest, 8)).values();
  const nextLot = (): { id: string; lotId: string } => {
    const { value } = lots.next();
    if (value === undefined) throw new Error('There are too few lots');
    return value;
  };
  const buyer = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE' };
  const buyerId = (await done(rest.send('POST', '/parties', buyer))).party.id;
  let opened = 0;
  const consignment = async (...steps: (ConsignmentStepName | 'add')[]): Promise<{ id: string; lot: string }> => {
    opened += 1;
    const { id } = (await done(rest.send('POST', '/consignments', { number: `C-${opened}`, buyerId }))).consignment;
    const lot = nextLot().id;
    for (const step of steps) {
      const body = { lots: [{ lot, weight: GRAMS / 1_000 }] };
      if (step === 'add') await done(rest.send('POST', `/consignments/${id}/lots`, body));
      else await done(rest.send('POST', `/consignments/${id}/${step}`, {}));
    }
    return { id, lot };
  };
  const call = (name: string, method: string, path: string, body: object, effects: string): KeyedCall => {
    const status = path === '/transformations' || path === '/consignments' ? 201 : 200;
    return { name, key: randomUUID(), method, path, body, status, effects };
  };
  const steps = (id: string, type: string): string =>
    `select count(*)::int as count from consignment_event where consignment_id = '${id}' and type = '${type}'`;
  const events = (id: string, type: string): string =>
    `select count(*)::int as count from lot_event where lot_id = '${id}' and type = '${type}'`;
  const [input, weighed] = [nextLot(), nextLot()];
  const [adding, removing, changing] = [await consignment(), await consignment('add'), await consignment()];
  const [closing, shipping] = [await consignment('add'), await consignment('add', 'close')];
  const delivering = await consignment('add', 'close', 'ship');
  const transformation = {
    step: 'blending',
    inputs: [{ lot: input.id, weight: GRAMS / 1_000 }],
    outputs: [{ lotId: 'LOT-DERIVED-1', weight: GRAMS / 1_000, moistureContent: 7 }],
  };
  return [
    call('transformation', 'POST', '/transformations', transformation, events(input.id, 'used')),
    call(
      'weighing',
      'POST',
      `/lots/${weighed.id}/weighings`,
      { weight: WEIGHT_KG - 1, lossReason: 'sampling' },
      events(weighed.id, 'weighed'),
    ),
    call(
      'opening',
      'POST',
      '/consignments',
      { number: 'C-NEW', buyerId },
      `select count(*)::int as count from consignment where number = 'C-NEW'`,
    ),
    call(
      'adding',
      'POST',
      `/consignments/${adding.id}/lots`,
      { lots: [{ lot: adding.lot, weight: GRAMS / 1_000 }] },
      events(adding.lot, 'used'),
    ),
    call(
      'removing',
      'DELETE',
      `/consignments/${removing.id}/lots`,
      { lots: [removing.lot] },
      events(removing.lot, 'returned'),
    ),
    call(
      'changing',
      'PATCH',
      `/consignments/${changing.id}`,
      { netWeight: 9.5, bags: 3 },
      steps(changing.id, 'changed'),
    ),
    call('closing', 'POST', `/consignments/${closing.id}/close`, {}, steps(closing.id, 'closed')),
    call('shipping', 'POST', `/consignments/${shipping.id}/ship`, {}, steps(shipping.id, 'shipped')),
    call('delivering', 'POST', `/consignments/${delivering.id}/deliver`, {}, steps(delivering.id, 'delivered')),
  ];
}

/** Where the process is killed. */
interface KillPoint {
  /** makes the calls wait there */
  hold(): Promise<unknown>;
  /** @returns how many wait */
  waiting(): Promise<number>;
  /** after the kill */
  letGo(): Promise<unknown>;
  /** whether the calls were carried out */
  carriedOut: boolean;
}

const HELD_BY_LOCK = `from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;

/** Waits in a trigger on the keys of calls. @param fate what becomes of the statements that wait there */
function heldTrigger(trigger: string, fate: 'carried out' | 'given up', carriedOut: boolean): KillPoint {
  return {
    carriedOut,
    hold: async () => {
      await own.query(`create function held() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`);
      await own.query(trigger);
      await own.query(`select pg_advisory_lock(${LOCK})`);
    },
    waiting: async () => (await own.query(`select ${HELD_BY_LOCK}`)).rowCount ?? 0,
    letGo: async () => {
      const { rows } = await own.query<{ pid: number }>(`select pid ${HELD_BY_LOCK}`);
      const pids = rows.map(({ pid }) => pid);
      if (fate === 'given up') await own.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);
      else await own.query(`select pg_advisory_unlock(${LOCK})`);
      await until(async () => {
        const left = await own.query('select from pg_stat_activity where pid = any($1::int[])', [pids]);
        return left.rowCount === 0;
      }, 'the statements of the killed process to end');
      if (fate === 'given up') await own.query(`select pg_advisory_unlock(${LOCK})`);
      await own.query('drop trigger held on idempotency_key');
      await own.query('drop function held()');
    },
  };
}

const AT_COMMIT = `create constraint trigger held after update on idempotency_key deferrable initially deferred
  for each row when (new.written and not old.written) execute function held()`;
const AT_ANSWER = `create trigger held before update on idempotency_key
  for each row when (new.answer is not null) execute function held()`;

/** Waits for the account of the caller, before anything is written. */
const heldAccount: KillPoint = {
  carriedOut: false,
  hold: async () => {
    await own.query('begin');
    await own.query(`select from app_user where username in ('processor', 'second') for update`);
  },
  waiting: async () => {
    // A transaction sees the sessions as they were when it first looked.
    await own.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await own.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like 'select 1 from app_user where id = %'`,
    );
    return rowCount ?? 0;
  },
  letGo: () => own.query('rollback'),
};

const POINTS: [string, () => KillPoint][] = [
  ['before it writes', () => heldAccount],
  ['after it wrote, before the commit', () => heldTrigger(AT_COMMIT, 'given up', false)],
  ['in the middle of the commit', () => heldTrigger(AT_COMMIT, 'carried out', true)],
  ['after the commit, before the answer is stored', () => heldTrigger(AT_ANSWER, 'given up', true)],
  ['after the answer is stored, before it is sent', () => heldTrigger(AT_ANSWER, 'carried out', true)],
];

async function effectsOf(calls: readonly KeyedCall[]): Promise<[string, number | undefined][]> {
  const found: [string, number | undefined][] = [];
  for (const { name, effects } of calls)
    found.push([name, (await own.query<{ count: number }>(effects)).rows[0]?.count]);
  return found;
}

const CASES = POINTS.flatMap(([where, made]) =>
  GROUPS.map((names): [string, string, () => KillPoint] => [where, names.join(', '), made]),
);

describe('calls whose process is killed', () => {
  it.each(CASES)('%s, are carried out once, and answered alike from then on: %s', async (_, names, made) => {
    const point = made();
    const [killed, other] = [await start('web'), await start('all')];
    const all = await someCalls(await signedIn(other.url, 'admin'));
    const calls = all.filter(({ name }) => names.split(', ').includes(name));
    const people = ({ url }: ServerProcess) => Promise.all(CALLERS.map((name) => signedIn(url, name)));
    const [before, after] = [await people(killed), await people(other)];
    const send = (callers: readonly RestClient[], call: KeyedCall, at: number): Promise<RestAnswer> => {
      const caller = callers[at % callers.length];
      if (caller === undefined) throw new Error('There is nobody');
      return sent(caller, call);
    };
    await point.hold();
    const answers = calls.map((call, at) => send(before, call, at).catch(() => null));
    await until(async () => (await point.waiting()) === calls.length, 'all calls to be held');
    await killed.kill();
    expect(await Promise.all(answers)).toEqual(calls.map(() => null));
    await point.letGo();
    expect(await effectsOf(calls)).toEqual(calls.map(({ name }) => [name, point.carriedOut ? 1 : 0]));

    const first = await Promise.all(calls.map((call, at) => send(after, call, at)));
    expect(first.map(({ status, body }, at) => [calls[at]?.name, status, status < 300 ? '' : body.message])).toEqual(
      calls.map(({ name, status }) => [name, status, '']),
    );
    const second = await Promise.all(calls.map((call, at) => send(after, call, at)));
    expect(second.map(({ status, data }) => [status, data])).toEqual(first.map(({ status, data }) => [status, data]));
    expect(await effectsOf(calls)).toEqual(calls.map(({ name }) => [name, 1]));
    await until(async () => {
      const { rowCount } = await own.query(`select from ledger_outbox where state <> 'recorded'`);
      return rowCount === 0;
    }, 'all events to be recorded');
    const { rows } = await own.query(
      `select transfer from ledger_outbox where transfer is not null group by transfer having count(distinct tx_id) <> 1`,
    );
    expect(rows).toEqual([]);
  });
});
