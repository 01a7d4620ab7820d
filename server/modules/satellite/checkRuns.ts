import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BaseLogger } from 'pino';
import { raiseFinding } from '../alerts/findings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Outcomes } from '../../platform/jobs/jobsTogether.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { checkMessages } from '../../domain/forest/checkMessage.ts';
import {
  statusAfterCheck,
  type ForestAnswer,
  type ForestConclusion,
  type ForestReading,
} from '../../domain/forest/forest.ts';
import { readingsOf } from '../../domain/forest/forestSources.ts';
import { concludePlots } from '../../domain/forest/forestOfPlots.ts';
import { shownReading } from '../../domain/verification/evidence.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { windowOf, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { canonicalText, sha256, toHex, utf8 } from '../../domain/proof/hashing.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { holdActors } from '../identity/actingAccount.ts';
import type { Actor } from '../lots/lotEvents.ts';
import type { CheckedLot, LotWriter, SatelliteRecord } from '../lots/lotWriter.ts';
import { assertMatchesEvents, lotsUnlikeTheirEvents } from '../lots/matchesEvents.ts';
import { hasOpenAlert, lotsWithAlert } from '../alerts/openAlerts.ts';
import { lossAlertMessages } from './checkTexts.ts';
import { VERSION } from '../../platform/process/version.ts';
import { ForestMonitorAway, type ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import { groundKey, groundsOf, type Ground } from './grounds.ts';
import { noteChecked, putOff } from './recheckRows.ts';
import type { SourceState } from './sourceState.ts';
import { limitConcurrency, type Limiter } from '../../platform/concurrency/limitConcurrency.ts';
import { heldFindings } from './heldFindings.ts';

/** A check that somebody asked for, or the program itself. */
export interface AskedCheck {
  lotUuid: string;
  actor: Actor;
}

/** What one read of the source came to, before it is written. */
interface FinishedRead {
  ground: Ground;
  /** of several plots the first that shows loss, else the first that was read */
  reading: ForestReading | null;
  conclusion: ForestConclusion;
  sample: boolean;
  evidence: string;
  evidenceHash: string;
}

/** A check whose location was read. */
interface ReadCheck {
  asked: AskedCheck;
  finished: FinishedRead;
}

const NO_LOSS = { lossPixels: [], lossYears: [] };

const INSERT_CHECKS =
  new PreparedStatement(`insert into satellite_check (id, lot_id, ended_at, driver, dataset, dataset_version, sample, lat_micro, lon_micro, plots,
    conclusion, reason, evidence, evidence_hash, loss_pixels, loss_years, pixels, tree_cover_2000, confidence)
  select id, lot_id, ended_at, driver, dataset, dataset_version, sample, lat_micro, lon_micro, plots,
    conclusion, reason, evidence, evidence_hash, loss_pixels, loss_years, pixels, tree_cover_2000, confidence
  from json_populate_recordset(null::satellite_check, $1::json)`);

/**
 * Carries out satellite checks: reads the source without holding a transaction, then writes evidence, status, event and
 * alert.
 */
export class CheckRuns {
  readonly #database: Database;
  readonly #monitor: ForestMonitor;
  readonly #state: Pick<SourceState, 'failed'>;
  readonly #lotWriter: LotWriter;
  readonly #log: Pick<BaseLogger, 'info' | 'error'>;
  readonly #findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly #clock: () => Date;
  readonly #onEnded: (lotUuid: string) => void;

  /**
   * @param parts.unsound lots whose record differs from the ledger
   * @param parts.onEnded called for each lot with a written check
   */
  constructor(parts: {
    database: Database;
    monitor: ForestMonitor;
    state: Pick<SourceState, 'failed'>;
    lotWriter: LotWriter;
    log: Pick<BaseLogger, 'info' | 'error'>;
    findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
    clock: () => Date;
    onEnded: (lotUuid: string) => void;
  }) {
    this.#database = parts.database;
    this.#monitor = parts.monitor;
    this.#state = parts.state;
    this.#lotWriter = parts.lotWriter;
    this.#log = parts.log;
    this.#findTampered = parts.findTampered;
    this.#clock = parts.clock;
    this.#onEnded = parts.onEnded;
  }

  /**
   * Runs checks. Results are written in one common transaction; a check that raises an alert, or whose lot has one, has
   * a separate transaction, and so has each check when the common one fails: one that cannot be written does not block
   * the others. Nothing is written for a lot that is deleted, has no location, differs from the ledger, or was moved
   * meanwhile (its move queued another check).
   * @param signal ends the reading; locations read by then are written
   * @returns for each check null, or the error for which it is retried; ForestMonitorAway when the source cannot be
   *   reached: then the lot stays unchanged
   * @throws when the database cannot be read
   */
  async run(asked: readonly AskedCheck[], signal?: AbortSignal): Promise<Outcomes> {
    const outcomes = new Map<AskedCheck, Error>();
    const read = await this.#read(asked, outcomes, signal);
    // If other locations were read, one that cannot be read says nothing about the source.
    if (read.length === 0) await this.#noteAway([...outcomes.values()]);
    for (const check of await this.#writeTogether(read)) {
      await this.#writeAlone(check).catch((error: unknown) => outcomes.set(check.asked, asError(error)));
    }
    return asked.map((check) => outcomes.get(check) ?? null);
  }

  /** Reads the land of checkable lots, equal land once. @param outcomes takes the errors of the others */
  async #read(
    asked: readonly AskedCheck[],
    outcomes: Map<AskedCheck, Error>,
    signal: AbortSignal | undefined,
  ): Promise<ReadCheck[]> {
    const ids = [...new Set(asked.map(({ lotUuid }) => lotUuid))];
    const grounds = await groundsOf(this.#database, ids);
    const findTampered = await this.#findTampered([...grounds.keys()]);
    await this.#putOff(ids.filter((id) => grounds.get(id) === null || findTampered.has(id)));
    const reads = new Map<string, Promise<FinishedRead>>();
    const turn = limitConcurrency(1);
    const readOnce = (ground: Ground): Promise<FinishedRead> => {
      const name = groundKey({ ...ground.place, plots: ground.plots });
      const reading = reads.get(name) ?? this.#readGround(ground, turn, signal);
      reads.set(name, reading);
      return reading;
    };
    const read = asked.map(async (check): Promise<ReadCheck | null> => {
      const { lotUuid } = check;
      const ground = grounds.get(lotUuid);
      if (ground === undefined) return null;
      // Plots that are not those that the lot commits to are no land of its.
      if (ground === null || findTampered.has(lotUuid)) {
        const message = 'A satellite check was not made: the record of its lot differs from the ledger';
        this.#log.error({ lot: lotUuid }, message);
        return null;
      }
      try {
        return { asked: check, finished: await readOnce(ground) };
      } catch (error) {
        outcomes.set(check, asError(error));
        return null;
      }
    });
    return (await Promise.all(read)).filter((check) => check !== null);
  }

  async #noteAway(errors: readonly Error[]): Promise<void> {
    const away = errors.find((error) => error instanceof ForestMonitorAway);
    if (away === undefined) return;
    await this.#state.failed(away).catch((error: unknown) => {
      this.#log.error({ err: error }, 'It could not be noted that the satellite source is away');
    });
  }

  /** Of these no check is made now; they are looked at again the next day. */
  async #putOff(lotUuids: readonly string[]): Promise<void> {
    if (lotUuids.length > 0) await this.#database.write((em) => putOff(em, lotUuids, this.#clock()));
  }

  /** @param turn one location after the other is stored; neighboring ones are read at the same time */
  async #readGround(ground: Ground, turn: Limiter, signal: AbortSignal | undefined): Promise<FinishedRead> {
    await pause();
    const answers = await Promise.all(ground.geometries.map((geometry) => this.#monitor.read(geometry, signal)));
    return turn(async () => {
      await pause();
      return finish(ground, answers, this.#monitor.driver);
    });
  }

  /** Writes checks in one transaction. @returns those that need a separate one */
  async #writeTogether(read: readonly ReadCheck[]): Promise<ReadCheck[]> {
    // A lot twice, since its check was asked for again while the first one waited: one after the other.
    const first = [...new Map(read.toReversed().map((check) => [check.asked.lotUuid, check])).values()];
    const later = read.filter((check) => !first.includes(check));
    if (first.length === 0) return [];
    try {
      const { written, alone } = await this.#database.write((em) => this.#writeFirst(em, first));
      for (const check of first.filter((one) => !alone.has(one))) this.#told(check, written.has(check));
      return [...alone, ...later];
    } catch (error) {
      if (read.length > 1) {
        this.#log.info({ err: error, checks: read.length }, 'Satellite checks could not be written together');
      }
      return [...read];
    }
  }

  /** @returns the written checks, and those to be written separately */
  async #writeFirst(em: EntityManager, checks: readonly ReadCheck[]) {
    const ids = checks.map(({ asked }) => asked.lotUuid);
    await this.#hold(em, checks);
    const locked = new Map((await this.#lotWriter.lockForChecks(em, ids)).map((lot) => [lot.id, lot]));
    const withAlert = await lotsWithAlert(em, ids);
    const differing = await lotsUnlikeTheirEvents(em, [...locked.keys()]);
    const at = this.#clock();
    const alone = new Set<ReadCheck>();
    const records = new Map<ReadCheck, SatelliteRecord>();
    for (const check of checks) {
      const { asked, finished } = check;
      const lot = locked.get(asked.lotUuid);
      if (lot === undefined || !isFrom(lot, finished.ground)) continue;
      const lotStatus = lot.deforestationStatus;
      const noAlert = { openAlerts: false, heldFindings: [] };
      const { status, raiseAlert } = statusAfterCheck({ conclusion: finished.conclusion, lotStatus, ...noAlert });
      // A lot that differs fails alone, and the others are written.
      if (raiseAlert || withAlert.has(lot.id) || differing.has(lot.id)) alone.add(check);
      else records.set(check, { lot, result: resultOf(finished, status, at), actor: asked.actor, at });
    }
    const written = new Set(records.keys());
    if (written.size > 0) {
      await this.#insertChecks(
        em,
        [...written].map((check) => ({ id: randomUUID(), at, check })),
      );
      await this.#lotWriter.recordSatellites(em, [...records.values()]);
    }
    return { written, alone };
  }

  async #writeAlone(check: ReadCheck): Promise<void> {
    const { asked, finished } = check;
    const written = await this.#database.write(async (em) => {
      await this.#hold(em, [check]);
      const lot = await this.#lotWriter.lock(em, asked.lotUuid);
      if (lot === null || !isFrom(lot, finished.ground)) return false;
      await assertMatchesEvents(em, lot.id);
      const { ground, reading, conclusion } = finished;
      const { status, raiseAlert } = statusAfterCheck({
        conclusion,
        lotStatus: lot.deforestationStatus,
        openAlerts: await hasOpenAlert(em, lot.id),
        heldFindings: await heldFindings(
          em,
          lot.id,
          ground,
          reading && readingsOf(reading).map(({ dataset }) => dataset),
        ),
      });
      const at = this.#clock();
      const checkId = randomUUID();
      await this.#insertChecks(em, [{ id: checkId, at, check }]);
      await this.#lotWriter.recordSatellite(em, lot, resultOf(finished, status, at), asked.actor, at);
      if (!raiseAlert || reading === null) return true;
      const { lossPixels, lossYears } = conclusion.kind === 'loss' ? conclusion : NO_LOSS;
      await raiseFinding(em, this.#lotWriter, lot, {
        checkId,
        place: ground.place,
        dataset: reading.dataset,
        datasetVersion: reading.datasetVersion,
        lossPixels,
        ...lossAlertMessages(ground, conclusion.pixels, reading, lossPixels, lossYears),
        at,
      });
      return true;
    });
    this.#told(check, written);
  }

  /** Accounts are held before any lot is locked (docs/architecture.md, 'Lock order'). */
  async #hold(em: EntityManager, checks: readonly ReadCheck[]): Promise<void> {
    await holdActors(
      em,
      checks.map(({ asked }) => asked.actor),
    );
    await this.#lotWriter.lockCreators(
      em,
      checks.map(({ asked }) => asked.lotUuid),
    );
  }

  #told({ asked: { lotUuid } }: ReadCheck, written: boolean): void {
    if (written) this.#onEnded(lotUuid);
    else this.#log.info({ lot: lotUuid }, 'A satellite check was given up: its lot was moved or deleted meanwhile');
  }

  async #insertChecks(em: EntityManager, made: readonly { id: string; at: Date; check: ReadCheck }[]): Promise<void> {
    const rows = made.map(({ id, at, check: { asked, finished } }) => {
      const { ground, reading, conclusion, sample, evidence, evidenceHash } = finished;
      const { lossPixels, lossYears } = conclusion.kind === 'loss' ? conclusion : NO_LOSS;
      return {
        id,
        lot_id: asked.lotUuid,
        ended_at: at,
        driver: this.#monitor.driver,
        dataset: reading?.dataset ?? '',
        dataset_version: reading?.datasetVersion ?? '',
        sample,
        lat_micro: ground.place.latMicro,
        lon_micro: ground.place.lonMicro,
        plots: ground.plots,
        conclusion: conclusion.kind,
        reason: conclusion.kind === 'inconclusive' ? conclusion.reason.text : null,
        evidence,
        evidence_hash: evidenceHash,
        loss_pixels: lossPixels.length,
        loss_years: lossYears,
        pixels: conclusion.pixels,
        tree_cover_2000: conclusion.treeCover2000 === null ? null : Math.round(conclusion.treeCover2000),
        confidence: conclusion.confidence,
      };
    });
    await INSERT_CHECKS.run(em, [JSON.stringify(rows)]);
    const noted = made.map(({ at, check }) => ({ lotUuid: check.asked.lotUuid, at, damaged: isDamaged(check) }));
    await noteChecked(em, noted, this.#monitor.source);
  }
}

