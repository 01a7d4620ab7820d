import type { Database } from '../../platform/database/database.ts';
import type { QueueStats } from '../../platform/jobs/jobs.ts';
import type { ReplicaState } from '../../platform/database/replica.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { HEALTH } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Ledger, LedgerHealth } from '../../domain/ledger/ledger.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import type { ForestMonitor, SourceHealth } from '../../domain/forest/forestMonitor.ts';
import type { Recount } from './statistics/recountStatistics.ts';
import type { SignedKind } from '../../platform/row-signatures/signedKinds.ts';
import type { OutboxStats } from '../ledger/outbox/outbox.ts';

export type PartStatus = 'ok' | 'degraded' | 'error';

export interface PartHealthView {
  status: PartStatus;
  /** what is wrong; absent if all is well */
  message?: string;
  /** the message with its code */
  said?: Message;
}

export interface HealthView {
  status: 'ok' | 'error';
  database: PartHealthView & { replica: ReplicaState | null };
  ledger: PartHealthView & { driver: string; height: number | null };
  satellite: PartHealthView & { driver: string };
  queue: PartHealthView & { pending: number | null; failed: number | null; oldestSeconds: number | null };
  jobs: PartHealthView & { waiting: number | null; exhausted: number | null; oldestSeconds: number | null };
  /** rows that this process found otherwise than the program made them; the log names them */
  seals: PartHealthView & { broken: { kind: SignedKind; count: number }[] };
  /**
   * the result of the last full integrity audit; figures are null before the first one, and for callers who do not see
   * all lots
   */
  walk: PartHealthView & {
    at: string | null;
    lots: number | null;
    differing: number | null;
    faults: number | null;
    /** since when every part of the ledger was compared at least once */
    coveredSince: string | null;
    /** the comparison under way, or broken off and to be continued; null: none */
    progress: AuditProgress | null;
  };
  version: string;
  uptimeSeconds: number;
  sampleSatelliteData: boolean;
}

/** How far a comparison of the ledger with the tables is. */
export interface AuditProgress {
  /** ISO 8601, UTC */
  startedAt: string;
  /** 0 to 100 */
  percent: number;
  lots: number;
  lotsTotal: number;
}

/** The last complete comparison of the ledger with the tables, and the one under way. */
export interface AuditHealth {
  /** null before the first */
  result: {
    /** when it began, ISO 8601, UTC */
    at: string;
    lots: number;
    differing: number;
    faults: number;
    /** since when every part was compared at least once, ISO 8601, UTC */
    coveredSince: string;
  } | null;
  /** the noted result is not the newest one of the register chain */
  putBack: boolean;
  progress: AuditProgress | null;
}

export interface LedgerHealthView
  extends Omit<LedgerHealth, 'message' | 'trouble'>, Pick<PartHealthView, 'message' | 'said'> {
  pending: number;
  failed: number;
}

/** A walk a night, and half a day to end and to be made up for. */
const WALKED_WITHIN_MS = 36 * 3_600_000;
/** Every part of the ledger is compared in so many days. */
const COVERED_WITHIN_MS = 30 * 86_400_000;
const NO_WALK_FIGURES = { lots: null, differing: null, faults: null, progress: null };
/** A part that has not answered by then counts as away. */
const DEADLINE_MS = 2_000;
/** Pending events older than this mean that recording has stopped. */
const STUCK_SECONDS = 60;
const JOBS_STUCK_SECONDS = 600;

