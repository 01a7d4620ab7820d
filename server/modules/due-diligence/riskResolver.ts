import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { BENCHMARK_SOURCE, benchmarkOf, COUNTRY_BENCHMARKS } from '../../domain/due-diligence/countryBenchmarks.ts';
import { concernAnswerInput, newConcernInput, newMeasureInput } from '../../domain/due-diligence/dueDiligenceInput.ts';
import { requireUser } from '../../platform/access/caller.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { ConsignmentType } from '../consignments/consignmentTypes.ts';
import type { ConcernService } from './concernService.ts';
import type { ConsignmentDueDiligenceService } from './consignmentDueDiligenceService.ts';
import { dueDiligenceData } from './dueDiligenceSchemas.ts';
import {
  ConcernResult,
  ConcernSaved,
  ConcernType,
  ConsignmentDueDiligenceType,
  CountryBenchmarkTable,
  CreateMeasureInput,
  LogConcernInput,
  MeasureResult,
  MeasureSaved,
  MeasureType,
  MitigationMeasurePage,
  SubstantiatedConcernPage,
} from './dueDiligenceTypes.ts';
import type { MeasureService } from './measureService.ts';

interface Services {
  measures: MeasureService;
  concerns: ConcernService;
  consignmentDueDiligence: ConsignmentDueDiligenceService;
}

const OPEN = 'Open ones alone';

/** Measures, concerns, benchmarks, and what a consignment lacks. */
@Resolver(() => ConsignmentType)
export class RiskResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => ConsignmentDueDiligenceType, {
    description: 'What its due diligence lacks; it keeps nothing from being closed',
  })
  async dueDiligence(
    @Root() { id }: ConsignmentType,
    @Ctx() { caller }: Context,
  ): Promise<ConsignmentDueDiligenceType> {
    return dueDiligenceData(await this.#services.consignmentDueDiligence.of(caller, id));
  }

  @Query(() => CountryBenchmarkTable, {
    description:
      'The risk of countries by Article 29. Example: `{ countryBenchmarks(country: "PG") { countries { level } } }`',
  })
  countryBenchmarks(
    @Ctx() { caller }: Context,
    @Arg('country', () => String, { nullable: true, description: 'ISO 3166-1 alpha-2: this country alone' })
    country: string | null | undefined,
  ): CountryBenchmarkTable {
    requireUser(caller);
    const asked = country?.toUpperCase() ?? null;
    const countries = asked === null ? [...COUNTRY_BENCHMARKS] : [{ country: asked, level: benchmarkOf(asked) }];
    return { ...BENCHMARK_SOURCE, countries };
  }

  @Query(() => MitigationMeasurePage, {
    description:
      'Mitigation measures, for those who see all lots or manage due diligence. ' +
      'Example: `{ mitigationMeasures(openOnly: true) { measures { what dueOn isOverdue } } }`',
  })
  async mitigationMeasures(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('openOnly', () => Boolean, { defaultValue: false, description: OPEN }) openOnly: boolean,
  ): Promise<MitigationMeasurePage> {
    return this.#services.measures.list(caller, { ...parsePage(page, limit), openOnly });
  }

  @Query(() => SubstantiatedConcernPage, {
    description:
      'Concerns from outside, for those who see all lots or manage due diligence. ' +
      'Example: `{ substantiatedConcerns(openOnly: true) { concerns { raisedBy text receivedOn } } }`',
  })
  async substantiatedConcerns(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('openOnly', () => Boolean, { defaultValue: false, description: OPEN }) openOnly: boolean,
  ): Promise<SubstantiatedConcernPage> {
    return this.#services.concerns.list(caller, { ...parsePage(page, limit), openOnly });
  }

  @Mutation(() => MeasureType, {
    description:
      'Adds a mitigation measure. Example: `mutation { createMitigationMeasure(input: { what: "Visit the farm", ' +
      'responsible: "Field team", dueOn: "2026-12-31" }) { id } }`',
  })
  createMitigationMeasure(
    @Arg('input', () => CreateMeasureInput, { description: 'The new measure' }) input: CreateMeasureInput,
    @Ctx() { caller, info }: Context,
  ): Promise<MeasureType> {
    return this.#services.measures.create(caller, parseArguments(caller, newMeasureInput, { ...input }), info);
  }

  @Mutation(() => MeasureResult, {
    description:
      'Records that a measure is done. Example: `mutation ($id: ID!) { completeMitigationMeasure(id: $id) { ' +
      '... on MeasureSaved { measure { doneAt } } ... on Failure { message } } }`',
  })
  completeMitigationMeasure(
    @Arg('id', () => ID, { description: 'UUID of the measure' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof MeasureResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new MeasureSaved(), { measure: await this.#services.measures.complete(caller, id, info) }),
    );
  }

  @Mutation(() => ConcernType, {
    description:
      'Logs a concern that was received. Example: `mutation { logConcern(input: { raisedBy: "Forest Watch", ' +
      'receivedOn: "2026-11-20", text: "Clearing beside FARM001" }) { id } }`',
  })
  logConcern(
    @Arg('input', () => LogConcernInput, { description: 'The concern' }) input: LogConcernInput,
    @Ctx() { caller, info }: Context,
  ): Promise<ConcernType> {
    return this.#services.concerns.log(caller, parseArguments(caller, newConcernInput, { ...input }), info);
  }

  @Mutation(() => ConcernResult, {
    description:
      'Answers a concern; nobody changes the answer later. Example: `mutation ($id: ID!) { answerConcern(id: $id, ' +
      'answer: "Checked on the spot") { ... on ConcernSaved { concern { answeredAt } } ... on Failure { message } } }`',
  })
  answerConcern(
    @Arg('id', () => ID, { description: 'UUID of the concern' }) id: string,
    @Arg('answer', () => String, { description: 'At most 2,000 characters' }) answer: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConcernResult> {
    return orFailure([NotFound], async () => {
      const given = parseArguments(caller, concernAnswerInput, { answer });
      return Object.assign(new ConcernSaved(), {
        concern: await this.#services.concerns.answer(caller, id, given, info),
      });
    });
  }
}
