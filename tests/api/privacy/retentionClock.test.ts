import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeMark } from '../../../server/platform/database/installationSettings.ts';
import { RETENTION_KEY } from '../../../server/modules/privacy/privacyState.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestApp;
/** by how much the server's clock is ahead of the database's */
let ahead: number;
let logged: { msg: string; doubt?: string }[];
const log = pino(
  { level: 'error' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(String(line)));
      done();
    },
  }),
);

beforeAll(async () => {
  ahead = 0;
  logged = [];
  app = await createTestApp({ surroundings: { clock: () => new Date(Date.now() + ahead), log } });
});
afterAll(() => app.stop());

beforeEach(async () => {
  ahead = 0;
  logged = [];
  await app.app.database.rows('delete from client_error');
  await ran(1);
});

/** Notes that retention ran to its end so many days ago. */
async function ran(daysAgo: number): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY);
  await app.app.database.write((em) => writeMark(em, RETENTION_KEY, {}, at));
}

/** Puts in two rows, of which the older has been kept for long enough, and runs retention. @returns days of what is left */
async function daysLeftAfter(server: TestApp = app): Promise<number[]> {
  const { database } = server.app;
  const services = servicesOf(server.app);
  await database.rows(
    `insert into client_error (at, message) select now() - make_interval(days => days), days::text from unnest(array[20, 40]) days`,
  );
  await services.retention.run();
  const rows = await database.rows<{ days: number }>('select message::int as days from client_error order by 1');
  return rows.map(({ days }) => days);
}

async function jobsHealth(status: string) {
  const jobs = async () => (await app.rest.get('/health')).data.jobs;
  await until(async () => (await jobs()).status === status, `jobs to be ${status}`);
  return jobs();
}

describe('what is kept by age', () => {
  it('goes when its time is over, while the clocks agree', async () => {
    expect(await daysLeftAfter()).toEqual([20]);
    expect(await jobsHealth('ok')).not.toHaveProperty('message');
  });

  it.each([
    ['years ahead of the database', 10 * 365 * DAY, 1, 'apart'],
    ['two hours behind the database', -2 * HOUR, 1, 'apart'],
    ['right, and the last run was noted for tomorrow', 0, -1, 'behind-last-run'],
    ['in agreement with the database, and the last run was 15 days ago', 0, 15, 'jump'],
  ])('stays while the clock is %s, and health and log say so', async (_, offset, lastRunDaysAgo, doubt) => {
    await ran(lastRunDaysAgo);
    ahead = offset;
    expect(await daysLeftAfter()).toEqual([20, 40]);
    expect(await jobsHealth('degraded')).toMatchObject({
      said: { code: 'health.retention_refused' },
      message: 'Retention is paused because the server clock is unreliable; see the log',
    });
    expect(logged).toMatchObject([{ msg: 'The clock cannot be relied on: nothing is deleted by age', doubt }]);
    // The last run stays what it was: the next one refuses as well.
    expect(await daysLeftAfter()).toEqual([20, 20, 40, 40]);
    ahead = 0;
    await ran(1);
    expect(await daysLeftAfter()).toEqual([20, 20, 20]);
    await jobsHealth('ok');
  });

  it('stays while the newest block of the ledger is of a later hour', async () => {
    const { pool } = app.app.database;
    await pool.query('alter table ledger_block disable trigger user');
    const move = `update ledger_block set created_at = created_at + $1::interval where number = (select max(number) from ledger_block)`;
    await pool.query(move, ['2 hours']);
    expect(await daysLeftAfter()).toEqual([20, 40]);
    expect(logged).toMatchObject([{ doubt: 'behind-ledger' }]);
    await pool.query(move, ['-2 hours']);
    await pool.query('alter table ledger_block enable trigger user');
    expect(await daysLeftAfter()).toEqual([20, 20]);
  });

  it('goes after a long rest once an operator has confirmed the clock', async () => {
    await ran(60);
    const confirmed = await createTestApp({
      database: app.databaseUrl,
      env: { ROLE: 'web', CLOCK_CONFIRMED_ON: new Date().toISOString().slice(0, 10) },
    });
    try {
      expect(await daysLeftAfter(confirmed)).toEqual([20]);
    } finally {
      await confirmed.stop();
    }
    // From then on without it.
    expect(await daysLeftAfter()).toEqual([20, 20]);
  });
});
