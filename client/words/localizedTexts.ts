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
 * Translates a message code with its values (docs/codes.md), from the server or from a form rule, into the page's
 * language. `screen.<code>` in a catalogue overrides the API's wording on screens.
 */

addWords('en', codes);

export const { useWords: useLocalizedTexts, wordsIn: localizedTextsIn } = areaWords<CodesMessages>();

/** The part of a page's words that messages need. */
type Speaker = Pick<Formats, 'formatList' | 'formatDate' | 'formatDateTime' | 'formatDecimals'> & { locale: string };

/** The text of a message in the page's language; the server's English text if the page has none for its code. */
export function localizedText(words: Speaker, { code, values, text }: Message): string {
  const { locale } = words;
  const id = [`screen.${code}`, `code.${code}`].find((one) => hasWords(locale, one));
  return id === undefined ? text : messageText(locale, id, messageParams(values, formatsOf(words)));
}

/** Several messages joined; null if there are none. */
export function localizedTexts(words: Speaker, sentences: readonly Message[]): string | null {
  return sentences.map((one) => localizedText(words, one)).join(' ') || null;
}

/** The error message of a form field: that of a rule carries a code, any other is plain text. */
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
    // A field without a form label uses its API name.
    label: (field) => wordOf(locale, `label.${field}`) ?? field,
    term: (text) => termWord(locale, text),
  };
}

/** The display term of a status, stage or alert state; other text, such as a name, is unchanged. */
function termWord(locale: string, text: string): string {
  const status = DEFORESTATION_STATUSES.find((name) => name === text);
  return (status === undefined ? wordOf(locale, `inside.${text}`) : wordOf(locale, STATUS_WORDS[status])) ?? text;
}

function wordOf(locale: string, id: string): string | null {
  return hasWords(locale, id) ? messageText(locale, id) : null;
}
