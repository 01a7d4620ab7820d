import type { Database } from '../database/database.ts';
import type { QueueStats } from '../database/jobs.ts';
import type { Ledger, LedgerHealth } from '../ledger/ledger.ts';
import type { WalkView } from '../provenance/ledgerWalk.ts';
import type { ForestMonitor } from '../satellite/forestMonitor.ts';
import type { SealedKind } from '../seals/seals.ts';

export type PartStatus = 'ok' | 'degraded' | 'error';

export interface PartHealthView {
  status: PartStatus;
  message?: string;
}

export interface HealthView {
  status: 'ok' | 'error';
  database: PartHealthView;
  ledger: PartHealthView & { driver: string; height: number | null };
  satellite: PartHealthView & { driver: string };
  queue: PartHealthView & { pending: number | null; failed: number | null; oldestSeconds: number | null };
  jobs: PartHealthView & { waiting: number | null; exhausted: number | null; oldestSeconds: number | null };
  /** rows that this process found otherwise than the program made them; the log names them */
  seals: PartHealthView & { broken: { kind: SealedKind; count: number }[] };
  /** what the last walk of the whole ledger against the tables came to; null: there was none yet */
  walk: PartHealthView & {
    at: string | null;
    lots: number | null;
    differing: number | null;
    faults: number | null;
    /** rows from before there were seals that did not check out then, and have none */
    setAside: number | null;
  };
  version: string;
  uptimeSeconds: number;
  sampleSatelliteData: boolean;
}

/** Events that wait for the ledger. */
export interface OutboxStats {
  pending: number;
  failed: number;
  oldestPendingSeconds: number | null;
}

export interface LedgerHealthView extends LedgerHealth {
  pending: number;
  failed: number;
}

/** A part that has not answered by then counts as away. */
/** A walk a night, and half a day to end and to be made up for. */
const WALKED_WITHIN_MS = 36 * 3_600_000;
const DEADLINE_MS = 2_000;
/** Pending events older than this mean that recording has stopped. */
const STUCK_SECONDS = 60;
const JOBS_STUCK_SECONDS = 600;
const LEDGER_AWAY = 'The ledger does not answer; events wait and are kept';

/** How the program and its outside worlds are. Parts are asked at most once a second, however many ask. */
export class HealthService {
  readonly #parts: {
    database: Database;
    ledger: Ledger;
    monitor: ForestMonitor;
    outboxStats(): Promise<OutboxStats>;
    jobStats(): Promise<QueueStats>;
    lastWalk(): Promise<WalkView | null>;
    setAside(): Promise<number>;
    version: string;
  };
  #cached: { at: number; view: Promise<HealthView> } | null = null;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    monitor: ForestMonitor;
    outboxStats(): Promise<OutboxStats>;
    jobStats(): Promise<QueueStats>;
    lastWalk(): Promise<WalkView | null>;
    setAside(): Promise<number>;
    version: string;
  }) {
    this.#parts = parts;
  }

  async read(): Promise<HealthView> {
    if (this.#cached === null || Date.now() - this.#cached.at > 1_000) {
      this.#cached = { at: Date.now(), view: this.#ask() };
    }
    return this.#cached.view;
  }

  /** The ledger's own health, with what waits for it. */
  async ledger(): Promise<LedgerHealthView> {
    const [health, waiting] = await Promise.all([this.#parts.ledger.health(), this.#parts.outboxStats()]);
    // What the driver says of an outage may name hosts; people outside are told what it means for them.
    const message = health.status === 'up' ? troubleOf(health) : { message: LEDGER_AWAY };
    const { status, driver, height, peers } = health;
    return { status, driver, height, peers, ...message, pending: waiting.pending, failed: waiting.failed };
  }

  async #ask(): Promise<HealthView> {
    const { database, ledger, monitor, outboxStats, jobStats, lastWalk, setAside, version } = this.#parts;
    const [up, chain, forest, waiting, jobs, walk, aside] = await Promise.all([
      answered(async () => database.rows('select 1')),
      answered(() => ledger.health()),
      answered(() => monitor.health()),
      answered(outboxStats),
      answered(jobStats),
      answered(lastWalk),
      answered(setAside),
    ]);
    return {
      status: up === null ? 'error' : 'ok',
      database: up === null ? { status: 'error', message: 'The database does not answer' } : { status: 'ok' },
      ledger: {
        ...ledgerHealth(chain),
        driver: chain?.driver ?? 'unknown',
        height: chain?.height ?? null,
      },
      satellite: {
        ...(forest?.status === 'up'
          ? { status: 'ok' as const }
          : { status: 'degraded' as const, message: 'The satellite source does not answer; checks wait and are kept' }),
        driver: monitor.driver,
      },
      queue: queueHealth(waiting),
      jobs: jobsHealth(jobs),
      seals: sealsHealth(database.seals.broken.counts()),
      walk: walkHealth(walk, aside),
      version,
      uptimeSeconds: Math.floor(process.uptime()),
      sampleSatelliteData: monitor.driver === 'sample',
    };
  }
}

