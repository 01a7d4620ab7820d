import { z } from 'zod';
import { reportFigures, type ReportHead } from './reportSnapshot.ts';

/** A compliance report as both transports answer it (docs/spec/reports.md, 'Compliance report'). */
export const reportView = z.object({
  reportId: z.uuid(),
  generatedDate: z.iso.datetime(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  ...reportFigures.shape,
});
export type ReportView = z.infer<typeof reportView>;

export function viewOf({
  id,
  createdAt,
  period,
  figures,
}: Pick<ReportHead, 'id' | 'createdAt' | 'period' | 'figures'>): ReportView {
  return {
    reportId: id,
    generatedDate: createdAt.toISOString(),
    startDate: period.from,
    endDate: period.to,
    ...figures,
  };
}

/** How each figure is computed, for readers of the files. */
export const FIGURE_RULES: readonly (readonly [name: string, rule: string])[] = [
  [
    'Lots',
    'Lots that were registered at a farm and whose harvest day lies in the period, both ends included. Deleted lots are ' +
      'not counted, and neither are lots that were made of other lots: their beans are counted at their origin.',
  ],
  [
    'Compliant',
    'Lots with the status "No Deforestation": a satellite check read its data for the whole window and found no tree ' +
      'cover loss after 31 December 2020, or an auditor or admin closed the finding with that outcome. Every other ' +
      'status counts as not compliant, also while a review is pending, and so does a lot whose record differs from the ledger.',
  ],
  ['Compliance rate', 'Compliant lots divided by lots, in percent, to one decimal.'],
  ['Average quality', 'Mean of the quality scores (0-100) of the lots that have one, to one decimal.'],
  [
    'Satellite checks',
    'Checks that ended in the period (days in UTC), of any lot in sight, whenever it was harvested.',
  ],
  [
    'GDPR duties kept',
    'Yes when every erasure asked for up to the end of the period was done within 30 days and the retention job ran in ' +
      'the 48 hours before the report was made.',
  ],
  ['Weight', 'Sum of the weights that are stored for the lots counted above, in kilograms.'],
];
