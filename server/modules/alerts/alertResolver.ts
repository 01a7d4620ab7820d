import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AlertStatus } from '../../domain/alert/alerts.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { AlertStepNotAllowed, NotFound, orFailure } from '../../platform/graphql/failures.ts';
import {
  AlertFilterInput,
  AlertObject,
  AlertPage,
  AlertPlaces,
  AlertResult,
  AlertStats,
  AlertsUpdated,
  AlertUpdated,
  type CountOf,
  UpdateAlertsResult,
  WatchedLots,
} from './alertTypes.ts';
import type { AlertView } from './alertAnswerSchemas.ts';
import { alertListing, bulkUpdate, dismissal, resolution } from './alertInput.ts';
import type { AlertQueries } from './alertQueries.ts';
import type { AlertSteps } from './alertSteps.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { AlertStatusEnum } from '../../platform/graphql/enums.ts';

interface Services {
  alerts: AlertQueries;
  alertSteps: AlertSteps;
}

@Resolver()
export class AlertResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => AlertPage, {
    description:
      'Alerts in sight, newest first. ' +
      'Example: `{ alerts(filter: { status: active }) { alerts { lotId title } } }`',
  })
  async alerts(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 50, description: '1 to 100' }) limit: number,
    @Arg('filter', () => AlertFilterInput, { nullable: true, description: 'All alerts without it' })
    filter: AlertFilterInput | null,
  ): Promise<AlertPage> {
    return this.#services.alerts.list(caller, parseArguments(caller, alertListing, { ...filter, page, limit }));
  }

  @Query(() => AlertObject, {
    nullable: true,
    description:
      'One alert; null when there is none in sight. Example: `query ($id: ID!) { alert(id: $id) { lotId status } }`',
  })
  async alert(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
  ): Promise<AlertView | null> {
    return this.#services.alerts.find(caller, id);
  }

  @Query(() => AlertStats, {
    description: 'Counts of the alerts in sight. Example: `{ alertStats { active averageResponseHours } }`',
  })
  async alertStats(@Ctx() { caller }: Context): Promise<AlertStats> {
    const stats = await this.#services.alerts.stats(caller);
    return {
      ...stats,
      byStatus: listed(stats.byStatus),
      bySeverity: listed(stats.bySeverity),
      byType: listed(stats.byType),
    };
  }

  @Query(() => AlertPlaces, {
    description:
      'Where the active alerts in sight are, by farm. ' +
      'Example: `{ alertPlaces { places { farmId latitude longitude count severity } elsewhere } }`',
  })
  async alertPlaces(@Ctx() { caller }: Context): Promise<AlertPlaces> {
    return this.#services.alerts.places(caller);
  }

  @Query(() => WatchedLots, {
    description:
      'How the lots in sight stand with their satellite checks. Example: `{ watchedLots { total pending } }`',
  })
  async watchedLots(@Ctx() { caller }: Context): Promise<WatchedLots> {
    return this.#services.alerts.watchedLots(caller);
  }

  @Mutation(() => AlertResult, {
    description:
      'Says that somebody looks after an alert. ' +
      'Example: `mutation ($id: ID!) { acknowledgeAlert(id: $id) { ... on AlertUpdated { alert { status } } ... ' +
      'on Failure { message } } }`',
  })
  async acknowledgeAlert(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
  ): Promise<typeof AlertResult> {
    return answered(() => this.#services.alertSteps.acknowledge(caller, id, info));
  }

  @Mutation(() => AlertResult, {
    description:
      "Closes an alert with what was found out; an outcome becomes the lot's status. " +
      'Example: `mutation ($id: ID!) { resolveAlert(id: $id, note: "Visited", outcome: "No Deforestation") { ... ' +
      'on AlertUpdated { alert { closedAt } } ... on Failure { message } } }`',
  })
  async resolveAlert(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
    @Arg('note', () => String, { nullable: true, description: 'At most 2,000 characters; required with an outcome' })
    note: string | null,
    @Arg('outcome', () => String, { nullable: true, description: "'No Deforestation' or 'Deforestation Detected'" })
    outcome: string | null,
  ): Promise<typeof AlertResult> {
    return answered(() => {
      const given = parseArguments(caller, resolution, { note, outcome });
      return this.#services.alertSteps.resolve(caller, id, given, info);
    });
  }

  @Mutation(() => AlertResult, {
    description:
      'Closes an alert as unfounded. ' +
      'Example: `mutation ($id: ID!) { dismissAlert(id: $id, reason: "Shade trees") { ... on AlertUpdated { ' +
      'alert { status } } ... on Failure { message } } }`',
  })
  async dismissAlert(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID of the alert' }) id: string,
    @Arg('reason', () => String, { nullable: true, description: 'At most 2,000 characters' }) reason: string | null,
  ): Promise<typeof AlertResult> {
    return answered(() => {
      const given = parseArguments(caller, dismissal, { reason });
      return this.#services.alertSteps.dismiss(caller, id, given, info);
    });
  }

  @Mutation(() => UpdateAlertsResult, {
    description:
      'Acknowledges or dismisses several alerts in sight, all of them or none. ' +
      'Example: `mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: acknowledged) { ... on AlertsUpdated ' +
      '{ updated notFound } ... on Failure { message } } }`',
  })
  async updateAlerts(
    @Ctx() { caller, info }: Context,
    @Arg('ids', () => [ID], { description: '1 to 100 UUIDs of alerts' }) ids: string[],
    @Arg('status', () => AlertStatusEnum, { description: 'acknowledged or dismissed' }) status: AlertStatus,
  ): Promise<typeof UpdateAlertsResult> {
    return orFailure([AlertStepNotAllowed], async () => {
      const given = parseArguments(caller, bulkUpdate, { alertIds: ids, status });
      return Object.assign(new AlertsUpdated(), await this.#services.alertSteps.updateMany(caller, given, info));
    });
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
