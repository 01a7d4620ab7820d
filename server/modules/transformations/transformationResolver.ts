import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { TransformationStep } from '../../domain/mass/massBalance.ts';
import { requireUser } from '../../platform/access/caller.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { LotIdTaken, NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { BatchedField } from '../../platform/graphql/loaders.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';
import { LotType } from '../lots/lotFieldTypes.ts';
import type { LotService } from '../lots/lotService.ts';
import type { LotGraph } from './lotGraph.ts';
import { parseTransformationFilter } from './transformationFilter.ts';
import type { TransformationInputs } from './transformationInputs.ts';
import type { TransformationReader } from './transformationReader.ts';
import type { TransformationService } from './transformationService.ts';
import {
  LotDescendantPage,
  LotOriginPage,
  LotOrigins,
  LotUses,
  LotWeighed,
  RecordTransformationInput,
  RecordTransformationResult,
  TransformationPage,
  TransformationPartType,
  TransformationRecorded,
  TransformationStepEnum,
  TransformationType,
  WeighLotInput,
  WeighLotResult,
} from './transformationTypes.ts';
import type { TransformationPart } from './transformationView.ts';

interface Services {
  lotGraph: LotGraph;
  lots: LotService;
  transformationInputs: TransformationInputs;
  transformationReader: TransformationReader;
  transformations: TransformationService;
}

@Resolver(() => TransformationType)
export class TransformationResolver {
  readonly #services: Services;
  readonly #inputs: BatchedField<TransformationPart[]>;
  readonly #outputs: BatchedField<TransformationPart[]>;

  constructor(services: Services) {
    this.#services = services;
    this.#inputs = new BatchedField((ids) => services.transformationReader.parts('inputs', ids));
    this.#outputs = new BatchedField((ids) => services.transformationReader.parts('outputs', ids));
  }

  @Query(() => TransformationPage, {
    description:
      'Transformations, newest first; none for those who do not see all lots. ' +
      'Example: `{ transformations(flagged: true) { transformations { id step warnings { text } } } }`',
  })
  transformations(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('flagged', () => Boolean, { nullable: true, description: 'With warnings, or without; both without it' })
    flagged: boolean | null,
    @Arg('step', () => TransformationStepEnum, { nullable: true, description: 'What was done' })
    step: TransformationStep | null,
    @Arg('lotId', () => ID, { nullable: true, description: 'UUID or lotId of a lot that went in or came out' })
    lotId: string | null,
    @Arg('from', () => CalendarDate, { nullable: true, description: 'First day on which it was done, included' })
    from: string | null,
    @Arg('to', () => CalendarDate, { nullable: true, description: 'Last day, included' }) to: string | null,
  ): Promise<TransformationPage> {
    const filter = parseTransformationFilter({ flagged, step, lotId, from, to });
    return this.#services.transformationReader.list(caller, filter, parsePage(page, limit));
  }

