import { z } from 'zod';
import { notFound } from '../../platform/errors/refusal.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { blockchainAnswer, integrityAnswer, provenanceAnswer } from './provenanceAnswerSchemas.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { ProvenanceService } from './provenanceService.ts';

const id = z.object({ id: idText() });

/** What the ledger says of a lot, for staff. */
export const provenanceRoutes = ({ provenance }: { provenance: ProvenanceService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/blockchain',
    summary: 'The lot against its ledger events, field by field',
    access: 'staff',
    answer: blockchainAnswer,
    params: id,
    handle: async ({ params, caller }) => {
      return { data: await orNotFound(provenance.blockchain(caller, params.id)) };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/:id/provenance',
    summary: "The lot's events as the ledger holds them",
    access: 'staff',
    answer: provenanceAnswer,
    params: id,
    handle: async ({ params, caller }) => {
      return { data: { provenanceChain: await orNotFound(provenance.chain(caller, params.id)) } };
    },
  }),
  route({
    method: 'POST',
    path: '/lots/:id/verify-integrity',
    summary: 'Check the lot now: hashes, signatures and fields',
    access: 'staff',
    answer: integrityAnswer,
    params: id,
    handle: async ({ params, caller }) => {
      return { data: await orNotFound(provenance.verify(caller, params.id)) };
    },
  }),
];

async function orNotFound<T>(found: Promise<T | null>): Promise<T> {
  const value = await found;
  if (value === null) throw notFound('Lot');
  return value;
}
