import { DEFORESTATION_STATUSES } from '../../server/domain/forest/deforestation.ts';
import { saidIn } from '../../server/domain/said/carried.ts';
import type { Said } from '../../server/domain/said/said.ts';
import { lotFields } from './en/lotFields.ts';
import { inputs } from './en/staff/inputs.ts';
import { refusals } from './en/staff/refusals.ts';
import { said } from './en/staff/said.ts';
import type { Formats } from './format.ts';
import { addWords, hasWords, i18nOf } from './language.ts';
import './sharedInEnglish.ts';
import { STATUS_WORDS } from './terms.ts';
import { areaWords } from './words.tsx';

/* What is said by a code and its values (docs/codes.md), by the server or by a rule of a form, in the words of the page. */
const english = { ...refusals, ...said, ...inputs, ...lotFields };
addWords('en', english);

type SaidCatalogue = typeof english;
/** As much of a page's words as is needed for it. */
type Speaker = Formats & { locale: string };

export const { useWords: useSaidWords, wordsIn: saidWordsIn } = areaWords<SaidCatalogue>();

/** Says it; what this version has no words for stands in the server's English. */
export function saidWord(words: Speaker, { code, values, text }: Said): string {
  const id = `said.${code}`;
  // Not in `english` alone: views that are loaded later bring words of their own.
  return hasWords(words.locale, id) ? i18nOf(words.locale)._(id, paramsOf(words, values)) : text;
}

/** Several sentences, one after the other; null when nothing is said. */
export function saidWords(words: Speaker, sentences: readonly Said[]): string | null {
  return sentences.map((one) => saidWord(words, one)).join(' ') || null;
}

/** The message of a field in words: that of a rule carries a code, another one is words already. */
export function messageWord(words: Speaker, message: string): string {
  const carried = saidIn(message);
  return carried === null ? message : saidWord(words, carried);
}

/** A value of each name, as a sentence takes it; figures without separators, as they are counted in codes. */
function paramsOf(words: Speaker, values: Said['values']): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === 'field' && typeof value === 'string')
      Object.assign(params, { field: value, label: labelOf(words, value) });
    else if (typeof value === 'number') params[name] = value;
    else if (typeof value === 'string') params[name] = insideWord(words, value);
    else if (name === 'choices') params[name] = words.formatList(value.map((one) => insideWord(words, String(one))));
    else params[name] = listed(words, value.map(String));
    if (name === 'day' && typeof value === 'string') params[name] = words.formatDate(value);
    if (name === 'since' && typeof value === 'string') params[name] = words.formatDateTime(value);
    if (name === 'hectares' && typeof value === 'number') {
      params['area'] = words.formatDecimals(value, value < 0.1 ? 2 : 1);
    }
    if (name === 'checkedHectares' && typeof value === 'number') params['checkedArea'] = words.formatDecimals(value, 1);
  }
  return params;
}

/** How a sentence names a field; one that no form asks for as the API names it. */
function labelOf({ locale }: Speaker, field: string): string {
  const id = `label.${field}`;
  return Object.hasOwn(english, id) ? i18nOf(locale)._(id) : field;
}

/** A status, a stage or the state of an alert by its word; another text, which is a name, as it is. */
function insideWord({ locale }: Speaker, value: string): string {
  const id = `inside.${value}`;
  if (value !== 'list' && Object.hasOwn(said, id)) return i18nOf(locale)._(id);
  const status = DEFORESTATION_STATUSES.find((name) => name === value);
  return status === undefined ? value : i18nOf(locale)._(STATUS_WORDS[status]);
}

function listed({ locale, formatList }: Speaker, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : i18nOf(locale)._('inside.list', { earlier: formatList(names.slice(0, -1)), last });
}
