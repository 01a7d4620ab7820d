import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { AlertAnswer, AlertFinding, AlertPlace } from '../../domain/ledger/alertFacts.ts';
import type { AlertEventStep, CommittedField } from '../../domain/ledger/content.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { appendLotEvent, eventParts, makeLotEvent, rowsOfEvents, type Actor, type LotEvent } from './lotEvents.ts';
import { LotEntity, type Lot } from './lot.ts';
import type { PassOn } from './lotService.ts';
import { satelliteFields } from './satelliteFields.ts';
import { holdAccountsSql } from '../identity/actingAccount.ts';

/** The result of a finished satellite check. */
export interface SatelliteResult {
  /** null leaves the status as it is */
  status: DeforestationStatus | null;
  /** time of a conclusive check; null for an inconclusive one, which leaves the last conclusive time */
  conclusiveAt: Date | null;
  /** shown with the status */
  said: readonly Message[];
  /** SHA-256 of the stored evidence, hex */
  evidenceHash: string;
}

/** The fields of a locked lot that a check's result needs. */
export type CheckedLot = Pick<
  Lot,
  | 'id'
  | 'lotKey'
  | 'usedGrams'
  | 'headSeq'
  | 'headHash'
  | 'latMicro'
  | 'lonMicro'
  | 'plots'
  | 'deforestationStatus'
  | 'satelliteAt'
>;

/** The result of one of many checks. */
export interface SatelliteRecord {
  lot: CheckedLot;
  result: SatelliteResult;
  actor: Actor;
  at: Date;
}

/** An alert that was raised. */
export interface RaisedAlert {
  /** UUID */
  alertId: string;
  /** UUID of the lot that it was raised on */
  lotId: string;
  at: Date;
}
export type AlertRaised = (em: EntityManager, alert: RaisedAlert) => Promise<void>;

/** A step of an alert for the ledger; unchanged fields are absent. */
export interface AlertStep {
  /** the alert's name on the ledger */
  key: string;
  step: AlertEventStep;
  finding?: AlertFinding;
  place?: AlertPlace;
  answer: AlertAnswer;
  note?: string | null;
}

const HOLD_MAKERS = new PreparedStatement(
  holdAccountsSql('select l.created_by from lot l where l.id = any($1::uuid[])'),
);
const LOCK_FOR_CHECKS = new PreparedStatement<CheckedLot>(
  `select id, lot_key as "lotKey", used_grams as "usedGrams", head_seq as "headSeq", head_hash as "headHash", lat_micro as "latMicro",
     lon_micro as "lonMicro", plots, deforestation_status as "deforestationStatus", satellite_at as "satelliteAt"
   from lot where id = any($1::uuid[]) and deleted_at is null order by id for update`,
);
/** As `appendLotEvent` does for one lot. */
const RECORD_SATELLITES = new PreparedStatement(`with changed as (
    update lot set deforestation_status = r.deforestation_status, satellite_at = r.satellite_at,
      satellite_message = r.satellite_message, satellite_said = r.satellite_said, head_seq = r.head_seq,
      head_hash = r.head_hash, updated_at = r.updated_at,
      ledger_status = case lot.ledger_status when 'recorded' then 'pending' else lot.ledger_status end
    from json_populate_recordset(null::lot, $1::json) r where lot.id = r.id
  ), ${eventParts(2)}
  select from event where false`);

/**
 * The one way by which other features change a lot: inside their transaction, under the lot's row lock, with its event.
 */
export class LotWriter {
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #passOn: PassOn;
  readonly #alertRaised: AlertRaised;

  /**
   * @param follows what else follows in the transaction: `passOn` to the lots that were made of those that change, and
   *   `alertRaised` from a new alert
   */
  constructor(ledger: Pick<Ledger, 'mspId'>, follows: { passOn: PassOn; alertRaised?: AlertRaised }) {
    this.#ledger = ledger;
    this.#passOn = follows.passOn;
    this.#alertRaised = follows.alertRaised ?? (async () => undefined);
  }

  /** Does what follows from an alert that was raised on a locked lot. */
  async followAlert(em: EntityManager, alert: RaisedAlert): Promise<void> {
    await this.#alertRaised(em, alert);
  }

  /**
   * Locks the accounts that created the lots, for callers that may change a lot twice in one transaction, before they
   * lock the first lot (docs/architecture.md, 'Lock order'): for a row that the transaction has already changed,
   * PostgreSQL checks the foreign key again, when an erasure may already hold the account and wait for the lot.
   */
  async lockCreators(em: EntityManager, lotIds: readonly string[]): Promise<void> {
    await HOLD_MAKERS.run(em, [lotIds]);
  }

