import { z } from 'zod';
import { CONSIGNMENT_STATES } from '../../../domain/consignment/states.ts';
import { DEFORESTATION_STATUSES } from '../../../domain/forest/deforestation.ts';
import { STAGES } from '../../../domain/lot/stages.ts';
import { CALL } from '../../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../../domain/messages/encodeMessage.ts';
import { count, instant, paginationSchema } from '../../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../../platform/rest/query.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { idText } from '../../../platform/validation/idText.ts';
import type { BuyerTaskView, RecallService } from './recallService.ts';

const lotSchema = z
  .strictObject({
    id: z.uuid(),
    lotId: z.string(),
    kind: z.enum(['origin', 'derived']),
    farmId: z.string().nullable(),
    weight: z.number().describe('kg'),
    currentProcess: z.enum(STAGES),
    deforestationStatus: z.enum(DEFORESTATION_STATUSES),
  })
  .meta({ id: 'RecallLot' });

const recallSchema = z
  .strictObject({
    starts: z.array(lotSchema).describe('Lots that it begins with; at most 1,000, as of the others'),
    startCount: count,
    descendants: z.array(lotSchema).describe('Lots that their beans went into'),
    descendantCount: count,
    sources: z.array(lotSchema).describe('Lots that they were made of'),
    sourceCount: count,
    consignments: z
      .array(
        z.strictObject({
          id: z.uuid(),
          number: z.string(),
          state: z.enum(CONSIGNMENT_STATES),
          buyerId: z.uuid(),
          weight: z.number().describe('kg of affected lots in it'),
          lotIds: z.array(z.string()).describe('At most 20'),
        }),
      )
      .describe('By number; at most 1,000'),
    consignmentCount: count,
    buyers: z
      .array(
        z.strictObject({
          id: z.uuid(),
          name: z.string().nullable().describe('Null once erased'),
          email: z.string().nullable().describe('For those who read parties'),
          country: z.string().nullable(),
          consignments: z.array(z.string()).describe('Numbers'),
        }),
      )
      .describe('Of all consignments, also those that are not listed'),
  })
  .meta({ id: 'Recall' });

const taskSchema = z
  .strictObject({
    id: z.uuid(),
    alertId: z.uuid(),
    alertTitle: z.string(),
    lotId: z.string().describe('Lot that the alert was raised on'),
    consignmentId: z.uuid(),
    number: z.string(),
    buyerId: z.uuid(),
    buyerName: z.string().nullable(),
    openedAt: instant,
    doneAt: instant.nullable(),
    doneBy: z.string().nullable(),
  })
  .meta({ id: 'BuyerTask' });

const recallQuery = z.strictObject({
  lotId: idText().describe('UUID or lot id').optional(),
  plotId: idText().describe('UUID of a plot').optional(),
  farmId: idText().describe('E.g. FARM001').optional(),
});

const FLAGS = { true: true, false: false } as const;
const flag = z.enum(['true', 'false'], encodeMessage(CALL.flag({ field: 'open' }))).transform((text) => FLAGS[text]);

/** REST calls of recalls and of the tasks that follow from alerts. */
export const recallRoutes = ({ recalls }: { recalls: RecallService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/recall',
    summary: 'What beans of a lot, a plot or a farm went into, and where they came from',
    description: 'Name one of the three. Takes view_all_lots or manage_consignments.',
    access: 'staff',
    query: recallQuery,
    answer: z.strictObject({ recall: recallSchema }),
    handle: async ({ caller, query }) => ({ data: { recall: await recalls.recall(caller, query) } }),
  }),
  route({
    method: 'GET',
    path: '/recall/buyers.csv',
    summary: 'Whom to inform of a recall, one line for each consignment',
    access: 'staff',
    query: recallQuery,
    files: ['text/csv; charset=utf-8'],
    handle: async ({ caller, query }) => {
      const body = await recalls.buyersCsv(caller, query);
      return { file: { name: 'recall.csv', mediaType: 'text/csv; charset=utf-8', body } };
    },
  }),
  route({
    method: 'GET',
    path: '/buyer-tasks',
    summary: 'Buyers who are to be informed of alerts, the newest first',
    access: 'staff',
    query: z.strictObject({
      ...pageQuery(20),
      open: flag.optional(),
      consignmentId: z.uuid().describe('UUID of the consignment').optional(),
    }),
    answer: z.strictObject({ tasks: z.array(taskSchema), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { tasks, pagination } = await recalls.tasks(caller, query);
      return { data: { tasks: tasks.map(taskData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/buyer-tasks/:id/done',
    summary: 'Note that a buyer was informed of an alert',
    description: 'Takes manage_consignments.',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID of the task') }),
    answer: z.strictObject({ task: taskSchema }),
    handle: async ({ caller, params, info }) => ({
      data: { task: taskData(await recalls.complete(caller, params.id, info)) },
    }),
  }),
];

function taskData(task: BuyerTaskView): z.infer<typeof taskSchema> {
  return { ...task, openedAt: task.openedAt.toISOString(), doneAt: task.doneAt?.toISOString() ?? null };
}
