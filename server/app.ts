import 'reflect-metadata';
import type { Logger } from 'pino';
import { anchorAudit } from './modules/audit/anchorAudit.ts';
import { SharedRates } from './platform/rate-limits/sharedRates.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { EventFollower } from './platform/change-feed/eventFollower.ts';
import { subjectsOf } from './platform/change-feed/changeFeed.ts';
import { JobQueue } from './platform/jobs/jobs.ts';
import { Listener } from './platform/change-feed/listener.ts';
import { openDatabase } from './adapters/openDatabase.ts';
import { loadDemo } from './modules/demo/loadDemo.ts';
import type { Base, ModuleRuntime } from './platform/module.ts';
import { composeModules, ENTITIES, type AppModules } from './modules.ts';
import { derivedKey } from './platform/access/derivedKey.ts';
import { listen, openHttp } from './openHttp.ts';
import type { Ledger } from './domain/ledger/ledger.ts';
import { openLedger } from './adapters/openLedger.ts';
import { OutboxWorker } from './modules/ledger/outbox/outboxWorker.ts';
import { Anchoring } from './modules/ledger/register/anchoring.ts';
import { Register } from './modules/ledger/register/register.ts';
import { Closing } from './platform/process/closing.ts';
import { Heartbeat } from './platform/process/heartbeat.ts';
import { makeLog } from './platform/process/log.ts';
import { anchorDocuments } from './modules/due-diligence/anchorDocuments.ts';
import { anchorReportFiles } from './modules/reports/signedReports.ts';
import type { ForestMonitor } from './domain/forest/forestMonitor.ts';
import { neededPlaces } from './modules/satellite/neededLocations.ts';
import { openMonitor } from './adapters/openMonitor.ts';
import { openRegistry } from './adapters/openRegistry.ts';
import type { DueDiligenceRegistry } from './domain/statement/dueDiligenceRegistry.ts';

export interface App {
  config: Config;
  /** all modules with their services; the composition and tests use them, nothing else */
  composed: AppModules;
  database: Database;
  ledger: Ledger;
  /** address that the program listens on; null for ROLE=worker */
  url: string | null;
  /**
   * Ends in order, and leaves behind what does not end in its time: no new requests, sockets, requests under way, jobs and
   * recording; then the database.
   * @returns false when requests under way were cut off without an answer
   */
  stop(): Promise<boolean>;
}

/** What the caller sees to: tests put others in the place of the outside worlds. */
export interface AppOverrides {
  ledger?: (database: Database, own: Ledger) => Ledger;
  monitor?: ForestMonitor;
  registry?: DueDiligenceRegistry;
  log?: Logger;
  /** for the age of remembered ledger checks, and for retention */
  clock?: () => Date;
  /** called when the embedded database ended and could not be started again */
  onLost?: () => void;
  /** gives up the start */
  signal?: AbortSignal;
}

const REQUESTS = 'requests under way';

/**
 * Joins all parts and starts them: database and schema, ledger, queue, then the server. A start that fails, or is given up,
 * ends what it had started.
 * @throws ConfigError and other errors whose message is one clear line
 */
