import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger, parseCrontab, run, type Job, type JobHelpers, type LogLevel, type Runner } from 'graphile-worker';
import { Pool, type ClientBase } from 'pg';
import type { BaseLogger } from 'pino';
import { CancellableClient } from './cancellableClient.ts';
import type { Database } from './database.ts';
import { ForeignJob, openPayload, sealPayload } from './sealedJobs.ts';

/**
 * What a job does. It may run twice (its process may die just before the job is marked as done) and has to end within a
 * minute; an error, or the signal at shutdown, puts it back to be tried again later.
 */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface JobOptions {
  /** one waiting job for each key: enqueuing again replaces its payload; one that already runs is followed by another */
  jobKey?: string;
  /** smaller runs first; 0 unless told */
  priority?: number;
}

/** The queue in figures, for health and metrics. */
export interface QueueStats {
  /** this process takes jobs */
  working: boolean;
  /** due and not yet taken */
  waiting: number;
  running: number;
  /** failed at least once and to be tried again */
  retrying: number;
  /** given up after all attempts */
  exhausted: number;
  /** of the oldest job that is due; null when none is */
  oldestWaitingSeconds: number | null;
}

const CONCURRENCY = 4;
/** NOTIFY wakes the worker at once; polling finds retries that are due and jobs whose NOTIFY was lost. */
const POLL_MS = 1_500;
/** At shutdown running jobs may end by themselves for so long, then their signal is aborted. */
const PATIENCE_AT_STOP_MS = 3_000;
/** A job held for longer than tasks may take belongs to a process that died. The library alone would wait four hours. */
const DEAD_AFTER_SECONDS = 60;
const SWEEP_MS = 15_000;
const RESTART_MS = 2_000;
const CLOSE_MS = 500;
const CONNECT_WITHIN_MS = 15_000;
/** With exponential backoff of at most six hours: about four days. */
const MAX_ATTEMPTS = 25;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevel,
  string
>;

