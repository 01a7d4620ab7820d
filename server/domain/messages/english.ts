import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import admin from '../../../messages/en/admin.json' with { type: 'json' };
import codes from '../../../messages/en/codes.json' with { type: 'json' };
import details from '../../../messages/en/details.json' with { type: 'json' };
import farms from '../../../messages/en/farms.json' with { type: 'json' };
import lot from '../../../messages/en/lot.json' with { type: 'json' };
import page from '../../../messages/en/page.json' with { type: 'json' };
import server from '../../../messages/en/server.json' with { type: 'json' };
import type { ServerMessages } from '../../../messages/types.ts';
import type { Say } from './say.ts';
import { messageWriter, type MessageParams, type MessageTokens } from './format.ts';
import { messageParams, type MessageValues, type ValueFormats } from './params.ts';

/*
 * The English texts of all codes. A code that a screen shows has its text in the catalogue of that screen, all others in server.json.
 * Builds for the browser leave this module out (client/compiledWords.ts): a page has the catalogues of its own language.
 */
let messages: ReadonlyMap<string, string> | undefined;
const parsed = new Map<string, MessageTokens>();
const write = messageWriter('en-US');

/** Days, instants and figures as programs read them. */
const PLAIN: ValueFormats = {
  list: (names) => names.join(', '),
  and: (earlier, last) => write(tokensOf('list.and'), { earlier, last }),
  day: (day) => day,
  moment: (instant) => `${instant.slice(0, 16).replace('T', ' ')} UTC`,
  decimals: (figure, decimals) => figure.toFixed(decimals),
  label: (field) => messageOf(`label.${field}`) ?? field,
  term: (text) => text,
};

function messageOf(id: string): string | undefined {
  messages ??= new Map([server, codes, lot, farms, details, page, admin].flatMap((file) => Object.entries(file)));
  return messages.get(id);
}

function tokensOf(id: string): MessageTokens {
  const known = parsed.get(id);
  if (known !== undefined) return known;
  const text = messageOf(id);
  if (text === undefined) throw new Error(`messages/en has no ${id}`);
  const tokens = compileMessageOrThrow(text);
  parsed.set(id, tokens);
  return tokens;
}

/** The parameters that the English text of a code may use. */
export function englishParams(values: MessageValues): MessageParams {
  return messageParams(values, PLAIN);
}

/** The English text of a code with its values. */
export function englishText(code: string, values: MessageValues): string {
  return write(tokensOf(`code.${code}`), englishParams(values));
}

/** The English text of an id of server.json, where the program writes to somebody itself. */
export const sayEnglish: Say<ServerMessages> = (id, ...[params]) => write(tokensOf(id), params ?? {});
