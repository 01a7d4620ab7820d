import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  Logger,
  parseCrontab,
  run,
  type Job,
  type JobHelpers,
  type LogLevel,
  type Runner,
  type WorkerEvents,
} from 'graphile-worker';
import { Pool, type ClientBase } from 'pg';
import type { BaseLogger } from 'pino';
import { CancellableClient } from '../database/cancellableClient.ts';
import type { Database } from '../database/database.ts';
import { PreparedStatement } from '../database/preparedStatement.ts';
import { FOREIGN_JOB, ForeignJob, openPayload, signPayload } from './signedJobs.ts';

/**
 * The work of a job. It may run twice (its process may die just before the job is marked as done); after an error, or
 * the signal at shutdown, it is retried later.
 */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface JobOptions {
  /** jobs of one queue run one after the other, in any process */
  queue?: string;
  /** one waiting job for each key: enqueuing again replaces its payload; a running one is followed by another */
  jobKey?: string;
  /** smaller runs first; 0 unless told */
  priority?: number;
  /** no job of this key can exist yet, since its subject is new: takes PostgreSQL a fifth of the time */
  isFirst?: boolean;
  /** delay; 0 by default */
  afterSeconds?: number;
}

/** Jobs of one kind with their own worker: however long they take, they do not block other kinds. */
export interface JobPool {
  /** jobs of the lane that run at the same time in one process */
  places: number;
  tasks: Record<string, Task>;
}

/** The queue in figures, for health and metrics. */
export interface QueueStats {
  /** this process takes jobs */
  working: boolean;
  /** due and not yet taken */
  waiting: number;
  running: number;
  /** failed at least once, waiting for a retry */
  retrying: number;
  /** given up after all attempts */
  exhausted: number;
  /** of the oldest job that is due; null when none is */
  oldestWaitingSeconds: number | null;
}

/**
 * Jobs that run at the same time. Only one task has many jobs, and it processes them together (`jobsTogether.ts`); of
 * each other task one waits at most. Jobs that wait for other servers have their own workers (`JobPool`).
 */
const PLACES = 44;
/** Connections of the worker: for listening, taking jobs, completing jobs and renewing claims. */
const CONNECTIONS = 5;
/** NOTIFY wakes the worker at once; polling finds retries that are due and jobs whose NOTIFY was lost. */
const POLL_MS = 1_500;
/** At shutdown, time for running jobs to end before their signal is aborted. */
const PATIENCE_AT_STOP_MS = 3_000;
/** Interval in which a living worker renews its claims on jobs, and then looks for jobs of dead workers. */
const BEAT_MS = 15_000;
/** A claim that was not renewed for this long belongs to a dead worker. The library alone would wait four hours. */
const DEAD_AFTER_MS = 60_000;
const RESTART_MS = 2_000;
const CLOSE_MS = 500;
const CONNECT_WITHIN_MS = 15_000;
/** With exponential backoff of at most six hours: about four days. */
const MAX_ATTEMPTS = 25;

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const satisfies Record<
  LogLevel,
  string
>;

/** A runner of the library and its claims. */
interface Claims {
  /** id under which it holds its jobs */
  holder: string;
  /** its running tasks, also when it has ended by itself */
  running: number;
}

const ADD_JOB = new PreparedStatement(
  `select 1 from graphile_worker.add_job($1::text, $2::json, job_key => $3::text, priority => $4::int, max_attempts => $5::int,
     job_key_mode => $6::text, run_at => now() + make_interval(secs => $7::float8), queue_name => $8::text)`,
);

/** None of these waits for a lock: a row that another transaction holds is left for the next beat. */
const RENEW = `update graphile_worker._private_jobs set locked_at = now()
  where id in (select id from graphile_worker._private_jobs where locked_by = any($1) for update skip locked)`;
const RELEASE = `update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where id in (select id from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => $1) for update skip locked)`;

/**
 * A dead worker still holds a queue when its job is released: without this its jobs would wait for the library's four
 * hours.
 */
