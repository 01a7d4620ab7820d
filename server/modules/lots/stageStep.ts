import type { EntityManager } from '@mikro-orm/postgresql';
import type { LotState } from '../../domain/ledger/projection.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { StageChange } from '../../domain/lot/lotInput.ts';
import {
  isShippingStage,
  shippingWarnings,
  type ShippedLot,
  type ShippingWarning,
} from '../../domain/lot/shippingGuard.ts';
import { moveRefusal, type Stage } from '../../domain/lot/stages.ts';
import { worstStatus } from '../../domain/mass/inheritance.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import type { RequestInfo, UserCaller } from '../../platform/access/caller.ts';
import { auditAll } from '../../platform/audit-log/audit.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import type { Lot } from './lot.ts';
import { appendLotEvents, type Actor, type LotFieldChange } from './lotEvents.ts';
import { clearFieldsOf, storedPatch } from './lotFields.ts';
import { newWeight, type NewWeight } from './newWeight.ts';

/** What speaks against shipping lots beside their own rows. */
export interface ShippingRisks {
  /** lots with an open alert, or made of one that has */
  openAlerts: ReadonlySet<string>;
  /** present statuses of the origins of derived lots */
  originStatuses: ReadonlyMap<string, readonly DeforestationStatus[]>;
}

/** Reads these in the caller's transaction. */
export type FindShippingRisks = (em: EntityManager, lotUuids: readonly string[]) => Promise<ShippingRisks>;

const NO_RISKS: ShippingRisks = { openAlerts: new Set(), originStatuses: new Map() };

/** What a stage change says beside the stage; a consignment that ships says nothing. */
type StageDetails = Partial<Omit<StageChange, 'currentProcess' | 'confirmRisks'>>;

/** What a stage change is judged with. */
export interface StageStepRules {
  /** of the lots that are shipped */
  risks: ShippingRisks;
  /** of scales and moisture meters, in 0.01 % */
  toleranceHundredths: number;
  /** whether the stage changes although nothing is left: all of the lot is in consignments that ship */
  withConsignment: boolean;
}

/** A stage change that was judged and is not written yet. */
export interface StageStep {
  lot: Lot;
  from: Stage;
  warnings: readonly ShippingWarning[];
  /** columns of the lot beside those of its chain */
  columns: Partial<Lot>;
  change: Omit<LotFieldChange, 'actor' | 'at'>;
}

/**
 * Judges the move of a locked lot to another stage.
 * @param state the lot as its signed events tell it; null for one that is not weighed
 * @throws Refused stage-not-allowed, conflict (nothing is left of the lot); `newWeight`'s
 */
export function judgeStageStep(
  { lot, state }: { lot: Lot; state: LotState | null },
  to: Stage,
  details: StageDetails,
  rules: StageStepRules,
): StageStep {
  const from = lot.stage;
  const said = moveRefusal(from, to);
  if (said !== null) throw new Refused({ kind: 'stage-not-allowed', from, to, said });
  const { processDetails, location, operatorName, qualityChecks, timestamps } = details;
  const readings = storedPatch({
    moistureContent: qualityChecks?.moisture ?? undefined,
    temperature: qualityChecks?.temperature ?? undefined,
  });
  if (!rules.withConsignment && lot.usedGrams >= lot.weightGrams) {
    throw new Refused({ kind: 'conflict', said: MASS.nothingLeft({}) });
  }
  const weighed = weighedAtStage(lot, state, details, rules.toleranceHundredths);
  const warnings = shippingWarnings(to, {
    ...shippingRiskOf(lot, rules.risks),
    moistureHundredths: readings.moistureHundredths ?? lot.moistureHundredths,
  });
  const { startTime, endTime } = timestamps ?? {};
  return {
    lot,
    from,
    warnings,
    columns: {
      ...readings,
      ...weighed?.columns,
      stage: to,
      ...(processDetails === undefined ? {} : { processDetails }),
    },
    change: {
      type: 'stage',
      set: { ...clearFieldsOf(readings), ...weighed?.set, stage: to },
      ...(weighed === null ? {} : { loss: weighed.loss, tolerance: weighed.tolerance }),
      ...(warnings.length === 0 ? {} : { warnings }),
      personal: {
        ...weighed?.personal,
        processDetails,
        location,
        operatorName,
        notes: qualityChecks?.notes,
        stageTimes:
          startTime || endTime ? [startTime?.toISOString() ?? null, endTime?.toISOString() ?? null] : undefined,
      },
    },
  };
}

/** What the guard looks at of a lot: the worst status of its own and of those of its origins. */
export function shippingRiskOf(
  lot: Pick<Lot, 'id' | 'deforestationStatus'>,
  { openAlerts, originStatuses }: ShippingRisks,
): Pick<ShippedLot, 'deforestationStatus' | 'hasOpenAlert'> {
  return {
    deforestationStatus: worstStatus([lot.deforestationStatus, ...(originStatuses.get(lot.id) ?? [])]),
    hasOpenAlert: openAlerts.has(lot.id),
  };
}

/** What speaks against shipping the lots, if the stage is one that ships them. */
export async function shippingRisksFor(
  em: EntityManager,
  to: Stage,
  lots: readonly Pick<Lot, 'id'>[],
  find: FindShippingRisks,
): Promise<ShippingRisks> {
  if (!isShippingStage(to) || lots.length === 0) return NO_RISKS;
  return find(
    em,
    lots.map(({ id }) => id),
  );
}

/** In whose name a stage changes, and when. */
export interface StageStepBy {
  user: UserCaller;
  actor: Actor;
  info: RequestInfo;
  at: Date;
  /** MSP id that writes the events */
  org: string;
}

/** Writes judged stage changes with their events and audit lines, in a few statements whatever their number. */
export async function recordStageSteps(em: EntityManager, steps: readonly StageStep[], by: StageStepBy): Promise<void> {
  if (steps.length === 0) return;
  const { actor, at } = by;
  for (const { lot, columns } of steps) Object.assign(lot, columns, { version: lot.version + 1 });
  await appendLotEvents(
    em,
    steps.map(({ lot, change }) => ({ lot, change: { ...change, actor, at } })),
    by.org,
  );
  await auditAll(
    em,
    steps.map(({ lot, from, warnings }) => ({
      caller: by.user,
      action: 'lot.stage-changed' as const,
      at,
      target: { kind: 'lot', id: lot.id },
      info: by.info,
      details: { from, to: lot.stage, ...(warnings.length === 0 ? {} : { warnings }) },
    })),
  );
}

/** The weighing of a step; null where none was stated. @throws Refused as `newWeight` */
function weighedAtStage(
  lot: Lot,
  state: LotState | null,
  { qualityChecks, loss }: StageDetails,
  toleranceHundredths: number,
): NewWeight | null {
  const weight = qualityChecks?.weight ?? null;
  if (weight === null || state === null) return null;
  const moistureContent = qualityChecks?.moisture ?? undefined;
  const given = { weight, moistureContent, lossReason: loss?.reason, lossNote: loss?.note };
  const fields = { weight: 'qualityChecks.weight', lossReason: 'loss.reason', lossNote: 'loss.note' };
  return newWeight(lot, state, given, fields, toleranceHundredths);
}
