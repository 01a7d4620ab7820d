import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { parsePage } from '../graphql/pageInput.ts';
import { CalendarDate } from '../graphql/scalars.ts';
import { requireUser, subjectOf } from '../rights/caller.ts';
import { ComplianceReport, ReportPage } from './reportTypes.ts';

@Resolver()
export class ReportResolver {
  @Query(() => ComplianceReport, {
    description:
      'Makes and stores a report of the lots in sight by harvest day, or answers that of the same day while ' +
      'nothing of it has changed; for those who may generate reports. ' +
      'Example: `{ complianceReport(startDate: "2026-01-01") { reportId complianceRate } }`',
  })
  async complianceReport(
    @Ctx() { caller, services, info }: Context,
    @Arg('startDate', () => CalendarDate, { nullable: true, description: 'Included; default 30 days before endDate' })
    startDate?: string | null,
    @Arg('endDate', () => CalendarDate, { nullable: true, description: 'Included; default today (UTC)' })
    endDate?: string | null,
  ): Promise<ComplianceReport> {
    const asker = subjectOf(requireUser(caller));
    return services.heavyWork.reports.during(asker, () => services.reports.make(caller, { startDate, endDate }, info));
  }

  @Query(() => ReportPage, {
    description:
      'Stored reports over the lots in sight, newest first; for those who may generate reports. ' +
      'Example: `{ reports { reports { reportId intact madeBy report { startDate endDate } } } }`',
  })
  async reports(
    @Ctx() { caller, services }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 10, description: '1 to 100' }) limit: number,
  ): Promise<ReportPage> {
    return services.reports.list(caller, parsePage(page, limit));
  }
}
