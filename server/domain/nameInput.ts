import { z } from 'zod';
import { isStorable } from './storable.ts';

/** The same rule for programs that read schemas, without the classes that not every regular expression knows. */
const ONE_LINE = '^\\s*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$';
const BREAK = /[\t\n\r]/;

/** A name: one line of what can be stored, trimmed and composed (NFC). @param max characters, at most */
export function nameInput(max: number) {
  return z
    .string('Name is required')
    .trim()
    .normalize('NFC')
    .min(1, 'Name is required')
    .max(max, `Name can be at most ${max} characters`)
    .refine((value) => isStorable(value) && !BREAK.test(value), 'Name holds characters that cannot be stored')
    .meta({ pattern: ONE_LINE });
}
