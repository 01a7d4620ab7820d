import { z } from 'zod';
import { BENCHMARK_SOURCE, benchmarkOf, COUNTRY_BENCHMARKS } from '../../domain/due-diligence/countryBenchmarks.ts';
import { concernAnswerInput, newConcernInput, newMeasureInput } from '../../domain/due-diligence/dueDiligenceInput.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { requireUser } from '../../platform/access/caller.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import type { ConcernService } from './concernService.ts';
import type { ConsignmentDueDiligenceService } from './consignmentDueDiligenceService.ts';
import {
  benchmarkAnswer,
  benchmarksAnswer,
  concernAnswerSchema,
  concernData,
  concernsAnswer,
  consignmentDueDiligenceAnswer,
  dueDiligenceData,
  measureAnswer,
  measureData,
  measuresAnswer,
} from './dueDiligenceSchemas.ts';
import type { MeasureService } from './measureService.ts';

const measureId = z.object({ id: idText().describe('UUID of the measure') });
const concernId = z.object({ id: idText().describe('UUID of the concern') });
const ofConsignment = z.object({ id: idText().describe('UUID of the consignment') });
const COUNTRY = encodeMessage(INPUT.countryCode({}));
const ofCountry = z.object({
  country: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, COUNTRY)
    .describe('ISO 3166-1 alpha-2'),
});
const openQuery = z.strictObject({ ...pageQuery(20), open: oneOf('open', ['true', 'false']).optional() });

interface Services {
  measures: MeasureService;
  concerns: ConcernService;
  consignmentDueDiligence: ConsignmentDueDiligenceService;
}

const measureRoutes = ({ measures }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/due-diligence/measures',
    summary: 'Mitigation measures: open ones first, each by its day',
    description: 'Takes view_all_lots or manage_due_diligence for all farms.',
    access: 'staff',
    query: openQuery,
    answer: measuresAnswer,
    handle: async ({ caller, query: { open, ...page } }) => {
      const { measures: listed, pagination } = await measures.list(caller, { ...page, openOnly: open === 'true' });
      return { data: { measures: listed.map(measureData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/due-diligence/measures',
    summary: 'Add a mitigation measure',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    status: 201,
    body: newMeasureInput,
    answer: measureAnswer,
    handle: async ({ caller, body, info }) => ({
      data: { measure: measureData(await measures.create(caller, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/due-diligence/measures/:id/done',
    summary: 'Record that a mitigation measure is done',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    params: measureId,
    answer: measureAnswer,
    handle: async ({ caller, params, info }) => ({
      data: { measure: measureData(await measures.complete(caller, params.id, info)) },
    }),
  }),
];

const concernRoutes = ({ concerns }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/due-diligence/concerns',
    summary: 'Substantiated concerns from outside: open ones first, each the newest first',
    description: 'Takes view_all_lots or manage_due_diligence for all farms.',
    access: 'staff',
    query: openQuery,
    answer: concernsAnswer,
    handle: async ({ caller, query: { open, ...page } }) => {
      const { concerns: listed, pagination } = await concerns.list(caller, { ...page, openOnly: open === 'true' });
      return { data: { concerns: listed.map(concernData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/due-diligence/concerns',
    summary: 'Log a substantiated concern that was received',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    status: 201,
    body: newConcernInput,
    answer: concernAnswerSchema,
    handle: async ({ caller, body, info }) => ({
      data: { concern: concernData(await concerns.log(caller, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/due-diligence/concerns/:id/answer',
    summary: 'Answer a concern; nobody changes the answer later',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    params: concernId,
    body: concernAnswerInput,
    answer: concernAnswerSchema,
    handle: async ({ caller, params, body, info }) => ({
      data: { concern: concernData(await concerns.answer(caller, params.id, body, info)) },
    }),
  }),
];

const { source, published, checked } = BENCHMARK_SOURCE;

/** REST calls of measures, concerns, benchmarks, and of what a consignment lacks (docs/spec/due-diligence.md). */
export const riskRoutes = (services: Services): readonly Route[] => [
  ...measureRoutes(services),
  ...concernRoutes(services),
  route({
    method: 'GET',
    path: '/due-diligence/benchmarks',
    summary: 'The risk of countries by Article 29, with source and day',
    access: 'staff',
    answer: benchmarksAnswer,
    handle: async ({ caller }) => {
      requireUser(caller);
      return { data: { source, published, checked, countries: COUNTRY_BENCHMARKS } };
    },
  }),
  route({
    method: 'GET',
    path: '/due-diligence/benchmarks/:country',
    summary: 'The risk of one country by Article 29',
    access: 'staff',
    params: ofCountry,
    answer: benchmarkAnswer,
    handle: async ({ caller, params: { country } }) => {
      requireUser(caller);
      return { data: { country, level: benchmarkOf(country), source, published } };
    },
  }),
  route({
    method: 'GET',
    path: '/consignments/:id/due-diligence',
    summary: 'What the due diligence of a consignment lacks',
    description:
      'Takes view_all_lots or manage_due_diligence for all farms. It warns, and keeps nothing from being closed.',
    access: 'staff',
    params: ofConsignment,
    answer: consignmentDueDiligenceAnswer,
    handle: async ({ caller, params }) => ({
      data: dueDiligenceData(await services.consignmentDueDiligence.of(caller, params.id)),
    }),
  }),
];
