import { randomBytes, randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inScope, type PermissionTable } from '../../domain/access/permissions.ts';
import type { ClearFields, Formation } from '../../domain/ledger/content.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { VARIETIES } from '../../domain/lot/cacao.ts';
import type { TransformationValues } from '../../domain/mass/transformationInput.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { requireGrant, scopeOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { makeLotEvent, type Actor, type LotEvent } from '../lots/lotEvents.ts';
import { actorOf } from '../lots/lotService.ts';
import { takenLotIds } from '../lots/lotIds.ts';
import { lockLots, makeMovement, writeTransfer, type MadeMovement } from '../lots/lotTransfer.ts';
import { lotsByTheirEvents } from '../lots/matchesEvents.ts';
import { derivedLot, type RegisteredLot } from '../lots/newLot.ts';
import { closureOf, closureParts, closureValues, type Closure } from './originClosure.ts';
import { plotsAboveLimit, type PlotAbove } from './plotYields.ts';
import { planTransformation, type PlannedOutput, type TransformationPlan } from './transformationPlan.ts';
import type { TransformationReader } from './transformationReader.ts';
import type { TransformationView } from './transformationView.ts';

/** Queues that new lots take over what changed at their origins while they were made, in the caller's transaction. */
export type InheritAgain = (em: EntityManager, lotIds: readonly string[]) => Promise<void>;

/** A new lot with its first event. */
interface FormedLot {
  lot: RegisteredLot;
  event: LotEvent;
}

const WRITE = new PreparedStatement(
  `with made as (
    insert into transformation (id, key, step, at, recorded_at, input_grams, output_grams, loss_grams, loss_reason,
      least_hundredths, most_hundredths, plots_above)
    select id, key, step, at, recorded_at, input_grams, output_grams, loss_grams, loss_reason, least_hundredths,
      most_hundredths, plots_above from json_populate_recordset(null::transformation, $1::json)
  ), inputs as (
    insert into transformation_input (transformation_id, lot_id, grams, event_id)
    select transformation_id, lot_id, grams, event_id from json_populate_recordset(null::transformation_input, $2::json)
  ), outputs as (
    insert into transformation_output (transformation_id, lot_id, grams, event_id)
    select transformation_id, lot_id, grams, event_id from json_populate_recordset(null::transformation_output, $3::json)
  ), ${closureParts(4)}
  select where false`,
);

