import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { answersInput, conclusionInput, newAssessmentInput } from '../../domain/due-diligence/dueDiligenceInput.ts';
import type { AssessmentScope, Conclusion } from '../../domain/due-diligence/riskCriteria.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { AssessmentService } from './assessmentService.ts';
import type { WholeAssessment } from './assessmentView.ts';
import {
  AssessmentResult,
  AssessmentSaved,
  AssessmentScopeEnum,
  AssessmentType,
  ConclusionEnum,
  CreateAssessmentInput,
  CriterionAnswerInput,
  RiskAssessmentPage,
} from './dueDiligenceTypes.ts';

interface Services {
  assessments: AssessmentService;
}

const ONE = 'UUID of the assessment';
const VERSION = 'The version that was read; another one now is a VersionConflict';

/** Risk assessments. */
@Resolver()
export class AssessmentResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => RiskAssessmentPage, {
    description:
      'Risk assessments, the newest first, for those who see all lots or manage due diligence. ' +
      'Example: `{ riskAssessments(scope: country) { assessments { title country conclusion nextReviewOn } } }`',
  })
  async riskAssessments(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('scope', () => AssessmentScopeEnum, { nullable: true, description: 'Those of this kind alone' })
    scope: AssessmentScope | null | undefined,
    @Arg('consignmentId', () => ID, { nullable: true, description: 'Those of this consignment alone' })
    consignmentId: string | null | undefined,
  ): Promise<RiskAssessmentPage> {
    const of =
      consignmentId !== null && consignmentId !== undefined && isUuid(consignmentId) ? consignmentId : undefined;
    return this.#services.assessments.list(caller, {
      ...parsePage(page, limit),
      scope: scope ?? undefined,
      consignmentId: of,
    });
  }

  @Query(() => AssessmentType, {
    nullable: true,
    description:
      'One risk assessment with its answers; null for none. ' +
      'Example: `query ($id: ID!) { riskAssessment(id: $id) { title answers { criterion risk reason } } }`',
  })
  riskAssessment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<AssessmentType | null> {
    return this.#services.assessments.find(caller, id);
  }

  @Mutation(() => AssessmentType, {
    description:
      'Starts a risk assessment. Example: `mutation { createRiskAssessment(input: { scope: country, title: "PNG 2026", ' +
      'country: "PG" }) { id } }`',
  })
  createRiskAssessment(
    @Arg('input', () => CreateAssessmentInput, { description: 'The new assessment' }) input: CreateAssessmentInput,
    @Ctx() { caller, info }: Context,
  ): Promise<AssessmentType> {
    return this.#services.assessments.create(caller, parseArguments(caller, newAssessmentInput, { ...input }), info);
  }

  @Mutation(() => AssessmentResult, {
    description:
      'Answers criteria of Article 10(2), or answers them again. Example: `mutation ($id: ID!) { answerRiskAssessment(id: $id, ' +
      'answers: [{ criterion: "i", risk: negligible, reason: "One buyer" }], version: 1) { ' +
      '... on AssessmentSaved { assessment { version } } ... on Failure { message } } }`',
  })
  answerRiskAssessment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('answers', () => [CriterionAnswerInput], { description: 'Each to another criterion' })
    answers: CriterionAnswerInput[],
    @Arg('version', () => Int, { description: VERSION }) version: number,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof AssessmentResult> {
    return saved(() => {
      const given = parseArguments(caller, answersInput, { answers: answers.map((one) => ({ ...one })), version });
      return this.#services.assessments.answer(caller, id, given, info);
    });
  }

  @Mutation(() => AssessmentResult, {
    description:
      'Concludes a risk assessment. Example: `mutation ($id: ID!) { concludeRiskAssessment(id: $id, conclusion: negligible, ' +
      'nextReviewOn: "2027-06-30", version: 2) { ... on AssessmentSaved { assessment { conclusion } } ' +
      '... on Failure { message } } }`',
  })
  concludeRiskAssessment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('conclusion', () => ConclusionEnum, { description: 'Negligible only if each answer says so' })
    conclusion: Conclusion,
    @Arg('nextReviewOn', () => CalendarDate, { description: 'At most 366 days ahead' }) nextReviewOn: string,
    @Arg('version', () => Int, { description: VERSION }) version: number,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof AssessmentResult> {
    return saved(() => {
      const given = parseArguments(caller, conclusionInput, { conclusion, nextReviewOn, version });
      return this.#services.assessments.conclude(caller, id, given, info);
    });
  }
}

function saved(work: () => Promise<WholeAssessment>): Promise<typeof AssessmentResult> {
  return orFailure([NotFound, VersionConflict], async () =>
    Object.assign(new AssessmentSaved(), { assessment: await work() }),
  );
}
