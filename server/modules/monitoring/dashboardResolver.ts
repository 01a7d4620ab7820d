import { Arg, Ctx, FieldResolver, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { Activity } from '../lots/activityType.ts';
import { DashboardStats, EarlierFiguresType, Health } from './dashboardTypes.ts';
import type { DashboardService } from './dashboardService.ts';
import type { HealthService } from './healthService.ts';

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

  @FieldResolver(() => EarlierFiguresType, {
    nullable: true,
    description: 'The same figures 30 days ago, to tell a trend; null when no lot in sight was there yet',
  })
  earlier(@Ctx() { caller }: Context): Promise<EarlierFiguresType | null> {
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
