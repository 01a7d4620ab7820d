import type { SaidPartsFragment } from '../graphql/generated.ts';
import { said } from '../words/en/staff/said.ts';
import { hasWords, i18nOf } from '../words/language.ts';
import type { StaffId, StaffWords } from '../words/staffWords.ts';
import { statusWord } from './tradeWords.ts';

/* What the server says by a code and its values (docs/codes.md), in the words of the page. */

type Values = SaidPartsFragment['values'];

/** Says it; what this version has no words for stands in the server's English. */
export function saidWord(words: StaffWords, { code, values, text }: SaidPartsFragment): string {
  const id = `said.${code}`;
  return hasWords(words.locale, id) ? i18nOf(words.locale)._(id, paramsOf(words, values)) : text;
}

/** Several sentences, one after the other; null when nothing is said. */
export function saidWords(words: StaffWords, sentences: readonly SaidPartsFragment[]): string | null {
  return sentences.map((one) => saidWord(words, one)).join(' ') || null;
}

/** A value of each name, as a sentence takes it; figures without separators, as they are counted in codes. */
function paramsOf(words: StaffWords, values: Values): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') params[name] = value;
    else if (typeof value === 'string') params[name] = insideWord(words, value);
    else params[name] = listed(words, value.map(String));
    if (name === 'day' && typeof value === 'string') params[name] = words.formatDate(value);
    if (name === 'hectares' && typeof value === 'number') {
      params['area'] = words.formatDecimals(value, value < 0.1 ? 2 : 1);
    }
  }
  return params;
}

/** A status, a stage or the state of an alert by its word; another text, which is a name, as it is. */
function insideWord(words: StaffWords, value: string): string {
  const id = `inside.${value}`;
  const known = (text: string): text is Extract<StaffId, `inside.${string}`> =>
    text !== 'inside.list' && Object.hasOwn(said, text);
  return known(id) ? words.say(id) : statusWord(words, value);
}

function listed({ say, formatList }: StaffWords, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : say('inside.list', { earlier: formatList(names.slice(0, -1)), last });
}
