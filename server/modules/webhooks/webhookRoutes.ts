import { z } from 'zod';
import { newHookInput } from '../../domain/alert/webhookInput.ts';
import { NOT_CACHED } from '../identity/answers.ts';
import { count, instant, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { DELIVERY_FAULTS, DELIVERY_STATES, HOOK_ENDS, type DeliveryView, type HookView } from './webhookView.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { HookService } from './webhookService.ts';

const hookSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    url: z.string(),
    farmId: z.string().describe('Upper-case; empty: alerts of all farms'),
    createdBy: z.uuid(),
    createdAt: instant,
    disabledAt: instant.nullable(),
    disabledFor: z.enum(HOOK_ENDS).nullable().describe('Why it is told nothing'),
    failingSince: instant.nullable().describe('Since when no delivery is taken'),
    waiting: count.describe('Deliveries that were not taken yet'),
    lastDeliveredAt: instant.nullable(),
  })
  .meta({ id: 'WebHook' });

const deliverySchema = z
  .strictObject({
    id: z.uuid().describe('The receiver gets the same when it comes again'),
    event: z.string(),
    state: z.enum(DELIVERY_STATES),
    attempts: count,
    createdAt: instant,
    lastAt: instant.nullable(),
    lastStatus: z.int().nullable().describe('HTTP status of the last answer; null when none came'),
    lastFault: z.enum(DELIVERY_FAULTS).nullable(),
  })
  .meta({ id: 'WebHookDelivery' });

const hookId = z.object({ id: idText().describe('UUID of the hook') });

/** REST calls of web hooks (manage_keys). */
export const hookRoutes = ({ hooks }: { hooks: HookService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/hooks',
    summary: 'Web hooks, newest first, ended ones too; never their secrets',
    access: 'staff',
    query: z.strictObject(pageQuery(50)),
    answer: z.strictObject({ hooks: z.array(hookSchema), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { hooks: listed, pagination } = await hooks.list(caller, query);
      return { data: { hooks: listed.map(hookData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/hooks',
    summary: 'Make a web hook; the answer is the only one that shows its secret',
    description:
      'Takes manage_keys. An https address whose host has public addresses alone is sent a signed POST of each alert in sight ' +
      'of its scope that is raised or changes: ids and codes, no persons. At most 50 at a time.',
    access: 'staff',
    status: 201,
    body: newHookInput,
    answer: z.strictObject({
      secret: z.string().describe('What deliveries are signed with: keep it, it is not shown again'),
      hook: hookSchema,
    }),
    handle: async ({ caller, body, info }) => {
      const { secret, hook } = await hooks.create(caller, body, info);
      return { data: { secret, hook: hookData(hook) }, headers: NOT_CACHED };
    },
  }),
  route({
    method: 'DELETE',
    path: '/hooks/:id',
    summary: 'End a web hook for good; what it was not told yet it is not told',
    access: 'staff',
    params: hookId,
    answer: z.strictObject({ disabled: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await hooks.disable(caller, params.id, info);
      return { data: { disabled: true } };
    },
  }),
  route({
    method: 'GET',
    path: '/hooks/:id/deliveries',
    summary: 'What a web hook was told in the last 30 days, newest first, and how that went',
    access: 'staff',
    params: hookId,
    query: z.strictObject(pageQuery(50)),
    answer: z.strictObject({ deliveries: z.array(deliverySchema), pagination: paginationSchema }),
    handle: async ({ caller, params, query }) => {
      const { deliveries, pagination } = await hooks.deliveries(caller, params.id, query);
      return { data: { deliveries: deliveries.map(deliveryData), pagination } };
    },
  }),
];

function hookData({
  createdAt,
  disabledAt,
  failingSince,
  lastDeliveredAt,
  ...hook
}: HookView): z.infer<typeof hookSchema> {
  return {
    ...hook,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
  };
}

function deliveryData({ createdAt, lastAt, ...delivery }: DeliveryView): z.infer<typeof deliverySchema> {
  return { ...delivery, createdAt: createdAt.toISOString(), lastAt: lastAt?.toISOString() ?? null };
}
