import { randomUUID } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { isUuid, lotIdFromClock, parsePublicLotId } from '../../domain/lot/lotId.ts';
import {
  lotFields,
  type CreateLotValues,
  type LotPatchValues,
  type StageChange,
  type StageReversal,
} from '../../domain/lot/lotInput.ts';
import { mayMoveFarm, mayRevertStage, placeLock, type PlaceLock } from '../../domain/lot/editRules.ts';
import { inScope, mayTouchLot, type Action, type PermissionTable } from '../../domain/access/permissions.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { readContent, warningsOf } from '../../domain/ledger/content.ts';
import { stageBefore } from '../../domain/ledger/stageBefore.ts';
import { STAGE } from '../../domain/messages/stageMessages.ts';
import { isShippingStage, type ShippingGuardMode, type ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import { PLAIN_NUMBERS } from '../../domain/lot/lotNumbering.ts';
import { readNumberForm } from '../cooperative/numbering.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import {
  requireGrant,
  requireUser,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { choosePlots } from '../farms/plotRefs.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { audit, type AuditDetails } from '../../platform/audit-log/audit.ts';
import type { LotState } from '../../domain/ledger/projection.ts';
import { notEditedOf } from '../../domain/lot/inheritedFields.ts';
import type { WeighingValues } from '../../domain/mass/transformationInput.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { forbidden, invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { assertEditQuota } from './editQuota.ts';
import { changedFields, clearFieldsOf, movesPlace, personalFieldsOf, storedPatch } from './lotFields.ts';
import { appendLotEvent, type Actor, type LotEventChange } from './lotEvents.ts';
import { LotEntity, type Lot } from './lot.ts';
import { newLot, registersFor } from './newLot.ts';
import type { LotReader } from './lotReader.ts';
import { assertMatchesEvents } from './matchesEvents.ts';
import { lotView, type LotView } from './lotView.ts';
import { belowUsed, newWeight } from './newWeight.ts';
import { registered, registerLots } from './registration.ts';
import { writeDeliveries } from './deliveries.ts';
import { lowestFreeLotId } from './transfer/lotNumbers.ts';
import { satelliteFields } from './satelliteFields.ts';
import { guardSteps, recordGuarded } from './shipping/shipSteps.ts';
import { judgeStageStep, shippingRisksFor, type FindShippingRisks } from './stageStep.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';

/**
 * Queues a satellite check of a lot in the caller's transaction. @param which 'first': of a lot that the same
 * transaction registers
 */
export type QueueCheck = (em: EntityManager, lotUuid: string, actor: Actor, which?: 'first') => Promise<void>;

/** Whether a person still has to close an alert of a lot. Read in the caller's transaction. */
export type HasOpenAlert = (em: EntityManager, lotUuid: string) => Promise<boolean>;

/**
 * Passes on what changed at lots that others were made of, in the transaction that changes them. @param lotUuids of
 * lots, each used
 */
export type PassOn = (em: EntityManager, lotUuids: readonly string[]) => Promise<void>;

/** Registers lots and moves them through their life; each write is one transaction with its history and ledger event. */
export class LotService {
  readonly #database: Database;
  readonly #reader: LotReader;
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #permissions: PermissionTable;
  readonly #queueCheck: QueueCheck;
  readonly #hasOpenAlert: HasOpenAlert;
  readonly #findShippingRisks: FindShippingRisks;
  readonly #passOn: PassOn;
  readonly #toleranceHundredths: number;
  readonly #shippingGuard: ShippingGuardMode;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    reader: LotReader;
    ledger: Pick<Ledger, 'mspId'>;
    permissions: PermissionTable;
    queueCheck: QueueCheck;
    hasOpenAlert: HasOpenAlert;
    findShippingRisks: FindShippingRisks;
    passOn: PassOn;
    /** of scales and moisture meters, in 0.01 % */
    toleranceHundredths: number;
    shippingGuard: ShippingGuardMode;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#reader = parts.reader;
    this.#ledger = parts.ledger;
    this.#permissions = parts.permissions;
    this.#queueCheck = parts.queueCheck;
    this.#hasOpenAlert = parts.hasOpenAlert;
    this.#findShippingRisks = parts.findShippingRisks;
    this.#passOn = parts.passOn;
    this.#toleranceHundredths = parts.toleranceHundredths;
    this.#shippingGuard = parts.shippingGuard;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Registers a lot as harvested; its recording and its satellite check run afterwards.
   * @throws Refused forbidden (another farm's lot), lot-id-taken (also by a deleted lot)
   */
  async create(caller: Caller, values: CreateLotValues, info: RequestInfo): Promise<LotView> {
    const { user } = requireGrant(this.#permissions, caller, 'create_lot');
    const again = carriedOutTarget('lot');
    if (again !== null) return this.#view(caller, again);
    if (!registersFor(scopeOf(this.#permissions, caller), user, values.farmId))
      throw forbidden(REFUSED.ownFarmOnly({}));
    const actor = actorOf(user, info);
    const at = this.#clock();
    const id = randomUUID();
    const made = await registered({ ...newLot(values, at), id, createdBy: user.userId }, actor, this.#ledger.mspId);
    try {
      const [row] = await this.#database.write(async (em) => {
        const rows = await registerLots(em, [made]);
        const { delivery } = values;
        if (delivery) await writeDeliveries(em, [{ lotId: id, delivery, at, by: user.userId }]);
        await this.#queueCheck(em, id, actor, 'first');
        const details: AuditDetails = delivery ? { deliveryOf: id } : {};
        await audit(em, { caller: user, action: 'lot.created', at, target: { kind: 'lot', id }, info, details });
        return rows;
      });
      if (row === undefined) throw new Error('The lot that was written is not in the answer');
      return lotView(row, at);
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) {
        throw new Refused({ kind: 'lot-id-taken', lotId: values.lotId });
      }
      throw error;
    }
  }

  /**
   * Changes fields of a lot. A patch that changes nothing writes nothing.
   * @param given `version` is the one that was read
   * @throws Refused invalid (what depends on the lot and its plots), not-found, forbidden, stale-version, too-many-requests (so many edits of the lot in 24 hours)
   */
  async update(caller: Caller, idOrLotId: string, given: LotPatchValues, info: RequestInfo): Promise<LotView> {
    const read = await this.#reader.find(scopeOf(this.#permissions, caller), idOrLotId);
    const values = read?.kind === 'derived' ? given : await this.#fromPlots(given, read);
    return this.#change(caller, idOrLotId, 'edit_lot', async (em, lot, user) => {
      if (read === null || !samePlots(read.plots, lot.plots)) {
        throw new Refused({ kind: 'stale-version', currentVersion: lot.version });
      }
      if (lot.kind === 'derived') refuseInherited(given);
      if (values.farmId !== undefined && !mayMoveFarm(user.role)) {
        throw invalid({ field: 'farmId', said: INPUT.farmByAdminOnly({}) });
      }
      if (values.version !== undefined && values.version !== lot.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: lot.version });
      }
      const changed = changedFields(storedPatch(values), lot);
      if (changed.weightGrams !== undefined && changed.weightGrams < lot.usedGrams) {
        throw belowUsed('weight', lot.usedGrams);
      }
      const moves = movesPlace(changed);
      if (moves) {
        await this.#assertPlaceMayChange(em, lot, user, changed.plots === undefined ? 'latitude' : 'plots');
        assertWholePlace({ latMicro: lot.latMicro, lonMicro: lot.lonMicro, ...changed });
      }
      if (Object.keys(changed).length === 0) return;
      const at = this.#clock();
      await assertEditQuota(em, lot.id, at);
      const change: LotEventChange = {
        type: 'edited',
        set: clearFieldsOf(changed),
        personal: personalFieldsOf(changed, lot),
        actor: actorOf(user, info),
        at,
        leftFarmId: changed.farmId === undefined ? null : lot.farmId,
      };
      Object.assign(lot, changed);
      if (moves) {
        lot.deforestationStatus = 'Pending Review';
        Object.assign(lot, satelliteFields([SATELLITE.newPlaceCheckQueued({})]));
        change.set.deforestationStatus = 'Pending Review';
      }
      lot.version += 1;
      await this.#append(em, lot, change);
      if (lot.usedGrams > 0) await this.#passOn(em, [lot.id]);
      const fields = [...Object.keys(change.set), ...Object.keys(change.personal)];
      const target = { kind: 'lot', id: lot.id };
      await audit(em, { caller: user, action: 'lot.edited', target, info, details: { fields } });
      if (moves) await this.#queueCheck(em, lot.id, actorOf(user, info));
    });
  }

  /**
   * Moves a lot to a later stage, with its details, and its weight where it was weighed.
   * @returns the lot, and what spoke against shipping it
   * @throws Refused not-found, forbidden, stage-not-allowed, conflict (nothing is left of the lot); those of `guardSteps` and
   *   `newWeight`
   */
  async updateProcess(
    caller: Caller,
    idOrLotId: string,
    { currentProcess: to, confirmRisks, ...details }: StageChange,
    info: RequestInfo,
  ): Promise<{ lot: LotView; warnings: readonly ShippingWarning[] }> {
    let warnings: readonly ShippingWarning[] | null = null;
    const lot = await this.#change(caller, idOrLotId, 'edit_lot', async (em, locked, user, state) => {
      if (typeof details.qualityChecks?.weight === 'number') requireGrant(this.#permissions, caller, 'combine_lots');
      const risks = await shippingRisksFor(em, to, [locked], this.#findShippingRisks);
      const step = judgeStageStep({ lot: locked, state }, to, details, {
        risks,
        toleranceHundredths: this.#toleranceHundredths,
        withConsignment: false,
      });
      ({ warnings } = step);
      const by = { user, actor: actorOf(user, info), info, at: this.#clock(), org: this.#ledger.mspId };
      const guard = { mode: this.#shippingGuard, given: confirmRisks ?? null };
      const guarded = await guardSteps(em, to, [step], guard, by);
      for (const refusal of guarded.refused.values()) throw refusal;
      await recordGuarded(em, to, guarded, by);
    });
    return { lot, warnings: warnings ?? (await this.#shippedWith(lot.id)) };
  }

  /**
   * Takes back a wrong stage: the lot returns to the one before, with a reason. Readings of the stage stay.
   * @throws Refused not-found, forbidden, stale-version, conflict (it is shipped, in its first stage, or used up)
   */
  async revertStage(caller: Caller, idOrLotId: string, given: StageReversal, info: RequestInfo): Promise<LotView> {
    return this.#change(caller, idOrLotId, 'edit_lot', async (em, lot, user) => {
      if (!mayRevertStage(user.role)) throw forbidden();
      if (given.version !== undefined && given.version !== lot.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: lot.version });
      }
      const from = lot.stage;
      if (isShippingStage(from)) throw new Refused({ kind: 'conflict', said: STAGE.shippedStays({ stage: from }) });
      if (lot.usedGrams >= lot.weightGrams) throw new Refused({ kind: 'conflict', said: MASS.nothingLeft({}) });
      // The row follows from these events: `#change` has compared them.
      const events: { content: string }[] = await em.execute(
        'select content from lot_event where lot_id = ? order by seq',
        [lot.id],
      );
      const to = stageBefore(events.flatMap(({ content }) => readContent(content) ?? []));
      if (to === null) throw new Refused({ kind: 'conflict', said: STAGE.noneBefore({}) });
      const at = this.#clock();
      await assertEditQuota(em, lot.id, at, 'reverted');
      lot.stage = to;
      lot.version += 1;
      const personal = { explanation: given.reason };
      await this.#append(em, lot, { type: 'reverted', set: { stage: to }, personal, actor: actorOf(user, info), at });
      const target = { kind: 'lot', id: lot.id };
      await audit(em, { caller: user, action: 'lot.stage-reverted', target, info, details: { from, to } });
    });
  }

  /**
   * States a lot's weight anew, with moisture; less than before is a loss with its reason.
   * @throws Refused not-found, forbidden, stale-version, too-many-requests (so many weighings of the lot in 24 hours);
   *   `newWeight`'s
   */
  async weigh(caller: Caller, idOrLotId: string, values: WeighingValues, info: RequestInfo): Promise<LotView> {
    return this.#change(caller, idOrLotId, 'combine_lots', async (em, lot, user, state) => {
      if (values.version !== undefined && values.version !== lot.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: lot.version });
      }
      const at = this.#clock();
      const fields = { weight: 'weight', lossReason: 'lossReason', lossNote: 'lossNote' };
      const { columns, set, loss, tolerance, personal } = newWeight(
        lot,
        state,
        values,
        fields,
        this.#toleranceHundredths,
      );
      await assertEditQuota(em, lot.id, at, 'weighed');
      Object.assign(lot, columns);
      lot.version += 1;
      await this.#append(em, lot, {
        type: 'weighed',
        set,
        loss,
        tolerance,
        personal: {
          ...personal,
          location: values.location,
          operatorName: values.operatorName,
          notes: values.notes,
        },
        actor: actorOf(user, info),
        at,
      });
      const target = { kind: 'lot', id: lot.id };
      await audit(em, { caller: user, action: 'lot.weighed', target, info, details: { fields: Object.keys(set) } });
    });
  }

  /**
   * Takes a lot out of every list and public page; its history stays on the ledger and its lotId stays taken.
   * @throws Refused not-found, forbidden, conflict (it was used)
   */
  async delete(caller: Caller, idOrLotId: string, info: RequestInfo): Promise<{ deleted: true; lotId: string }> {
    const again = carriedOutTarget('lot');
    if (again !== null) return { deleted: true, lotId: await this.#lotIdOf(again) };
    const lotId = await this.#locked(caller, idOrLotId, 'delete_lot', async (em, lot, user) => {
      if (lot.usedGrams > 0) {
        throw new Refused({ kind: 'conflict', said: MASS.usedLotStays({ usedKg: kgFromGrams(lot.usedGrams) }) });
      }
      const at = this.#clock();
      lot.deletedAt = at;
      await this.#append(em, lot, { type: 'deleted', set: {}, personal: {}, actor: actorOf(user, info), at });
      await audit(em, { caller: user, action: 'lot.deleted', target: { kind: 'lot', id: lot.id }, info });
      return lot.lotId;
    });
    return { deleted: true, lotId };
  }

  /**
   * A free lot id: the lowest of the cooperative's own numbering; without one LOT and five digits, made from the clock
   * (docs/spec/lots-and-stages.md, 'Lot id').
   */
  async nextLotId(caller: Caller): Promise<string> {
    scopeOf(this.#permissions, caller);
    const form = await readNumberForm(this.#database);
    if (form !== null) return lowestFreeLotId(this.#database, form);
    const now = Date.now();
    const candidates = Array.from({ length: 20 }, (_, i) => lotIdFromClock(new Date(now + i * 7919)));
    const taken = await this.#database.rows<StoredRow<'lot', 'lot_id'>>(
      'select lot_id from lot where lot_id = any($1)',
      [candidates],
    );
    const free = candidates.find((candidate) => !taken.some((row) => row.lot_id === candidate));
    if (free !== undefined) return free;
    return lowestFreeLotId(this.#database, PLAIN_NUMBERS);
  }

  async #lotIdOf(id: string): Promise<string> {
    const row = await this.#database.row<{ lotId: string }>('select lot_id as "lotId" from lot where id = $1', [id]);
    if (row === null) throw notFound('Lot');
    return row.lotId;
  }

  async #change(
    caller: Caller,
    idOrLotId: string,
    action: Action,
    work: (em: EntityManager, lot: Lot, user: UserCaller, state: LotState) => Promise<void>,
  ): Promise<LotView> {
    const again = carriedOutTarget('lot');
    if (again !== null) return this.#view(caller, again);
    const id = await this.#locked(caller, idOrLotId, action, async (em, lot, user, state) => {
      await work(em, lot, user, state);
      return lot.id;
    });
    return this.#view(caller, id);
  }

  /**
   * Runs work on a lot that the caller may see and change, with its row locked. A lot that is not visible is 404 for
   * every action. Farm, stage and deletion decide here, so the row must match the lot's signed events.
   */
  async #locked<T>(
    caller: Caller,
    idOrLotId: string,
    action: Action,
    work: (em: EntityManager, lot: Lot, user: UserCaller, state: LotState) => Promise<T>,
  ): Promise<T> {
    const scope = scopeOf(this.#permissions, caller);
    return this.#database.write(async (em) => {
      await lockCaller(em, requireUser(caller));
      const lot = await em.findOne(
        LotEntity,
        { ...addressed(idOrLotId), deletedAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (lot === null || !inScope(scope, lot.farmId)) throw notFound('Lot');
      const { user } = requireGrant(this.#permissions, caller, action);
      const target = { farmId: lot.farmId, harvested: lot.stage === 'harvested' };
      if (!mayTouchLot(this.#permissions, user, action, target)) throw forbidden();
      return work(em, lot, user, await assertMatchesEvents(em, lot.id));
    });
  }

  /**
   * A change of a lot in its present state, with its plots in stored form and their location.
   * @throws Refused invalid, also for another location of a lot that keeps its plots
   */
  async #fromPlots(given: LotPatchValues, lot: Pick<LotView, 'farmId' | 'plots'> | null): Promise<LotPatchValues> {
    if (lot === null) return given;
    const movesAlone = given.plots === undefined && movesPlace(storedPatch(given));
    const named = movesAlone ? lot.plots : given.plots;
    if (named === undefined) return given;
    // Removed plots are an empty list: the former plots are on the chain.
    if (named === null || named.length === 0) return movesAlone ? given : { ...given, plots: lot.plots && [] };
    const { latitude, longitude, farmId = lot.farmId } = given;
    const [chosen] = await choosePlots(this.#database, [{ farmId, plots: named, latitude, longitude }]);
    if (chosen === undefined) return given;
    if (chosen.faults.length > 0) throw invalid(...chosen.faults);
    return { ...given, ...parseInput(lotPlots, chosen.input) };
  }

  /**
   * The location may be edited only while no alert is open and the lot is not shipped; later only by an admin
   * (docs/spec/plots-and-satellite-checks.md, 'Location').
   */
  async #assertPlaceMayChange(
    em: EntityManager,
    lot: Lot,
    user: UserCaller,
    field: 'latitude' | 'plots',
  ): Promise<void> {
    const lock = placeLock(user.role, {
      stage: lot.stage,
      hasOpenAlert: await this.#hasOpenAlert(em, lot.id),
    });
    if (lock !== null) throw invalid({ field, said: PLACE_LOCKED[lock] });
  }

  async #append(em: EntityManager, lot: Lot, change: LotEventChange): Promise<void> {
    await appendLotEvent(em, lot, change, this.#ledger.mspId);
  }

  /** What spoke against a lot's last stage change when it was made. */
  async #shippedWith(id: string): Promise<readonly ShippingWarning[]> {
    const row = await this.#database.row<StoredRow<'lot_event', 'content'>>(
      `select content from lot_event where lot_id = $1 and type = 'stage' order by seq desc limit 1`,
      [id],
    );
    const content = readContent(row?.content ?? null);
    return content === null ? [] : warningsOf(content);
  }

  async #view(caller: Caller, id: string): Promise<LotView> {
    const view = await this.#reader.find(scopeOf(this.#permissions, caller), id);
    if (view === null) throw notFound('Lot');
    return view;
  }
}

