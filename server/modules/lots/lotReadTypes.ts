import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import type { FarmSummary } from './farmList.ts';
import type { AnalyticsPeriod } from './lotAnalytics.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';

@ObjectType({ description: 'How many lots stand in a stage' })
export class StageCount {
  @Field(() => ProcessStageEnum, { description: 'The stage' })
  stage!: Stage;

  @Field(() => Int, { description: 'Lots in it' })
  count!: number;
}

@ObjectType({ description: 'Lots that were harvested in one month' })
export class ComplianceMonth {
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

@ObjectType('QualityStep', { description: 'Lots whose quality score lies in a step' })
export class QualityBandType {
  @Field(() => Int, { description: 'Points, included' })
  from!: number;

  @Field(() => Int, { description: 'Points, excluded; the step up to 100 includes it' })
  to!: number;

  @Field(() => Int, { description: 'Lots in the step' })
  count!: number;
}

@ObjectType({ description: 'Alerts that were raised in one week' })
export class AlertWeek {
  @Field(() => CalendarDate, { description: 'The Monday that the week begins with, UTC' })
  week!: string;

  @Field(() => Int, { description: 'Alerts raised in the week' })
  raised!: number;

  @Field(() => Int, { description: 'Of these, with high severity' })
  high!: number;
}

@ObjectType('FarmSummary', { description: 'A farm that has lots or plots' })
export class FarmSummaryType implements FarmSummary {
  @Field(() => String, { description: 'E.g. FARM001' })
  farmId!: string;

  @Field(() => Int, { description: 'Its lots' })
  lots!: number;

  @Field(() => Int, { description: 'Its plots' })
  plots!: number;
}

@ObjectType('FarmPage', { description: 'One page of farms' })
export class FarmPageType {
  @Field(() => [FarmSummaryType], { description: 'Those with most lots first' })
  farms!: FarmSummaryType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'Lots of one farm' })
export class FarmCount {
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
@ObjectType('LotAnalytics', {
  description: 'Series for charts over the lots in sight; every step is there, also when it is 0',
})
export class LotAnalyticsType {
  period!: AnalyticsPeriod;
}

@ObjectType({ description: 'A lot that a text was found in' })
export class FoundLot {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  stage!: Stage;
}

@ObjectType({ description: 'A farm whose id begins with the text' })
export class FoundFarm {
  @Field(() => String, { description: 'Farm id' })
  farmId!: string;

  @Field(() => Int, { description: 'Its lots in sight' })
  lots!: number;
}

@ObjectType({ description: 'A transaction on the ledger whose id begins with the text' })
export class FoundTransaction {
  @Field(() => String, { description: 'Of the transaction, hex' })
  transactionId!: string;

  @Field(() => String, { description: 'The lot that it records' })
  lotId!: string;
}

@ObjectType('Found', { description: 'What a text was found in, within sight: at most five of each kind' })
export class SearchResultsType {
  @Field(() => [FoundLot], { description: 'By id, farm, farmer or variety' })
  lots!: FoundLot[];

  @Field(() => [FoundFarm], { description: 'By the beginning of their id' })
  farms!: FoundFarm[];

  @Field(() => [FoundTransaction], { description: 'By the beginning of their id, six hex digits or more' })
  transactions!: FoundTransaction[];
}
