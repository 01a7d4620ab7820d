import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { JobQueue } from '../../../server/platform/jobs/jobs.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

/** takes what people ask for, and works on no jobs */
let web: TestApp;
let admin: Person;

beforeAll(async () => {
  web = await createTestApp({ env: { ROLE: 'web' } });
  admin = await web.person('admin');
});
afterAll(() => web.stop());

const queue = () => new JobQueue({ database: web.app.database, log: pino({ level: 'silent' }) });
const TASK = 'a-task';
const KEY = { jobKey: `${TASK}:1` };
beforeEach(() => web.app.database.pool.query('delete from graphile_worker._private_jobs'));

const ask = (jobs: JobQueue) => web.app.database.write((em) => jobs.enqueue(em, TASK, {}, KEY));
const left = () =>
  web.app.database.rows<{ running: boolean }>(
    'select locked_at is not null as running from graphile_worker.jobs where task_identifier = $1',
    [TASK],
  );
/** Health is computed again some seconds after a call. */
const jobsInHealth = async () => (await admin.rest.get('/health')).data.jobs;

it('a job that was given up counts no more once the same is asked for again and done', async () => {
  const jobs = queue();
  const done = Promise.withResolvers<void>();
  await ask(jobs);
  await web.app.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'broken' where key = $1`,
    [KEY.jobKey],
  );
  await expect.poll(jobsInHealth, { timeout: 20_000 }).toMatchObject({ status: 'degraded', exhausted: 1 });
  await ask(jobs);
  try {
    await jobs.start({ [TASK]: async () => done.resolve() });
    await done.promise;
    await until(async () => (await left()).length === 0, 'the job to be over');
    await expect.poll(jobsInHealth, { timeout: 20_000 }).toMatchObject({ status: 'ok', exhausted: 0 });
  } finally {
    await jobs.stop();
  }
});

it('a job that is asked for again while it runs counts no more when it fails: the next one does its work', async () => {
  const jobs = queue();
  const begun = Promise.withResolvers<void>();
  const fails = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let runs = 0;
  await ask(jobs);
  try {
    await jobs.start({
      [TASK]: async () => {
        runs += 1;
        if (runs > 1) return done.resolve();
        begun.resolve();
        return fails.promise;
      },
    });
    await begun.promise;
    await ask(jobs);
    fails.reject(new Error('The source is away'));
    await done.promise;
    await until(async () => (await left()).every(({ running }) => !running), 'both to be over');
    expect(await left()).toEqual([]);
    await expect.poll(jobsInHealth, { timeout: 20_000 }).toMatchObject({ status: 'ok', exhausted: 0 });
  } finally {
    await jobs.stop();
  }
});

it('the same holds for one that had failed before, and whose process is gone', async () => {
  const jobs = queue();
  const done = Promise.withResolvers<void>();
  await ask(jobs);
  await web.app.database.pool.query(
    `update graphile_worker._private_jobs set attempts = 2, last_error = 'away', locked_at = now(), locked_by = 'a process' where key = $1`,
    [KEY.jobKey],
  );
  await ask(jobs);
  await web.app.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes' where locked_by = 'a process'`,
  );
  try {
    await jobs.start({ [TASK]: async () => done.resolve() });
    await done.promise;
    await until(async () => (await left()).every(({ running }) => !running), 'both to be over');
    expect(await left()).toEqual([]);
    await expect.poll(jobsInHealth, { timeout: 20_000 }).toMatchObject({ status: 'ok', exhausted: 0 });
  } finally {
    await jobs.stop();
  }
});

it('one that fails by itself to the end goes on counting', async () => {
  const jobs = queue();
  await ask(jobs);
  await web.app.database.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = $1',
    [KEY.jobKey],
  );
  try {
    await jobs.start({ [TASK]: () => Promise.reject(new Error('The source is away')) });
    await until(async () => (await jobsInHealth()).exhausted === 1, 'the job to be given up');
    await expect.poll(jobsInHealth, { timeout: 20_000 }).toMatchObject({ status: 'degraded', exhausted: 1 });
  } finally {
    await jobs.stop();
  }
});
