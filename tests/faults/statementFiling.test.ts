import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TracesRegistry } from '../../server/adapters/registry-traces/tracesRegistry.ts';
import { FAKE_USER, TracesFake } from '../../tools/traces-fake/tracesFake.ts';
import { realMonitor } from '../support/realMonitor.ts';
import { MovedClock, statementWorld, type StatementData } from '../api/statements/statementWorld.ts';
import { POLL_TASK } from '../../server/modules/statements/jobNames.ts';
import { restClient } from '../support/restClient.ts';
import { build, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { createTestApp, type TestApp } from '../support/testApp.ts';
import { TileServer } from '../support/tileServer.ts';
import { until } from '../support/until.ts';

/*
 * A process is killed at each step of filing and packing; another one on the same database goes on. The steps are held
 * by a trigger that waits for a lock of the test.
 */

const STEPS = [
  'before it is marked',
  'while it is sent',
  'after it was stored',
  'before the answer is written',
  'before the numbers are written',
  'while it is withdrawn',
  'after it was withdrawn there',
] as const;
const HOLD = 77_001;
/** statements for second tries */
const SPARE = 3;

let fake: TracesFake;
let tiles: TileServer;
let sql: Client;
let made: Awaited<ReturnType<typeof statementWorld>>;
let childEnv: NodeJS.ProcessEnv;
const checkedOnes: StatementData[] = [];
let child: ServerProcess | null = null;
let second: TestApp | null = null;
const clock = new MovedClock();

beforeAll(async () => {
  await build({ pages: false });
  fake = new TracesFake({ callsPerSecond: 10_000 });
  const url = await fake.start();
  tiles = new TileServer();
  await tiles.start();
  made = await statementWorld(registryAt(url), clock);
  for (let at = 0; at < STEPS.length + 1 + SPARE; at += 1) {
    checkedOnes.push(await made.checkedStatement(await made.closed(`K/${at}`, 1)));
  }
  childEnv = {
    ...made.app.env,
    FOREST: 'hansen',
    FOREST_TILES_URL: tiles.baseUrl,
    DUE_DILIGENCE_REGISTRY: 'traces-v3',
    TRACES_URL: url,
    TRACES_USERNAME: FAKE_USER.username,
    TRACES_KEY: FAKE_USER.key,
    TRACES_CLIENT_ID: FAKE_USER.clientId,
  };
  await made.app.app.stop();
  sql = new Client({ connectionString: made.app.databaseUrl });
  await sql.connect();
}, 180_000);
afterEach(async () => {
  fake.behave();
  await child?.kill();
  await second?.app.stop();
  await sql.query('select pg_advisory_unlock_all()');
  await sql.query('drop trigger if exists held on statement; drop trigger if exists held on statement_package');
  child = null;
  second = null;
});
afterAll(async () => {
  await sql?.end();
  await made?.app.stop();
  await fake?.stop();
  await tiles?.stop();
});

function registryAt(url: string): TracesRegistry {
  const limits = { callsPerSecond: 10_000, answerWithinMs: 5_000, uploadWithinMs: 5_000 };
  return new TracesRegistry({ url, credentials: FAKE_USER, limits });
}

/** Writes of a table that meet a condition wait for the lock of this test. */
async function hold(table: 'statement' | 'statement_package', condition: string): Promise<void> {
  await sql.query('select pg_advisory_lock($1)', [HOLD]);
  await sql.query(`create or replace function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${HOLD}); return new; end $$`);
  await sql.query(
    `create trigger held before insert or update on ${table} for each row when (${condition}) execute function wait_for_test()`,
  );
}
const isHeld = () =>
  until(async () => {
    const { rows } = await sql.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [HOLD],
    );
    return rows.length > 0;
  }, 'the held write');

/** Kills the process; its claims on jobs are as old as those of the dead. */
async function kill(): Promise<void> {
  await child?.kill();
  child = null;
  await sql.query('select pg_advisory_unlock_all()');
  await sql.query('drop trigger if exists held on statement; drop trigger if exists held on statement_package');
  for (const table of ['jobs', 'job_queues']) {
    await sql.query(
      `update graphile_worker._private_${table} set locked_at = now() - interval '5 minutes' where locked_at is not null`,
    );
  }
}

async function goOn(): Promise<(path: string) => Promise<StatementData>> {
  second = await createTestApp({
    database: made.app.databaseUrl,
    env: made.app.env,
    surroundings: { monitor: realMonitor(), clock: clock.now, registry: registryAt(childEnv.TRACES_URL ?? '') },
  });
  const rest = restClient(second.url, made.processor.accessToken);
  return async (path) => (await rest.get(path)).data.statement;
}

