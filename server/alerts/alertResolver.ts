import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AlertStatus } from '../domain/alerts.ts';
import type { Context } from '../graphql/context.ts';
import { AlertStatusEnum } from '../graphql/enums.ts';
import { AlertStepNotAllowed, NotFound, orFailure } from '../graphql/failures.ts';
import {
  AlertFilter,
  AlertPage,
  AlertResult,
  AlertStats,
  AlertsUpdated,
  AlertUpdated,
  type CountOf,
} from './alertTypes.ts';
import type { AlertView } from './alertView.ts';

@Resolver()
export class AlertResolver {
  @Query(() => AlertPage)
  async alerts(
    @Ctx() { caller, services }: Context,
    @Arg('page', () => Int, { defaultValue: 1 }) page: number,
    @Arg('limit', () => Int, { defaultValue: 50 }) limit: number,
    @Arg('filter', () => AlertFilter, { nullable: true }) filter: AlertFilter | null,
  ): Promise<AlertPage> {
    return services.alerts.list(caller, { ...filter, page, limit });
  }

  @Query(() => AlertStats)
  async alertStats(@Ctx() { caller, services }: Context): Promise<AlertStats> {
    const stats = await services.alerts.stats(caller);
    return {
      ...stats,
      byStatus: listed(stats.byStatus),
      bySeverity: listed(stats.bySeverity),
      byType: listed(stats.byType),
    };
  }

  @Mutation(() => AlertResult)
  async acknowledgeAlert(
    @Ctx() { caller, info, services }: Context,
    @Arg('id', () => ID) id: string,
  ): Promise<typeof AlertResult> {
    return answered(() => services.alerts.acknowledge(caller, id, info));
  }

  @Mutation(() => AlertResult)
  async resolveAlert(
    @Ctx() { caller, info, services }: Context,
    @Arg('id', () => ID) id: string,
    @Arg('note', () => String, { nullable: true }) note: string | null,
    @Arg('outcome', () => String, { nullable: true }) outcome: string | null,
  ): Promise<typeof AlertResult> {
    return answered(() => services.alerts.resolve(caller, id, { note, outcome }, info));
  }

  @Mutation(() => AlertResult)
  async dismissAlert(
    @Ctx() { caller, info, services }: Context,
    @Arg('id', () => ID) id: string,
    @Arg('reason', () => String, { nullable: true }) reason: string | null,
  ): Promise<typeof AlertResult> {
    return answered(() => services.alerts.dismiss(caller, id, { reason }, info));
  }

  @Mutation(() => AlertsUpdated)
  async updateAlerts(
    @Ctx() { caller, info, services }: Context,
    @Arg('ids', () => [ID]) ids: string[],
    @Arg('status', () => AlertStatusEnum) status: AlertStatus,
  ): Promise<AlertsUpdated> {
    return services.alerts.updateMany(caller, { alertIds: ids, status }, info);
  }
}

function answered(work: () => Promise<AlertView>): Promise<typeof AlertResult> {
  return orFailure([NotFound, AlertStepNotAllowed], async () =>
    Object.assign(new AlertUpdated(), { alert: await work() }),
  );
}

function listed(counts: Record<string, number>): CountOf[] {
  return Object.entries(counts).map(([name, count]) => ({ name, count }));
}
