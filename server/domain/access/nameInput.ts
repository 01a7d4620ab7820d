import { z } from 'zod';
import { hidesCharacters } from '../text/hiddenCharacters.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { isStorable } from '../text/validText.ts';

/** The same rule for programs that read schemas, without classes that some regular expression engines lack. */
const ONE_LINE = '^\\s*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$';
const BREAK = /[\t\n\r]/;

/** A name: one line of what can be stored and seen, trimmed and composed (NFC). @param max characters, at most */
export function nameInput(max: number) {
  const required = encodeMessage(INPUT.required({ field: 'name' }));
  return z
    .string(required)
    .trim()
    .normalize('NFC')
    .min(1, required)
    .max(max, encodeMessage(INPUT.tooLong({ field: 'name', most: max })))
    .refine((value) => isStorable(value) && !BREAK.test(value), encodeMessage(INPUT.notStorable({ field: 'name' })))
    .refine((value) => !hidesCharacters(value), encodeMessage(INPUT.hiddenCharacters({ field: 'name' })))
    .meta({ pattern: ONE_LINE });
}
