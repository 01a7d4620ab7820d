import {
  isCompliant,
  isSatelliteOutdated,
  SATELLITE_FRESH_DAYS,
  type DeforestationStatus,
} from '../forest/deforestation.ts';
import { stagePosition, type Stage } from '../lot/stages.ts';
import { KEEPS_OUT } from '../messages/consignmentMessages.ts';
import type { Message } from '../messages/message.ts';
import { kgFromGrams } from '../text/units.ts';

/** What a person can do about a lot that is kept out of a consignment; screens have a text and a link for each. */
export const MENDS = ['remove', 'takeLess', 'check', 'decideAlert', 'outlinePlot'] as const;
export type Mend = (typeof MENDS)[number];

/** A lot in a consignment, as the closing rule sees it. */
export interface LotToClose {
  /** what the consignment takes */
  grams: number;
  /** what the consignment may take: what is left of the lot, and what the consignment holds of it already */
  availableGrams: number;
  stage: Stage;
  isDeleted: boolean;
  deforestationStatus: DeforestationStatus;
  /** time of the last conclusive satellite check */
  satelliteAt: Date | null;
  /** origin lots with no plot, a bare point at most; an origin lot counts itself */
  originsWithoutPlot: number;
}

/** A reason, and the way to mend it. */
export interface LotBlocker {
  message: Message;
  mend: Mend;
}

const MEND_OF_STATUS: Record<DeforestationStatus, Mend> = {
  'Deforestation Detected': 'remove',
  'Under Investigation': 'decideAlert',
  'Pending Review': 'check',
  'No Deforestation': 'check',
};

/**
 * Every reason why a consignment cannot close with this lot in it; none if it can. A consignment closes only with lots
 * whose due diligence statement can be made: enough grams, No Deforestation by a check of at most 30 days, a plot.
 */
export function lotBlockers(lot: LotToClose, now: Date): LotBlocker[] {
  if (lot.isDeleted) return [{ message: KEEPS_OUT.deleted({}), mend: 'remove' }];
  if (stagePosition(lot.stage) >= stagePosition('shipped')) {
    return [{ message: KEEPS_OUT.shipped({ stage: lot.stage }), mend: 'remove' }];
  }
  const reasons: LotBlocker[] = [];
  if (lot.grams > lot.availableGrams) {
    const message = KEEPS_OUT.tooLittle({
      wantedKg: kgFromGrams(lot.grams),
      availableKg: kgFromGrams(lot.availableGrams),
    });
    reasons.push({ message, mend: 'takeLess' });
  }
  return [...reasons, ...clearanceBlockers(lot, now)];
}

/** What a lot must have so that a due diligence statement can name it, whatever stage it is in. */
export type LotClearance = Pick<LotToClose, 'deforestationStatus' | 'satelliteAt' | 'originsWithoutPlot'>;

/** Every reason why a statement cannot name a lot: not clear, a check that is too old, no plot. */
export function clearanceBlockers(lot: LotClearance, now: Date): LotBlocker[] {
  const reasons: LotBlocker[] = [];
  const status = lot.deforestationStatus;
  if (!isCompliant(status)) reasons.push({ message: KEEPS_OUT.status({ status }), mend: MEND_OF_STATUS[status] });
  if (isSatelliteOutdated(lot.satelliteAt, now))
    reasons.push({ message: checkMessage(lot.satelliteAt), mend: 'check' });
  if (lot.originsWithoutPlot > 0) {
    reasons.push({ message: KEEPS_OUT.noPlot({ origins: lot.originsWithoutPlot }), mend: 'outlinePlot' });
  }
  return reasons;
}

function checkMessage(satelliteAt: Date | null): Message {
  if (satelliteAt === null) return KEEPS_OUT.neverChecked({});
  return KEEPS_OUT.oldCheck({ day: satelliteAt.toISOString().slice(0, 10), validDays: SATELLITE_FRESH_DAYS });
}