const RELEASE_QUEUES = `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
  where id in (select q.id from graphile_worker._private_job_queues q
    where q.locked_at < now() - make_interval(secs => $1)
      and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)
    for update skip locked)`;

/**
 * A job that was enqueued again under its key while it ran must not be retried: the library removes its key and its
 * attempts, because the next one does its work. If its process died it would count as exhausted.
 */
const DROP_REPLACED = `delete from graphile_worker._private_jobs
  where id in (select id from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => $1) and key is null and attempts >= max_attempts and payload -> '_cron' is null
      and coalesce(last_error, '') not like $2
    for update skip locked)`;

/**
 * An exhausted job is replaced when the same job is enqueued again. The library would remove its key and count it as
 * exhausted forever. One without a valid signature stays.
 */
const FORGET_GIVEN_UP = `delete from graphile_worker._private_jobs
  where key in (select json_array_elements_text(?::json)) and attempts >= max_attempts and locked_at is null
    and coalesce(last_error, '') not like ?`;
/** The same for a job that fails while the next one already waits and does its work. */
const FORGET_REPLACED = `delete from graphile_worker._private_jobs
  where id = $1 and key is null and attempts >= max_attempts returning id`;

/**
 * Jobs in PostgreSQL (graphile-worker): they are enqueued in the caller's transaction, and several processes may work
 * on one queue. A payload carries its row signature, so that a task acts only on what the program enqueued, and in the
 * name of the right caller; a job without a valid signature is never run and counts as exhausted. Scheduled tasks take
 * no payload: running them once more does no harm.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #log: BaseLogger;
  #working = false;
  #runner: Runner | null = null;
  /** Separate from the others: the worker does not release its listening connection when the database cuts it. */
  #pool: Pool | null = null;
  readonly #clients = new Set<ClientBase & { end(): Promise<void> }>();
  /** of the active runner, and of those that were abandoned while their tasks ran */
  readonly #claims = new Set<Claims>();
  #taking: Claims | null = null;
  /** whether the last renewal succeeded */
  #renewed = true;
  readonly #beatMs: number;
  readonly #deadAfterMs: number;
  readonly #places: number;
  /** each has its own worker and connections */
  #lanes: readonly JobQueue[] = [];
  #beat: NodeJS.Timeout | null = null;
  #restart: NodeJS.Timeout | null = null;

  /**
   * @param parts.beatMs interval of renewals; 15 s by default
   * @param parts.deadAfterMs age of a claim that is not renewed; 60 s by default, the same in all processes
   * @param parts.places jobs that run at the same time; 44 by default
   */
  constructor(parts: { database: Database; log: BaseLogger; beatMs?: number; deadAfterMs?: number; places?: number }) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#beatMs = parts.beatMs ?? BEAT_MS;
    this.#deadAfterMs = parts.deadAfterMs ?? DEAD_AFTER_MS;
    this.#places = parts.places ?? PLACES;
  }

  /** Adds a job in the caller's transaction; it runs after the commit, in any process. */
  async enqueue(em: EntityManager, task: string, payload: object, options: JobOptions = {}): Promise<void> {
    const sealed = signPayload(this.#database.seals, task, options.jobKey ?? null, payload);
    // The library's own mode, 'replace', is for many at once and is planned again at each call.
    const mode = options.isFirst === true ? 'unsafe_dedupe' : 'replace';
    if (mode === 'replace' && options.jobKey !== undefined) await this.#forgetGivenUp(em, [options.jobKey]);
    await ADD_JOB.run(em, [
      task,
      JSON.stringify(sealed),
      options.jobKey ?? null,
      options.priority ?? 0,
      MAX_ATTEMPTS,
      mode,
      options.afterSeconds ?? 0,
      options.queue ?? null,
    ]);
  }

  /** Adds many jobs of one task in the caller's transaction, in one statement; they run at once, or after a delay. */
  async enqueueAll(
    em: EntityManager,
    task: string,
    jobs: readonly { payload: object; jobKey: string; afterSeconds?: number }[],
    priority = 0,
  ): Promise<void> {
    const now = Date.now();
    const specs = jobs.map(({ payload, jobKey, afterSeconds }) => ({
      identifier: task,
      payload: signPayload(this.#database.seals, task, jobKey, payload),
      job_key: jobKey,
      ...(afterSeconds === undefined ? {} : { run_at: new Date(now + afterSeconds * 1_000) }),
      priority,
      max_attempts: MAX_ATTEMPTS,
    }));
    await this.#forgetGivenUp(
      em,
      jobs.map(({ jobKey }) => jobKey),
    );
    await em.execute(
      `select count(*) from graphile_worker.add_jobs(
         array(select spec from json_populate_recordset(null::graphile_worker.job_spec, ?::json) spec))`,
      [JSON.stringify(specs)],
    );
  }

  async #forgetGivenUp(em: EntityManager, keys: readonly string[]): Promise<void> {
    await em.execute(FORGET_GIVEN_UP, [JSON.stringify(keys), `%${FOREIGN_JOB}%`]);
  }

  /** The keys that have a waiting, running or failed job. */
  async waiting(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows<{ key: string }>(
      'select key from graphile_worker.jobs where key = any($1) and attempts < max_attempts',
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Takes jobs until `stop`.
   * @param schedule scheduled tasks in crontab form (UTC), one a line; they get no payload
   * @param lanes tasks with their own workers; none of them scheduled
   */
  async start(tasks: Record<string, Task>, schedule = '', lanes: readonly JobPool[] = []): Promise<void> {
    if (this.#working) throw new Error('The job queue is already working');
    this.#working = true;
    const begin = (): Promise<Runner> => this.#run(this.#openPool(), tasks, schedule);
    this.#lanes = lanes.map(
      ({ places }) =>
        new JobQueue({
          database: this.#database,
          log: this.#log,
          beatMs: this.#beatMs,
          deadAfterMs: this.#deadAfterMs,
          places,
        }),
    );
    try {
      this.#follow(await begin(), begin);
      for (const [i, lane] of this.#lanes.entries()) await lane.start(lanes[i]?.tasks ?? {});
    } catch (error) {
      await this.stop();
      throw error;
    }
    await this.#releaseJobsOfTheDead();
    this.#renewed = true;
    this.#beat = setInterval(() => void this.#onBeat(), this.#beatMs);
    this.#beat.unref();
  }

  /** Takes no more jobs and waits for the running ones; those that do not end in time are retried later. */
  async stop(): Promise<void> {
    this.#working = false;
    if (this.#beat !== null) clearInterval(this.#beat);
    if (this.#restart !== null) clearTimeout(this.#restart);
    this.#beat = null;
    this.#restart = null;
    this.#taking = null;
    const runner = this.#runner;
    this.#runner = null;
    const lanes = this.#lanes;
    this.#lanes = [];
    await Promise.all([runner === null ? null : this.#end(runner), ...lanes.map((lane) => lane.stop())]);
    const pool = this.#pool;
    this.#pool = null;
    // Not awaited to the end: see `#pool`.
    if (pool !== null) await Promise.race([pool.end(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
  }

  /** The library does not wait until an aborted job is put back, so that is done here. */
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
    return { working: this.#isTaking(), ...(row ?? none) };
  }

  #isTaking(): boolean {
    return this.#runner !== null && this.#lanes.every((lane) => lane.#isTaking());
  }

  /** Each runner has its own: a runner that failed does not release its connections. */
  #openPool(): Pool {
    const pool = new Pool({
      connectionString: this.#database.url,
      max: CONNECTIONS,
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

  /** Cuts the connections of an abandoned runner. */
  #closePool(): void {
    this.#pool?.end().catch(() => undefined);
    this.#pool = null;
    for (const client of this.#clients) client.end().catch(() => undefined);
  }

  async #run(pool: Pool, tasks: Record<string, Task>, schedule: string): Promise<Runner> {
    const items = parseCrontab(schedule);
    const byTheClock = new Set(items.map((item) => item.task));
    const events: WorkerEvents = new EventEmitter();
    const claims: Claims = { holder: '', running: 0 };
    events.on('pool:create', ({ workerPool }) => {
      claims.holder = workerPool.id;
      this.#claims.add(claims);
      this.#taking = claims;
    });
    return run({
      events,
      pgPool: pool,
      concurrency: this.#places,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: PATIENCE_AT_STOP_MS,
      logger: this.#workerLogger(),
      // Without a delay, even of 0, a job that cannot be completed while the database is away ends the whole process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, localQueue: { size: this.#places } } },
      // Not `crontab`: when that is empty the library looks for a file of this name.
      parsedCronItems: items,
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          async (_payload: unknown, { abortSignal, job }: Pick<JobHelpers, 'abortSignal' | 'job'>) => {
            claims.running += 1;
            try {
              await task(byTheClock.has(name) ? undefined : await this.#opened(job), abortSignal);
            } catch (error) {
              if (job.key !== null && !(error instanceof ForeignJob)) {
                await this.#database.rows(FORGET_REPLACED, [job.id]);
              }
              throw error;
            } finally {
              claims.running -= 1;
            }
          },
        ]),
      ),
    });
  }

  /** @throws ForeignJob; the job is then never retried and counts as exhausted */
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
   * The library ends its runner when the database goes away at the wrong moment; the queue then starts a new one. If
   * that happened while a job was being completed, the runner waits forever for that write and does not report that it
   * has ended.
   */
  #follow(runner: Runner, begin: () => Promise<Runner>): void {
    this.#runner = runner;
    const ended = (error?: unknown): void => {
      if (this.#runner !== runner) return;
      this.#runner = null;
      this.#taking = null;
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

  /**
   * Renews this process's claims, then releases jobs of dead workers. After a failure the next beat only renews: other
   * workers may have been without the database for as long, and need time to renew theirs.
   */
  async #onBeat(): Promise<void> {
    const before = this.#renewed;
    this.#renewed = false;
    this.#renewed = await this.#renewClaims();
    if (this.#renewed && before && this.#working) await this.#releaseJobsOfTheDead();
  }

  /** @returns whether the database accepted it */
  async #renewClaims(): Promise<boolean> {
    if (this.#pool === null) return false;
    for (const claims of this.#claims) {
      if (claims !== this.#taking && claims.running === 0) this.#claims.delete(claims);
    }
    const holders = [...this.#claims].map(({ holder }) => holder);
    try {
      // On the worker's own pool: requests may use all connections of the other one.
      await this.#pool.query(RENEW, [holders]);
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'Claims on running jobs could not be renewed; this is tried again');
      return false;
    }
  }

  async #releaseJobsOfTheDead(): Promise<void> {
    try {
      await this.#database.rows(DROP_REPLACED, [this.#deadAfterMs / 1_000, `%${FOREIGN_JOB}%`]);
      await this.#database.rows(RELEASE, [this.#deadAfterMs / 1_000]);
      await this.#database.rows(RELEASE_QUEUES, [this.#deadAfterMs / 1_000]);
    } catch (error) {
      this.#log.warn({ err: error }, 'Jobs of ended processes could not be released; this is tried again');
    }
  }

  #workerLogger(): Logger {
    return new Logger((scope) => (level, message, meta) => {
      // Jobs mostly wait for others and rarely use the queue's own connections: their number is small on purpose.
      if (message.startsWith('WARNING: having maxPoolSize')) return;
      const error: unknown = meta.error;
      const known = error instanceof Error ? { err: error } : {};
      this.#log[LEVELS[level]]({ ...known, task: scope.taskIdentifier, job: scope.jobId }, message);
    });
  }
}