  @Query(() => TransformationType, {
    nullable: true,
    description:
      'One of them; null when there is none in sight. ' +
      'Example: `{ transformation(id: "0b0a...") { step inputs { lotId weight } outputs { lotId weight } } }`',
  })
  transformation(
    @Arg('id', () => ID, { description: 'UUID' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<TransformationType | null> {
    return this.#services.transformationReader.findOrNull(caller, id);
  }

  @FieldResolver(() => [TransformationPartType], { description: 'Lots that went in, the most first' })
  inputs(@Root() { id }: TransformationType, @Ctx() { loaders }: Context): Promise<TransformationPart[]> {
    return this.#inputs.load(loaders, id);
  }

  @FieldResolver(() => [TransformationPartType], { description: 'Lots that came out, the most first' })
  outputs(@Root() { id }: TransformationType, @Ctx() { loaders }: Context): Promise<TransformationPart[]> {
    return this.#outputs.load(loaders, id);
  }

  @Mutation(() => RecordTransformationResult, {
    description:
      'Makes new lots out of parts of others; takes combine_lots. All of it is stored, or nothing. ' +
      'Example: `mutation ($input: RecordTransformationInput!) { recordTransformation(input: $input) { ' +
      '... on TransformationRecorded { transformation { id outputs { lotId } } } ... on Failure { message } } }`',
  })
  recordTransformation(
    @Arg('input', () => RecordTransformationInput, { description: 'What became of what' })
    input: RecordTransformationInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RecordTransformationResult> {
    return orFailure([NotFound, LotIdTaken], async () => {
      const values = this.#services.transformationInputs.transformation(caller, plain(input));
      const transformation = await this.#services.transformations.record(caller, values, info);
      return Object.assign(new TransformationRecorded(), { transformation });
    });
  }

  @Mutation(() => WeighLotResult, {
    description:
      "States a lot's weight anew; takes combine_lots. Less than before is a loss with its reason. " +
      'Example: `mutation { weighLot(id: "LOT704", input: { weight: 40.5, moistureContent: 7.2, lossReason: drying ' +
      '}) { ... on LotWeighed { lot { weight available } } ... on Failure { message } } }`',
  })
  weighLot(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('input', () => WeighLotInput, { description: 'What the scale says' }) input: WeighLotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof WeighLotResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const values = this.#services.transformationInputs.weighing({ ...input });
      return Object.assign(new LotWeighed(), { lot: await this.#services.lots.weigh(caller, id, values, info) });
    });
  }
}

/** What lots were made of, and what was made of them. */
@Resolver(() => LotType)
export class LotGraphResolver {
  readonly #services: Services;
  /** of lots that the caller may see */
  readonly #origins: BatchedField<LotOrigins>;
  readonly #uses: BatchedField<LotUses>;

  constructor(services: Services) {
    this.#services = services;
    this.#origins = new BatchedField((ids, caller) => {
      requireUser(caller);
      return services.lotGraph.firstOrigins(ids);
    });
    this.#uses = new BatchedField((ids, caller) => services.lotGraph.firstUses(ids, caller));
  }

  @Query(() => LotOriginPage, {
    nullable: true,
    description:
      'The origin lots of a derived lot, largest shares first; null when the lot is not in sight. ' +
      'Example: `{ lotOrigins(lotId: "LOT801") { origins { lotId farmId weight share depth } pagination { total } } }`',
  })
  lotOrigins(
    @Arg('lotId', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) lotId: string,
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<LotOriginPage | null> {
    return this.#services.lotGraph.origins(caller, lotId, parsePage(page, limit));
  }

  @Query(() => LotDescendantPage, {
    nullable: true,
    description:
      'The lots that were made of a lot, nearest first; null when the lot is not in sight, none for farmers. ' +
      'Example: `{ lotDescendants(lotId: "LOT701") { descendants { lotId weight share depth } pagination { total } } }`',
  })
  lotDescendants(
    @Arg('lotId', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) lotId: string,
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<LotDescendantPage | null> {
    return this.#services.lotGraph.descendants(caller, lotId, parsePage(page, limit));
  }

  @FieldResolver(() => LotOrigins, {
    nullable: true,
    description: 'What it was made of; null in news, which are the same for all who hear them',
  })
  async origins(@Root() { id }: LotType, @Ctx() { loaders, told }: Context): Promise<LotOrigins | null> {
    return told ? null : this.#origins.load(loaders, id);
  }

  @FieldResolver(() => LotUses, {
    nullable: true,
    description: 'What was made of it; null in news, which are the same for all who hear them',
  })
  async uses(@Root() { id }: LotType, @Ctx() { loaders, told }: Context): Promise<LotUses | null> {
    return told ? null : this.#uses.load(loaders, id);
  }
}

/** The input as plain objects, for the domain's strict schemas. */
function plain(input: RecordTransformationInput): object {
  return {
    ...input,
    inputs: input.inputs.map((part) => ({ ...part })),
    outputs: input.outputs.map((part) => ({ ...part })),
    loss: input.loss ? { ...input.loss } : input.loss,
  };
}
