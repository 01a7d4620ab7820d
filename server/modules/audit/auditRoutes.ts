import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { MOST_EXPORTED } from './auditExport.ts';
import { auditChoice, auditFilter, AUDIT_LINES, auditListing } from './auditInput.ts';
import { AUDIT_VERDICTS } from './auditVerdicts.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditExport } from './auditExport.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';

const thing = z.object({
  kind: z.string(),
  id: z.string().nullable(),
  name: z.string().nullable().describe('As it is now; null where there is none, and once erased'),
  erased: z.boolean(),
});

const auditAnswer = z.object({
  lines: z.array(
    z.object({
      id: z.string().describe('The number of the row'),
      verdict: z.enum(AUDIT_VERDICTS).describe('What the line is worth'),
      told: z
        .object({
          at: z.iso.datetime(),
          role: z.string(),
          actor: thing,
          action: z.string(),
          subject: thing.nullable(),
          details: z.array(z.object({ name: z.string(), values: z.array(z.string()), names: z.array(z.string()) })),
          requestId: z.string().nullable(),
          gdprConsent: z.boolean(),
        })
        .nullable()
        .describe('null where the line is not as the program wrote it'),
    }),
  ),
  next: z.string().nullable().describe('For `before` of the next page'),
  missing: z.array(z.string()).describe('Rows that the chain has between these lines and the table has no more'),
});

/** The audit table over REST (docs/spec/access-and-accounts.md, 'Merged table'). */
export const auditRoutes = ({
  auditExport,
  auditLog,
}: {
  auditExport: AuditExport;
  auditLog: AuditLog;
}): readonly Route[] => [
  route({
    method: 'GET',
    path: '/audit',
    summary: 'What was done with this program, newest first',
    description:
      'Takes view_audit. Each line is checked against its seal and the chain when it is read. Never open to partner keys.',
    access: 'staff',
    query: z.strictObject({
      ...auditFilter,
      before: z
        .string()
        .regex(/^[\w-]{0,100}$/, encodeMessage(CALL.cannotBeTaken({ field: 'before' })))
        .optional()
        .describe('`next` of the page before; the newest lines without it'),
      limit: wholeNumber('limit', 1, 100).default(AUDIT_LINES),
    }),
    answer: auditAnswer,
    handle: async ({ caller, query }) => ({ data: await auditLog.list(caller, parseInput(auditListing, query)) }),
  }),
  route({
    method: 'GET',
    path: '/audit/export',
    summary: 'The lines of the audit table in one file',
    description:
      `All lines that the filters let through, newest first, streamed; at most ${MOST_EXPORTED.toLocaleString('en-US')}. Takes ` +
      'view_audit, and is never open to partner keys. Each line is checked as it is read. Who took it is written into the table before. ' +
      'A file that breaks off is not complete: its connection is cut. Cells that a spreadsheet would run as a formula begin with an ' +
      'apostrophe.',
    access: 'staff',
    long: true,
    heavy: 'exports',
    query: auditChoice,
    files: ['text/csv'],
    handle: async ({ caller, query, info }) => ({
      file: {
        name: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
        mediaType: 'text/csv; charset=utf-8',
        body: await auditExport.run(caller, query, info),
      },
    }),
  }),
];
