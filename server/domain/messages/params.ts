import type { MessageParams } from './format.ts';

/** The values of a message by their names. */
export type MessageValues = Readonly<Record<string, string | number | readonly string[] | readonly number[]>>;

/** How the values of a message are written: as a page writes figures, days and names, or as the server does. */
export interface ValueFormats {
  /** Names one after the other, e.g. 'weight, stage' */
  list: (names: readonly string[]) => string;
  /** 'a, b and c' */
  and: (earlier: string, last: string) => string;
  /** a calendar day, YYYY-MM-DD */
  day: (day: string) => string;
  /** an instant, ISO 8601 */
  moment: (instant: string) => string;
  decimals: (figure: number, decimals: number) => string;
  /** the name of a field of the API */
  label: (field: string) => string;
  /** a stage or a status by its name, another text as it is */
  term: (text: string) => string;
}

/** The parameters that the text of a message may use, from the values of its code. */
export function messageParams(values: MessageValues, formats: ValueFormats): MessageParams {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') Object.assign(params, numberParams(name, value, formats));
    else if (typeof value === 'string') Object.assign(params, textParams(name, value, formats));
    else Object.assign(params, listParams(name, value.map(String), formats));
  }
  return params;
}

function numberParams(name: string, value: number, { decimals }: ValueFormats): MessageParams {
  switch (name) {
    case 'hectares':
      return { hectares: value, area: decimals(value, value < 0.1 ? 2 : 1) };
    case 'checkedHectares':
      return { checkedHectares: value, checkedArea: decimals(value, 1) };
    case 'latitude':
      return { latitude: value, preciseLatitude: decimals(value, 6) };
    case 'longitude':
      return { longitude: value, preciseLongitude: decimals(value, 6) };
    default:
      return { [name]: value };
  }
}

function textParams(name: string, value: string, { label, day, moment, term }: ValueFormats): MessageParams {
  switch (name) {
    case 'field':
      return { field: value, label: label(value) };
    case 'day':
      return { day: day(value) };
    case 'since':
      return { since: moment(value) };
    default:
      return { [name]: term(value) };
  }
}

/** A list with commas, and under `<name>And` with a word before its last. */
function listParams(name: string, texts: readonly string[], { list, and, term }: ValueFormats): MessageParams {
  const names = texts.map(term);
  const last = names.at(-1) ?? '';
  return { [name]: list(names), [`${name}And`]: names.length < 2 ? last : and(list(names.slice(0, -1)), last) };
}
