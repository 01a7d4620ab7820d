import { z } from 'zod';
import { messageSchema } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { farmerInput } from '../../domain/privacy/farmerInput.ts';
import type { PersonalExport } from './personalExport.ts';
import type { ErasureService } from './erasureService.ts';
import type { FarmerErasures } from './farmerErasures.ts';

const erased = z.object({
  erased: z.literal(true),
  receipt: z.object({
    id: z.uuid(),
    at: z.iso.datetime(),
    fields: z.array(z.string()).describe('Names of what was erased'),
    kept: z.array(
      z.object({
        what: z.string(),
        whatSaid: messageSchema,
        until: z.iso.date().nullable().describe('null: for as long as the record of the lots is kept'),
        why: z.string(),
        whySaid: messageSchema,
      }),
    ),
    ledgerEvents: z.int().describe("Lots whose chain got an 'erased' event"),
  }),
});

interface Services {
  erasure: ErasureService;
  farmerErasures: FarmerErasures;
  personalExport: PersonalExport;
}

const ownDataRoutes = ({ erasure, personalExport }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/gdpr/export',
    summary: 'Everything that is stored about the caller, as a JSON file',
    description: 'For people alone: a partner key has no data of its own.',
    access: 'staff',
    long: true,
    files: ['application/json'],
    heavy: 'exports',
    handle: async ({ caller, info }) => ({
      file: {
        name: 'manam-trace-my-data.json',
        mediaType: 'application/json; charset=utf-8',
        body: await personalExport.read(caller, info),
      },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/gdpr/delete',
    summary: "Erase the caller's account, names and words, at once and for good",
    description:
      'The receipt names what was erased, what is kept, why and until when. The last admin cannot erase themselves (409). ' +
      'For people alone, not for partner keys.',
    access: 'staff',
    long: true,
    answer: erased,
    handle: async ({ caller, info }) => ({
      data: { erased: true, receipt: await erasure.eraseOwn(caller, info) },
    }),
  }),
];

const farmerRoutes = ({ erasure, farmerErasures }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/gdpr/reach',
    summary: 'What erasing a farmer without an account would reach; admins',
    description:
      'Changes nothing. `names` has how the name is written on the lots, then names that look the same with letters of another alphabet ' +
      '(`similar`): these stay until they are erased themselves, each by its own call.',
    access: 'staff',
    body: farmerInput,
    answer: z.strictObject({
      account: z
        .enum(['none', 'enabled', 'disabled'])
        .describe('Whether somebody of that farm and name has an account'),
      lots: z.int().describe('Lots of the farm that have, or had, a farmer of this name'),
      lotIds: z.array(z.string()).describe('The numbers of the first 20 of them'),
      names: z.array(
        z.strictObject({
          name: z.string().describe('As it stands on lots'),
          lots: z.int(),
          erased: z.boolean().describe('Whether it would be erased: it is the whole name that was asked for'),
          similar: z.boolean().describe('Whether it looks like that name and is another'),
        }),
      ),
      keptUntil: z.iso.date().nullable().describe('null without lots'),
    }),
    handle: async ({ body, caller }) => ({ data: await farmerErasures.reach(caller, body) }),
  }),
  route({
    method: 'POST',
    path: '/gdpr/erase',
    summary: 'Erase a farmer without an account from the lots of a farm; admins',
    description:
      '404 when no lot of the farm names the farmer; 409 when the farmer has an account, which is theirs to erase. A disabled ' +
      'account of that farm and name is erased with the lots.',
    access: 'staff',
    long: true,
    body: farmerInput,
    answer: erased,
    handle: async ({ body, caller, info }) => ({
      data: { erased: true, receipt: await erasure.eraseFarmer(caller, body, info) },
    }),
  }),
];

/** REST calls of data protection (docs/spec/rest-api.md, 'Privacy calls'). */
export const privacyRoutes = (services: Services): readonly Route[] => [
  ...ownDataRoutes(services),
  ...farmerRoutes(services),
];