/**
 * Jobs in PostgreSQL (graphile-worker): they are enqueued in the transaction that calls for them, and several processes
 * may work on one queue. A payload carries its seal, so that what a task acts upon, and in whose name, is what the program
 * enqueued; a job without the right one is given up and never run. Tasks by the clock take no payload: whoever has them run
 * once more has done no harm.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #log: BaseLogger;
  #working = false;
  #runner: Runner | null = null;
  /** Of the worker's own: it does not give back the connection on which it listened when the database cuts it. */
  #pool: Pool | null = null;
  readonly #clients = new Set<ClientBase & { end(): Promise<void> }>();
  #sweep: NodeJS.Timeout | null = null;
  #restart: NodeJS.Timeout | null = null;

  constructor(parts: { database: Database; log: BaseLogger }) {
    this.#database = parts.database;
    this.#log = parts.log;
  }

  /** Adds a job in the caller's transaction; it runs after the commit, in whichever process takes it. */
  async enqueue(em: EntityManager, task: string, payload: object, options: JobOptions = {}): Promise<void> {
    await em.execute(
      `select 1 from graphile_worker.add_job(?::text, ?::json, job_key => ?::text, priority => ?::int, max_attempts => ?::int)`,
      [
        task,
        JSON.stringify(sealPayload(this.#database.seals, task, options.jobKey ?? null, payload)),
        options.jobKey ?? null,
        options.priority ?? 0,
        MAX_ATTEMPTS,
      ],
    );
  }

  /** Adds many jobs of one task in the caller's transaction, in one statement. */
  async enqueueAll(
    em: EntityManager,
    task: string,
    jobs: readonly { payload: object; jobKey: string }[],
    priority = 0,
  ): Promise<void> {
    const specs = jobs.map(({ payload, jobKey }) => ({
      identifier: task,
      payload: sealPayload(this.#database.seals, task, jobKey, payload),
      job_key: jobKey,
      priority,
      max_attempts: MAX_ATTEMPTS,
    }));
    await em.execute(
      `select count(*) from graphile_worker.add_jobs(
         array(select spec from json_populate_recordset(null::graphile_worker.job_spec, ?::json) spec))`,
      [JSON.stringify(specs)],
    );
  }

  /** Those of the keys under which a job waits, runs, or will be tried again. */
  async waiting(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows<{ key: string }>(
      'select key from graphile_worker.jobs where key = any($1) and attempts < max_attempts',
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Takes jobs until `stop`.
   * @param schedule tasks by the clock, in crontab form (UTC), one a line; these are never given a payload
   */
  async start(tasks: Record<string, Task>, schedule = ''): Promise<void> {
    if (this.#working) throw new Error('The job queue is already working');
    this.#working = true;
    const begin = (): Promise<Runner> => this.#run(this.#openPool(), tasks, schedule);
    try {
      this.#follow(await begin(), begin);
    } catch (error) {
      await this.stop();
      throw error;
    }
    await this.#releaseJobsOfTheDead();
    this.#sweep = setInterval(() => void this.#releaseJobsOfTheDead(), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Takes no more jobs and waits for the running ones; those that do not end in time are tried again later. */
  async stop(): Promise<void> {
    this.#working = false;
    if (this.#sweep !== null) clearInterval(this.#sweep);
    if (this.#restart !== null) clearTimeout(this.#restart);
    this.#sweep = null;
    this.#restart = null;
    const runner = this.#runner;
    this.#runner = null;
    if (runner !== null) await this.#end(runner);
    const pool = this.#pool;
    this.#pool = null;
    // Not waited for to the end: see `#pool`.
    if (pool !== null) await Promise.race([pool.end(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
  }

  /** The library does not wait until a job that was aborted is put back, so that is done here. */
  async #end(runner: Runner): Promise<void> {
    const holders: string[] = [];
    runner.events.on('pool:gracefulShutdown', ({ workerPool }) => holders.push(workerPool.id));
    await runner.stop();
    await this.#database.rows('select graphile_worker.force_unlock_workers($1::text[])', [holders]);
  }

  async stats(): Promise<QueueStats> {
    const row = await this.#database.row<Omit<QueueStats, 'working'>>(
      `select count(*) filter (where due) as waiting,
         count(*) filter (where locked_at is not null) as running,
         count(*) filter (where attempts > 0 and attempts < max_attempts and locked_at is null) as retrying,
         count(*) filter (where attempts >= max_attempts and locked_at is null) as exhausted,
         extract(epoch from now() - min(run_at) filter (where due))::float8 as "oldestWaitingSeconds"
       from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as due
         from graphile_worker.jobs) jobs`,
    );
    const none = { waiting: 0, running: 0, retrying: 0, exhausted: 0, oldestWaitingSeconds: null };
    return { working: this.#runner !== null, ...(row ?? none) };
  }

  /** Each runner has one of its own: one that ended in trouble keeps connections that it does not give back. */
  #openPool(): Pool {
    const pool = new Pool({
      connectionString: this.#database.url,
      max: CONCURRENCY + 2,
      application_name: 'manam-jobs',
      Client: CancellableClient,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    });
    const lost = (error: Error): void => this.#log.warn({ err: error }, 'A connection of the job worker was lost');
    pool.on('error', lost);
    pool.on('connect', (client) => {
      client.on('error', lost);
      this.#clients.add(client);
      client.once('end', () => this.#clients.delete(client));
    });
    this.#pool = pool;
    return pool;
  }

  /** Cuts what a runner that is left behind still holds. */
  #closePool(): void {
    this.#pool?.end().catch(() => undefined);
    this.#pool = null;
    for (const client of this.#clients) client.end().catch(() => undefined);
  }

  async #run(pool: Pool, tasks: Record<string, Task>, schedule: string): Promise<Runner> {
    const items = parseCrontab(schedule);
    const byTheClock = new Set(items.map((item) => item.task));
    return run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: PATIENCE_AT_STOP_MS,
      logger: this.#workerLogger(),
      // Without a delay, even of 0, a job whose end cannot be written while the database is away ends the whole process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Not `crontab`: when that is empty the library looks for a file of this name.
      parsedCronItems: items,
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (_payload: unknown, { abortSignal, job }: Pick<JobHelpers, 'abortSignal' | 'job'>) =>
            task(byTheClock.has(name) ? undefined : await this.#opened(job), abortSignal),
        ]),
      ),
    });
  }

  /** @throws ForeignJob, and the job is then never tried again: it stays and counts as given up */
  async #opened(job: Job): Promise<unknown> {
    try {
      return openPayload(this.#database.seals, job);
    } catch (error) {
      if (error instanceof ForeignJob) {
        await this.#database.rows(
          'update graphile_worker._private_jobs set attempts = max_attempts where id = $1 returning id',
          [job.id],
        );
      }
      throw error;
    }
  }

  /**
   * The library ends its runner when the database goes away at the wrong moment; the queue then begins anew. When that was
   * while the end of a job was written, the runner waits for ever for that write and does not say that it has ended.
   */
  #follow(runner: Runner, begin: () => Promise<Runner>): void {
    this.#runner = runner;
    const ended = (error?: unknown): void => {
      if (this.#runner !== runner) return;
      this.#runner = null;
      this.#closePool();
      this.#log.error({ err: error }, 'The job worker ended by itself and is started again');
      this.#beginAgain(begin);
    };
    runner.events.on('pool:fatalError', ({ error }) => ended(error));
    runner.promise.then(() => ended(), ended);
  }

  #beginAgain(begin: () => Promise<Runner>): void {
    if (!this.#working) return;
    this.#restart = globalThis.setTimeout(async () => {
      try {
        const runner = await begin();
        if (this.#working) this.#follow(runner, begin);
        else await runner.stop();
      } catch (error) {
        this.#closePool();
        this.#log.error({ err: error }, 'The job worker could not be started; this is tried again');
        this.#beginAgain(begin);
      }
    }, RESTART_MS);
  }

  async #releaseJobsOfTheDead(): Promise<void> {
    try {
      await this.#database.rows(
        `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
         where locked_at < now() - make_interval(secs => $1) having count(*) > 0`,
        [DEAD_AFTER_SECONDS],
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'Jobs of ended processes could not be released; this is tried again');
    }
  }

  #workerLogger(): Logger {
    return new Logger((scope) => (level, message, meta) => {
      const error: unknown = meta.error;
      const known = error instanceof Error ? { err: error } : {};
      this.#log[LEVELS[level]]({ ...known, task: scope.taskIdentifier, job: scope.jobId }, message);
    });
  }
}
