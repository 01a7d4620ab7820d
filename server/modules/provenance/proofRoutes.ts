import { z } from 'zod';
import { LOT_ACTIONS } from '../../domain/ledger/content.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { WHOLE_PROOF_LOTS } from '../../domain/proof/wholeProof.ts';
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

interface ProofServices {
  auditTrail: AuditTrail;
  publicProof: PublicProof;
}

/** What happened to a lot beside the ledger, for staff; and the proofs that anyone may take along. */
export const proofRoutes = (services: ProofServices): readonly Route[] => [
  ...ownProofRoutes(services),
  ...originProofRoutes(services),
];

const ownProofRoutes = ({ auditTrail, publicProof }: ProofServices): readonly Route[] => [
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
      'Version 2 of the proof file (`v`, `ledger`). It discloses what the public page shows (of anonymised lots the place to one ' +
      'decimal alone) and holds nothing of other lots but, of a derived lot, the keys of those that it was made of, with ' +
      'positions, hashes and grams of the events by which these grams left them.',
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

/** Proofs of the lots that a lot was made of. */
const originProofRoutes = ({ publicProof }: ProofServices): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/public/:lotId/proof/inputs/:key',
    summary: 'The proof file of a lot that a lot was made of',
    description:
      'By its key on the ledger, as the `formed` event of the proof names it; also one of earlier ones. It opens what the ' +
      'public page of that lot shows, and nothing else.',
    access: 'public',
    params: byPublicLotId.extend({
      key: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'key has 32 hexadecimal digits')
        .describe('32 hexadecimal digits'),
    }),
    files: ['application/json'],
    handle: async ({ params }) => {
      const proof = await publicProof.makeInput(publicLotId(params.lotId), params.key);
      if (proof === null) throw new Refused({ kind: 'not-found', said: NO_CHAIN });
      const name = `${params.key}-proof.json`;
      return { file: { name, mediaType: 'application/json; charset=utf-8', body: proof } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/proof/whole',
    summary: 'The whole proof: the proof files of a lot and of all lots that it was made of',
    description:
      `Version 1 of the whole proof (\`v\`, \`kind\`, \`lotKey\`, \`proofs\`), streamed, some 13 kB a lot: at most ` +
      `${WHOLE_PROOF_LOTS.toLocaleString('en-US')} lots, else 409; then take the proofs of inputs one by one. A file that breaks off is not complete: its connection is cut.`,
    access: 'public',
    long: true,
    heavy: 'exports',
    params: byPublicLotId,
    files: ['application/json'],
    handle: async ({ params }) => {
      const lotId = publicLotId(params.lotId);
      const proof = await publicProof.makeWhole(lotId);
      if (proof === null) throw new Refused({ kind: 'not-found', said: NO_CHAIN });
      const name = `${lotId}-whole-proof.json`;
      return { file: { name, mediaType: 'application/json; charset=utf-8', body: proof } };
    },
  }),
];
