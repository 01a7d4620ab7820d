import { z } from 'zod';
import { LOT_ACTIONS } from '../../domain/ledger/content.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { endorser } from './provenanceAnswerSchemas.ts';
import { byPublicLotId, NO_CHAIN, publicLotId } from './publicLotId.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { AuditTrail } from './auditTrail.ts';
import type { PublicProof } from './publicProof.ts';

const auditTrailAnswer = z.object({
  auditTrail: z
    .array(
      z.object({
        action: z.enum(LOT_ACTIONS),
        stage: z.enum(STAGES).nullable().describe('The stage that the event set'),
        timestamp: z.iso.datetime().describe('Of a step of an alert the day alone, at 00:00 UTC'),
        blockNumber: z.int().nullable().describe('Null until recorded'),
        user: z.string().nullable().describe('Null for the system, and once it was erased'),
        blockchainVerified: z
          .boolean()
          .describe('The ledger holds this event with our content, and its hashes and signatures are valid'),
        details: z.string().nullable(),
        transactionId: z.string().nullable().describe('Null until recorded'),
        digitalSignature: z.string().nullable().describe("The first endorser's, DER, hex"),
        endorsers: z.array(endorser),
      }),
    )
    .describe('Newest first'),
});

/** What happened to a lot beside the ledger, for staff; and the proof that anyone may take along. */
export const proofRoutes = ({
  auditTrail,
  publicProof,
}: {
  auditTrail: AuditTrail;
  publicProof: PublicProof;
}): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/audit-trail-blockchain',
    summary: 'What happened to a lot, and where the ledger has it',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    answer: auditTrailAnswer,
    handle: async ({ params, caller }) => {
      const trail = await auditTrail.read(caller, params.id);
      if (trail === null) throw notFound('Lot');
      return { data: { auditTrail: trail } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/proof',
    summary: 'The proof file: all events of one lot, to be checked without asking anybody',
    description:
      'Version 1 of the proof file (`v`, `ledger`). It discloses what the public page shows (of anonymised lots the place to one ' +
      'decimal alone) and holds nothing of other lots.',
    access: 'public',
    anyOrigin: true,
    params: byPublicLotId,
    query: z.strictObject({
      blocks: z
        .enum(['whole'], 'blocks takes whole')
        .optional()
        .describe(
          '`whole`: on Fabric with all that stands in its blocks (hashes of other lots), which shows the place of each entry; some 100 kB a block',
        ),
    }),
    files: ['application/json'],
    handle: async ({ params, query }) => {
      const lotId = publicLotId(params.lotId);
      const proof = await publicProof.make(lotId, query.blocks === 'whole');
      if (proof === null) throw new Refused({ kind: 'not-found', said: NO_CHAIN });
      return {
        file: {
          name: `${lotId}-proof.json`,
          mediaType: 'application/json; charset=utf-8',
          body: proof,
        },
      };
    },
  }),
];
