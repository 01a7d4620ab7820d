import { z } from 'zod';
import { weighingInput, weighingLossFault } from '../../../../server/domain/mass/transformationInput.ts';
import { LOSS_REASONS } from '../../../../server/domain/mass/massBalance.ts';
import { encodeMessage } from '../../../../server/domain/messages/encodeMessage.ts';
import { gramsFromKg, kgFromGrams } from '../../../../server/domain/text/units.ts';
import { numberFromText } from '../../../design/form/numberText.ts';
import type { WeighLotInput } from '../../../graphql/generated.ts';

/** A lot's stored weight. */
export interface StoredWeight {
  /** kg */
  weight: number;
  /** kg that transformations and consignments took */
  used: number;
  version: number;
}

/** What a person types; figures in kg and %. */
export type WeighForm = {
  left: string;
  moisture: string;
  lossReason: string;
  lossNote: string;
  operatorName: string;
  location: string;
  notes: string;
};

export function newWeighForm(operatorName: string): WeighForm {
  return { left: '', moisture: '', lossReason: '', lossNote: '', operatorName, location: '', notes: '' };
}

/** The lot's new weight in grams, and what is gone of it; null while nothing valid is typed. */
export function weightFromScale(left: string, stored: StoredWeight): { grams: number; lossGrams: number } | null {
  const kg = numberFromText(left);
  if (kg === undefined || Number.isNaN(kg) || kg < 0) return null;
  const grams = gramsFromKg(stored.used) + gramsFromKg(kg);
  return { grams, lossGrams: gramsFromKg(stored.weight) - grams };
}

/** Schema that converts the form to the mutation's input: what the scale shows and what is used make the new weight. */
export function weighForm(stored: StoredWeight) {
  return z.custom<WeighForm>().transform((form, context): WeighLotInput => {
    const weighed = weightFromScale(form.left, stored);
    const text = (typed: string): string | undefined => (typed.trim() === '' ? undefined : typed.trim());
    const input = {
      weight: weighed === null ? NaN : kgFromGrams(weighed.grams),
      moistureContent: numberFromText(form.moisture),
      lossReason: LOSS_REASONS.find((reason) => reason === form.lossReason),
      lossNote: text(form.lossNote),
      operatorName: text(form.operatorName),
      location: text(form.location),
      notes: text(form.notes),
      version: stored.version,
    };
    const faults = (weighingInput.safeParse(input).error?.issues ?? []).map(({ path, message }) => ({
      field: weighField(String(path[0])),
      message,
    }));
    const fault = weighingLossFault(input, weighed?.lossGrams ?? 0);
    if (fault !== null) faults.push({ field: weighField(fault.field), message: encodeMessage(fault.message) });
    for (const { field, message } of faults) context.addIssue({ code: 'custom', path: [field], message });
    return faults.length > 0 ? z.NEVER : input;
  });
}

/** Where the form asks for a field of the API. */
export function weighField(apiField: string): keyof WeighForm {
  switch (apiField) {
    case 'moistureContent':
      return 'moisture';
    case 'lossReason':
    case 'lossNote':
    case 'operatorName':
    case 'location':
    case 'notes':
      return apiField;
    default:
      return 'left';
  }
}
