import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { HISTORY_STATES } from '../lots/lotHistory.ts';
import type { LotTrail } from './lotTrail.ts';
import { MOST_TRAIL_ENTRIES, TRAIL_ENTRIES, trailListing } from './trailInput.ts';

const trailAnswer = z.object({
  entries: z.array(
    z.object({
      id: z.string().describe('Unique within the trail'),
      at: z.iso.datetime(),
      action: z.string().describe("Of the history, e.g. 'stage', or of the audit table, e.g. 'alert.commented'"),
      actor: z.string().nullable().describe('Name of the person or partner key; null for the program, and once erased'),
      role: z.string().nullable(),
      stage: z.enum(STAGES).nullable(),
      changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
      subject: z
        .object({ kind: z.enum(['alert', 'document', 'consignment']), id: z.string(), name: z.string().nullable() })
        .nullable(),
      text: z.string().nullable().describe('What was written, or the name of a file, a person or a format'),
      state: z.enum(HISTORY_STATES),
    }),
  ),
  next: z.string().nullable().describe('For `before` of the next page'),
});

/** The trail of a lot over REST. */
export const trailRoutes = ({ lotTrail }: { lotTrail: LotTrail }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/trail',
    summary: 'All that happened to a lot, newest first',
    description:
      'Its history, alerts with their steps, comments and files, documents, consignments, and for those with view_audit who ' +
      'exported it or took its papers.',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    query: z.strictObject({
      before: z
        .string()
        .regex(/^[\w:.~-]{0,100}$/, encodeMessage(CALL.cannotBeTaken({ field: 'before' })))
        .optional()
        .describe('`next` of the page before; the newest entries without it'),
      limit: wholeNumber('limit', 1, MOST_TRAIL_ENTRIES).default(TRAIL_ENTRIES),
    }),
    answer: trailAnswer,
    handle: async ({ params, query, caller }) => {
      const page = await lotTrail.read(caller, params.id, parseInput(trailListing, query));
      if (page === null) throw notFound('Lot');
      return { data: page };
    },
  }),
];