/** Moves the clock until the statement is in a state. */
async function reached(
  state: string,
  id: string,
  read: (path: string) => Promise<StatementData>,
): Promise<StatementData> {
  return until(
    async () => {
      clock.advance({ minutes: 31 });
      // The other process keeps the real time, so that of its messages is not moved.
      fake.advance({ minutes: 31 });
      const tasks = Object.assign({}, ...(second?.app.composed.running.map((one) => one.tasks ?? {}) ?? []));
      await tasks[POLL_TASK](undefined, AbortSignal.timeout(20_000));
      const found = await read(`/statements/${id}`);
      return found.state === state && found;
    },
    `state ${state}`,
    { lookMs: 500 },
  );
}

/** Files a statement without a fault; its numbers are due now, by the clock of the process that is killed next. */
async function filedBefore(id: string): Promise<void> {
  const read = await goOn();
  await restClient(second?.url ?? '', made.processor.accessToken).send('POST', `/statements/${id}/submit`, {});
  await until(async () => (await read(`/statements/${id}`)).state === 'submitted', 'the submission');
  await second?.app.stop();
  second = null;
  fake.advance({ minutes: 31 });
  await sql.query(`update statement set next_poll_at = now() where id = $1`, [id]);
}

describe('a process that is killed', () => {
  it.each(STEPS.map((step) => ({ step })))('$step leaves exactly one statement', async ({ step }) => {
    const { id, internalReference } = checkedOnes.shift() ?? expect.fail('No checked statement is left');
    const filed = () => fake.statements.filter((one) => one.internalReference === internalReference);
    const isWithdrawn = step === 'while it is withdrawn' || step === 'after it was withdrawn there';
    if (isWithdrawn || step === 'before the numbers are written') await filedBefore(id);
    if (step === 'before it is marked') await hold('statement', `new.filing = 'sending'`);
    if (step === 'while it is sent') fake.misbehave('noAnswer', { operation: 'SubmitDdsRequest' });
    if (step === 'after it was stored') fake.misbehave('answerLost', { times: 1, operation: 'SubmitDdsRequest' });
    if (step === 'before the answer is written') await hold('statement', `new.state = 'submitted'`);
    if (step === 'before the numbers are written') await hold('statement', `new.state = 'available'`);
    if (step === 'while it is withdrawn') fake.misbehave('noAnswer', { operation: 'WithdrawDdsRequest' });
    if (step === 'after it was withdrawn there') {
      fake.misbehave('failsAfterWithdraw');
      await hold('statement', `new.state = 'withdrawn'`);
    }
    child = await startServer(childEnv, { pages: false });
    const asked = fake.asked.length;
    if (step !== 'before the numbers are written') {
      const path = `/statements/${id}/${isWithdrawn ? 'withdraw' : 'submit'}`;
      const answer = await restClient(child.url, made.processor.accessToken).send('POST', path, {});
      expect(answer.status).toBe(200);
    }
    if (step === 'while it is sent' || step === 'while it is withdrawn') {
      const request = isWithdrawn ? 'WithdrawDdsRequest' : 'SubmitDdsRequest';
      await until(() => fake.asked.slice(asked).some((one) => one.request === request), 'the request');
    } else if (step === 'after it was stored') await until(() => filed().length === 1, 'the statement');
    else {
      // The process asks for numbers at each full minute; this round is queued, so that nothing waits for the minute.
      if (step === 'before the numbers are written') {
        await sql.query('select graphile_worker.add_job($1, job_key => $1)', [POLL_TASK]);
      }
      await isHeld();
    }
    await kill();
    fake.behave();
    const read = await goOn();
    const found = await reached(isWithdrawn ? 'withdrawn' : 'available', id, read);
    expect(filed()).toHaveLength(1);
    if (isWithdrawn) expect(filed()[0]?.status).toBe('WITHDRAWN');
    else expect(found['referenceNumber']).toBe(filed()[0]?.referenceNumber);
  });

  it('while it packs leaves one package, whole', async () => {
    const { id } = checkedOnes.shift() ?? expect.fail('No checked statement is left');
    await hold('statement_package', 'true');
    child = await startServer(childEnv, { pages: false });
    await restClient(child.url, made.processor.accessToken).send('POST', `/statements/${id}/hand-over`, {});
    await isHeld();
    await kill();
    const read = await goOn();
    const found = await until(async () => {
      const one = await read(`/statements/${id}`);
      return one.state === 'handed_over' && one;
    }, 'the package');
    const file = await fetch(`${second?.url}/api/v1/statements/${id}/package`, {
      headers: { authorization: `Bearer ${made.processor.accessToken}` },
    });
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(found.package?.sha256);
    const { rows } = await sql.query('select count(*)::int as count from statement_package where statement_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});
