import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { Activity } from '../lots/activityType.ts';
import type { DashboardService } from './dashboardService.ts';
import type { HealthService } from './healthService.ts';

@ObjectType({ description: 'Figures of the origin lots in sight as they were at a moment' })
class EarlierFigures {
  @Field(() => DateTime, { description: 'Of what moment they are: 30 days ago, at the beginning of that day, UTC' })
  at!: string;

  @Field(() => Int, { description: 'Origin lots that were in sight' })
  totalLots!: number;

  @Field(() => Int, { description: "Lots that had the status 'No Deforestation'" })
  compliantLots!: number;

  @Field(() => Float, { nullable: true, description: '%, one decimal' })
  complianceRate!: number | null;

  @Field(() => Float, { nullable: true, description: '0-100, one decimal; null when no lot was graded' })
  averageQuality!: number | null;

  @Field(() => Int, { description: 'Alerts of high severity that were open' })
  highAlerts!: number;
}

@ObjectType({ description: 'Figures of the lots in sight' })
class DashboardStats {
  @Field(() => Int, { description: 'Origin lots in sight: lots that were registered at a farm' })
  totalLots!: number;

  @Field(() => Int, { description: "Origin lots with the status 'No Deforestation'" })
  compliantLots!: number;

  @Field(() => Float, { nullable: true, description: '%, of origin lots, one decimal; null without them' })
  complianceRate!: number | null;

  @Field(() => Float, { nullable: true, description: '0-100, of origin lots, one decimal; null when none is graded' })
  averageQuality!: number | null;

  @Field(() => Int, { description: 'Open alerts of high severity' })
  highAlerts!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'kg that are available, of origin and derived lots that are not shipped; null without lots',
  })
  stockKg!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'kg in shipped and delivered consignments; null without one, and for those who do not see all lots',
  })
  shippedKg!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Shipped and delivered consignments; null for those who do not see all lots',
  })
  shippedConsignments!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Consignments that are neither closed nor shipped; null for those who do not see all lots',
  })
  openConsignments!: number | null;

  @Field(() => [Activity], { description: 'The lots that changed last, newest first, at most 10' })
  recentActivity!: Activity[];
}

@ObjectType({ description: 'How one part is' })
class PartHealth {
  @Field(() => String, { description: "'ok', 'degraded' or 'error'" })
  status!: string;

  @Field(() => String, { nullable: true, description: "What is wrong, for people; null when 'ok'" })
  message?: string | null;

  @Field(() => MessageType, { nullable: true, description: "The message with its code; null when 'ok'" })
  said?: MessageType | null;
}

@ObjectType({ description: 'Rows of one kind that were changed past the program' })
class BrokenSealCount {
  @Field(() => String, { description: "What they are, e.g. 'account' or 'job'" })
  kind!: string;

  @Field(() => Int, { description: 'How many the process that answers has come upon' })
  count!: number;
}

@ObjectType({ description: 'Whether the rows that the program acts upon are as it wrote them' })
class SealsHealth extends PartHealth {
  @Field(() => [BrokenSealCount], { description: 'Rows that are not, by kind; they are not acted upon' })
  broken!: BrokenSealCount[];
}

@ObjectType({ description: 'How far a comparison of the ledger with the tables is' })
class WalkProgress {
  @Field(() => String, { description: 'When it began, ISO 8601, UTC' })
  startedAt!: string;

  @Field(() => Int, { description: 'Of its blocks and lots, 0 to 100' })
  percent!: number;

  @Field(() => Int, { description: 'Lots that were compared so far' })
  lots!: number;

  @Field(() => Int, { description: 'Lots that are to be compared' })
  lotsTotal!: number;
}

@ObjectType({
  description:
    'The last comparison of the ledger with the tables: each night of what is new and a share of the rest, and of everything when an admin asks',
})
class WalkHealth extends PartHealth {
  @Field(() => String, { nullable: true, description: 'When it began, ISO 8601, UTC; null: none yet' })
  at!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Lots that were compared; null for those who do not see all lots, as the next three',
  })
  lots!: number | null;

  @Field(() => Int, { nullable: true, description: 'Lots whose record differs from the ledger' })
  differing!: number | null;

  @Field(() => Int, { nullable: true, description: 'All that does not fit, lots too' })
  faults!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Since when every part of the ledger was compared at least once, ISO 8601, UTC; null before the first comparison',
  })
  coveredSince!: string | null;

  @Field(() => WalkProgress, {
    nullable: true,
    description:
      'The comparison under way, or broken off and to be continued; null: none, and for those who do not see all lots',
  })
  progress!: WalkProgress | null;
}

@ObjectType({ description: 'How the program and its outside worlds are' })
class Health {
  @Field(() => String, { description: "'ok' or 'error'" })
  status!: string;

  @Field(() => PartHealth, { description: 'Where everything is kept' })
  database!: PartHealth;

  @Field(() => PartHealth, { description: 'Where events are recorded' })
  ledger!: PartHealth;

  @Field(() => PartHealth, { description: 'Where forest loss is read from' })
  satellite!: PartHealth;

  @Field(() => PartHealth, { description: 'What waits to be recorded' })
  queue!: PartHealth;

  @Field(() => PartHealth, { description: 'Satellite checks and other work that is done later' })
  jobs!: PartHealth;

  @Field(() => SealsHealth, { description: 'Rows that were changed past the program' })
  seals!: SealsHealth;

  @Field(() => WalkHealth, { description: 'The last walk of the whole ledger against the tables' })
  walk!: WalkHealth;

  @Field(() => String, { description: 'Of the program, e.g. 1.0.0' })
  version!: string;

  @Field(() => Int, { description: 'Since when this process runs' })
  uptimeSeconds!: number;

  @Field(() => Boolean, { description: 'Satellite results come from sample data' })
  sampleSatelliteData!: boolean;
}

interface Services {
  dashboard: DashboardService;
  health: HealthService;
}

@Resolver(() => DashboardStats)
export class DashboardResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => DashboardStats, {
    description: 'Figures of the lots in sight. Example: `{ dashboardStats { totalLots complianceRate highAlerts } }`',
  })
  dashboardStats(@Ctx() { caller }: Context): Promise<DashboardStats> {
    return this.#services.dashboard.stats(caller);
  }

  @FieldResolver(() => EarlierFigures, {
    nullable: true,
    description: 'The same figures 30 days ago, to tell a trend; null when no lot in sight was there yet',
  })
  earlier(@Ctx() { caller }: Context): Promise<EarlierFigures | null> {
    return this.#services.dashboard.earlier(caller, new Date());
  }

  @Query(() => [Activity], {
    description:
      'The lots that changed last, newest first. Example: `{ recentActivity(limit: 5) { lotId timestamp } }`',
  })
  recentActivity(
    @Ctx() { caller }: Context,
    @Arg('limit', () => Int, { defaultValue: 10, description: '1 to 100' }) limit: number,
  ): Promise<Activity[]> {
    return this.#services.dashboard.recentActivity(caller, parsePage(1, limit).limit);
  }

  @Query(() => Health, {
    description:
      'How the program and its outside worlds are. Without login. ' +
      'Example: `{ health { status ledger { status } } }`',
  })
  health(@Ctx() { caller }: Context): Promise<Health> {
    return this.#services.health.read(caller);
  }
}
