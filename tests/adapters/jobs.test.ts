import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../server/platform/database/database.ts';
import { JobQueue } from '../../server/platform/jobs/jobs.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { linkTo } from '../support/databaseLink.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { until } from '../support/until.ts';

const GATE = 4242;
const job = z.object({ name: z.string() });
const NAMES = ['one', 'two', 'three', 'four'];
const log = pino({ level: 'silent' });
/** Claims are renewed and run out so fast that a test sees it. */
const HASTY = { beatMs: 50, deadAfterMs: 1_500 };

let testDatabase: TestDatabase;
let database: Database;
let jobs: JobQueue;

beforeEach(async () => {
  testDatabase = await createDatabase();
  database = await connectAsProgram(testDatabase.url, { poolSize: 5 });
  jobs = new JobQueue({ database, log });
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

describe('jobs of a lane', () => {
  it('take none of the places of other jobs, however many never end', async () => {
    const ends = Promise.withResolvers<void>();
    const ran: string[] = [];
    let running = 0;
    const slow = async (): Promise<void> => {
      running += 1;
      await ends.promise;
    };
    const quick = async (payload: unknown): Promise<void> => void ran.push(job.parse(payload).name);
    try {
      await jobs.start({ quick }, '', [{ places: 2, tasks: { slow } }]);
      await database.write((em) =>
        jobs.enqueueAll(
          em,
          'slow',
          Array.from({ length: 60 }, (_, n) => ({ payload: {}, jobKey: `slow ${n}` })),
        ),
      );
      await until(() => running === 2, 'the places of the lane to be taken');
      for (const name of NAMES) await database.write((em) => jobs.enqueue(em, 'quick', { name }));
      await until(() => ran.length === NAMES.length, 'the other jobs');
      expect(running).toBe(2);
      expect(await jobs.stats()).toMatchObject({ working: true });
    } finally {
      ends.resolve();
      await jobs.stop();
    }
    expect(await jobs.stats()).toMatchObject({ working: false });
  });
});

describe('a job that runs for longer than a claim lasts', () => {
  it('is run once while its process lives, whoever else works on the queue', async () => {
    const [first, second] = [new JobQueue({ database, log, ...HASTY }), new JobQueue({ database, log, ...HASTY })];
    const end = Promise.withResolvers<void>();
    let runs = 0;
    const task = async (): Promise<void> => {
      runs += 1;
      await end.promise;
    };
    try {
      for (const queue of [first, second]) await queue.start({ task });
      await database.write((em) => first.enqueue(em, 'task', {}));
      await until(() => runs > 0, 'the job to run');
      const claimed = await database.row<{ at: Date }>('select locked_at as at from graphile_worker._private_jobs');
      // Both have looked for jobs of the dead many times by then.
      await until(async () => {
        const row = await database.row<{ over: boolean }>(
          `select now() > $1::timestamptz + make_interval(secs => $2) as over`,
          [claimed?.at, (2 * HASTY.deadAfterMs) / 1_000],
        );
        return row?.over;
      }, 'the time of two claims to pass');
      expect(runs).toBe(1);
      end.resolve();
      await until(
        async () => (await database.rows('select 1 from graphile_worker.jobs')).length === 0,
        'the job to be done',
      );
      expect(runs).toBe(1);
    } finally {
      end.resolve();
      for (const queue of [first, second]) await queue.stop();
    }
  });

  it('is not given up when its process goes and another job has its key', async () => {
    const link = await linkTo(testDatabase.url);
    const lostDatabase = await connectAsProgram(link.url, { poolSize: 5 });
    const [lost, living] = [
      new JobQueue({ database: lostDatabase, log, ...HASTY }),
      new JobQueue({ database, log, ...HASTY }),
    ];
    const ends = Promise.withResolvers<void>();
    const ran: string[] = [];
    const queue = (): Promise<void> => database.write((em) => living.enqueue(em, 'task', {}, { jobKey: 'nightly' }));
    try {
      await lost.start({
        task: async () => {
          ran.push('lost');
          await ends.promise;
        },
      });
      await queue();
      await until(() => ran.length === 1, 'the job to run');
      await queue();
      link.cut();
      await living.start({ task: async () => void ran.push('living') });
      await until(
        async () => (await database.rows('select 1 from graphile_worker.jobs')).length === 0,
        'nothing to be left in the queue',
        { withinMs: 20_000 },
      );
      // The queue that was lost may have taken the second one, too; it is run by the living one then.
      expect(ran).toContain('living');
    } finally {
      ends.resolve();
      await living.stop();
      link.restore();
      await lost.stop();
      await lostDatabase.close();
      await link.close();
    }
  });

  it.each([{}, { queue: 'one after the other' }])(
    'is run by another process once its own is gone %j',
    async (options) => {
      const link = await linkTo(testDatabase.url);
      const lostDatabase = await connectAsProgram(link.url, { poolSize: 5 });
      const [lost, living] = [
        new JobQueue({ database: lostDatabase, log, ...HASTY }),
        new JobQueue({ database, log, ...HASTY }),
      ];
      const ends = Promise.withResolvers<void>();
      const ran: string[] = [];
      try {
        await lost.start({
          task: async () => {
            ran.push('lost');
            await ends.promise;
          },
        });
        await database.write((em) => living.enqueue(em, 'task', {}, options));
        await until(() => ran.length === 1, 'the job to run');
        link.cut();
        await living.start({
          task: async () => {
            ran.push('living');
          },
        });
        await until(() => ran.length === 2, 'the job to run again');
        expect(ran).toEqual(['lost', 'living']);
      } finally {
        ends.resolve();
        link.restore();
        await lost.stop();
        await living.stop();
        await lostDatabase.close();
        await link.close();
      }
    },
  );
});
