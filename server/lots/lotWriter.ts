import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeforestationStatus } from '../domain/deforestation.ts';
import type { AlertAnswer, AlertFinding, AlertPlace } from '../domain/ledger/alertFacts.ts';
import type { AlertEventStep, CommittedField } from '../domain/ledger/content.ts';
import type { Said } from '../domain/said/said.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { appendLotEvent, type Actor } from './lotEvents.ts';
import { LotEntity, type Lot } from './lot.ts';
import { satelliteSays } from './satelliteSays.ts';

/** What a finished satellite check says of a lot. */
export interface SatelliteResult {
  /** null leaves the status as it is */
  status: DeforestationStatus | null;
  /** time of a conclusive check; null for an inconclusive one, which leaves the last conclusive time */
  conclusiveAt: Date | null;
  /** shown with the status */
  said: readonly Said[];
  /** SHA-256 of the stored evidence, hex */
  evidenceHash: string;
}

/** A step of an alert as the ledger is told of it; what it does not change is left out. */
export interface AlertStep {
  /** the alert's name on the ledger */
  key: string;
  step: AlertEventStep;
  finding?: AlertFinding;
  place?: AlertPlace;
  answer: AlertAnswer;
  note?: string | null;
}

/**
 * The one way by which other features change a lot: inside their transaction, under the lot's row lock, with its event.
 */
export class LotWriter {
  readonly #ledger: Pick<Ledger, 'mspId'>;

  constructor(ledger: Pick<Ledger, 'mspId'>) {
    this.#ledger = ledger;
  }

  /**
   * Holds the accounts still that registered lots, for whoever may change a lot twice in one transaction, before they lock the
   * first of them (docs/architecture.md, 'The order of locks'): of a row that the same transaction has changed before,
   * PostgreSQL looks up the foreign key again, and an erasure may by then hold the account and wait for the lot.
   */
  async holdMakers(em: EntityManager, lotIds: readonly string[]): Promise<void> {
    await em.execute(
      `select 1 from app_user where id in (
         select l.created_by from lot l where l.id in (select value::uuid from json_array_elements_text(?::json)))
       order by id for key share`,
      [JSON.stringify(lotIds)],
    );
  }

  /** The lot, its row locked until the transaction ends; null when there is none or it is deleted. */
  async lock(em: EntityManager, id: string): Promise<Lot | null> {
    return em.findOne(LotEntity, { id, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** Writes a satellite check's result and its event. */
  async recordSatellite(em: EntityManager, lot: Lot, result: SatelliteResult, actor: Actor, at: Date): Promise<void> {
    if (result.status !== null) lot.deforestationStatus = result.status;
    if (result.conclusiveAt !== null) lot.satelliteAt = result.conclusiveAt;
    Object.assign(lot, satelliteSays(result.said));
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
    const set =
      type === 'satellite'
        ? {
            deforestationStatus: lot.deforestationStatus,
            satelliteTimestamp: lot.satelliteAt === null ? null : lot.satelliteAt.toISOString(),
          }
        : { deforestationStatus: lot.deforestationStatus };
    await appendLotEvent(em, lot, { type, set, personal, actor, at }, this.#ledger.mspId);
  }
}
