import { z } from 'zod';
import { farmIdInput } from '../access/accountInput.ts';
import { nameInput } from '../access/nameInput.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';

export const HOOK_URL_LENGTH = 500;
const ADDRESS = encodeMessage(INPUT.hookAddress({ field: 'url' }));

/** The address of a web hook: https without user, password and fragment; http if the settings allow it for tests. */
export const hookAddress = z
  .string(ADDRESS)
  .trim()
  .max(HOOK_URL_LENGTH, ADDRESS)
  .refine(isHookAddress, ADDRESS)
  .transform((text) => new URL(text).href)
  .meta({ pattern: STORABLE_PATTERN });

function isHookAddress(text: string): boolean {
  if (!isStorable(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** What a new web hook takes. */
export const newHookInput = z.strictObject({
  name: nameInput(80).describe('Whose web hook it is'),
  url: hookAddress.describe('An https address'),
  farmId: farmIdInput.default('').describe('Alerts of lots of this farm alone; empty: of all farms'),
});
export type NewHook = z.output<typeof newHookInput>;