/** Whether a lot is still from the land that was read. */
function isFrom(lot: Pick<CheckedLot, 'latMicro' | 'lonMicro' | 'plots'>, { place, plots }: Ground): boolean {
  return groundKey(lot) === groundKey({ ...place, plots });
}

function resultOf(
  { conclusion, sample, evidenceHash }: FinishedRead,
  status: SatelliteRecord['result']['status'],
  at: Date,
): SatelliteRecord['result'] {
  const conclusiveAt = conclusion.kind === 'inconclusive' ? null : at;
  return { status, conclusiveAt, said: checkMessages(conclusion, sample), evidenceHash };
}

/** Files may be whole again the next day. */
function isDamaged({ finished: { conclusion } }: ReadCheck): boolean {
  return conclusion.kind === 'inconclusive' && conclusion.reason.code === SATELLITE.damagedData.code;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Concludes answers, one for each plot, and puts down their evidence: everything that was read, as canonical JSON, and its SHA-256. */
async function finish(
  ground: Ground,
  answers: readonly ForestAnswer[],
  driver: ForestMonitor['driver'],
): Promise<FinishedRead> {
  const readings = answers.map(({ reading }) => reading).filter((reading) => reading !== null);
  const sample = readings[0]?.sample ?? driver === 'sample';
  const parts = answers.map((answer, i) => evidenceOf(answer, ground.geometries[i]));
  const [only] = parts;
  const evidence = canonicalText({
    ...(parts.length === 1 ? only : { plots: parts }),
    driver,
    sample,
    program: VERSION,
  });
  const conclusion = concludePlots(answers);
  return {
    ground,
    reading: shownReading(answers),
    conclusion,
    sample,
    evidence,
    evidenceHash: toHex(await sha256(utf8(evidence))),
  };
}

function evidenceOf(answer: ForestAnswer, geometry: Geometry | undefined): object {
  const { reading } = answer;
  return {
    ...(reading ?? (geometry === undefined ? {} : { window: windowOf(geometry) })),
    ...(answer.kind === 'unreadable' ? { reason: answer.reason.text } : {}),
  };
}
