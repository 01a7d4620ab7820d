import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/access/auditActions.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { isStorable, STORABLE_PATTERN } from '../../domain/text/validText.ts';

const MOST_LINES = 100;
export const AUDIT_LINES = 50;

const CURSOR = encodeMessage(CALL.cannotBeTaken({ field: 'before' }));
const LIMIT = encodeMessage(CALL.range({ field: 'limit', min: 1, max: MOST_LINES }));

/** A place in the list: the moment of a line and the number of its row. */
export interface AuditCursor {
  at: string;
  id: number;
}

export function cursorText({ at, id }: AuditCursor): string {
  return Buffer.from(`${at}~${id}`).toString('base64url');
}

const cursor = z
  .string(CURSOR)
  .regex(/^[\w-]{0,100}$/, CURSOR)
  .transform((text, context): AuditCursor => {
    const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('~');
    if (z.iso.datetime({ precision: 6 }).safeParse(at).success && /^\d{1,15}$/.test(id)) return { at, id: Number(id) };
    context.addIssue({ code: 'custom', message: CURSOR });
    return z.NEVER;
  })
  .meta({ type: 'string', pattern: '^[A-Za-z0-9_-]{0,100}$' });

const day = (field: string) => z.iso.date(encodeMessage(CALL.day({ field }))).optional();

/** A name or an id. */
function sought(field: string) {
  return z
    .string(encodeMessage(CALL.text({ field })))
    .trim()
    .min(1, encodeMessage(CALL.cannotBeTaken({ field })))
    .max(100, encodeMessage(CALL.tooLong({ field, most: 100 })))
    .refine(isStorable, encodeMessage(CALL.notStorable({ field })))
    .meta({ pattern: STORABLE_PATTERN })
    .optional();
}

/** What the list of the audit table can be asked for. */
export const auditFilter = {
  actor: sought('actor').describe(
    "Who did it: the id of an account or of a partner key, a user name, a person's name or part of it, or 'system'",
  ),
  action: z
    .enum(AUDIT_ACTIONS, encodeMessage(CALL.oneOf({ field: 'action', choices: [...AUDIT_ACTIONS] })))
    .optional()
    .describe('What was done'),
  subject: sought('subject').describe(
    "To what it was done: its id, a lot id such as LOT701 (with its alerts, documents and consignments), a user name, a person's name or part of it",
  ),
  from: day('from').describe('First day, UTC, included'),
  to: day('to').describe('Last day, UTC, included'),
  before: cursor.optional().describe('The page after the one whose `next` this is; the newest lines without it'),
};

const { before: _place, ...filters } = auditFilter;
/** Rows that the filters alone select. */
export const auditChoice = z.strictObject(filters);
/** With a place among them, where a page is read. */
export type AuditChoice = z.output<typeof auditChoice> & { before?: AuditCursor };

export const auditListing = z.strictObject({
  ...auditFilter,
  limit: z.int(LIMIT).min(1, LIMIT).max(MOST_LINES, LIMIT),
});
export type AuditListing = z.output<typeof auditListing>;
