import { Arg, Ctx, Field, FieldResolver, Float, ID, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import { LotPlotType, lotPlot } from '../farms/plotTypes.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { requireUser } from '../../platform/access/caller.ts';
import { enumOf, ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DEFAULT_PERIOD, MOST_MONTHS, MOST_WEEKS, parseAnalyticsPeriod, type AnalyticsPeriod } from './lotAnalytics.ts';
import type { LotAnalyticsType as LotAnalyticsService } from './lotAnalytics.ts';
import type { LotFinder } from './lotFinder.ts';
import type { FarmShown, FarmSort } from '../../domain/farm/farmInput.ts';
import type { FarmList, FarmSummary } from './farmList.ts';
import type { LotPlots } from './lotPlots.ts';

@ObjectType({ description: 'How many lots stand in a stage' })
class StageCount {
  @Field(() => ProcessStageEnum, { description: 'The stage' })
  stage!: Stage;

  @Field(() => Int, { description: 'Lots in it' })
  count!: number;
}

@ObjectType({ description: 'Lots that were harvested in one month' })
class ComplianceMonth {
  @Field(() => String, { description: 'YYYY-MM' })
  month!: string;

  @Field(() => Int, { description: 'Lots harvested in the month' })
  lots!: number;

  @Field(() => Int, { description: "Of these, lots with the status 'No Deforestation'" })
  compliant!: number;

  @Field(() => Float, { nullable: true, description: '%, one decimal; null without lots' })
  complianceRate!: number | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;
}

@ObjectType({ description: 'Lots whose quality score lies in a step' })
class QualityStep {
  @Field(() => Int, { description: 'Points, included' })
  from!: number;

  @Field(() => Int, { description: 'Points, excluded; the step up to 100 includes it' })
  to!: number;

  @Field(() => Int, { description: 'Lots in the step' })
  count!: number;
}

@ObjectType({ description: 'Alerts that were raised in one week' })
class AlertWeek {
  @Field(() => CalendarDate, { description: 'The Monday that the week begins with, UTC' })
  week!: string;

  @Field(() => Int, { description: 'Alerts raised in the week' })
  raised!: number;

  @Field(() => Int, { description: 'Of these, with high severity' })
  high!: number;
}

const FarmShownEnum = enumOf<FarmShown>('FarmShown', 'Which farms a list shows', {
  all: 'All of them',
  unregistered: 'Those that are not in the register',
  withoutPlots: 'Those without plots',
  detected: 'Those with lots that lost forest',
});

const FarmSortEnum = enumOf<FarmSort>('FarmSort', 'The order of a list of farms', {
  lots: 'Most lots first',
  farmId: 'By id',
  name: 'By name, those without one last',
});

@ObjectType('FarmSummary', { description: 'A farm that is in the register, or has lots or plots' })
class FarmSummaryType implements FarmSummary {
  @Field(() => String, { description: 'E.g. FARM001' })
  farmId!: string;

  @Field(() => Boolean, { description: 'Whether it is in the register' })
  registered!: boolean;

  @Field(() => String, { description: 'Empty: no name' })
  name!: string;

  @Field(() => String, { description: 'Empty: not known' })
  village!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2; empty: not known' })
  country!: string;

  @Field(() => [String], { description: 'Names of its farmers in the register' })
  farmers!: string[];

  @Field(() => Int, { description: 'Its lots' })
  lots!: number;

  @Field(() => Int, { description: "Of these, lots with the status 'No Deforestation'" })
  compliantLots!: number;

  @Field(() => Int, { description: "Of these, lots with the status 'Deforestation Detected'" })
  detectedLots!: number;

  @Field(() => Int, { description: 'Its plots' })
  plots!: number;

  @Field(() => Float, { description: 'Hectares of its plots together' })
  areaHa!: number;

  @Field(() => Float, { nullable: true, description: 'Centre of its largest plot, else the place of its newest lot' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Centre of its largest plot, else the place of its newest lot' })
  longitude!: number | null;
}

@ObjectType({ description: 'One page of farms' })
class FarmPage {
  @Field(() => [FarmSummaryType], { description: 'In the order that was asked for' })
  farms!: FarmSummaryType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'Lots of one farm' })
class FarmCount {
  @Field(() => String, { description: 'Farm id' })
  farmId!: string;

  @Field(() => Int, { description: 'Its lots' })
  lots!: number;

  @Field(() => Int, { description: "Of these, lots with the status 'No Deforestation'" })
  compliantLots!: number;

  @Field(() => Float, { description: 'kg' })
  weight!: number;
}

/** What the series are of; each is read when it is asked for. */
@ObjectType({ description: 'Series for charts over the lots in sight; every step is there, also when it is 0' })
class LotAnalytics {
  period!: AnalyticsPeriod;
}

@ObjectType({ description: 'A lot that a text was found in' })
class FoundLot {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  stage!: Stage;
}

@ObjectType({ description: 'A farm whose id begins with the text' })
class FoundFarm {
  @Field(() => String, { description: 'Farm id' })
  farmId!: string;

  @Field(() => Int, { description: 'Its lots in sight' })
  lots!: number;
}

@ObjectType({ description: 'A transaction on the ledger whose id begins with the text' })
class FoundTransaction {
  @Field(() => String, { description: 'Of the transaction, hex' })
  transactionId!: string;

  @Field(() => String, { description: 'The lot that it records' })
  lotId!: string;
}

@ObjectType({ description: 'What a text was found in, within sight: at most five of each kind' })
class Found {
  @Field(() => [FoundLot], { description: 'By id, farm, farmer or variety' })
  lots!: FoundLot[];

  @Field(() => [FoundFarm], { description: 'By the beginning of their id' })
  farms!: FoundFarm[];

  @Field(() => [FoundTransaction], { description: 'By the beginning of their id, six hex digits or more' })
  transactions!: FoundTransaction[];
}

interface Services {
  farmList: FarmList;
  lotAnalytics: LotAnalyticsService;
  lotFinder: LotFinder;
  lotPlots: LotPlots;
}

@Resolver()
export class LotReadResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => Found, {
    description:
      'Lots, farms and transactions in sight by what a person types. ' +
      'Example: `{ find(text: "LOT70") { lots { lotId } farms { farmId } } }`',
  })
  find(
    @Arg('text', () => String, { description: '2 to 100 characters' }) text: string,
    @Ctx() { caller }: Context,
  ): Promise<Found> {
    return this.#services.lotFinder.find(caller, text);
  }

  @Query(() => FarmPage, {
    description:
      'Farms in sight that are in the register, or have lots or plots. ' +
      'Example: `{ farms(search: "FARM0") { farms { farmId village lots plots } pagination { total } } }`',
  })
  farms(
    @Ctx() { caller }: Context,
    @Arg('search', () => String, { nullable: true, description: 'Looks in ids, names, villages and farmers' })
    search: string | null | undefined,
    @Arg('show', () => FarmShownEnum, { defaultValue: 'all', description: 'Which of them' }) show: FarmShown,
    @Arg('sort', () => FarmSortEnum, { defaultValue: 'lots', description: 'Their order' }) sort: FarmSort,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<FarmPage> {
    return this.#services.farmList.list(caller, { search: search ?? '', show, sort, ...parsePage(page, limit) });
  }

  @Query(() => [LotPlotType], {
    nullable: true,
    description:
      'The plots that a lot came from, as they were then; null when the lot is not in sight. ' +
      'Example: `{ lotPlots(id: "LOT701") { name areaHa version standing } }`',
  })
  async lotPlots(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<LotPlotType[] | null> {
    return (await this.#services.lotPlots.read(caller, id))?.map(lotPlot) ?? null;
  }
}

const HARVESTED = 'Harvest day of the lots in lotsByStage, qualityHistogram and lotsByFarm';

/** Each series is read by itself: a chart asks for the one that it draws. */
@Resolver(() => LotAnalytics)
export class LotAnalyticsResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotAnalytics, {
    description:
      'Series for charts over the lots in sight. Example: `{ lotAnalytics(weeks: 26) { alertsByWeek { week raised } } }`',
  })
  lotAnalytics(
    @Arg('harvestedFrom', () => CalendarDate, { nullable: true, description: `${HARVESTED}, included` })
    harvestedFrom: string | null,
    @Arg('harvestedTo', () => CalendarDate, { nullable: true, description: `${HARVESTED}, included` })
    harvestedTo: string | null,
    @Arg('months', () => Int, { defaultValue: DEFAULT_PERIOD.months, description: `1 to ${MOST_MONTHS}` })
    months: number,
    @Arg('weeks', () => Int, { defaultValue: DEFAULT_PERIOD.weeks, description: `1 to ${MOST_WEEKS}` })
    weeks: number,
    @Ctx() { caller }: Context,
  ): LotAnalytics {
    requireUser(caller);
    const given = { harvestedFrom: harvestedFrom ?? null, harvestedTo: harvestedTo ?? null, months, weeks };
    return { period: parseAnalyticsPeriod(given) };
  }

  @FieldResolver(() => [StageCount], { description: 'All six stages, in their order' })
  lotsByStage(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<StageCount[]> {
    return this.#services.lotAnalytics.byStage(context.caller, period);
  }

  @FieldResolver(() => [ComplianceMonth], { description: 'The last harvest months, oldest first' })
  complianceByMonth(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<ComplianceMonth[]> {
    return this.#services.lotAnalytics.byMonth(context.caller, period.months, new Date());
  }

  @FieldResolver(() => [QualityStep], { description: 'Ten steps of ten points' })
  async qualityHistogram(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<QualityStep[]> {
    return (await this.#services.lotAnalytics.quality(context.caller, period)).qualityHistogram;
  }

  @FieldResolver(() => Int, { description: 'Lots without a quality score' })
  async ungradedLots(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<number> {
    return (await this.#services.lotAnalytics.quality(context.caller, period)).ungradedLots;
  }

  @FieldResolver(() => [AlertWeek], { description: 'The last weeks, oldest first' })
  alertsByWeek(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<AlertWeek[]> {
    return this.#services.lotAnalytics.alertsByWeek(context.caller, period.weeks, new Date());
  }

  @FieldResolver(() => [FarmCount], { description: 'The farms with most lots, at most 12' })
  lotsByFarm(@Root() { period }: LotAnalytics, @Ctx() context: Context): Promise<FarmCount[]> {
    return this.#services.lotAnalytics.byFarm(context.caller, period);
  }
}
