import { z } from 'zod';
import { route, type Route } from '../../platform/rest/route.ts';
import { periodInput } from './period.ts';
import { MAKING_STATES, type MakingView } from './reportMaking.ts';
import { reportView } from './reportView.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { ReportMaking } from './reportMaking.ts';

const making = z.object({
  id: z.uuid(),
  state: z.enum(MAKING_STATES),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  lots: z.int().nullable().describe('Null until it is known which they are'),
  lotsDone: z.int(),
  report: reportView.nullable().describe('Once it is done'),
}) satisfies z.ZodType<MakingView>;

const params = z.object({ id: idText() });

/** Reports of any number of lots, which are made in portions. */
export const makingRoutes = ({ reportMaking }: { reportMaking: ReportMaking }): readonly Route[] => [
  route({
    method: 'POST',
    path: '/reports',
    summary: 'Have a compliance report made of any number of lots in sight that were harvested in a period',
    description:
      'Up to 50,000 lots the report is made at once, as GET /reports/compliance makes it, and the answer is `done`. Of more it is made in ' +
      'portions, and GET /reports/making/{id} tells how far it is; one that nobody asks about for ten minutes is given up. Which lots are ' +
      'in it is read in one moment; each portion of them is as of one moment of its own. One is made at a time for each person or key (429); ' +
      'the same period is not begun again. Such a report comes as csv, json and pdf, with the first 2,000 lots.',
    access: 'staff',
    body: z.strictObject(periodInput.shape),
    answer: z.object({ making }),
    status: 202,
    long: true,
    heavy: 'reports',
    handle: async ({ body, caller, info }) => ({
      data: { making: await reportMaking.begin(caller, body, info) },
    }),
  }),
  route({
    method: 'GET',
    path: '/reports/making/:id',
    summary: 'How far a report is that is made in portions',
    description:
      'For whoever has it made. `done` has the report; `failed` could not be stored and may be asked for again.',
    access: 'staff',
    params,
    answer: z.object({ making }),
    handle: async ({ params: { id }, caller }) => ({
      data: { making: await reportMaking.look(caller, id) },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/reports/making/:id',
    summary: 'Take back a report that is being made',
    description: 'One that is done already stays, and is answered.',
    access: 'staff',
    params,
    answer: z.object({ making }),
    handle: async ({ params: { id }, caller }) => ({
      data: { making: await reportMaking.cancel(caller, id) },
    }),
  }),
];