/** How the program and its outside worlds are. Parts are asked at most once a second, however many ask. */
export class HealthService {
  readonly #parts: {
    database: Database;
    ledger: Ledger;
    monitor: ForestMonitor;
    outboxStats(): Promise<OutboxStats>;
    jobStats(): Promise<QueueStats>;
    /** whether retention refused to delete, because of the clock */
    retentionRefused(): Promise<boolean>;
    lastAudit(): Promise<AuditHealth>;
    lastRecount(): Promise<Recount | null>;
    diskFull(): Promise<boolean>;
    permissions: PermissionTable;
    version: string;
  };
  #cached: { at: number; view: Promise<HealthView> } | null = null;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    monitor: ForestMonitor;
    outboxStats(): Promise<OutboxStats>;
    jobStats(): Promise<QueueStats>;
    /** whether retention refused to delete, because of the clock */
    retentionRefused(): Promise<boolean>;
    lastAudit(): Promise<AuditHealth>;
    lastRecount(): Promise<Recount | null>;
    diskFull(): Promise<boolean>;
    permissions: PermissionTable;
    version: string;
  }) {
    this.#parts = parts;
  }

  /** The number of lots is shown only to callers who see all of them. */
  async read(caller: Caller): Promise<HealthView> {
    const view = await this.#readAll();
    const seesAll = caller.kind === 'user' && scopeOf(this.#parts.permissions, caller).kind === 'all';
    return seesAll ? view : { ...view, walk: { ...view.walk, ...NO_WALK_FIGURES } };
  }

  async #readAll(): Promise<HealthView> {
    if (this.#cached === null || Date.now() - this.#cached.at > 1_000) {
      this.#cached = { at: Date.now(), view: this.#ask() };
    }
    return this.#cached.view;
  }

  /** The ledger's own health, with its waiting events. */
  async ledger(): Promise<LedgerHealthView> {
    const [health, waiting] = await Promise.all([this.#parts.ledger.health(), this.#parts.outboxStats()]);
    // The driver's error text may name hosts; anonymous callers get its meaning only.
    const trouble = health.status === 'up' ? health.trouble : HEALTH.ledgerAway({});
    const told = trouble === undefined ? {} : { message: trouble.text, said: trouble };
    const { status, driver, height, peers } = health;
    return { status, driver, height, peers, ...told, pending: waiting.pending, failed: waiting.failed };
  }

  async #ask(): Promise<HealthView> {
    const { database, ledger, monitor, version, ...asked } = this.#parts;
    const [up, chain, forest, waiting, jobs, refused, walk, recount, full] = await Promise.all([
      answered(async () => database.rows('select 1')),
      answered(() => ledger.health()),
      answered(() => monitor.health()),
      answered(() => asked.outboxStats()),
      answered(() => asked.jobStats()),
      answered(() => asked.retentionRefused()),
      answered(() => asked.lastAudit()),
      answered(() => asked.lastRecount()),
      answered(() => asked.diskFull()),
    ]);
    return {
      status: up === null ? 'error' : 'ok',
      database: databaseHealth(up !== null, full === true, recount?.differing ?? 0, database),
      ledger: {
        ...ledgerHealth(chain),
        driver: chain?.driver ?? 'unknown',
        height: chain?.height ?? null,
      },
      satellite: {
        ...satelliteHealth(forest),
        driver: monitor.driver,
      },
      queue: queueHealth(waiting),
      jobs: jobsHealth(jobs, refused === true),
      seals: signaturesHealth(database.seals.broken.counts()),
      walk: walkHealth(walk),
      version,
      uptimeSeconds: Math.floor(process.uptime()),
      sampleSatelliteData: monitor.driver === 'sample',
    };
  }
}

function degraded(said: Message): PartHealthView {
  return { status: 'degraded', message: said.text, said };
}

/** One that is full can still be read. @param differing sums that the last recount set right */
function databaseHealth(
  answers: boolean,
  full: boolean,
  differing: number,
  { replica, schema }: Pick<Database, 'replica' | 'schema'>,
): HealthView['database'] {
  if (!answers) return { ...degraded(HEALTH.databaseAway({})), status: 'error', replica };
  if (full) return { ...degraded(HEALTH.diskFull({})), replica };
  if (schema.differing > 0) return { ...degraded(HEALTH.schemaDiffers({ count: schema.differing })), replica };
  if (replica?.used === false) return { ...degraded(HEALTH.replicaLeft({})), replica };
  return { ...(differing > 0 ? degraded(HEALTH.figuresDiffered({ count: differing })) : { status: 'ok' }), replica };
}

