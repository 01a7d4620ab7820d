import { z } from 'zod';
import { cooperativeInput } from '../../domain/cooperative/cooperativeInput.ts';
import { count, instant } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { CooperativeService, CooperativeView } from './cooperativeService.ts';

const cooperativeSchema = z
  .strictObject({
    name: z.string().describe('Empty before it was set'),
    address: z.string(),
    country: z.string().describe('ISO 3166-1 alpha-2; empty before it was set'),
    eori: z.string(),
    email: z.string(),
    lotNumbers: z.string().describe('Form of new lot ids; empty: LOT and five digits'),
    logo: z.string().nullable().describe('Data address of a PNG or JPEG picture'),
    version: count.describe('Counts the changes; 0 before the first'),
    updatedAt: instant.nullable(),
  })
  .meta({ id: 'Cooperative' });

const answer = z.strictObject({ cooperative: cooperativeSchema });

/** REST calls of the settings of the cooperative (docs/spec/cooperative.md). */
export const cooperativeRoutes = ({ cooperative }: { cooperative: CooperativeService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/cooperative',
    summary: 'Name, address, EORI number and logo of the cooperative, as papers name it',
    access: 'staff',
    answer,
    handle: async ({ caller }) => ({ data: cooperativeData(await cooperative.read(caller)) }),
  }),
  route({
    method: 'PUT',
    path: '/cooperative',
    summary: 'Store the settings of the cooperative',
    description: 'Takes manage_cooperative. A version that is not the newest is 409. Never open to partner keys.',
    access: 'staff',
    body: cooperativeInput,
    answer,
    handle: async ({ caller, body, info }) => ({ data: cooperativeData(await cooperative.update(caller, body, info)) }),
  }),
];

function cooperativeData({ updatedAt, ...rest }: CooperativeView): z.infer<typeof answer> {
  return { cooperative: { ...rest, updatedAt: updatedAt?.toISOString() ?? null } };
}
