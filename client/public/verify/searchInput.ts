import { parsePublicLotId } from '../../../server/domain/lot/lotId.ts';
import type { VerifyId } from '../../words/verifyWords.ts';

/* Search input of shoppers (docs/spec/public-pages.md, 'Search input'). */
export const SEARCH_TYPES = ['lot', 'date', 'batch'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const SANITISED_LENGTH = 50;
const MONTH_FIRST = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/;
const YEAR_FIRST = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Trims, removes the characters < > ' " & ; | ` $ and truncates to `length` characters. */
export function sanitise(text: string, length: number = SANITISED_LENGTH): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[<>'"&;|`$]/g, '');
}

export type CheckedInput =
  /** a valid lot number, upper-case */
  | { kind: 'lot'; lotId: string }
  /** not searchable */
  | { kind: 'invalid'; message: VerifyId }
  /** valid, but this kind of search is not available */
  | { kind: 'unsupported'; value: string; message: VerifyId };

/** Normalizes a lot number, or returns why it is invalid. */
export function checkLotId(text: string): { lotId: string } | { message: VerifyId } {
  const parsed = parsePublicLotId(text);
  if ('lotId' in parsed) return parsed;
  return { message: parsed.fault === 'form' ? 'code.input.public_lot_id_form' : 'code.input.lot_id_empty' };
}

/** Validates the input without a request; the message is the specified one. */
export function checkInput(type: SearchType, typed: string): CheckedInput {
  if (typed.trim() === '') return { kind: 'invalid', message: 'input.empty' };
  const value = sanitise(typed);
  switch (type) {
    case 'lot': {
      const parsed = checkLotId(value);
      return 'lotId' in parsed ? { kind: 'lot', lotId: parsed.lotId } : { kind: 'invalid', message: parsed.message };
    }
    case 'date':
      return MONTH_FIRST.test(value) || YEAR_FIRST.test(value)
        ? { kind: 'unsupported', value, message: 'input.noDateSearch' }
        : { kind: 'invalid', message: 'input.date' };
    case 'batch':
      return value.length >= 3
        ? { kind: 'unsupported', value, message: 'input.noBatchSearch' }
        : { kind: 'invalid', message: 'input.batch' };
  }
}
