import type { Caller } from '../../platform/access/caller.ts';
import { HEALTH } from '../../domain/messages/healthMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import {
  blockchainAnswer,
  integrityAnswer,
  provenanceAnswer,
  publicHealthAnswer,
  publicLotAnswer,
  publicSearchAnswer,
} from './provenanceAnswerSchemas.ts';
import { byPublicLotId, NO_CHAIN, NOT_PUBLIC, publicLotId } from './publicLotId.ts';
import type { ProvenanceService } from './provenanceService.ts';

const UNKNOWN = REFUSED.lotNotFound({});

interface PartState {
  status: 'ok' | 'degraded' | 'error';
  said?: Message;
}

/** The state of the program, as monitoring reads it. */
export interface HealthReader {
  read(caller: Caller): Promise<{
    status: 'ok' | 'error';
    version: string;
    database: PartState;
    ledger: PartState;
    satellite: PartState;
  }>;
}

interface Services {
  health: HealthReader;
  provenance: ProvenanceService;
}

const searchRoutes = ({ health, provenance }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/public/search',
    summary: 'Find a lot by the number on its package',
    access: 'public',
    answer: publicSearchAnswer,
    query: byPublicLotId,
    handle: async ({ query }) => {
      const found = await orNotFound(provenance.publicPage(publicLotId(query.lotId)), UNKNOWN);
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
    handle: async ({ caller }) => {
      const state = await health.read(caller);
      const parts = [state.database, state.ledger, state.satellite];
      const said = parts.find((part) => part.status !== 'ok')?.said ?? HEALTH.publicWorks({});
      return {
        data: {
          status: state.status,
          message: said.text,
          said,
          systemHealth: {
            database: state.database.status,
            ledger: state.ledger.status,
            satellite: state.satellite.status,
          },
          version: state.version,
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
        status: state.status === 'ok' ? 200 : 503,
      };
    },
  }),
];

const lotPageRoutes = ({ provenance }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/public/:lotId',
    summary: 'A lot and how it compares with the ledger',
    access: 'public',
    anyOrigin: true,
    conditional: true,
    answer: publicLotAnswer,
    params: byPublicLotId,
    handle: async ({ params }) => {
      const data = await orNotFound(provenance.publicPage(publicLotId(params.lotId)), NOT_PUBLIC);
      return { data, repeated: true };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/blockchain',
    summary: 'The lot against its ledger events, without names of people',
    access: 'public',
    answer: blockchainAnswer,
    params: byPublicLotId,
    handle: async ({ params }) => ({
      data: await orNotFound(provenance.publicBlockchain(publicLotId(params.lotId)), NO_CHAIN),
    }),
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/provenance',
    summary: "The lot's events as the ledger holds them, without names of people",
    access: 'public',
    answer: provenanceAnswer,
    params: byPublicLotId,
    handle: async ({ params }) => ({
      data: { provenanceChain: await orNotFound(provenance.publicChain(publicLotId(params.lotId)), NO_CHAIN) },
    }),
  }),
  route({
    method: 'POST',
    path: '/lots/public/:lotId/verify-integrity',
    summary: 'Check the lot now: hashes, signatures and fields',
    access: 'public',
    answer: integrityAnswer,
    params: byPublicLotId,
    handle: async ({ params }) => ({
      data: await orNotFound(provenance.publicVerify(publicLotId(params.lotId)), NO_CHAIN),
    }),
  }),
];

/** What anyone may ask of a lot, without login. */
export const publicRoutes = (services: Services): readonly Route[] => [
  ...searchRoutes(services),
  ...lotPageRoutes(services),
];

async function orNotFound<T>(found: Promise<T | null>, said: Message): Promise<T> {
  const value = await found;
  if (value === null) throw new Refused({ kind: 'not-found', said });
  return value;
}
