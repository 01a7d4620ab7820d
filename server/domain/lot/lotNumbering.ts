/** Most characters of a pattern: those of the longest lot id, and the braces of both places. */
export const LOT_NUMBERS_LENGTH = 29;
/** The longest lot id (`PUBLIC_LOT_ID`). */
const LOT_ID_LENGTH = 23;
const PATTERN = /^(LOT[A-Z0-9_-]*)(?:(\{YEAR\})([A-Z0-9_-]*))?\{(N{3,6})\}$/;

/** How the cooperative numbers its lots: a text, the year in it if the pattern has one, and a number of fixed width. */
export interface LotNumbering {
  pattern: string;
  digits: number;
}

/** What the lot ids of a year begin with, and the width of their number. */
export interface NumberForm {
  prefix: string;
  digits: number;
}

/** How lots are numbered where nothing else is set. */
export const PLAIN_NUMBERS: NumberForm = { prefix: 'LOT', digits: 5 };

/**
 * Reads a pattern of lot ids, e.g. LOT-{YEAR}-{NNNN} (docs/spec/lots-and-stages.md, 'Lot id'), in upper case. @returns
 * null for one that is wrong or makes ids that are too long
 */
export function parseLotNumbering(pattern: string): LotNumbering | null {
  const [, text, year = '', after = '', number] = PATTERN.exec(pattern) ?? [];
  if (text === undefined || number === undefined) return null;
  const length = text.length + (year === '' ? 0 : 4) + after.length + number.length;
  return length > LOT_ID_LENGTH ? null : { pattern, digits: number.length };
}

/** The ids of a numbering in a year, from 0000 to 9999. */
export function numberForm({ pattern, digits }: LotNumbering, year: number): NumberForm {
  const text = pattern.slice(0, pattern.lastIndexOf('{'));
  return { prefix: text.replace('{YEAR}', String(year).padStart(4, '0')), digits };
}

/** The lot id with a number. */
export function numberedLotId({ prefix, digits }: NumberForm, number: number): string {
  return prefix + String(number).padStart(digits, '0');
}

/** The id with its last number increased by one, e.g. LOT00720 after LOT00719. */
export function followingLotId(lotId: string): string {
  const digits = /\d+$/.exec(lotId)?.[0] ?? '';
  return lotId.slice(0, lotId.length - digits.length) + String(Number(digits) + 1).padStart(digits.length, '0');
}
