import { z } from 'zod';
import {
  addToConsignmentInput,
  consignmentFilter,
  consignmentStepInput,
  shippingStepInput,
  removeFromConsignmentInput,
} from '../../domain/consignment/consignmentCalls.ts';
import { consignmentPatch, openConsignmentInput } from '../../domain/consignment/consignmentInput.ts';
import { CONSIGNMENT } from '../../domain/messages/consignmentMessages.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type DataAnswer, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { ConsignmentLots } from './consignmentLots.ts';
import type { ConsignmentReader } from './consignmentReader.ts';
import {
  closingAnswer,
  closingData,
  consignmentAnswer,
  consignmentData,
  consignmentLotData,
  consignmentLotsAnswer,
  consignmentsAnswer,
  shippedConsignmentAnswer,
} from './consignmentSchemas.ts';
import type { ConsignmentService } from './consignmentService.ts';
import type { ConsignmentSteps, ShippedConsignment } from './consignmentSteps.ts';
import type { ConsignmentView } from './consignmentView.ts';

/** Path parameter of one consignment. */
export const consignmentId = z.object({ id: idText().describe('UUID of the consignment') });

interface Services {
  consignments: ConsignmentService;
  consignmentLots: ConsignmentLots;
  consignmentSteps: ConsignmentSteps;
  consignmentReader: ConsignmentReader;
}

const MANAGE = 'Takes manage_consignments.';
const headers = ifMatchHeader('consignment');

const listRoutes = ({ consignments }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/consignments',
    summary: 'Consignments, the newest first',
    description: 'Takes view_all_lots or manage_consignments.',
    access: 'staff',
    query: z.strictObject({ ...pageQuery(20), ...consignmentFilter }),
    answer: consignmentsAnswer,
    handle: async ({ caller, query }) => {
      const { consignments: listed, pagination } = await consignments.list(caller, query);
      return { data: { consignments: listed.map(consignmentData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/consignments',
    summary: 'Open a consignment without lots',
    description: MANAGE,
    access: 'staff',
    status: 201,
    body: openConsignmentInput,
    answer: consignmentAnswer,
    handle: async ({ caller, body, info }) => answered(await consignments.open(caller, body, info)),
  }),
];

const oneRoutes = ({ consignments, consignmentReader, consignmentSteps }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/consignments/:id',
    summary: 'One consignment',
    access: 'staff',
    conditional: true,
    params: consignmentId,
    answer: consignmentAnswer,
    handle: async ({ caller, params }) => {
      const found = await consignments.find(caller, params.id);
      if (found === null) throw notFound('Consignment');
      return answered(found);
    },
  }),
  route({
    method: 'PATCH',
    path: '/consignments/:id',
    summary: 'Change number and papers of a consignment, until it is delivered',
    description: `${MANAGE} The buyer changes only while it is open.`,
    access: 'staff',
    headers,
    params: consignmentId,
    body: consignmentPatch,
    answer: consignmentAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await consignments.update(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'GET',
    path: '/consignments/:id/lots',
    summary: 'The lots in a consignment, by lot id',
    access: 'staff',
    params: consignmentId,
    query: z.strictObject(pageQuery(20)),
    answer: consignmentLotsAnswer,
    handle: async ({ caller, params, query }) => {
      const found = await consignments.find(caller, params.id);
      if (found === null) throw notFound('Consignment');
      const { lots, pagination } = await consignmentReader.lots(found.id, query);
      return { data: { lots: lots.map(consignmentLotData), pagination } };
    },
  }),
  route({
    method: 'GET',
    path: '/consignments/:id/closing',
    summary: 'Whether a consignment can be closed now, and what keeps lots out',
    access: 'staff',
    params: consignmentId,
    answer: closingAnswer,
    handle: async ({ caller, params }) => {
      const found = await consignments.find(caller, params.id);
      if (found === null) throw notFound('Consignment');
      return { data: { closing: closingData(await consignmentSteps.closing(caller, found.id)) } };
    },
  }),
];

const lotRoutesOfConsignment = ({ consignmentLots }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/consignments/:id/lots',
    summary: 'Add grams of up to 1,000 lots to an open consignment',
    description: `${MANAGE} All of them or none. What is added to a lot that is in it already adds up.`,
    access: 'staff',
    long: true,
    headers,
    params: consignmentId,
    body: addToConsignmentInput,
    answer: consignmentAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await consignmentLots.add(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'DELETE',
    path: '/consignments/:id/lots',
    summary: 'Take lots out of an open consignment, each with all that it holds of them',
    description: `${MANAGE} The lots are named in the body.`,
    access: 'staff',
    long: true,
    headers,
    params: consignmentId,
    body: removeFromConsignmentInput,
    answer: consignmentAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await consignmentLots.remove(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
];

const stepRoutes = ({ consignmentSteps }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/consignments/:id/close',
    summary: 'Close a consignment: its lots no longer change',
    description: `${MANAGE} 409 names each lot that is kept out, with its reason.`,
    access: 'staff',
    long: true,
    headers,
    params: consignmentId,
    body: consignmentStepInput,
    answer: consignmentAnswer,
    handle: async ({ caller, params, body, header, info }) => {
      const values = withMatchedVersion(body, header('if-match'));
      const outcome = await consignmentSteps.close(caller, params.id, values, info);
      if (outcome.kind === 'closed') return answered(outcome.consignment);
      const { said, blockers } = outcome.closing;
      const details = blockers.map((one) => ({ field: one.lotId, message: one.said.text, said: one.said }));
      throw new Refused({ kind: 'conflict', said: said ?? CONSIGNMENT.empty({}), details });
    },
  }),
  route({
    method: 'POST',
    path: '/consignments/:id/ship',
    summary: 'Ship a closed consignment',
    description: `${MANAGE} Lots that are wholly in shipped consignments become shipped.`,
    access: 'staff',
    long: true,
    headers,
    params: consignmentId,
    body: shippingStepInput,
    answer: shippedConsignmentAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      shipped(await consignmentSteps.ship(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'POST',
    path: '/consignments/:id/deliver',
    summary: 'Record that a shipped consignment reached its buyer',
    description: `${MANAGE} Lots that are wholly in delivered consignments become delivered.`,
    access: 'staff',
    long: true,
    headers,
    params: consignmentId,
    body: shippingStepInput,
    answer: shippedConsignmentAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      shipped(await consignmentSteps.deliver(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
];

/** REST calls of consignments (docs/spec/consignments.md). */
export const consignmentRoutes = (services: Services): readonly Route[] => [
  ...listRoutes(services),
  ...oneRoutes(services),
  ...lotRoutesOfConsignment(services),
  ...stepRoutes(services),
];

function answered(consignment: ConsignmentView) {
  return { data: { consignment: consignmentData(consignment) }, headers: { etag: `"${consignment.version}"` } };
}

function shipped({ consignment, warnings }: ShippedConsignment): DataAnswer {
  const { data, headers: etag } = answered(consignment);
  return { data: { ...data, warnings }, headers: etag };
}
