import { DEFORESTATION_STATUSES } from '../../server/domain/forest/deforestation.ts';
import { decodeMessage } from '../../server/domain/messages/encodeMessage.ts';
import { messageParams, type ValueFormats } from '../../server/domain/messages/params.ts';
import type { Message } from '../../server/domain/messages/message.ts';
import codes from '../../messages/en/codes.json';
import type { CodesMessages } from '../../messages/types.ts';
import type { Formats } from './format.ts';
import { addWords, hasWords, messageText } from './language.ts';
import './sharedInEnglish.ts';
import { STATUS_WORDS } from './terms.ts';
import { areaWords } from './words.tsx';

/*
 * What is said by a code and its values (docs/codes.md), by the server or by a rule of a form, in the words of the page. A message that
 * a screen says in other words than the API is `screen.<code>` in its catalogue.
 */

addWords('en', codes);

export const { useWords: useLocalizedTexts, wordsIn: localizedTextsIn } = areaWords<CodesMessages>();

/** As much of a page's words as is needed for it. */
type Speaker = Pick<Formats, 'formatList' | 'formatDate' | 'formatDateTime' | 'formatDecimals'> & { locale: string };

/** The text of a message in the language of the page; the server's English text where the page has none for its code. */
export function localizedText(words: Speaker, { code, values, text }: Message): string {
  const { locale } = words;
  const id = [`screen.${code}`, `code.${code}`].find((one) => hasWords(locale, one));
  return id === undefined ? text : messageText(locale, id, messageParams(values, formatsOf(words)));
}

/** Several messages, one after the other; null when there is none. */
export function localizedTexts(words: Speaker, sentences: readonly Message[]): string | null {
  return sentences.map((one) => localizedText(words, one)).join(' ') || null;
}

/** The message of a field in words: that of a rule carries a code, another one is words already. */
export function messageWord(words: Speaker, message: string): string {
  const decoded = decodeMessage(message);
  return decoded === null ? message : localizedText(words, decoded);
}

function formatsOf({ locale, formatList, formatDate, formatDateTime, formatDecimals }: Speaker): ValueFormats {
  return {
    list: formatList,
    and: (earlier, last) => messageText(locale, 'list.and', { earlier, last }),
    day: formatDate,
    moment: formatDateTime,
    decimals: formatDecimals,
    // A field that no form asks for is named as the API names it.
    label: (field) => wordOf(locale, `label.${field}`) ?? field,
    term: (text) => termWord(locale, text),
  };
}

/** A status, a stage or the state of an alert by its word; another text, which is a name, as it is. */
function termWord(locale: string, text: string): string {
  const status = DEFORESTATION_STATUSES.find((name) => name === text);
  return (status === undefined ? wordOf(locale, `inside.${text}`) : wordOf(locale, STATUS_WORDS[status])) ?? text;
}

function wordOf(locale: string, id: string): string | null {
  return hasWords(locale, id) ? messageText(locale, id) : null;
}
