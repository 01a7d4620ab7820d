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
 * What a job does. It may run twice (its process may die just before the job is marked as done); an error, or the signal at
 * shutdown, puts it back to be tried again later.
 */
export type Task = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface JobOptions {
  /** jobs of one queue run one after the other, in whichever process */
  queue?: string;
  /** one waiting job for each key: enqueuing again replaces its payload; one that already runs is followed by another */
  jobKey?: string;
  /** smaller runs first; 0 unless told */
  priority?: number;
  /** no job of this key can be there yet, since what it names is new: takes PostgreSQL a fifth of the time */
  isFirst?: boolean;
  /** runs so much later; at once unless told */
  afterSeconds?: number;
}

/** Jobs of one kind that run beside all others: however long they take, they hold no place of another kind. */
export interface JobPool {
  /** jobs of the lane that run at a time in one process */
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
  /** failed at least once and to be tried again */
  retrying: number;
  /** given up after all attempts */
  exhausted: number;
  /** of the oldest job that is due; null when none is */
  oldestWaitingSeconds: number | null;
}

/**
 * Jobs that run at a time. Only those of one task come in great numbers, and that one does them together (`jobsTogether.ts`); of
 * each other task one waits at the most. Jobs that wait for servers of others have places of their own (`JobPool`).
 */
const PLACES = 44;
/** Connections of the worker's own: one that listens, one that takes jobs, one that marks them as done, one that renews claims. */
const CONNECTIONS = 5;
/** NOTIFY wakes the worker at once; polling finds retries that are due and jobs whose NOTIFY was lost. */
const POLL_MS = 1_500;
/** At shutdown running jobs may end by themselves for so long, then their signal is aborted. */
const PATIENCE_AT_STOP_MS = 3_000;
/** A living worker renews its claim on its jobs this often, and then looks for jobs of dead ones. */
const BEAT_MS = 15_000;
/** A claim that was not renewed for so long is a dead worker's. The library alone would wait four hours. */
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

/** A runner of the library, as far as its claims go. */
interface Claims {
  /** id under which it holds its jobs */
  holder: string;
  /** tasks that run for it, also when it has ended by itself */
  running: number;
}

const ADD_JOB = new PreparedStatement(
  `select 1 from graphile_worker.add_job($1::text, $2::json, job_key => $3::text, priority => $4::int, max_attempts => $5::int,
     job_key_mode => $6::text, run_at => now() + make_interval(secs => $7::float8), queue_name => $8::text)`,
);

/** None of these waits for a lock: a row that another transaction holds is seen to by the next beat. */
const RENEW = `update graphile_worker._private_jobs set locked_at = now()
  where id in (select id from graphile_worker._private_jobs where locked_by = any($1) for update skip locked)`;
const RELEASE = `update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where id in (select id from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => $1) for update skip locked)`;

/** A queue stays held by a dead worker when its job is released: without this its jobs would wait for the library's four hours. */
const RELEASE_QUEUES = `update graphile_worker._private_job_queues set locked_at = null, locked_by = null
  where id in (select q.id from graphile_worker._private_job_queues q
    where q.locked_at < now() - make_interval(secs => $1)
      and not exists (select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)
    for update skip locked)`;

/**
 * A job that was enqueued again under its key while it ran is not to be tried again: the library takes its key and its attempts, because the
 * next one does its work. When its process dies it would count as given up.
 */
const DROP_REPLACED = `delete from graphile_worker._private_jobs
  where id in (select id from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => $1) and key is null and attempts >= max_attempts and payload -> '_cron' is null
      and coalesce(last_error, '') not like $2
    for update skip locked)`;

/**
 * A job that was given up is replaced by the same one that is asked for again. The library would take its key away and let it count as
 * given up for good. One that was not the program's stays.
 */
const FORGET_GIVEN_UP = `delete from graphile_worker._private_jobs
  where key in (select json_array_elements_text(?::json)) and attempts >= max_attempts and locked_at is null
    and coalesce(last_error, '') not like ?`;
/** The same of one that fails while the next one waits already, and does its work. */
const FORGET_REPLACED = `delete from graphile_worker._private_jobs
  where id = $1 and key is null and attempts >= max_attempts returning id`;

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
  /** of the runner that takes jobs, and of those that were left behind while tasks of theirs ran */
  readonly #claims = new Set<Claims>();
  #taking: Claims | null = null;
  /** whether the last beat came through */
  #renewed = true;
  readonly #beatMs: number;
  readonly #deadAfterMs: number;
  readonly #places: number;
  /** each has a worker and connections of its own */
  #lanes: readonly JobQueue[] = [];
  #beat: NodeJS.Timeout | null = null;
  #restart: NodeJS.Timeout | null = null;

  /**
   * @param parts.beatMs how often claims on jobs are renewed; 15 s unless told
   * @param parts.deadAfterMs age of a claim that nobody renews; 60 s unless told, the same in all processes
   * @param parts.places jobs that run at a time; 44 unless told
   */
  constructor(parts: { database: Database; log: BaseLogger; beatMs?: number; deadAfterMs?: number; places?: number }) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#beatMs = parts.beatMs ?? BEAT_MS;
    this.#deadAfterMs = parts.deadAfterMs ?? DEAD_AFTER_MS;
    this.#places = parts.places ?? PLACES;
  }

  /** Adds a job in the caller's transaction; it runs after the commit, in whichever process takes it. */
  async enqueue(em: EntityManager, task: string, payload: object, options: JobOptions = {}): Promise<void> {
    const sealed = signPayload(this.#database.seals, task, options.jobKey ?? null, payload);
    // The library's own way, 'replace', is one for many at once, and planned anew at each call.
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

  /** Adds many jobs of one task in the caller's transaction, in one statement; one runs at once, or so many seconds later. */
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
   * @param lanes tasks that run beside these, each lane in places of its own; none of them by the clock
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

  /** Takes no more jobs and waits for the running ones; those that do not end in time are tried again later. */
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
    return { working: this.#isTaking(), ...(row ?? none) };
  }

  #isTaking(): boolean {
    return this.#runner !== null && this.#lanes.every((lane) => lane.#isTaking());
  }

  /** Each runner has one of its own: one that ended in trouble keeps connections that it does not give back. */
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

  /** Cuts what a runner that is left behind still holds. */
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
      // Without a delay, even of 0, a job whose end cannot be written while the database is away ends the whole process.
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
   * Renews this process's claims, then releases jobs whose holders do not. After a failure the next beat renews alone:
   * others may have been as long without the database as we were, and need the time to say that they live.
   */
  async #onBeat(): Promise<void> {
    const before = this.#renewed;
    this.#renewed = false;
    this.#renewed = await this.#renewClaims();
    if (this.#renewed && before && this.#working) await this.#releaseJobsOfTheDead();
  }

  /** @returns whether the database took it */
  async #renewClaims(): Promise<boolean> {
    if (this.#pool === null) return false;
    for (const claims of this.#claims) {
      if (claims !== this.#taking && claims.running === 0) this.#claims.delete(claims);
    }
    const holders = [...this.#claims].map(({ holder }) => holder);
    try {
      // On the worker's own pool: requests may have taken all of the other's connections.
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
      // Jobs wait for others more than they use the queue's own connections: there are few of these by intent.
      if (message.startsWith('WARNING: having maxPoolSize')) return;
      const error: unknown = meta.error;
      const known = error instanceof Error ? { err: error } : {};
      this.#log[LEVELS[level]]({ ...known, task: scope.taskIdentifier, job: scope.jobId }, message);
    });
  }
}