/** Makes new lots out of parts of others (docs/spec/mass-balance.md). Each is one transaction, here and on the ledger. */
export class TransformationService {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #permissions: PermissionTable;
  readonly #reader: TransformationReader;
  readonly #inheritAgain: InheritAgain;
  readonly #limits: { scaleToleranceHundredths: number; plotYieldLimitKg: number };
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    ledger: Pick<Ledger, 'mspId'>;
    permissions: PermissionTable;
    reader: TransformationReader;
    inheritAgain: InheritAgain;
    limits: { scaleToleranceHundredths: number; plotYieldLimitKg: number };
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#permissions = parts.permissions;
    this.#reader = parts.reader;
    this.#inheritAgain = parts.inheritAgain;
    this.#limits = parts.limits;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Takes parts of lots and makes new lots of them: all of it or nothing, in the same few statements for any number.
   * @throws Refused unauthenticated, forbidden, lot-id-taken (naming the output); `planTransformation`'s
   */
  async record(caller: Caller, values: TransformationValues, info: RequestInfo): Promise<TransformationView> {
    requireGrant(this.#permissions, caller, 'combine_lots');
    const again = carriedOutTarget('transformation');
    if (again !== null) return this.#reader.find(caller, again);
    const id = await this.#writing(values, (em) => this.write(em, caller, values, info));
    return this.#reader.find(caller, id);
  }

  /**
   * Records a transformation in the caller's transaction. @returns its UUID
   * @throws Refused as `record`; UniqueConstraintViolationException for a lot id that was taken meanwhile
   */
  async write(em: EntityManager, caller: Caller, values: TransformationValues, info: RequestInfo): Promise<string> {
    const { user } = requireGrant(this.#permissions, caller, 'combine_lots');
    await lockCaller(em, user);
    const plan = await this.#plan(em, caller, values);
    const at = this.#clock();
    const actor = actorOf(user, info);
    const id = randomUUID();
    const key = randomBytes(16).toString('hex');
    const movements = await this.#movements(plan, { transfer: key, actor, at });
    const formed = await this.#formed(plan, movements, { values, user, key, actor, at });
    const closure = await closureOf(em, plan.inputs);
    const originIds = plan.inputs.filter(({ lot }) => lot.kind === 'origin').map(({ lot }) => lot.id);
    const above = await plotsAboveLimit(em, originIds, this.#limits.plotYieldLimitKg);
    await writeTransfer(em, movements, formed, at);
    await this.#writeRows(em, { id, key, values, plan, movements, formed, closure, above, at });
    const lots = formed.map(({ lot }) => lot.id);
    // Origins further back are not locked: what changed at them meanwhile is taken over afterwards.
    if (closure.ancestors.length > 0) await this.#inheritAgain(em, lots);
    await audit(em, {
      caller: user,
      action: 'transformation.recorded',
      target: { kind: 'transformation', id },
      info,
      details: {
        step: values.step,
        inputs: movements.length,
        outputs: formed.length,
        explained: plan.expected !== null,
        plotsAbove: above.length,
      },
    });
    return id;
  }

  async #plan(em: EntityManager, caller: Caller, values: TransformationValues): Promise<TransformationPlan> {
    const scope = scopeOf(this.#permissions, caller);
    const locked = await lockLots(
      em,
      values.inputs.map(({ lot }) => lot),
    );
    if (!locked.every(({ farmId }) => inScope(scope, farmId))) throw notFound('Lot');
    const states = await lotsByTheirEvents(
      em,
      locked.map(({ id }) => id),
    );
    return planTransformation(values, locked, states, this.#limits.scaleToleranceHundredths);
  }

  #movements(
    { inputs }: TransformationPlan,
    { transfer, actor, at }: { transfer: string; actor: Actor; at: Date },
  ): Promise<MadeMovement[]> {
    const of = { transfer, consignment: null, actor, at };
    return Promise.all(inputs.map(({ lot, grams }) => makeMovement({ lot, grams }, of, this.#ledger.mspId)));
  }

  /** The new lots. Each event names all inputs by their newest events, so these are made before. */
  async #formed(
    plan: TransformationPlan,
    movements: readonly MadeMovement[],
    made: { values: TransformationValues; user: UserCaller; key: string; actor: Actor; at: Date },
  ): Promise<FormedLot[]> {
    const { values, user, key, actor, at } = made;
    const { loss } = values;
    const lots = plan.outputs.map((output) => ({
      ...newDerivedLot(plan, output, at),
      id: randomUUID(),
      createdBy: user.userId,
    }));
    const formation: Formation = {
      step: values.step,
      inputs: movements.map(({ lot, grams, event }) => ({ key: lot.lotKey, seq: event.seq, hash: event.hash, grams })),
      outputs: lots.map(({ lotKey, weightGrams }) => ({ key: lotKey, grams: weightGrams })),
      loss: lossOf(plan.lossGrams, loss.reason),
      tolerance: this.#limits.scaleToleranceHundredths,
    };
    const personal = {
      location: values.place,
      operatorName: values.operatorName,
      notes: values.notes,
      lossNote: loss.note,
      explanation: values.explanation,
      stageTimes: values.at === undefined ? undefined : [null, values.at.toISOString()],
    };
    return Promise.all(
      lots.map(async (lot) => {
        const change = { type: 'formed', transfer: key, formation, set: formedSet(lot), personal, actor, at } as const;
        const event = await makeLotEvent(lot, change, this.#ledger.mspId);
        return { lot: { ...lot, headSeq: event.seq, headHash: event.hash }, event };
      }),
    );
  }

  async #writeRows(
    em: EntityManager,
    written: {
      id: string;
      key: string;
      values: TransformationValues;
      plan: TransformationPlan;
      movements: readonly MadeMovement[];
      formed: readonly FormedLot[];
      closure: Closure;
      above: readonly PlotAbove[];
      at: Date;
    },
  ): Promise<void> {
    const { id, key, values, plan, movements, formed, closure, above, at } = written;
    const row = {
      id,
      key,
      step: values.step,
      at: values.at ?? at,
      recorded_at: at,
      input_grams: plan.inputs.reduce((sum, { grams }) => sum + grams, 0),
      output_grams: plan.outputs.reduce((sum, { grams }) => sum + grams, 0),
      loss_grams: plan.lossGrams,
      loss_reason: plan.lossGrams === 0 ? null : values.loss.reason,
      least_hundredths: plan.expected?.leastHundredths ?? null,
      most_hundredths: plan.expected?.mostHundredths ?? null,
      plots_above: above,
    };
    const inputs = movements.map(({ lot, grams, event }) => partRow(id, lot.id, grams, event));
    const outputs = formed.map(({ lot, event }) => partRow(id, lot.id, lot.weightGrams, event));
    const lotIds = formed.map(({ lot }) => lot.id);
    const json = [[row], inputs, outputs].map((rows) => JSON.stringify(rows));
    await WRITE.run(em, [...json, ...closureValues(lotIds, closure)]);
  }

  async #writing(values: TransformationValues, work: (em: EntityManager) => Promise<string>): Promise<string> {
    try {
      return await this.#database.write(work);
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      const taken = await takenLotIds(
        this.#database,
        values.outputs.map(({ lotId }) => lotId),
      );
      const at = values.outputs.findIndex(({ lotId }) => taken.has(lotId));
      const lotId = values.outputs[at]?.lotId;
      if (lotId === undefined) throw error;
      const details = [fieldMessage(`outputs.${at}.lotId`, REFUSED.lotIdTaken({ lotId }))];
      throw new Refused({ kind: 'lot-id-taken', lotId, details });
    }
  }
}

function partRow(transformationId: string, lotId: string, grams: number, { eventId }: LotEvent) {
  return { transformation_id: transformationId, lot_id: lotId, grams, event_id: eventId };
}

function lossOf(grams: number, reason: TransformationValues['loss']['reason']): Formation['loss'] {
  return grams === 0 || reason === undefined ? null : { grams, reason };
}

function newDerivedLot({ inherited }: TransformationPlan, output: PlannedOutput, at: Date) {
  const { harvestDate, harvestUntil } = inherited;
  return derivedLot(
    {
      lotId: output.lotId,
      variety: VARIETIES.find((variety) => variety === inherited.variety) ?? 'Other',
      harvestDate,
      harvestUntil: harvestUntil === harvestDate ? null : harvestUntil,
      certifications: inherited.certifications,
      isAnonymized: inherited.isAnonymized,
      deforestationStatus: inherited.deforestationStatus,
      satelliteAt: inherited.satelliteAt,
      stage: output.stage,
      weightGrams: output.grams,
      moistureHundredths: output.moistureHundredths,
      temperatureHundredths: output.temperatureHundredths,
      qualityTenths: output.qualityTenths,
    },
    at,
  );
}

/** What the first event of a derived lot says in the clear. */
function formedSet(lot: RegisteredLot): ClearFields {
  return {
    lotId: lot.lotId,
    variety: lot.variety,
    harvestDate: lot.harvestDate,
    harvestUntil: lot.harvestUntil,
    stage: lot.stage,
    weightGrams: lot.weightGrams,
    moistureHundredths: lot.moistureHundredths,
    temperatureHundredths: lot.temperatureHundredths,
    qualityTenths: lot.qualityTenths,
    certifications: lot.certifications,
    isAnonymized: lot.isAnonymized,
    deforestationStatus: lot.deforestationStatus,
    satelliteTimestamp: lot.satelliteAt?.toISOString() ?? null,
  };
}
