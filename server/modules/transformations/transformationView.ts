import type { LossReason, TransformationStep } from '../../domain/mass/massBalance.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import type { Stage } from '../../domain/lot/stages.ts';

/** A lot that went into a transformation, or came out of it. */
export interface TransformationPart {
  /** UUID */
  id: string;
  lotId: string;
  kind: LotKind;
  /** null of a derived lot, and once erased */
  farmId: string | null;
  farmerName: string | null;
  /** the present one */
  currentProcess: Stage;
  /** kg that went in, or the first weight that came out */
  weight: number;
}

/** A transformation in the API's units. Texts that people typed are null once erased. */
export interface TransformationView {
  id: string;
  step: TransformationStep;
  /** when it was done, ISO 8601, UTC */
  at: string;
  recordedAt: string;
  /** name of the account; null once erased */
  recordedBy: string | null;
  inputCount: number;
  outputCount: number;
  /** kg */
  inputWeight: number;
  outputWeight: number;
  loss: { weight: number; reason: LossReason | null; note: string | null };
  /** outputs as a share of the inputs, % */
  yieldPercent: number;
  /** where the yield lies outside: the expected share, % */
  expectedYield: { least: number; most: number } | null;
  flagged: boolean;
  /** why it is flagged */
  warnings: Message[];
  place: string | null;
  operatorName: string | null;
  notes: string | null;
  explanation: string | null;
}

/** A transformation that took grams of a lot. */
export interface LotUseView {
  /** null for farmers, who see only that their beans went on */
  transformationId: string | null;
  step: TransformationStep | null;
  at: string;
  /** kg */
  weight: number;
  /** the lots that were made, with their public pages */
  lots: { lotId: string; url: string }[];
}

/** An origin lot of a derived one. */
export interface LotOriginView {
  /** UUID */
  id: string;
  lotId: string;
  farmId: string | null;
  farmerName: string | null;
  cacaoVariety: string;
  harvestDate: string;
  deforestationStatus: DeforestationStatus;
  isAnonymized: boolean;
  /** fewest transformations between */
  depth: number;
  /** kg of the derived lot that come from it */
  weight: number;
  /** the same as a share of the derived lot, 0-1 */
  share: number;
}

/** A lot that was made of another one. */
export interface LotDescendantView {
  /** UUID */
  id: string;
  lotId: string;
  currentProcess: Stage;
  deforestationStatus: DeforestationStatus;
  /** kg of the whole lot, and what is left of it */
  lotWeight: number;
  available: number;
  depth: number;
  /** kg of the lot that come from the other one */
  weight: number;
  share: number;
}
