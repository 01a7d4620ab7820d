import { TRANSFORMATION_LIMITS } from '../../../server/domain/mass/massBalance.ts';
import { gramsFromKg, kgFromGrams } from '../../../server/domain/text/units.ts';
import { numberFromText } from '../../design/form/numberText.ts';

/** A lot that was chosen for a consignment, with the kilograms as typed. */
export interface ChosenLot {
  lotId: string;
  /** kg */
  available: number;
  text: string;
}

/** Chosen lots by UUID, also those of other pages of the list. */
export type LotChoices = ReadonlyMap<string, ChosenLot>;

/** Lots that one call adds. */
export const MOST_CHOICES = TRANSFORMATION_LIMITS.inputs;

/** The grams of a choice; null: not kilograms, not more than 0, or more than is left. */
export function gramsOfChoice({ text, available }: Pick<ChosenLot, 'text' | 'available'>): number | null {
  const kg = numberFromText(text);
  if (kg === undefined || Number.isNaN(kg)) return null;
  const grams = gramsFromKg(kg);
  return grams > 0 && grams <= gramsFromKg(available) ? grams : null;
}

/** The choices after kilograms were typed; an empty text takes the lot out. */
export function withChoice(choices: LotChoices, id: string, choice: ChosenLot): LotChoices {
  const next = new Map(choices);
  if (choice.text.trim() === '') next.delete(id);
  else next.set(id, choice);
  return next;
}

/** All that is chosen, in kg; choices that are wrong count nothing and are named. */
export function sumOfChoices(choices: LotChoices): { kg: number; wrong: string[] } {
  const counted = [...choices.values()].map((choice) => ({ lotId: choice.lotId, grams: gramsOfChoice(choice) }));
  return {
    kg: kgFromGrams(counted.reduce((sum, { grams }) => sum + (grams ?? 0), 0)),
    wrong: counted.flatMap(({ lotId, grams }) => (grams === null ? [lotId] : [])),
  };
}