export async function createApp(config: Config, surroundings: AppOverrides = {}): Promise<App> {
  const log = surroundings.log ?? makeLog(config);
  const closing = new Closing(log);
  const { signal } = surroundings;
  const givenUp = Promise.withResolvers<never>();
  const giveUp = (): void => givenUp.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([start(config, surroundings, log, closing), givenUp.promise]);
  } catch (error) {
    await closing.run();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function start(config: Config, surroundings: AppOverrides, log: Logger, closing: Closing): Promise<App> {
  const { url, secret, database } = await openDatabase(config, { ...surroundings, entities: ENTITIES, log, closing });
  const own = await openLedger(config, { database, secret, log });
  closing.add('news', 'head of the ledger', () => own.close());
  const ledger = surroundings.ledger?.(database, own) ?? own;
  let origin = config.publicUrl ?? '';
  const base: Base = {
    config,
    secret,
    database,
    ledger,
    monitor: surroundings.monitor ?? openMonitor(config, log, () => neededPlaces(database)),
    registry: surroundings.registry ?? openRegistry(config),
    jobs: new JobQueue({ database, log }),
    rates: new SharedRates({ database, key: derivedKey(secret, 'rates'), log }),
    log,
    clock: surroundings.clock,
    origin: () => origin,
  };
  const register = new Register({ database, ledger });
  const composed = composeModules(base, { register, own });
  const { modules, running } = composed;
  closing.add('news', 'threads', composed.closeThreads);

  await register.begin(new Date());
  if (config.demo)
    await loadDemo({
      ...base,
      ...modules.identity,
      ...modules.farms,
      ...modules.lots,
      ...modules.satellite,
      satelliteAt: composed.satelliteAt,
      holdRechecks: composed.holdRechecks,
    });
  else await modules.identity.users.disableDemoUsers();

  const works = config.role !== 'web';
  const outbox = new OutboxWorker({
    pool: database.pool,
    seals: database.seals,
    ledger,
    batchSize: own.batchEvents,
    publish: () => database.wake(),
    log,
  });
  const follower = new EventFollower(database, log);
  for (const { onSubjects, onChange } of running) {
    if (onSubjects !== undefined) follower.onSubjects(onSubjects);
    if (onChange !== undefined) follower.onChange(onChange);
  }
  const listener = new Listener(url, log, undefined, database.processKey);
  listener.onWake(() => {
    follower.wake();
    if (works) outbox.wake();
  });
  await follower.start();
  closing.add('news', 'event log', () => follower.stop());
  await listener.start();
  closing.add('news', 'listener', () => listener.close());
  if (works) {
    const anchoring = new Anchoring({ ...base, register, anchors: [anchorAudit, anchorReportFiles, anchorDocuments] });
    await startJobs(base.jobs, [...running, anchoring.running]);
    closing.add('work', 'jobs', () => base.jobs.stop());
    if (config.heartbeatFile !== null) {
      const heartbeat = new Heartbeat(config.heartbeatFile, async () => (await base.jobs.stats()).working, log);
      await heartbeat.start();
      closing.add('work', 'heartbeat', () => heartbeat.stop());
    }
    outbox.start();
    closing.add('work', 'recording', () => outbox.stop());
    for (const { beside } of running) {
      if (beside === undefined) continue;
      beside.start();
      closing.add('work', beside.name, () => beside.stop());
    }
  }
  let listening: string | null = null;
  if (config.role !== 'worker') {
    listening = await serve(base, composed, follower, closing);
    if (config.publicUrl === null) origin = listening;
  }
  return {
    config,
    composed,
    database,
    ledger,
    url: listening,
    stop: async () => !(await closing.run()).includes(REQUESTS),
  };
}

async function startJobs(jobs: JobQueue, running: readonly ModuleRuntime[]): Promise<void> {
  const schedule = running.flatMap((part) => part.schedule ?? []).join('\n');
  const tasks = Object.fromEntries(running.flatMap((part) => Object.entries(part.tasks ?? {})));
  const lanes = running.flatMap(({ outside }) => outside ?? []);
  await jobs.start(tasks, schedule, lanes);
  for (const { queueAtStart } of running) await queueAtStart?.();
}

/** @returns the address that it listens on */
async function serve(base: Base, composed: AppModules, follower: EventFollower, closing: Closing): Promise<string> {
  const http = await openHttp(base, composed);
  // The embedded database belongs to this process alone.
  if (base.config.databaseUrl !== null) base.rates.start();
  closing.add('news', 'rates', () => base.rates.stop());
  closing.add('work', 'web sockets', () => http.closeSockets());
  closing.add('work', REQUESTS, () => http.close());
  follower.onSubjects((subjects) => http.recheckSockets(subjects));
  follower.onChange((news) => {
    if (news.some(({ kind }) => kind === 'erased' || kind === 'deleted')) http.forgetPages();
  });
  follower.onChange((news) => http.recheckSockets(subjectsOf(news)));
  return listen(http, base.config);
}
