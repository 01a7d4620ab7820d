import { CERTIFICATIONS, VARIETIES } from '../lot/cacao.ts';
import { DELIVERY_GRADES } from '../lot/deliveryInput.ts';
import { parseDate, type DateOrder } from './dateText.ts';
import { formOfField, type ImportField } from './importFields.ts';
import { parseNumber, type Decimal } from './numberText.ts';

/** A cell of a sheet; days are texts (YYYY-MM-DD), and so are all cells of a CSV file. */
export type SheetCell = string | number | boolean;

/** Highest quality score in a file: 100 points, or 10 as the form has it. */
export const QUALITY_SCALES = [100, 10] as const;
export type QualityScale = (typeof QUALITY_SCALES)[number];

/** How the values of a file are written. */
export interface ValueFormat {
  decimal: Decimal;
  dates: DateOrder;
  quality: QualityScale;
}

const YES = new Set([
  'true',
  'yes',
  'y',
  'x',
  '1',
  'ja',
  'j',
  'wahr',
  'oui',
  'o',
  'vrai',
  'si',
  'sí',
  's',
  'verdadero',
]);
const NO = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'falso', '-']);

/** Other names of values that a field has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bio: 'Organic',
  biologisch: 'Organic',
  biologique: 'Organic',
  organico: 'Organic',
  ecologico: 'Organic',
  rainforest: 'Rainforest Alliance',
  ra: 'Rainforest Alliance',
  comerciojusto: 'Fair Trade',
  commerceequitable: 'Fair Trade',
  andere: 'Other',
  sonstige: 'Other',
  autre: 'Other',
  otra: 'Other',
  otro: 'Other',
};
const NAMES = [...VARIETIES, ...CERTIFICATIONS, ...DELIVERY_GRADES];

/**
 * A cell in the form that the domain judges. What cannot be read so stays as it is, and the domain says what is
 * accepted; an empty cell is undefined.
 */
export function cellValue(field: ImportField, cell: SheetCell, format: ValueFormat): unknown {
  const text = String(cell).trim();
  if (text === '') return undefined;
  switch (formOfField(field)) {
    case 'figure': {
      const figure = typeof cell === 'number' ? cell : parseNumber(text, format.decimal);
      if (figure === null) return text;
      return field === 'qualityScore' && format.quality === 10 ? shifted(figure) : figure;
    }
    case 'flag':
      return flag(text);
    case 'texts': {
      const parts = text.split(/[|;,\n]/).map((part) => part.trim());
      return parts.filter((part) => part !== '').map((part) => (field === 'certifications' ? ownName(part) : part));
    }
    case 'day':
      return parseDate(text, format.dates) ?? text;
    case 'variety':
      return ownName(text);
    default:
      if (field === 'grade') return ownName(text);
      return field === 'lotId' && /^\d{1,20}$/.test(text) ? `LOT${text}` : text;
  }
}

/** Times ten, without the noise of 8.2 * 10. */
function shifted(figure: number): number {
  return Number((figure * 10).toFixed(6));
}

function flag(text: string): boolean | string {
  const plain = text.toLowerCase();
  if (YES.has(plain)) return true;
  return NO.has(plain) ? false : text;
}

/** The product's name of a variety, certification or grade, however it is capitalised, spaced or translated. */
function ownName(text: string): string {
  const wanted = letters(text);
  // 'Fairtrade' and 'Fair Trade' are two names of the same letters.
  const own = NAMES.find((name) => name === text) ?? NAMES.find((name) => letters(name) === wanted);
  return own ?? OTHER_NAMES[wanted] ?? text;
}

function letters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** The scale of quality scores by what is there: all of them at most 10, and one above 1. */
export function qualityScaleOf(scores: readonly number[]): QualityScale {
  const highest = scores.reduce((most, score) => Math.max(most, score), 0);
  return highest > 1 && highest <= 10 ? 10 : 100;
}
