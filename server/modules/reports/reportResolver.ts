import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { CalendarDate } from '../../platform/graphql/scalars.ts';
import { requireUser, subjectOf } from '../../platform/access/caller.ts';
import type { MakingView } from './reportMaking.ts';
import { ComplianceReport, ReportOrder, ReportPage, StopReportResult } from './reportTypes.ts';
import type { WorkQueues } from '../../platform/concurrency/workQueues.ts';
import type { ReportService } from './reportService.ts';
import type { ReportMaking } from './reportMaking.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { periodInput } from './period.ts';

interface Services {
  reportMaking: ReportMaking;
  reports: ReportService;
  workQueues: WorkQueues;
}

@Resolver()
export class ReportResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => ComplianceReport, {
    description:
      'Makes and stores a report of the lots in sight by harvest day, or answers that of the same day while ' +
      'nothing of it has changed; for those who may generate reports. ' +
      'Example: `{ complianceReport(startDate: "2026-01-01") { reportId complianceRate } }`',
  })
  async complianceReport(
    @Ctx() { caller, info }: Context,
    @Arg('startDate', () => CalendarDate, { nullable: true, description: 'Included; default 30 days before endDate' })
    startDate?: string | null,
    @Arg('endDate', () => CalendarDate, { nullable: true, description: 'Included; default today (UTC)' })
    endDate?: string | null,
  ): Promise<ComplianceReport> {
    const asker = subjectOf(requireUser(caller));
    const period = parseInput(periodInput, { startDate, endDate });
    return this.#services.workQueues.reports.run(asker, () => this.#services.reports.make(caller, period, info));
  }

  @Query(() => ReportPage, {
    description:
      'Stored reports over the lots in sight, newest first; for those who may generate reports. ' +
      'Example: `{ reports { reports { reportId intact madeBy report { startDate endDate } } } }`',
  })
  async reports(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 10, description: '1 to 100' }) limit: number,
  ): Promise<ReportPage> {
    return this.#services.reports.list(caller, parsePage(page, limit));
  }

  @Mutation(() => ReportOrder, {
    description:
      'Has a report made of any number of lots in sight by harvest day; for those who may generate reports. Up to 1,000 lots it is made at ' +
      'once, of more while you ask `reportOrder` how far it is. One is made at a time for each person or key; the same period is not begun again. ' +
      'Example: `mutation { orderReport(startDate: "2026-01-01") { id state lots report { reportId } } }`',
  })
  async orderReport(
    @Ctx() { caller, info }: Context,
    @Arg('startDate', () => CalendarDate, { nullable: true, description: 'Included; default 30 days before endDate' })
    startDate?: string | null,
    @Arg('endDate', () => CalendarDate, { nullable: true, description: 'Included; default today (UTC)' })
    endDate?: string | null,
  ): Promise<MakingView> {
    const asker = subjectOf(requireUser(caller));
    const period = parseInput(periodInput, { startDate, endDate });
    return this.#services.workQueues.reports.run(asker, () =>
      this.#services.reportMaking.begin(caller, period, info, 'short'),
    );
  }

  @Query(() => ReportOrder, {
    nullable: true,
    description:
      'How far a report is that you ordered; null when you ordered none of this id. One that nobody asks about for ten minutes is given up. ' +
      'Example: `query ($id: ID!) { reportOrder(id: $id) { state lots lotsDone report { reportId } } }`',
  })
  async reportOrder(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'The id that `orderReport` told' }) id: string,
  ): Promise<MakingView | null> {
    return this.#services.reportMaking.find(caller, id);
  }

  @Mutation(() => StopReportResult, {
    description:
      'Stops a report that you ordered. ' +
      'Example: `mutation ($id: ID!) { stopReport(id: $id) { ... on ReportOrder { state } ... on Failure { message } } }`',
  })
  stopReport(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'The id that `orderReport` told' }) id: string,
  ): Promise<typeof StopReportResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new ReportOrder(), await this.#services.reportMaking.cancel(caller, id)),
    );
  }
}
