import { z } from 'zod';
import { Refused } from '../../platform/errors/refusal.ts';
import { instant } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { byPublicLotId, NOT_PUBLIC, publicLotId } from '../provenance/publicLotId.ts';
import type { FiledNumbers } from './filedNumbers.ts';

/** The REST call of the numbers that importers allow to be shown with a lot. */
export const publicNumberRoutes = ({
  publicNumbers,
}: {
  publicNumbers: (lotId: string) => Promise<FiledNumbers[] | null>;
}): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/public/:lotId/statements',
    summary: 'Numbers of due diligence statements with beans of a lot, where the importer allows it',
    description: 'The newest first. With both numbers anyone can look a statement up in the EU Information System.',
    access: 'public',
    params: byPublicLotId,
    answer: z.strictObject({
      statements: z.array(
        z.strictObject({
          referenceNumber: z.string(),
          verificationNumber: z.string(),
          submittedAt: instant.nullable(),
        }),
      ),
    }),
    handle: async ({ params }) => {
      const found = await publicNumbers(publicLotId(params.lotId));
      if (found === null) throw new Refused({ kind: 'not-found', said: NOT_PUBLIC });
      return {
        data: {
          statements: found.map(({ referenceNumber, verificationNumber, submittedAt }) => {
            return { referenceNumber, verificationNumber, submittedAt: submittedAt?.toISOString() ?? null };
          }),
        },
      };
    },
  }),
];
