import { createUnionType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Role } from '../../domain/access/permissions.ts';
import { RoleEnum, enumOf } from '../../platform/graphql/enums.ts';
import { NotFound } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import { type ReportFormat, REPORT_FORMAT_DESCRIPTIONS } from './reportFiles.ts';
import type { MakingState, MakingView } from './reportMaking.ts';

const ReportOrderStateEnum = enumOf<MakingState>('ReportOrderState', 'How far an ordered report is', {
  making: 'It is being made',
  done: 'It is stored, and its files can be asked for',
  cancelled: 'It was stopped, or nobody asked about it for ten minutes',
  failed: 'It could not be stored; order it again',
});
const ReportFormatEnum = enumOf('ReportFormat', 'What a report can be had as', REPORT_FORMAT_DESCRIPTIONS);

@ObjectType({
  description: 'Figures of the lots harvested in a period; stored, its files are at /api/v1/reports/{reportId}',
})
export class ComplianceReport {
  @Field(() => ID, { description: 'By which the files of this report are asked for' })
  reportId!: string;

  @Field(() => DateTime, { description: 'When the report was made' })
  generatedDate!: string;

  @Field(() => CalendarDate, { description: 'First harvest day, included' })
  startDate!: string;

  @Field(() => CalendarDate, { description: 'Last harvest day, included' })
  endDate!: string;

  @Field(() => Int, { description: 'Lots harvested in the period' })
  totalLots!: number;

  @Field(() => Int, {
    description: "Of these, lots with the status 'No Deforestation' whose record does not differ from the ledger",
  })
  compliantLots!: number;

  @Field(() => Int, { description: 'The other lots, whatever their status' })
  nonCompliantLots!: number;

  @Field(() => Float, { nullable: true, description: '0-100, one decimal; null when no lot is graded' })
  averageQualityScore!: number | null;

  @Field(() => Float, { nullable: true, description: '%, one decimal; null without lots' })
  complianceRate!: number | null;

  @Field(() => Int, { description: 'Of the lots, those whose record differs from the ledger' })
  differingLots!: number;

  @Field(() => Int, { description: 'Satellite checks of lots in sight that ended in the period' })
  satelliteChecks!: number;

  @Field(() => Boolean, {
    description: 'Erasures asked for up to the end of the period were done within 30 days, and the retention job runs',
  })
  gdprCompliant!: boolean;
}

@ObjectType('StoredReport', { description: 'A stored report in the list of them' })
export class StoredReportType {
  @Field(() => ID, { description: 'By which its files are asked for' })
  reportId!: string;

  @Field(() => Boolean, {
    description: 'As it was stored. Where it is not, somebody changed it in the database, and nothing of it is told',
  })
  intact!: boolean;

  @Field(() => ComplianceReport, { nullable: true, description: 'Null where it is not intact' })
  report!: ComplianceReport | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account or partner key that made it; null once that was erased',
  })
  madeBy!: string | null;

  @Field(() => RoleEnum, { nullable: true, description: 'What its maker was then; null where it is not intact' })
  madeByRole!: Role | null;

  @Field(() => Boolean, { description: "Made by a partner's program" })
  byKey!: boolean;

  @Field(() => Boolean, { description: 'Its satellite results come from sample data' })
  sampleData!: boolean;

  @Field(() => [ReportFormatEnum], {
    description:
      'The files that can be had of it at /api/v1/reports/{reportId}?format=; fewer once data of people was erased',
  })
  formats!: ReportFormat[];
}

@ObjectType({ description: 'One page of stored reports' })
export class ReportPage {
  @Field(() => [StoredReportType], { description: 'Newest first' })
  reports!: StoredReportType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'A report that was ordered, and how far it is' })
export class ReportOrder implements MakingView {
  @Field(() => ID, { description: 'By which its progress is asked for; of a report that was made at once its own id' })
  id!: string;

  @Field(() => ReportOrderStateEnum, { description: 'Whether it is still being made' })
  state!: MakingState;

  @Field(() => CalendarDate, { description: 'First harvest day, included' })
  startDate!: string;

  @Field(() => CalendarDate, { description: 'Last harvest day, included' })
  endDate!: string;

  @Field(() => Int, { nullable: true, description: 'Lots harvested in the period; null until that is known' })
  lots!: number | null;

  @Field(() => Int, { description: 'Of these, lots that were compared with the ledger already' })
  lotsDone!: number;

  @Field(() => ComplianceReport, { nullable: true, description: 'Once it is done' })
  report!: ComplianceReport | null;
}

export const StopReportResult = createUnionType({
  name: 'StopReportResult',
  description: 'The order as it is then; one that was done already stays',
  types: () => [ReportOrder, NotFound] as const,
});
