import type { EntityManager } from '@mikro-orm/postgresql';
import {
  isShippingStage,
  SHIPPING_MOISTURE_PERCENT,
  shippingRefusal,
  type RiskConfirmation,
  type ShippingGuardMode,
  type ShippingWarning,
} from '../../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../../domain/lot/stages.ts';
import { fieldMessage } from '../../../domain/messages/fieldMessages.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { SHIPPING } from '../../../domain/messages/shippingMessages.ts';
import { invalid, Refused } from '../../../platform/errors/refusal.ts';
import { LotEntity } from '../lot.ts';
import {
  judgeStageStep,
  recordStageSteps,
  shippingRisksFor,
  type FindShippingRisks,
  type StageStep,
  type StageStepBy,
} from '../stageStep.ts';
import { confirmedReviews, openShippingReviews, type WarnedLot } from './shippingReviews.ts';

/** What was confirmed in a call that may ship lots. */
export interface ShippingCall {
  mode: ShippingGuardMode;
  given: RiskConfirmation | null;
}

/** What the guard says of judged steps. */
export interface GuardedSteps {
  /** steps that may be written */
  allowed: StageStep[];
  /** why the others may not leave, by UUID */
  refused: Map<string, Refused>;
  /** those that leave although something speaks against it: tasks for auditors */
  warned: WarnedLot[];
}

/**
 * Holds judged steps against the guard; the written reason joins the events of those that leave with warnings. Writes
 * nothing. The caller holds the lots' locks.
 * @returns the refusals are Refused invalid (no second person confirmed it), conflict (the risks are not confirmed)
 */
export async function guardSteps(
  em: EntityManager,
  to: Stage,
  steps: readonly StageStep[],
  { mode, given }: ShippingCall,
  { user, at }: Pick<StageStepBy, 'user' | 'at'>,
): Promise<GuardedSteps> {
  const guarded: GuardedSteps = { allowed: [], refused: new Map(), warned: [] };
  if (!isShippingStage(to)) return { ...guarded, allowed: [...steps] };
  const asked = given?.confirmationId === undefined ? steps.filter(({ warnings }) => warnings.length > 0) : steps;
  const lots = asked.map(({ lot, warnings }) => ({ lotUuid: lot.id, warnings }));
  const confirmed = await confirmedReviews(em, lots, to, user, at);
  for (const step of steps) {
    const { lot, warnings, change } = step;
    const reviewId = confirmed.get(lot.id) ?? null;
    const refusal = shippingRefusal(mode, warnings, given, reviewId);
    if (refusal !== null) {
      guarded.refused.set(lot.id, refusalOf(refusal, step));
      continue;
    }
    guarded.allowed.push(step);
    if (warnings.length === 0) continue;
    if (given !== null) change.personal.explanation = given.reason;
    guarded.warned.push({ lotUuid: lot.id, warnings, reviewId });
  }
  return guarded;
}

/** Writes guarded steps, and opens the tasks for auditors. */
export async function recordGuarded(
  em: EntityManager,
  to: Stage,
  { allowed, warned }: GuardedSteps,
  by: StageStepBy,
): Promise<void> {
  if (isShippingStage(to)) await openShippingReviews(em, warned, { stage: to, user: by.user, at: by.at });
  await recordStageSteps(em, allowed, by);
}

/** The steps of lots that leave with a consignment, with what speaks against each, before the guard judges them. */
export async function stepsOfConsigned(
  em: EntityManager,
  ids: readonly string[],
  to: Stage,
  findShippingRisks: FindShippingRisks,
): Promise<StageStep[]> {
  const lots = await em.find(LotEntity, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const risks = await shippingRisksFor(em, to, lots, findShippingRisks);
  const rules = { risks, toleranceHundredths: 0, withConsignment: true };
  return lots.map((lot) => judgeStageStep({ lot, state: null }, to, {}, rules));
}

/**
 * Judges locked lots that leave with a consignment, those too of which only a part leaves. Writes nothing.
 * @throws Refused as `guardSteps` has it, for the first lot that may not leave
 */
export async function judgeConsigned(
  em: EntityManager,
  ids: readonly string[],
  to: Stage,
  call: ShippingCall & { findShippingRisks: FindShippingRisks },
  by: Pick<StageStepBy, 'user' | 'at'>,
): Promise<GuardedSteps> {
  const steps = await stepsOfConsigned(em, ids, to, call.findShippingRisks);
  const guarded = await guardSteps(em, to, steps, call, by);
  for (const refusal of guarded.refused.values()) throw refusal;
  return guarded;
}

const SAYS: Record<ShippingWarning, Message> = {
  deforestation_detected: SHIPPING.deforestationDetected({}),
  not_deforestation_free: SHIPPING.notDeforestationFree({}),
  open_alert: SHIPPING.openAlert({}),
  high_moisture: SHIPPING.highMoisture({ mostPercent: SHIPPING_MOISTURE_PERCENT }),
};

function refusalOf(refusal: NonNullable<ReturnType<typeof shippingRefusal>>, { lot, warnings }: StageStep): Refused {
  if (refusal === 'not-confirmed') {
    return invalid({ field: 'confirmRisks.confirmationId', said: SHIPPING.notConfirmed({}) });
  }
  const { lotId } = lot;
  const said = refusal === 'blocked' ? SHIPPING.blocked({ lotId }) : SHIPPING.secondPersonMissing({ lotId });
  const details = warnings.map((warning) => fieldMessage('confirmRisks', SAYS[warning]));
  return new Refused({ kind: 'conflict', said, details });
}