  /** The lot, its row locked until the transaction ends; null when there is none or it is deleted. */
  async lock(em: EntityManager, id: string): Promise<Lot | null> {
    return em.findOne(LotEntity, { id, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** Lots for the results of their checks, their rows locked until the transaction ends; those that are deleted are missing. */
  async lockForChecks(em: EntityManager, ids: readonly string[]): Promise<CheckedLot[]> {
    return LOCK_FOR_CHECKS.run(em, [ids]);
  }

  /**
   * Writes the results of many checks and their events in one statement. The caller holds the lots' locks; each lot
   * occurs once.
   */
  async recordSatellites(em: EntityManager, records: readonly SatelliteRecord[]): Promise<void> {
    const rows: object[] = [];
    const events: LotEvent[] = [];
    for (const { lot, result, actor, at } of records) {
      const deforestationStatus = result.status ?? lot.deforestationStatus;
      const satelliteAt = result.conclusiveAt ?? lot.satelliteAt;
      const set = satelliteSet({ deforestationStatus, satelliteAt });
      const personal = { evidenceHash: result.evidenceHash };
      const event = await makeLotEvent(lot, { type: 'satellite', set, personal, actor, at }, this.#ledger.mspId);
      const { satelliteMessage, satelliteSaid } = satelliteFields(result.said);
      rows.push({
        id: lot.id,
        deforestation_status: deforestationStatus,
        satellite_at: satelliteAt,
        satellite_message: satelliteMessage,
        satellite_said: satelliteSaid,
        head_seq: event.seq,
        head_hash: event.hash,
        updated_at: at,
      });
      events.push(event);
    }
    await RECORD_SATELLITES.run(em, [JSON.stringify(rows), ...rowsOfEvents(em, events)]);
    const used = records.filter(({ lot }) => lot.usedGrams > 0).map(({ lot }) => lot.id);
    if (used.length > 0) await this.#passOn(em, used);
  }

  /** Writes a satellite check's result and its event. */
  async recordSatellite(em: EntityManager, lot: Lot, result: SatelliteResult, actor: Actor, at: Date): Promise<void> {
    if (result.status !== null) lot.deforestationStatus = result.status;
    if (result.conclusiveAt !== null) lot.satelliteAt = result.conclusiveAt;
    Object.assign(lot, satelliteFields(result.said));
    await this.#append(em, lot, 'satellite', { evidenceHash: result.evidenceHash }, actor, at);
  }

  /** Writes a person's conclusion on an alert and its event. */
  async recordReview(
    em: EntityManager,
    lot: Lot,
    status: DeforestationStatus,
    note: string | null,
    actor: Actor,
    at: Date,
  ): Promise<void> {
    if (lot.deforestationStatus === status && note === null) return;
    lot.deforestationStatus = status;
    await this.#append(em, lot, 'reviewed', { notes: note ?? undefined }, actor, at);
  }

  /** Tells the ledger of a step of one of the lot's alerts. */
  async recordAlert(em: EntityManager, lot: Lot, alert: AlertStep, actor: Actor, at: Date): Promise<void> {
    const { key, step, finding, place, answer, note } = alert;
    const personal = { alertFinding: finding, alertPlace: place, alertAnswer: answer, alertNote: note };
    await appendLotEvent(em, lot, { type: 'alert', key, step, personal, actor, at }, this.#ledger.mspId);
  }

  async #append(
    em: EntityManager,
    lot: Lot,
    type: 'satellite' | 'reviewed',
    personal: Partial<Record<CommittedField, unknown>>,
    actor: Actor,
    at: Date,
  ): Promise<void> {
    const set = type === 'satellite' ? satelliteSet(lot) : { deforestationStatus: lot.deforestationStatus };
    await appendLotEvent(em, lot, { type, set, personal, actor, at }, this.#ledger.mspId);
    if (lot.usedGrams > 0) await this.#passOn(em, [lot.id]);
  }
}

/** The clear fields of a check's event. */
function satelliteSet({ deforestationStatus, satelliteAt }: Pick<Lot, 'deforestationStatus' | 'satelliteAt'>) {
  return { deforestationStatus, satelliteTimestamp: satelliteAt === null ? null : satelliteAt.toISOString() };
}
