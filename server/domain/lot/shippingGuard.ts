import type { DeforestationStatus } from '../forest/deforestation.ts';
import { stagePosition, type Stage } from './stages.ts';

/** Why a lot should not leave, worst first (docs/spec/lots-and-stages.md, 'Shipping what is not compliant'). */
export const SHIPPING_WARNINGS = [
  'deforestation_detected',
  'not_deforestation_free',
  'open_alert',
  'high_moisture',
] as const;
export type ShippingWarning = (typeof SHIPPING_WARNINGS)[number];

/** The most moisture with which cocoa is shipped, in %: above it mould grows on the way. */
export const SHIPPING_MOISTURE_PERCENT = 8;

/** What the guard looks at. */
export interface ShippedLot {
  deforestationStatus: DeforestationStatus;
  /** of the lot, or of one that it was made of */
  hasOpenAlert: boolean;
  /** 0.01 % */
  moistureHundredths: number;
}

/** Whether a stage means that the lot has left. */
export function isShippingStage(stage: Stage): stage is ShippingStage {
  return stagePosition(stage) >= stagePosition('shipped');
}

/** What speaks against a move of a lot; none before it is shipped. */
export function shippingWarnings(to: Stage, lot: ShippedLot): ShippingWarning[] {
  if (!isShippingStage(to)) return [];
  const { deforestationStatus: status, hasOpenAlert, moistureHundredths } = lot;
  const holds: Record<ShippingWarning, boolean> = {
    deforestation_detected: status === 'Deforestation Detected',
    not_deforestation_free: status !== 'Deforestation Detected' && status !== 'No Deforestation',
    open_alert: hasOpenAlert,
    high_moisture: moistureHundredths > SHIPPING_MOISTURE_PERCENT * 100,
  };
  return SHIPPING_WARNINGS.filter((warning) => holds[warning]);
}

/** Stages that mean that a lot has left. */
export const SHIPPING_STAGES = ['shipped', 'delivered'] as const satisfies readonly Stage[];
export type ShippingStage = (typeof SHIPPING_STAGES)[number];

/** What becomes of a call that ships what is not compliant: it works and warns, or is refused until it is confirmed. */
export const SHIPPING_GUARDS = ['warn', 'block'] as const;
export type ShippingGuardMode = (typeof SHIPPING_GUARDS)[number];

/** For how long a request for a second person counts. */
export const CONFIRMATION_HOURS = 24;

/**
 * How far a review is. `waiting`, `confirmed` and `expired`: a second person was asked; `open` and `closed`: the lot was
 * shipped although something spoke against it, and an auditor has not, or has, looked at it.
 */
export const REVIEW_STATES = ['waiting', 'confirmed', 'expired', 'open', 'closed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** The state of a review at a time. */
export function reviewState(
  review: Record<'expiresAt' | 'confirmedAt' | 'shippedAt' | 'closedAt', Date | null>,
  now: Date,
): ReviewState {
  if (review.closedAt !== null) return 'closed';
  if (review.shippedAt !== null) return 'open';
  if (review.expiresAt === null || review.expiresAt <= now) return 'expired';
  return review.confirmedAt === null ? 'waiting' : 'confirmed';
}

/** Whether all that speaks against a move now is among what was asked about, or confirmed. */
export function coversWarnings(asked: readonly ShippingWarning[], now: readonly ShippingWarning[]): boolean {
  return now.every((warning) => asked.includes(warning));
}

/** What was confirmed by who ships a lot. */
export interface RiskConfirmation {
  reason: string;
  /** the request that a second person confirmed */
  confirmationId?: string | undefined;
}

/**
 * Why a lot may not leave now.
 * @param confirmedId the request of this lot that a second person confirmed; null: there is none
 */
export function shippingRefusal(
  mode: ShippingGuardMode,
  warnings: readonly ShippingWarning[],
  given: RiskConfirmation | null,
  confirmedId: string | null,
): 'not-confirmed' | 'blocked' | 'second-person-missing' | null {
  if (given?.confirmationId !== undefined && given.confirmationId !== confirmedId) return 'not-confirmed';
  if (mode === 'warn' || warnings.length === 0) return null;
  if (given === null) return 'blocked';
  return warnings.includes('deforestation_detected') && confirmedId === null ? 'second-person-missing' : null;
}
