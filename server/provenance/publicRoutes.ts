import { z } from 'zod';
import { parsePublicLotId } from '../domain/lotId.ts';
import { invalid, Refused } from '../refusal.ts';
import { route, type Route } from '../rest/route.ts';
import {
  blockchainAnswer,
  integrityAnswer,
  provenanceAnswer,
  publicHealthAnswer,
  publicLotAnswer,
  publicSearchAnswer,
} from './provenanceAnswerSchemas.ts';

// Whatever the length, a malformed id gets the specified text.
const byLotId = z.object({ lotId: z.string().meta({ pattern: '^[Ll][Oo][Tt][A-Za-z0-9_-]{1,20}$' }) });
const search = z.object({
  lotId: z.string({ error: 'Lot ID is required' }).meta({ pattern: '^[Ll][Oo][Tt][A-Za-z0-9_-]{1,20}$' }),
});

const UNKNOWN = 'Lot not found';
const NOT_PUBLIC = 'Lot not found or not available for public verification';
const NO_CHAIN = 'Blockchain data not found for this lot';

/** What anyone may ask of a lot, without login. */
export const publicRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/lots/public/search',
    summary: 'Find a lot by the number on its package',
    access: 'public',
    answer: publicSearchAnswer,
    query: search,
    handle: async ({ query, services }) => {
      const found = await orNotFound(services.provenance.publicPage(lotIdOf(query.lotId)), UNKNOWN);
      return { data: { lot: found.lot } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/health',
    summary: 'Whether public verification works',
    access: 'public',
    answer: publicHealthAnswer,
    alsoAnswers: [503],
    handle: async ({ services }) => {
      const health = await services.health.read();
      return {
        data: {
          status: health.status,
          systemHealth: {
            database: health.database.status,
            ledger: health.ledger.status,
            satellite: health.satellite.status,
          },
          version: health.version,
          capabilities: [
            'search',
            'blockchain',
            'provenance',
            'verify-integrity',
            'certificate',
            'proof',
            'search-analytics',
          ],
        },
        status: health.status === 'ok' ? 200 : 503,
      };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId',
    summary: 'A lot and how it compares with the ledger',
    access: 'public',
    answer: publicLotAnswer,
    params: byLotId,
    handle: async ({ params, services }) => {
      const data = await orNotFound(services.provenance.publicPage(lotIdOf(params.lotId)), NOT_PUBLIC);
      return { data, repeated: true };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/blockchain',
    summary: 'The lot against its ledger events, without names of people',
    access: 'public',
    answer: blockchainAnswer,
    params: byLotId,
    handle: async ({ params, services }) => ({
      data: await orNotFound(services.provenance.publicBlockchain(lotIdOf(params.lotId)), NO_CHAIN),
    }),
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/provenance',
    summary: "The lot's events as the ledger holds them, without names of people",
    access: 'public',
    answer: provenanceAnswer,
    params: byLotId,
    handle: async ({ params, services }) => ({
      data: { provenanceChain: await orNotFound(services.provenance.publicChain(lotIdOf(params.lotId)), NO_CHAIN) },
    }),
  }),
  route({
    method: 'POST',
    path: '/lots/public/:lotId/verify-integrity',
    summary: 'Check the lot now: hashes, signatures and fields',
    access: 'public',
    answer: integrityAnswer,
    params: byLotId,
    handle: async ({ params, services }) => ({
      data: await orNotFound(services.provenance.publicVerify(lotIdOf(params.lotId)), NO_CHAIN),
    }),
  }),
];

/** @throws Refused invalid, with the specified text */
function lotIdOf(text: string | undefined): string {
  const parsed = parsePublicLotId(text);
  if ('message' in parsed) throw invalid({ field: 'lotId', message: parsed.message });
  return parsed.lotId;
}

async function orNotFound<T>(found: Promise<T | null>, message: string): Promise<T> {
  const value = await found;
  if (value === null) throw new Refused({ kind: 'not-found', message });
  return value;
}
