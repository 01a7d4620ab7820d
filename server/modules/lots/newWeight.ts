import type { ClearFields, CommittedField, LotContent } from '../../domain/ledger/content.ts';
import type { LotState } from '../../domain/ledger/projection.ts';
import { LOT_LIMITS, LOT_MESSAGES } from '../../domain/lot/lotInput.ts';
import { dryMassGain } from '../../domain/mass/massBalance.ts';
import { weighingLossFault } from '../../domain/mass/transformationInput.ts';
import { MASS } from '../../domain/messages/massMessages.ts';
import { gramsFromKg, hundredthsFrom, kgFromGrams } from '../../domain/text/units.ts';
import { invalid, Refused } from '../../platform/errors/refusal.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import type { Lot } from './lot.ts';

/** A weight as it was stated, in the API's units. */
export interface StatedWeight {
  weight: number;
  moistureContent?: number | undefined;
  lossReason?: NonNullable<LotContent['loss']>['reason'] | undefined;
  lossNote?: string | undefined;
}

/** Names of the fields in the call that states it. */
export interface WeightFields {
  weight: string;
  lossReason: string;
  lossNote: string;
}

/** What a new weight writes: columns of the lot, and parts of its event. */
export interface NewWeight {
  columns: { weightGrams: number; moistureHundredths?: number };
  set: ClearFields;
  loss?: NonNullable<LotContent['loss']>;
  tolerance: number;
  personal: Partial<Record<CommittedField, unknown>>;
}

/**
 * Judges a new weight of a lot by the rules that the ledger has for it (`transitions.ts`).
 * @param state the lot by its events: the ledger compares dry masses by the moisture of the last weighing
 * @throws Refused invalid (a loss without its reason, more dry mass than before, an origin lot too heavy), conflict
 *   (less than was used)
 */
export function newWeight(
  lot: Pick<Lot, 'kind' | 'weightGrams' | 'usedGrams'>,
  state: Pick<LotState, 'mass'>,
  given: StatedWeight,
  fields: WeightFields,
  toleranceHundredths: number,
): NewWeight {
  const grams = gramsFromKg(given.weight);
  if (lot.kind === 'origin' && grams > LOT_LIMITS.weightKg * 1_000) {
    throw invalid({ field: fields.weight, message: LOT_MESSAGES.weightHigh });
  }
  if (grams < lot.usedGrams) throw belowUsed(fields.weight, lot.usedGrams);
  const lost = lot.weightGrams - grams;
  const fault = weighingLossFault(given, lost);
  if (fault !== null) {
    const field = fault.field === 'lossReason' ? fields.lossReason : fields.lossNote;
    throw invalid({ field, said: fault.message });
  }
  const moisture = given.moistureContent === undefined ? undefined : hundredthsFrom(given.moistureContent);
  const before = { grams: lot.weightGrams - lot.usedGrams, moistureHundredths: state.mass.moisture };
  const after = { grams: grams - lot.usedGrams, moistureHundredths: moisture ?? state.mass.moisture };
  const gain = dryMassGain([before], [after], toleranceHundredths);
  if (gain !== null) {
    const said = MASS.dryMassOfLot({
      beforeKg: kgFromGrams(gain.inputDryGrams),
      afterKg: kgFromGrams(gain.outputDryGrams),
      tolerancePercent: toleranceHundredths / 100,
    });
    throw invalid({ field: fields.weight, said });
  }
  const isLoss = lost > 0 && given.lossReason !== undefined;
  return {
    columns: { weightGrams: grams, ...(moisture === undefined ? {} : { moistureHundredths: moisture }) },
    set: { weightGrams: grams, ...(moisture === undefined ? {} : { moistureHundredths: moisture }) },
    ...(isLoss && given.lossReason !== undefined ? { loss: { grams: lost, reason: given.lossReason } } : {}),
    tolerance: toleranceHundredths,
    personal: { lossNote: isLoss ? given.lossNote : undefined },
  };
}

/** A weight below what is used. The field is named, since the same call with another weight would be taken. */
export function belowUsed(field: string, usedGrams: number): Refused {
  const said = MASS.belowUsed({ usedKg: kgFromGrams(usedGrams) });
  return new Refused({ kind: 'conflict', said, details: [fieldMessage(field, said)] });
}
