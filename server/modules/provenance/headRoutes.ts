import { z } from 'zod';
import { consistencyProof, headSignature, restoration, signedHead } from '../../domain/proof/head.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { LedgerOrganisation } from '../../domain/ledger/ledger.ts';
import { invalid, Refused } from '../../platform/errors/refusal.ts';
import { wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { LedgerHeads } from './ledgerHeads.ts';

const MOST_BLOCKS = 999_999_999;
const ALTERED =
  '409 when the ledger is not the one that was known before: the message says which blocks are missing or changed.';

const organisation = z.strictObject({
  name: z.string(),
  mspId: z.string(),
  rootFingerprint: z.string().describe('SHA-256 of the root certificate, hex'),
  rootCertificate: z.string().describe('The root certificate, DER, hex'),
}) satisfies z.ZodType<LedgerOrganisation>;

interface Services {
  ledgerHeads: LedgerHeads;
}

const readRoutes = ({ ledgerHeads }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/ledger/head',
    summary: "The ledger's signed head",
    description: `With \`hourly=true\` the one of the beginning of this hour (UTC), which is the same for all who ask. ${ALTERED}`,
    access: 'anonymous',
    anyOrigin: true,
    query: z.strictObject({ hourly: z.enum(['true', 'false'], 'hourly takes true or false').default('false') }),
    answer: z.strictObject({
      head: signedHead,
      restorations: z
        .array(restoration)
        .describe('Declared restores from a backup, newest first: heads between the two of one are no longer extended'),
      closed: signedHead
        .nullable()
        .describe('The last head of the ledger that this one took the place of, as its block 0 carries it; null: none'),
      organisations: z
        .array(organisation)
        .describe(
          'Whose signatures a head has when all of them signed it; the other one’s may lack while its server is away',
        ),
    }),
    handle: async ({ query }) => ({
      data: {
        head: found(await (query.hourly === 'true' ? ledgerHeads.ofTheHour() : ledgerHeads.read())),
        restorations: await ledgerHeads.restorations(),
        closed: await ledgerHeads.closed(),
        organisations: await ledgerHeads.organisations(),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/ledger/heads/:number',
    summary: 'The signed head as of so many blocks',
    description: ALTERED,
    access: 'anonymous',
    params: z.object({ number: wholeNumber('number', 1, MOST_BLOCKS) }),
    answer: z.strictObject({ head: signedHead }),
    handle: async ({ params }) => ({
      data: { head: found(await ledgerHeads.read(params.number)) },
    }),
  }),
];

const checkRoutes = ({ ledgerHeads }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/ledger/countersign',
    summary: "Have another organisation's head signed",
    description:
      'For the servers of the organisations of a Fabric channel: answers the signature of this one on a head that another signed, where its own ' +
      'peer has the same blocks. 403 when no organisation of the ledger signed it, 404 where this server alone signs, 409 when it is not one of this ledger, or counts blocks that are not known here yet.',
    access: 'anonymous',
    body: z.strictObject({ head: signedHead }),
    answer: z.strictObject({ signature: headSignature }),
    handle: async ({ body }) => ({
      data: { signature: await ledgerHeads.countersign(body.head) },
    }),
  }),
  route({
    method: 'GET',
    path: '/ledger/consistency',
    summary: 'The proof that a later head extends an earlier one',
    description: `The hashes of RFC 6962, 2.1.2, and both heads without signatures; at most 4 kB. ${ALTERED}`,
    access: 'anonymous',
    anyOrigin: true,
    query: z.strictObject({
      from: wholeNumber('from', 1, MOST_BLOCKS).describe('Blocks of the earlier head'),
      to: wholeNumber('to', 1, MOST_BLOCKS).describe('Blocks of the later head'),
    }),
    answer: consistencyProof,
    handle: async ({ query: { from, to } }) => {
      if (from > to) throw invalid({ field: 'from', said: CALL.turned({ from: 'from', to: 'to' }) });
      return { data: found(await ledgerHeads.consistency(from, to)) };
    },
  }),
];

/** Heads of the ledger, for those who keep one and later have it proved that the ledger only grew. */
export const headRoutes = (services: Services): readonly Route[] => [...readRoutes(services), ...checkRoutes(services)];

function found<T>(answer: T | null): T {
  if (answer === null) throw new Refused({ kind: 'not-found', said: REFUSED.notSoManyBlocks({}) });
  return answer;
}
