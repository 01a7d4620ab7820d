import { EventEmitter, once } from 'node:events';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outcomes } from '../../platform/jobs/jobsTogether.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { Confidence } from '../../domain/forest/forest.ts';
import { mayTouchLot, type PermissionTable } from '../../domain/access/permissions.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { storedMessages } from '../../domain/messages/registry.ts';
import { microFromDegrees } from '../../domain/text/units.ts';
import { requireUser, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { SYSTEM, type Actor } from '../lots/lotEvents.ts';
import { actorOf } from '../lots/lotService.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { LotView } from '../lots/lotView.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { forbidden, invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { CHECK_TASK, jobKey, jobOf } from './checkJob.ts';
import { CheckRuns, type AskedCheck } from './checkRuns.ts';
import type { ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import type { SourceState } from './sourceState.ts';
import { originIdsOf } from '../transformations/originIds.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

/**
 * How long a person waits for a check before the answer says that it is queued
 * (docs/spec/plots-and-satellite-checks.md, 'Running a check').
 */
const WAIT_MS = 8_000;
/** Another process may run the check, so its end is also looked for in the database. */
const LOOK_MS = 250;
/** Requested checks run first. */
const IMPORT_PRIORITY = 5;

/** The newest check of a lot (`satelliteData`); null where nothing was read yet. */
export interface SatelliteDataView {
  /** the lot's deforestation status */
  status: DeforestationStatus;
  driver: string;
  dataset: string | null;
  datasetVersion: string | null;
  /** ISO 8601, UTC */
  checkedAt: string | null;
  /** degrees: west, south, east, north */
  window: number[] | null;
  pixels: number | null;
  lossPixelsAfterCutoff: number | null;
  /** calendar years */
  lossYears: number[] | null;
  /** mean canopy cover in 2000, whole percent */
  treeCover2000: number | null;
  confidence: Confidence | null;
  /** SHA-256, hex */
  evidenceHash: string | null;
  message: string | null;
  /** the same as messages */
  said: Message[];
  /** of a check that waits, while the source is away: since when, and why; else empty */
  sourceSaid: Message[];
}

interface CheckRow {
  status: DeforestationStatus;
  message: string | null;
  said: unknown;
  driver: string | null;
  dataset: string | null;
  datasetVersion: string | null;
  endedAt: Date | null;
  window: number[] | null;
  pixels: number | null;
  lossPixels: number | null;
  lossYears: number[] | null;
  treeCover: number | null;
  confidence: Confidence | null;
  evidenceHash: string | null;
}

const NEWEST_CHECK = `select l.deforestation_status as status, l.satellite_message as message,
    l.satellite_said as said, c.driver, c.dataset,
    c.dataset_version as "datasetVersion", c.ended_at as "endedAt", nullif(c.evidence, '')::json -> 'window' as window,
    c.pixels, c.loss_pixels as "lossPixels", c.loss_years as "lossYears", c.tree_cover_2000 as "treeCover",
    c.confidence, c.evidence_hash as "evidenceHash"
  from ${ALL_LOTS} l left join lateral (select * from satellite_check where lot_id = l.id order by ended_at desc limit 1) c on true
  where l.id = $1`;

/**
 * Checks lots by satellite, as jobs, and keeps the evidence (docs/spec/plots-and-satellite-checks.md, 'Running a
 * check').
 */
export class SatelliteService {
  readonly #database: Database;
  readonly #monitor: ForestMonitor;
  readonly #state: Pick<SourceState, 'failed' | 'said'>;
  readonly #lots: Pick<AuthorizedLots, 'find'>;
  readonly #runs: CheckRuns;
  readonly #jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
  readonly #permissions: PermissionTable;
  readonly #findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly #clock: () => Date;
  readonly #waitMs: number;
  /** emits a lot's UUID when a check of it was written by this process */
  readonly #ended = new EventEmitter().setMaxListeners(0);

  constructor(parts: {
    database: Database;
    monitor: ForestMonitor;
    state: Pick<SourceState, 'failed' | 'said'>;
    lots: Pick<AuthorizedLots, 'find'>;
    lotWriter: LotWriter;
    jobs: Pick<JobQueue, 'enqueue' | 'enqueueAll'>;
    permissionTable: PermissionTable;
    log: Pick<BaseLogger, 'info' | 'error'>;
    /**
     * lots whose record differs from the ledger: no check starts from a location that was changed outside of the
     * program
     */
    findTampered?: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
    clock?: () => Date;
    /** for `checkNow`, 8 s by default */
    waitMs?: number;
  }) {
    this.#database = parts.database;
    this.#monitor = parts.monitor;
    this.#state = parts.state;
    this.#lots = parts.lots;
    this.#jobs = parts.jobs;
    this.#permissions = parts.permissionTable;
    this.#findTampered = parts.findTampered ?? (async () => new Set());
    this.#clock = parts.clock ?? (() => new Date());
    this.#waitMs = parts.waitMs ?? WAIT_MS;
    const { database, monitor, state, lotWriter, log } = parts;
    const onEnded = (lotUuid: string): boolean => this.#ended.emit(lotUuid);
    this.#runs = new CheckRuns({
      database,
      monitor,
      state,
      lotWriter,
      log,
      findTampered: this.#findTampered,
      clock: this.#clock,
      onEnded,
    });
  }

  /** Whether results come from made-up data, which is stated wherever they are shown. */
  get sampleData(): boolean {
    return this.#monitor.driver === 'sample';
  }

  /**
   * Queues a check in the caller's transaction: a lot's first one, after a change of place, or on request. One waits for
   * each lot; one that already runs is followed by another.
   * @param which 'first': of a lot that the same transaction registers
   */
  async queueCheck(
    em: EntityManager,
    lotUuid: string,
    requestedBy: Actor = SYSTEM,
    which: 'first' | 'again' = 'again',
  ): Promise<void> {
    const options = { jobKey: jobKey(lotUuid), isFirst: which === 'first' };
    await this.#jobs.enqueue(em, CHECK_TASK, jobOf(lotUuid, requestedBy), options);
  }

  /** Queues the first checks of many new lots, in the caller's transaction; checks that someone waits for run before them. */
  async queueChecks(em: EntityManager, lotUuids: readonly string[], requestedBy: Actor): Promise<void> {
    const jobs = lotUuids.map((lotUuid) => ({ payload: jobOf(lotUuid, requestedBy), jobKey: jobKey(lotUuid) }));
    await this.#jobs.enqueueAll(em, CHECK_TASK, jobs, IMPORT_PRIORITY);
  }

  /** Runs one check. @throws errors for which its job is retried (`CheckRuns.run`) */
  async runCheck(lotUuid: string, actor: Actor): Promise<void> {
    const [outcome] = await this.runChecks([{ lotUuid, actor }]);
    if (outcome) throw outcome;
  }

  /** Runs checks of lots, together where possible (`CheckRuns.run`). */
  runChecks(asked: readonly AskedCheck[], signal?: AbortSignal): Promise<Outcomes> {
    return this.#runs.run(asked, signal);
  }

  /** The message about waiting lots while the source cannot be reached; else null. */
  async sourceAway(): Promise<Message | null> {
    return (await this.#state.said())[0] ?? null;
  }

  /**
   * Checks a lot now, and waits a while for the result. Without one in time the answer is the present state with the
   * message 'Check queued'; the check continues.
   * @param place degrees; must equal the stored place to six decimals; a derived lot has none, and its origins are checked
   * @returns the lot and its newest check
   * @throws Refused unauthenticated, not-found, forbidden, invalid, conflict (the lot differs from the ledger, so it
   *   would not be checked)
   */
  async checkNow(
    caller: Caller,
    idOrLotId: string,
    place: GivenPlace,
    info: RequestInfo,
  ): Promise<{ lot: LotView; satelliteData: SatelliteDataView }> {
    const user = requireUser(caller);
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) throw notFound('Lot');
    const target = { farmId: lot.farmId, harvested: lot.currentProcess === 'harvested' };
    if (!mayTouchLot(this.#permissions, user, 'refresh_satellite', target)) throw forbidden();
    if (lot.kind === 'origin') assertSamePlace(lot, place);
    if ((await this.#findTampered([lot.id])).has(lot.id))
      throw new Refused({ kind: 'conflict', said: REFUSED.uncheckableLot({}) });

    const queued = SATELLITE.checkQueued({});
    if (lot.kind === 'derived') {
      const origins = await originIdsOf(this.#database, lot.id);
      await this.#database.write((em) => this.queueChecks(em, origins, actorOf(user, info)));
      return { lot, satelliteData: await this.#whileQueued(lot.id, queued) };
    }
    const patience = AbortSignal.timeout(this.#waitMs);
    const before = await this.#checksOf(lot.id);
    await this.#database.write((em) => this.queueCheck(em, lot.id, actorOf(user, info)));
    const ended = await this.#waitForCheck(lot.id, before, patience);
    const [checked, newest] = await Promise.all([this.#lots.find(caller, lot.id), this.#newest(lot.id)]);
    if (checked === null) throw notFound('Lot');
    if (ended) return { lot: checked, satelliteData: newest };
    return { lot: checked, satelliteData: await this.#whileQueued(lot.id, queued) };
  }

  /** The newest check, while another one waits. */
  async #whileQueued(lotUuid: string, queued: Message): Promise<SatelliteDataView> {
    const [newest, sourceSaid] = await Promise.all([this.#newest(lotUuid), this.#state.said()]);
    return { ...newest, message: queued.text, said: [queued], sourceSaid };
  }

  /** Counted, not compared by time: the process that runs the check has a clock of its own. */
  async #checksOf(lotUuid: string): Promise<number> {
    const row = await this.#database.row<{ count: number }>(
      'select count(*) as count from satellite_check where lot_id = $1',
      [lotUuid],
    );
    return row?.count ?? 0;
  }

  async #waitForCheck(lotUuid: string, before: number, patience: AbortSignal): Promise<boolean> {
    while (!patience.aborted) {
      const look = AbortSignal.any([patience, AbortSignal.timeout(LOOK_MS)]);
      const endedHere = once(this.#ended, lotUuid, { signal: look }).catch(() => undefined);
      if ((await this.#checksOf(lotUuid)) > before) return true;
      await endedHere;
    }
    return (await this.#checksOf(lotUuid)) > before;
  }

  async #newest(lotUuid: string): Promise<SatelliteDataView> {
    const row = await this.#database.row<CheckRow>(NEWEST_CHECK, [lotUuid]);
    if (row === null) throw notFound('Lot');
    return {
      status: row.status,
      driver: row.driver ?? this.#monitor.driver,
      dataset: row.dataset || null,
      datasetVersion: row.datasetVersion || null,
      checkedAt: row.endedAt?.toISOString() ?? null,
      window: row.window,
      pixels: row.pixels,
      lossPixelsAfterCutoff: row.lossPixels,
      lossYears: row.lossYears,
      treeCover2000: row.treeCover,
      confidence: row.confidence,
      evidenceHash: row.evidenceHash,
      message: row.message,
      said: storedMessages(row.said, row.message),
      sourceSaid: [],
    };
  }
}

/** Degrees; null for a lot that has no place. */
interface GivenPlace {
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/** @throws Refused invalid, naming the coordinates that differ */
function assertSamePlace(lot: LotView, place: GivenPlace): void {
  const differing = (['latitude', 'longitude'] as const).filter((field) => {
    const stored = lot[field];
    const given = place[field] ?? null;
    return stored === null || given === null || microFromDegrees(stored) !== microFromDegrees(given);
  });
  if (differing.length === 0) return;
  throw invalid(...differing.map((field) => ({ field, said: INPUT.anotherPlace({ field }) })));
}
