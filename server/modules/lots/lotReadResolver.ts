import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { LotPlotType, lotPlot } from '../farms/plotTypes.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { requireUser } from '../../platform/access/caller.ts';
import { DEFAULT_PERIOD, MOST_MONTHS, MOST_WEEKS, parseAnalyticsPeriod } from './lotAnalytics.ts';
import {
  AlertWeek,
  ComplianceMonth,
  FarmCount,
  FarmPageType,
  SearchResultsType,
  LotAnalyticsType,
  QualityBandType,
  StageCount,
} from './lotReadTypes.ts';
import type { LotAnalytics as LotAnalyticsService } from './lotAnalytics.ts';
import type { LotFinder } from './lotFinder.ts';
import type { FarmList } from './farmList.ts';
import type { LotPlots } from './lotPlots.ts';

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

  @Query(() => SearchResultsType, {
    description:
      'Lots, farms and transactions in sight by what a person types. ' +
      'Example: `{ find(text: "LOT70") { lots { lotId } farms { farmId } } }`',
  })
  find(
    @Arg('text', () => String, { description: '2 to 100 characters' }) text: string,
    @Ctx() { caller }: Context,
  ): Promise<SearchResultsType> {
    return this.#services.lotFinder.find(caller, text);
  }

  @Query(() => FarmPageType, {
    description:
      'Farms in sight that have lots or plots, those with most lots first. ' +
      'Example: `{ farms(search: "FARM0") { farms { farmId lots plots } pagination { total } } }`',
  })
  farms(
    @Ctx() { caller }: Context,
    @Arg('search', () => String, { nullable: true, description: 'What their ids are to hold' })
    search: string | null | undefined,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<FarmPageType> {
    return this.#services.farmList.list(caller, { search: search ?? '', ...parsePage(page, limit) });
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
@Resolver(() => LotAnalyticsType)
export class LotAnalyticsResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotAnalyticsType, {
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
  ): LotAnalyticsType {
    requireUser(caller);
    const given = { harvestedFrom: harvestedFrom ?? null, harvestedTo: harvestedTo ?? null, months, weeks };
    return { period: parseAnalyticsPeriod(given) };
  }

  @FieldResolver(() => [StageCount], { description: 'All six stages, in their order' })
  lotsByStage(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<StageCount[]> {
    return this.#services.lotAnalytics.byStage(context.caller, period);
  }

  @FieldResolver(() => [ComplianceMonth], { description: 'The last harvest months, oldest first' })
  complianceByMonth(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<ComplianceMonth[]> {
    return this.#services.lotAnalytics.byMonth(context.caller, period.months, new Date());
  }

  @FieldResolver(() => [QualityBandType], { description: 'Ten steps of ten points' })
  async qualityHistogram(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<QualityBandType[]> {
    return (await this.#services.lotAnalytics.quality(context.caller, period)).qualityHistogram;
  }

  @FieldResolver(() => Int, { description: 'Lots without a quality score' })
  async ungradedLots(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<number> {
    return (await this.#services.lotAnalytics.quality(context.caller, period)).ungradedLots;
  }

  @FieldResolver(() => [AlertWeek], { description: 'The last weeks, oldest first' })
  alertsByWeek(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<AlertWeek[]> {
    return this.#services.lotAnalytics.alertsByWeek(context.caller, period.weeks, new Date());
  }

  @FieldResolver(() => [FarmCount], { description: 'The farms with most lots, at most 12' })
  lotsByFarm(@Root() { period }: LotAnalyticsType, @Ctx() context: Context): Promise<FarmCount[]> {
    return this.#services.lotAnalytics.byFarm(context.caller, period);
  }
}
