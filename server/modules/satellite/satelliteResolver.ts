import { Arg, createUnionType, Ctx, Field, Float, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { RecheckClass } from '../../domain/forest/recheck.ts';
import { lotPlot } from '../farms/plotTypes.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { LotType } from '../lots/lotFieldTypes.ts';
import { LotCheckPage, LotEvidenceType } from './evidenceTypes.ts';
import type { LotEvidence } from './lotEvidence.ts';
import type { LotChecks } from './lotChecks.ts';
import type { RecheckProgress, RecheckProgressView, SourceView } from './recheckProgress.ts';
import type { SatelliteService } from './satelliteService.ts';

@ObjectType({ description: 'What the newest satellite check of a lot read; nulls when there was none yet' })
class SatelliteData {
  @Field(() => String, {
    description:
      "The lot's deforestation status: 'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under " +
      "Investigation'",
  })
  status!: string;

  @Field(() => String, {
    description: "Where it was read: 'hansen', 'gfw', 'hansen+gfw' or 'sample' (made up for demonstration)",
  })
  driver!: string;

  @Field(() => String, { nullable: true, description: 'Name of the dataset' })
  dataset!: string | null;

  @Field(() => String, { nullable: true, description: 'Its version' })
  datasetVersion!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the check ended' })
  checkedAt!: string | null;

  @Field(() => [Float], { nullable: true, description: '[west, south, east, north], degrees' })
  window!: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Pixels of the window' })
  pixels!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of these, pixels with tree cover loss after 31 December 2020' })
  lossPixelsAfterCutoff!: number | null;

  @Field(() => [Int], { nullable: true, description: 'Years of that loss' })
  lossYears!: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Mean canopy cover in 2000, whole percent' })
  treeCover2000!: number | null;

  @Field(() => String, { nullable: true, description: "'high', 'medium' or 'low'" })
  confidence!: string | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of everything that was read, hex' })
  evidenceHash!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the check could not conclude, or that sample data was used',
  })
  message!: string | null;

  @Field(() => [MessageType], { description: `${SENTENCES} the message` })
  said!: MessageType[];

  @Field(() => [MessageType], {
    description: 'Of a check that waits while the source is away: since when, and why; else empty',
  })
  sourceSaid!: MessageType[];
}

@ObjectType({
  description:
    'A check was asked for; what it read is told when it ended in time, else the present state with the message ' +
    "'Check queued'",
})
class SatelliteChecked {
  @Field(() => LotType, { description: 'The lot as it is now' })
  lot!: LotType;

  @Field(() => SatelliteData, { description: 'What the newest check read' })
  satelliteData!: SatelliteData;
}

const CheckSatelliteResult = createUnionType({
  name: 'CheckSatelliteResult',
  description: 'What asking for a satellite check may answer',
  types: () => [SatelliteChecked, NotFound] as const,
});

@ObjectType('SatelliteSource', { description: 'The source of satellite data, and whether it can be reached' })
class SatelliteSourceType implements SourceView {
  @Field(() => String, { description: "'hansen', 'gfw', 'hansen+gfw' or 'sample' (made up for demonstration)" })
  driver!: string;

  @Field(() => String, {
    description: 'Names and versions of its data: when they change, every lot is checked again',
  })
  data!: string;

  @Field(() => String, { description: "'reachable' or 'away'" })
  status!: SourceView['status'];

  @Field(() => DateTime, { nullable: true, description: 'Null while it is reachable' })
  awaySince!: string | null;

  @Field(() => [MessageType], { description: 'That it is away, and why; empty while it is reachable' })
  said!: MessageType[];
}

@ObjectType('RecheckClassDue', { description: 'Lots of one class whose next check is due' })
class RecheckClassDue {
  @Field(() => String, {
    description:
      "'open_alert', 'high_risk' (country, Implementing Regulation (EU) 2025/1093), 'to_be_shipped' (with its next stage) or 'other'",
  })
  name!: RecheckClass;

  @Field(() => Int, { description: 'Lots' })
  due!: number;
}