/** @throws Refused invalid, naming the fields of an edit that a derived lot does not take */
function refuseInherited(given: LotPatchValues): void {
  const faults = notEditedOf(Object.keys(given).filter((field) => field !== 'version')).map(({ field, by }) => ({
    field,
    said: by === 'inherited' ? MASS.inheritedField({ field }) : MASS.weighedOnly({ field }),
  }));
  if (faults.length > 0) throw invalid(...faults);
}

/** Whether a lot still has the plots that it was read with. */
function samePlots(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one?.join(' ') === other?.join(' ');
}

const { plots, latitude, longitude } = lotFields('9999-12-31');
/** What plots make of a lot. */
const lotPlots = z.object({ plots, latitude, longitude });

const PLACE_LOCKED: Record<PlaceLock, Message> = {
  shipped: INPUT.shippedPlaceByAdminOnly({}),
  alert: INPUT.alertPlaceByAdminOnly({}),
};

/** The condition for an `{id}`. @throws Refused not-found for an id that is neither a UUID nor a lotId */
function addressed(idOrLotId: string): { id: string } | { lotId: string } {
  if (isUuid(idOrLotId)) return { id: idOrLotId };
  const parsed = parsePublicLotId(idOrLotId);
  if ('fault' in parsed) throw notFound('Lot');
  return { lotId: parsed.lotId };
}

/** One coordinate is no location: after an erasure both must be given. @throws Refused invalid, naming the other one */
function assertWholePlace({ latMicro, lonMicro }: Pick<Lot, 'latMicro' | 'lonMicro'>): void {
  if (latMicro === null) throw invalid({ field: 'latitude', said: INPUT.required({ field: 'latitude' }) });
  if (lonMicro === null) throw invalid({ field: 'longitude', said: INPUT.required({ field: 'longitude' }) });
}

/** Who acts, for history and ledger. */
export function actorOf(user: UserCaller, info: RequestInfo): Actor {
  return {
    userId: user.userId,
    ...(user.via.kind === 'key' ? { keyId: user.via.keyId } : {}),
    role: user.role,
    name: user.name,
    gdprConsent: info.gdprConsent,
    requestId: info.requestId,
  };
}
