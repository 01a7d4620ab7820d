import { z } from 'zod';
import { AUDIT_ACTIONS } from '../domain/auditActions.ts';

const MOST_LINES = 100;
export const AUDIT_LINES = 50;

const CURSOR = 'before takes the cursor of an earlier page';

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
  .max(100, CURSOR)
  .transform((text, context): AuditCursor => {
    const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split('~');
    if (z.iso.datetime({ precision: 6 }).safeParse(at).success && /^\d{1,15}$/.test(id)) return { at, id: Number(id) };
    context.addIssue({ code: 'custom', message: CURSOR });
    return z.NEVER;
  })
  .meta({ type: 'string' });

const day = (name: string) => z.iso.date(`${name} takes a day such as 2026-03-14`).optional();

/** What the list of the audit table can be asked for. */
export const auditFilter = {
  actor: z
    .string('actor takes an id, a user name or system')
    .trim()
    .min(1, 'actor takes an id, a user name or system')
    .max(100, 'actor takes at most 100 characters')
    .optional()
    .describe("Who did it: the id of an account or of a partner key, a user name, or 'system'"),
  action: z
    .enum(AUDIT_ACTIONS, `action takes one of: ${AUDIT_ACTIONS.join(', ')}`)
    .optional()
    .describe('What was done'),
  subject: z
    .string('subject takes an id, a lot id or a user name')
    .trim()
    .min(1, 'subject takes an id, a lot id or a user name')
    .max(100, 'subject takes at most 100 characters')
    .optional()
    .describe('To what it was done: its id, a lot id such as LOT701, or a user name'),
  from: day('from').describe('First day, UTC, included'),
  to: day('to').describe('Last day, UTC, included'),
  before: cursor.optional().describe('The page after the one whose `next` this is; the newest lines without it'),
};

export const auditListing = z.strictObject({
  ...auditFilter,
  limit: z.int('limit takes 1 to 100').min(1, 'limit takes 1 to 100').max(MOST_LINES, 'limit takes 1 to 100'),
});
export type AuditListing = z.output<typeof auditListing>;
