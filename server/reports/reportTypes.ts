import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { CalendarDate, DateTime } from '../graphql/scalars.ts';

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

  @Field(() => Int, {
    nullable: true,
    description:
      'Of the lots, those whose record differs from the ledger; null in reports from before this was looked at',
  })
  differingLots!: number | null;

  @Field(() => Int, { description: 'Satellite checks of lots in sight that ended in the period' })
  satelliteChecks!: number;

  @Field(() => Boolean, {
    description: 'Erasures asked for up to the end of the period were done within 30 days, and the retention job runs',
  })
  gdprCompliant!: boolean;
}
