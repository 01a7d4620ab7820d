import { DASH } from '../../../words/format.ts';
import { isFigure } from '../../../words/lotFigures.ts';
import type { LotListWords } from '../../../words/lotListWords.ts';
import { varietyWord } from '../../statusLabels.ts';
import type { EditField, EditLotForm } from './editLotForm.ts';
import { typed } from '../fields/typedFigure.ts';

/** Form labels of lot fields. */
export function fieldNames({ say }: LotListWords, fields: readonly EditField[]): string[] {
  return fields.map((field) => {
    if (field === 'certifications' || field === 'plots') return say(`form.${field}`);
    return field === 'isAnonymized' ? say('edit.anonymized') : say(`label.${field}`);
  });
}

/** Formats a value of the edit form. */
export function fieldText(words: LotListWords, field: EditField, value: EditLotForm[EditField]): string {
  if (typeof value === 'boolean') return words.say(value ? 'edit.yes' : 'edit.no');
  if (field === 'plots') return words.say('edit.plotCount', { count: value.length });
  if (typeof value !== 'string') return value.join(', ') || DASH;
  if (isFigure(field)) return typed(words, value, field);
  if (field === 'harvestDate') return words.formatDate(value || null);
  if (field === 'cacaoVariety') return varietyWord(words, value);
  return value.trim() || DASH;
}
