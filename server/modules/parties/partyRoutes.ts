import { z } from 'zod';
import { newPartyInput, PARTY_KINDS, partyFilter, partyPatch } from '../../domain/party/partyInput.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { instant, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { PartyService } from './partyService.ts';
import type { PartyView } from './partyView.ts';

const partySchema = z
  .strictObject({
    id: z.uuid().describe('Stays when the party is erased'),
    kind: z.enum(PARTY_KINDS),
    name: z.string().describe('Empty once erased, as are all texts'),
    address: z.string(),
    country: z.string().describe('ISO 3166-1 alpha-2'),
    eori: z.string().describe('Empty: none'),
    email: z.string().describe('Empty: not known'),
    version: z.int().min(1),
    createdAt: instant,
    updatedAt: instant,
    erasedAt: instant.nullable().describe('Null while it is there'),
  })
  .meta({ id: 'Party' });

const partyId = z.object({ id: idText().describe('UUID of the party') });
const partyAnswer = z.strictObject({ party: partySchema });

interface Services {
  parties: PartyService;
}

const partyListRoutes = ({ parties }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/parties',
    summary: 'Buyers and representatives by name, without erased ones',
    description: 'Takes view_all_lots or manage_parties.',
    access: 'staff',
    query: z.strictObject({ ...pageQuery(20), ...partyFilter }),
    answer: z.strictObject({ parties: z.array(partySchema), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { parties: listed, pagination } = await parties.list(caller, query);
      return { data: { parties: listed.map(partyData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/parties',
    summary: 'Add a buyer or representative',
    description: 'Takes manage_parties. At most 10,000 at a time.',
    access: 'staff',
    status: 201,
    body: newPartyInput,
    answer: partyAnswer,
    handle: async ({ caller, body, info }) => answered(await parties.create(caller, body, info)),
  }),
];

const onePartyRoutes = ({ parties }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/parties/:id',
    summary: 'One party, also an erased one, whose texts are empty',
    access: 'staff',
    conditional: true,
    params: partyId,
    answer: partyAnswer,
    handle: async ({ caller, params }) => {
      const party = await parties.find(caller, params.id);
      if (party === null) throw notFound('Party');
      return { ...answered(party), headers: { etag: `"${party.version}"` } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/parties/:id',
    summary: 'Change values of a party',
    description: 'Takes manage_parties.',
    access: 'staff',
    headers: ifMatchHeader('party'),
    params: partyId,
    body: partyPatch,
    answer: partyAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await parties.update(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'DELETE',
    path: '/parties/:id',
    summary: 'Erase all values of a party at once and for good; its id stays',
    description: 'Takes manage_parties. For people alone, not for partner keys, as for all erasures.',
    access: 'staff',
    params: partyId,
    answer: z.strictObject({ erased: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await parties.erase(caller, params.id, info);
      return { data: { erased: true } };
    },
  }),
];

/** REST calls of parties (docs/spec/parties.md). */
export const partyRoutes = (services: Services): readonly Route[] => [
  ...partyListRoutes(services),
  ...onePartyRoutes(services),
];

function answered(party: PartyView): { data: z.infer<typeof partyAnswer> } {
  return { data: { party: partyData(party) } };
}

function partyData({ createdAt, updatedAt, erasedAt, ...party }: PartyView): z.infer<typeof partySchema> {
  return {
    ...party,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
  };
}