function ledgerHealth(health: LedgerHealth | null): PartHealthView {
  if (health?.status !== 'up') return degraded(HEALTH.ledgerAway({}));
  return health.trouble === undefined ? { status: 'ok' } : degraded(health.trouble);
}

/** Damaged files are reported but do not count as an outage: lots elsewhere are checked. */
function satelliteHealth(forest: SourceHealth | null): PartHealthView {
  if (forest?.status !== 'up') return degraded(HEALTH.satelliteAway({}));
  const [file, ...others] = forest.damaged ?? [];
  if (file === undefined) return { status: 'ok' };
  const said = HEALTH.filesDamaged({ count: 1 + others.length, file });
  return { status: 'ok', message: said.text, said };
}

function queueHealth(waiting: OutboxStats | null): HealthView['queue'] {
  if (waiting === null) {
    return { ...degraded(HEALTH.queueUnreadable({})), pending: null, failed: null, oldestSeconds: null };
  }
  const { pending, failed, oldestPendingSeconds: oldestSeconds } = waiting;
  const figures = { pending, failed, oldestSeconds };
  if (failed > 0) return { ...degraded(HEALTH.eventsRefused({})), ...figures };
  if (oldestSeconds !== null && oldestSeconds > STUCK_SECONDS) {
    return { ...degraded(HEALTH.eventsWait({})), ...figures };
  }
  return { status: 'ok', ...figures };
}

function jobsHealth(stats: QueueStats | null, refused: boolean): HealthView['jobs'] {
  if (stats === null) {
    return { ...degraded(HEALTH.jobsUncounted({})), waiting: null, exhausted: null, oldestSeconds: null };
  }
  const { waiting, running, exhausted, oldestWaitingSeconds: oldestSeconds } = stats;
  const figures = { waiting, exhausted, oldestSeconds };
  if (exhausted > 0) return { ...degraded(HEALTH.jobsGivenUp({})), ...figures };
  if (refused) return { ...degraded(HEALTH.retentionRefused({})), ...figures };
  // A long queue that is worked on is no trouble.
  if (running === 0 && oldestSeconds !== null && oldestSeconds > JOBS_STUCK_SECONDS) {
    return { ...degraded(HEALTH.jobsWait({})), ...figures };
  }
  return { status: 'ok', ...figures };
}

function signaturesHealth(broken: HealthView['seals']['broken']): HealthView['seals'] {
  return broken.length === 0 ? { status: 'ok', broken } : { ...degraded(HEALTH.sealsBroken({})), broken };
}

function walkHealth(walk: AuditHealth | null): HealthView['walk'] {
  const { at = null, lots = null, differing = null, faults = null, coveredSince = null } = walk?.result ?? {};
  const figures = { at, lots, differing, faults, coveredSince, progress: walk?.progress ?? null };
  if (walk?.putBack === true) return { ...degraded(HEALTH.auditPutBack({})), ...figures };
  if ((differing ?? 0) + (faults ?? 0) > 0) return { ...degraded(HEALTH.auditFoundFaults({})), ...figures };
  if (isOlder(at, WALKED_WITHIN_MS)) return { ...degraded(HEALTH.auditLate({})), ...figures };
  if (isOlder(coveredSince, COVERED_WITHIN_MS)) return { ...degraded(HEALTH.auditIncomplete({})), ...figures };
  return { status: 'ok', ...figures };
}

function isOlder(at: string | null, ms: number): boolean {
  return at !== null && Date.now() - Date.parse(at) > ms;
}

async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), DEADLINE_MS).unref();
  });
  return Promise.race([ask().catch(() => null), late]);
}
