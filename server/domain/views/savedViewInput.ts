import { z } from 'zod';
import { nameInput } from '../access/nameInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';

/** Lists that views are saved of. */
export const VIEW_LISTS = ['lots'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const VIEW_LIMITS = {
  nameLength: 60,
  queryLength: 1_000,
  /** of one account, and shared ones of all accounts together */
  ofAccount: 50,
  shared: 200,
} as const;

const QUERY = encodeMessage(CALL.cannotBeTaken({ field: 'query' }));

/** Filters, order and columns of a list, as its address has them behind the question mark. */
const query = z
  .string(QUERY)
  .max(VIEW_LIMITS.queryLength, encodeMessage(CALL.tooLong({ field: 'query', most: VIEW_LIMITS.queryLength })))
  .regex(/^[\w.*+%=&~:-]*$/, QUERY)
  .describe('As in the address of the list, e.g. stage=drying&sort=weight');

const name = nameInput(VIEW_LIMITS.nameLength);
const flag = (field: string) => z.boolean(encodeMessage(CALL.flag({ field })));

/** Input of a view that is saved (POST /saved-views). */
export const saveViewInput = z.strictObject({
  list: z.enum(VIEW_LISTS, encodeMessage(CALL.oneOf({ field: 'list', choices: VIEW_LISTS }))).default('lots'),
  name,
  query,
  shared: flag('shared').default(false).describe('Whether all who see every lot find it'),
});
export type SavedViewValues = z.output<typeof saveViewInput>;

/** Input of a changed view (PATCH /saved-views/{id}); what is left out stays. */
export const updateViewInput = z.strictObject({ name: name.optional(), shared: flag('shared').optional() });
export type SavedViewPatch = z.output<typeof updateViewInput>;