@ObjectType('RecheckProgress', { description: 'How far checking lots again by satellite has come' })
class RecheckProgressType implements RecheckProgressView {
  @Field(() => Int, { description: 'Lots whose next check is due, those that are queued included' })
  due!: number;

  @Field(() => Int, { description: 'Of these, those that were due more than a day ago' })
  overdue!: number;

  @Field(() => [RecheckClassDue], { description: 'By class, in the order in which they are checked' })
  classes!: RecheckClassDue[];

  @Field(() => DateTime, { nullable: true, description: 'When the newest check of any lot ended' })
  lastCheckAt!: string | null;

  @Field(() => Int, { description: 'Checks that ended in the last hour, whoever asked for them' })
  checksLastHour!: number;

  @Field(() => Int, { description: 'Places that checks by the clock read in a second at most' })
  readsPerSecond!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When what is due will be checked, at the pace of the last hour; null where it cannot be known',
  })
  doneAt!: string | null;

  @Field(() => SatelliteSourceType, { description: 'The source of the data' })
  source!: SatelliteSourceType;
}

interface Services {
  lotChecks: LotChecks;
  lotEvidence: LotEvidence;
  recheckProgress: RecheckProgress;
  satellite: SatelliteService;
}

@Resolver()
export class SatelliteResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotEvidenceType, {
    nullable: true,
    description:
      'What a satellite check of a lot read, pixel by pixel, as it was stored; null when the lot is not in sight, ' +
      'before its first check has ended, and where it had no such check. ' +
      'Example: `{ lotEvidence(id: "LOT701") { dataset window pixels { width height lossYear } } }`',
  })
  async lotEvidence(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('checkId', () => ID, { nullable: true, description: 'One of its checks; the newest without it' })
    checkId?: string | null,
    @Arg('plot', () => Int, {
      nullable: true,
      description:
        'Which of its plots window and pixels are of, from 1; without it the first with loss, else the first that was read',
    })
    plot?: number | null,
  ): Promise<LotEvidenceType | null> {
    const evidence = await this.#services.lotEvidence.read(caller, id, { checkId, plot });
    return evidence && { ...evidence, plots: evidence.plots?.map(lotPlot) ?? null };
  }

  @Query(() => LotCheckPage, {
    nullable: true,
    description:
      'The satellite checks of a lot, newest first; null when the lot is not in sight. ' +
      'Example: `{ lotChecks(id: "LOT701") { checks { checkedAt conclusion lossPixelsAfterCutoff } } }`',
  })
  lotChecks(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 10, description: '1 to 100' }) limit: number,
  ): Promise<LotCheckPage | null> {
    return this.#services.lotChecks.list(caller, id, parsePage(page, limit));
  }

  @Query(() => RecheckProgressType, {
    description:
      'How far checking lots again by satellite has come, and whether the source can be reached; for those who may see all ' +
      'lots. Example: `{ satelliteProgress { due overdue doneAt source { status awaySince } } }`',
  })
  satelliteProgress(@Ctx() { caller }: Context): Promise<RecheckProgressType> {
    return this.#services.recheckProgress.read(caller);
  }

  @Mutation(() => CheckSatelliteResult, {
    description:
      "Checks a lot's place by satellite now; of a derived lot, its origins. " +
      'Example: `mutation { checkSatellite(id: "LOT701", latitude: -5.258413, longitude: 145.743926) { ... on ' +
      'SatelliteChecked { satelliteData { status } } } }`',
  })
  async checkSatellite(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('latitude', () => Float, { nullable: true, description: 'The stored one, degrees; of a derived lot none' })
    latitude: number | null,
    @Arg('longitude', () => Float, { nullable: true, description: 'The stored one, degrees; of a derived lot none' })
    longitude: number | null,
  ): Promise<typeof CheckSatelliteResult> {
    return orFailure([NotFound], async () =>
      Object.assign(
        new SatelliteChecked(),
        await this.#services.satellite.checkNow(caller, id, { latitude, longitude }, info),
      ),
    );
  }
}
