import { parsePublicLotId } from '../../../server/domain/lotId.ts';

/*
 * What a shopper may type (public specification, section 5).
 */
export const SEARCH_TYPES = ['lot', 'date', 'batch'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export const SANITISED_LENGTH = 50;
export const OFFLINE_MESSAGE = 'No internet connection. Please check your network and try again.';

const EMPTY = 'Please enter a search value';
const DATE_FORMAT = 'Invalid date format. Use MM/DD/YYYY or YYYY-MM-DD';
const BATCH_TOO_SHORT = 'Batch code must be at least 3 characters';
const NO_DATE_SEARCH = 'Search by date is not currently supported. Please use lot number search.';
const NO_BATCH_SEARCH = 'Search by batch code is not currently supported. Please use lot number search.';

const MONTH_FIRST = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/;
const YEAR_FIRST = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Trims, removes the characters < > ' " & ; | ` $ and cuts to `length` characters. */
export function sanitise(text: string, length: number = SANITISED_LENGTH): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[<>'"&;|`$]/g, '');
}

export type CheckedInput =
  /** a well-formed lot number, upper-case */
  | { kind: 'lot'; lotId: string }
  /** cannot be searched as typed */
  | { kind: 'invalid'; message: string }
  /** well formed, but this kind of search is not offered */
  | { kind: 'unsupported'; value: string; message: string };

/** Checks what was typed; the message is the specified one. Needs no connection. */
export function checkInput(type: SearchType, typed: string): CheckedInput {
  if (typed.trim() === '') return { kind: 'invalid', message: EMPTY };
  const value = sanitise(typed);
  switch (type) {
    case 'lot': {
      const parsed = parsePublicLotId(value);
      return 'lotId' in parsed ? { kind: 'lot', lotId: parsed.lotId } : { kind: 'invalid', message: parsed.message };
    }
    case 'date':
      return MONTH_FIRST.test(value) || YEAR_FIRST.test(value)
        ? { kind: 'unsupported', value, message: NO_DATE_SEARCH }
        : { kind: 'invalid', message: DATE_FORMAT };
    case 'batch':
      return value.length >= 3
        ? { kind: 'unsupported', value, message: NO_BATCH_SEARCH }
        : { kind: 'invalid', message: BATCH_TOO_SHORT };
  }
}
