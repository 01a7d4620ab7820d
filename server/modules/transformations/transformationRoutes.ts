import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { Config } from '../../platform/config.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { lotAnswer } from '../lots/lotAnswerSchemas.ts';
import { lotForCaller } from '../lots/lotForCaller.ts';
import type { Deliveries } from '../lots/deliveries.ts';
import type { LotService } from '../lots/lotService.ts';
import type { LotGraph } from './lotGraph.ts';
import {
  descendantsAnswer,
  originsAnswer,
  transformationAnswer,
  transformationBody,
  transformationsAnswer,
  usesAnswer,
  weighingBody,
} from './transformationAnswerSchemas.ts';
import { transformationFilter } from './transformationFilter.ts';
import type { TransformationInputs } from './transformationInputs.ts';
import type { TransformationReader } from './transformationReader.ts';
import type { TransformationService } from './transformationService.ts';
import type { TransformationPart, TransformationView } from './transformationView.ts';

const id = z.object({ id: idText() });
const lot = z.object({ id: idText().describe('UUID or lotId') });
const page = z.strictObject(pageQuery(20));
/** The domain's own schemas judge these bodies; here they only have to be objects. */
const body = z.record(z.string(), z.unknown(), { error: encodeMessage(CALL.sendObject({})) });

interface Services {
  config: Config;
  deliveries: Deliveries;
  lotGraph: LotGraph;
  lots: LotService;
  transformationInputs: TransformationInputs;
  transformationReader: TransformationReader;
  transformations: TransformationService;
}

const transformationCalls = ({
  transformationInputs,
  transformationReader,
  transformations,
}: Services): readonly Route[] => {
  const withParts = async (transformation: TransformationView) => {
    const [inputs, outputs] = await Promise.all(
      (['inputs', 'outputs'] as const).map((side) => transformationReader.parts(side, [transformation.id])),
    );
    const only = (parts: TransformationPart[][] | undefined): TransformationPart[] => parts?.[0] ?? [];
    return { transformation, inputs: only(inputs), outputs: only(outputs) };
  };
  return [
    route({
      method: 'POST',
      path: '/transformations',
      summary: 'Make new lots out of parts of others',
      description:
        'Takes combine_lots. Inputs are outputs and loss, to the gram; all of it is stored, or nothing. A yield outside ' +
        'of what is expected needs an explanation. `warnings` say what is flagged.',
      access: 'staff',
      status: 201,
      bodyDescribed: transformationBody,
      body,
      answer: transformationAnswer,
      handle: async ({ body: input, caller, info }) => {
        const values = transformationInputs.transformation(caller, input);
        return { data: await withParts(await transformations.record(caller, values, info)) };
      },
    }),
    route({
      method: 'GET',
      path: '/transformations',
      summary: 'Transformations, newest first; none for those who do not see all lots',
      access: 'staff',
      query: transformationFilter.extend({
        flagged: z
          .enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field: 'flagged' })) })
          .transform((text) => text === 'true')
          .optional(),
        ...pageQuery(20),
      }),
      answer: transformationsAnswer,
      handle: async ({ query: { page: number, limit, ...filter }, caller }) => ({
        data: await transformationReader.list(caller, filter, { page: number, limit }),
      }),
    }),
    route({
      method: 'GET',
      path: '/transformations/:id',
      summary: 'One transformation with its lots',
      access: 'staff',
      params: id,
      answer: transformationAnswer,
      handle: async ({ params, caller }) => ({
        data: await withParts(await transformationReader.find(caller, params.id)),
      }),
    }),
  ];
};

const weighingCalls = ({ config, deliveries, lots, transformationInputs }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/lots/:id/weighings',
    summary: "State a lot's weight anew",
    description: 'Takes combine_lots. Less than before is a loss with its reason; below what was used is 409.',
    access: 'staff',
    headers: ifMatchHeader('lot'),
    params: lot,
    bodyDescribed: weighingBody,
    body,
    answer: lotAnswer,
    handle: async ({ params, body: given, header, caller, info }) => {
      const values = transformationInputs.weighing(withMatchedVersion(given, header('if-match')));
      const weighed = await lots.weigh(caller, params.id, values, info);
      return { data: { lot: await lotForCaller({ config, deliveries }, caller, weighed) } };
    },
  }),
];

interface PageCall {
  caller: Caller;
  params: { id: string };
  query: { page: number; limit: number };
}

/** @throws Refused not-found for null: the lot is not visible */
async function ofVisibleLot<Data>(read: Promise<Data | null>): Promise<{ data: Data }> {
  const data = await read;
  if (data === null) throw notFound('Lot');
  return { data };
}

const graphCalls = ({ lotGraph }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/origins',
    summary: 'The origin lots of a derived lot, largest shares first',
    access: 'staff',
    params: lot,
    query: page,
    answer: originsAnswer,
    handle: ({ caller, params, query }: PageCall) => ofVisibleLot(lotGraph.origins(caller, params.id, query)),
  }),
  route({
    method: 'GET',
    path: '/lots/:id/descendants',
    summary: 'The lots that were made of a lot, nearest first; none for farmers',
    access: 'staff',
    params: lot,
    query: page,
    answer: descendantsAnswer,
    handle: ({ caller, params, query }: PageCall) => ofVisibleLot(lotGraph.descendants(caller, params.id, query)),
  }),
  route({
    method: 'GET',
    path: '/lots/:id/uses',
    summary: 'The transformations that took parts of a lot, newest first',
    access: 'staff',
    params: lot,
    query: page,
    answer: usesAnswer,
    handle: ({ caller, params, query }: PageCall) => ofVisibleLot(lotGraph.uses(caller, params.id, query)),
  }),
];

/** REST calls of transformations and weighings (docs/spec/mass-balance.md). */
export const transformationRoutes = (services: Services): readonly Route[] => [
  ...transformationCalls(services),
  ...weighingCalls(services),
  ...graphCalls(services),
];