function troubleOf({ trouble }: LedgerHealth): { message?: string } {
  return trouble === undefined ? {} : { message: trouble };
}

function ledgerHealth(health: LedgerHealth | null): PartHealthView {
  if (health?.status !== 'up') return { status: 'degraded', message: LEDGER_AWAY };
  return health.trouble === undefined ? { status: 'ok' } : { status: 'degraded', message: health.trouble };
}

function queueHealth(waiting: OutboxStats | null): HealthView['queue'] {
  if (waiting === null) {
    return {
      status: 'degraded',
      message: 'The queue could not be read',
      pending: null,
      failed: null,
      oldestSeconds: null,
    };
  }
  const { pending, failed, oldestPendingSeconds: oldestSeconds } = waiting;
  const figures = { pending, failed, oldestSeconds };
  if (failed > 0) return { status: 'degraded', message: 'The ledger refused events; see them and retry', ...figures };
  if (oldestSeconds !== null && oldestSeconds > STUCK_SECONDS) {
    return { status: 'degraded', message: 'Events have waited for more than a minute', ...figures };
  }
  return { status: 'ok', ...figures };
}

function jobsHealth(stats: QueueStats | null): HealthView['jobs'] {
  if (stats === null) {
    const message = 'The jobs could not be counted';
    return { status: 'degraded', message, waiting: null, exhausted: null, oldestSeconds: null };
  }
  const { waiting, running, exhausted, oldestWaitingSeconds: oldestSeconds } = stats;
  const figures = { waiting, exhausted, oldestSeconds };
  if (exhausted > 0) return { status: 'degraded', message: 'Jobs were given up after all attempts', ...figures };
  // A long queue that is worked on is no trouble.
  if (running === 0 && oldestSeconds !== null && oldestSeconds > JOBS_STUCK_SECONDS) {
    return { status: 'degraded', message: 'Jobs have waited for ten minutes, and nobody takes them', ...figures };
  }
  return { status: 'ok', ...figures };
}

function sealsHealth(broken: HealthView['seals']['broken']): HealthView['seals'] {
  if (broken.length === 0) return { status: 'ok', broken };
  const message = 'Rows were changed past the program; they are not acted upon, and the log names them';
  return { status: 'degraded', message, broken };
}

function walkHealth(walk: WalkView | null, setAside: number | null): HealthView['walk'] {
  const { at = null, lots = null, differing = null, faults = null } = walk ?? {};
  const figures = { at, lots, differing, faults, setAside };
  if ((differing ?? 0) + (faults ?? 0) > 0) {
    const message = 'Lots, or what is kept beside them, are not what the ledger holds; the log names them';
    return { status: 'degraded', message, ...figures };
  }
  if (at !== null && Date.now() - Date.parse(at) > WALKED_WITHIN_MS) {
    const message =
      'The ledger was not compared with the tables for more than a day and a half, which is done each night';
    return { status: 'degraded', message, ...figures };
  }
  if ((setAside ?? 0) > 0) {
    const message = 'Lots from before there were seals did not fit the ledger, and were given none';
    return { status: 'degraded', message, ...figures };
  }
  return { status: 'ok', ...figures };
}

async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), DEADLINE_MS).unref();
  });
  return Promise.race([ask().catch(() => null), late]);
}
