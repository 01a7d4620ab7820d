import { DASH } from '../../words/format.ts';
import type { StaffId, StaffWords } from '../../words/staffWords.ts';
import { varietyWord } from '../tradeWords.ts';
import type { EditField, EditLotForm } from './editLotForm.ts';
import { typed } from './typedFigure.ts';

const NAMES: Record<EditField, StaffId> = {
  farmId: 'create.farmId',
  farmerName: 'create.farmerName',
  cacaoVariety: 'create.variety',
  harvestDate: 'create.harvestDate',
  latitude: 'create.latitude',
  longitude: 'create.longitude',
  weight: 'create.weight',
  moistureContent: 'create.moisture',
  temperature: 'create.temperature',
  qualityScore: 'create.review.score',
  certifications: 'create.review.certifications',
  isAnonymized: 'edit.anonymized',
};

const UNITS = {
  latitude: 'typed.degrees',
  longitude: 'typed.degrees',
  weight: 'typed.kg',
  moistureContent: 'typed.percent',
  temperature: 'typed.celsius',
  qualityScore: 'typed.ofTen',
} as const satisfies Partial<Record<EditField, string>>;

function hasUnit(field: EditField): field is keyof typeof UNITS {
  return Object.hasOwn(UNITS, field);
}

/** What the fields of a lot are called in forms. */
export function fieldNames({ say }: StaffWords, fields: readonly EditField[]): string[] {
  return fields.map((field) => say(NAMES[field]));
}

/** A value of the edit form, as people read it. */
export function fieldText(words: StaffWords, field: EditField, value: EditLotForm[EditField]): string {
  if (typeof value === 'boolean') return words.say(value ? 'edit.yes' : 'edit.no');
  if (typeof value !== 'string') return value.join(', ') || DASH;
  if (hasUnit(field)) return typed(words, value, UNITS[field]);
  if (field === 'harvestDate') return words.formatDate(value || null);
  if (field === 'cacaoVariety') return varietyWord(words, value);
  return value.trim() || DASH;
}
