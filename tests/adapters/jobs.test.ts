import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../server/database/database.ts';
import { JobQueue } from '../../server/database/jobs.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { until } from '../support/until.ts';

const GATE = 4242;
const job = z.object({ name: z.string() });
const NAMES = ['one', 'two', 'three', 'four'];

let testDatabase: TestDatabase;
let database: Database;
let jobs: JobQueue;

beforeEach(async () => {
  testDatabase = await createDatabase();
  database = await connectAsProgram(testDatabase.url, { poolSize: 5 });
  jobs = new JobQueue({ database, log: pino({ level: 'silent' }) });
});

afterEach(async () => {
  await jobs.stop();
  await database.close();
  await testDatabase.drop();
});

/** How many ends of jobs wait to be written. */
async function writingEnds(): Promise<number> {
  const waiting = await database.rows(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
  );
  return waiting.length;
}

describe('the job worker', () => {
  it('takes jobs again after the ends of several could not be written at once', async () => {
    const done: string[] = [];
    const ends = new Map(NAMES.map((name) => [name, Promise.withResolvers<void>()]));
    const task = async (payload: unknown): Promise<void> => {
      const { name } = job.parse(payload);
      done.push(name);
      await ends.get(name)?.promise;
    };
    // Ends of jobs are held up, then refused.
    await database.pool.query(`
      create function refused() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); raise exception 'refused'; end $$;
      create trigger refused before delete on graphile_worker._private_jobs for each row execute function refused()`);
    const gate = await database.pool.connect();
    await gate.query('select pg_advisory_lock($1)', [GATE]);
    await jobs.start({ task });
    for (const name of NAMES) await database.write((em) => jobs.enqueue(em, 'task', { name }));
    await until(() => done.length === NAMES.length, 'all jobs to run');
    for (const [index, name] of NAMES.entries()) {
      ends.get(name)?.resolve();
      await until(async () => (await writingEnds()) === index + 1, 'the end of a job to be written');
    }
    await gate.query('select pg_advisory_unlock($1)', [GATE]);
    gate.release();
    await database.pool.query('drop trigger refused on graphile_worker._private_jobs');
    await database.write((em) => jobs.enqueue(em, 'task', { name: 'later' }));
    await until(() => done.includes('later'), 'a later job');
    expect((await jobs.stats()).working).toBe(true);
  });
});
