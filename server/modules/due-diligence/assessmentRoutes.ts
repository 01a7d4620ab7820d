import { z } from 'zod';
import { answersInput, conclusionInput, newAssessmentInput } from '../../domain/due-diligence/dueDiligenceInput.ts';
import { ASSESSMENT_SCOPES } from '../../domain/due-diligence/riskCriteria.ts';
import { DUE_DILIGENCE } from '../../domain/messages/dueDiligenceMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import type { AssessmentService } from './assessmentService.ts';
import { assessmentAnswer, assessmentData, assessmentsAnswer, wholeAssessmentData } from './dueDiligenceSchemas.ts';

const assessmentId = z.object({ id: idText().describe('UUID of the assessment') });

interface Services {
  assessments: AssessmentService;
}

const listRoutes = ({ assessments }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/due-diligence/assessments',
    summary: 'Risk assessments, the newest first',
    description: 'Takes view_all_lots or manage_due_diligence for all farms.',
    access: 'staff',
    query: z.strictObject({
      ...pageQuery(20),
      scope: oneOf('scope', ASSESSMENT_SCOPES).optional(),
      consignmentId: z
        .uuid(encodeMessage(DUE_DILIGENCE.noSubject({})))
        .toLowerCase()
        .optional(),
    }),
    answer: assessmentsAnswer,
    handle: async ({ caller, query }) => {
      const { assessments: listed, pagination } = await assessments.list(caller, query);
      return { data: { assessments: listed.map(assessmentData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/due-diligence/assessments',
    summary: 'Start a risk assessment of a country, a group of farms or a consignment',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    status: 201,
    body: newAssessmentInput,
    answer: assessmentAnswer,
    handle: async ({ caller, body, info }) => ({
      data: { assessment: wholeAssessmentData(await assessments.create(caller, body, info)) },
    }),
  }),
];

/** REST calls of risk assessments (docs/spec/due-diligence.md). */
export const assessmentRoutes = (services: Services): readonly Route[] => [
  ...listRoutes(services),
  route({
    method: 'GET',
    path: '/due-diligence/assessments/:id',
    summary: 'One risk assessment with its answers',
    access: 'staff',
    params: assessmentId,
    answer: assessmentAnswer,
    handle: async ({ caller, params }) => {
      const assessment = await services.assessments.find(caller, params.id);
      if (assessment === null) throw notFound('Assessment');
      return { data: { assessment: wholeAssessmentData(assessment) } };
    },
  }),
  route({
    method: 'PUT',
    path: '/due-diligence/assessments/:id/answers',
    summary: 'Answer criteria of Article 10(2), or answer them again, until it is concluded',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    params: assessmentId,
    body: answersInput,
    answer: assessmentAnswer,
    handle: async ({ caller, params, body, info }) => ({
      data: { assessment: wholeAssessmentData(await services.assessments.answer(caller, params.id, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/due-diligence/assessments/:id/conclude',
    summary: 'Conclude a risk assessment, with the day of its next review',
    description:
      'Takes manage_due_diligence for all farms. All criteria are answered; of a country of low risk i and j. The risk is ' +
      'negligible only if each answer says so.',
    access: 'staff',
    params: assessmentId,
    body: conclusionInput,
    answer: assessmentAnswer,
    handle: async ({ caller, params, body, info }) => ({
      data: { assessment: wholeAssessmentData(await services.assessments.conclude(caller, params.id, body, info)) },
    }),
  }),
];
