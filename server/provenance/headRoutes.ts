import { z } from 'zod';
import { consistencyProof, restoration, signedHead } from '../domain/proof/head.ts';
import { CALL } from '../domain/said/callSaid.ts';
import { REFUSED } from '../domain/said/refusedSaid.ts';
import { invalid, Refused } from '../refusal.ts';
import { wholeNumber } from '../rest/query.ts';
import { route, type Route } from '../rest/route.ts';

const MOST_BLOCKS = 999_999_999;
const ALTERED =
  '409 when the ledger is not the one that was known before: the message says which blocks are missing or changed.';

/** Heads of the ledger, for those who keep one and later have it proved that the ledger only grew. */
export const headRoutes: Route[] = [
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
    }),
    handle: async ({ query, services: { ledgerHeads } }) => ({
      data: {
        head: found(await (query.hourly === 'true' ? ledgerHeads.ofTheHour() : ledgerHeads.read())),
        restorations: await ledgerHeads.restorations(),
        closed: await ledgerHeads.closed(),
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
    handle: async ({ params, services: { ledgerHeads } }) => ({
      data: { head: found(await ledgerHeads.read(params.number)) },
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
    handle: async ({ query: { from, to }, services: { ledgerHeads } }) => {
      if (from > to) throw invalid({ field: 'from', said: CALL.turned({ from: 'from', to: 'to' }) });
      return { data: found(await ledgerHeads.consistency(from, to)) };
    },
  }),
];

function found<T>(answer: T | null): T {
  if (answer === null) throw new Refused({ kind: 'not-found', said: REFUSED.notSoManyBlocks({}) });
  return answer;
}
