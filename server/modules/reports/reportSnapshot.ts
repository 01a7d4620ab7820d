import { z } from 'zod';
import { complianceRate, DEFORESTATION_STATUSES, isCompliant } from '../../domain/forest/deforestation.ts';
import type { LotScope, Role } from '../../domain/access/permissions.ts';
import type { Period } from '../../domain/report/reportPeriod.ts';
import { STATUS_SOURCES } from '../../domain/forest/statusCodes.ts';
import { STAGES } from '../../domain/lot/stages.ts';

/** A lot as a report stores it: product and results, without names, farms and locations. */
export const lotLine = z.object({
  lotId: z.string(),
  variety: z.string(),
  /** YYYY-MM-DD */
  harvestDate: z.string(),
  /** ISO 3166-1 alpha-2, derived from the location; null without one or at sea */
  country: z.string().nullable(),
  stage: z.enum(STAGES),
  status: z.enum(DEFORESTATION_STATUSES),
  /** what the status comes from */
  decidedBy: z.enum(STATUS_SOURCES),
  weightGrams: z.int(),
  qualityTenths: z.int().nullable(),
  /** last conclusive check, ISO 8601 */
  satelliteAt: z.string().nullable(),
  ledger: z.enum(['recorded', 'pending', 'failed']),
  transactionId: z.string().nullable(),
  /** how the lot compared with the ledger when the report was made; null if it was not compared */
  verification: z.enum(['verified', 'pending', 'differs']).nullable(),
});
export type LotLine = z.infer<typeof lotLine>;

/**
 * Producer and location of a lot; stored separately, because they are erased. `lot` is the UUID, by which an erasure
 * finds it.
 */
export const plotLine = z.object({
  lot: z.string(),
  farmerName: z.string().nullable(),
  farmId: z.string().nullable(),
  latMicro: z.int().nullable(),
  lonMicro: z.int().nullable(),
  /** the plots that the lot came from; null: its place alone is known */
  land: z
    .array(
      z.object({
        /** canonical text; null if it does not open the commitment by which the lot references it */
        geometry: z.string().nullable(),
        country: z.string().nullable(),
      }),
    )
    .nullable(),
});
export type PlotLine = z.infer<typeof plotLine>;

/** A report's figures (docs/spec/reports.md, 'Compliance report'). */
export const reportFigures = z.object({
  totalLots: z.int().describe('Origin lots harvested in the period, both days included'),
  compliantLots: z
    .int()
    .describe("Of these, lots with the status 'No Deforestation' whose record does not differ from the ledger"),
  nonCompliantLots: z.int().describe('The other lots, whatever their status'),
  averageQualityScore: z.number().nullable().describe('0-100, one decimal; null when no lot is graded'),
  complianceRate: z.number().nullable().describe('%, one decimal; null without lots'),
  satelliteChecks: z.int().describe('Satellite checks of lots in sight that ended in the period'),
  differingLots: z.int().describe('Of the lots, those whose record differs from the ledger'),
  gdprCompliant: z
    .boolean()
    .describe('Erasures asked for up to the end of the period were done within 30 days, and the retention job runs'),
});
export type ReportFigures = z.infer<typeof reportFigures>;

/** Common facts of all files of a report. */
export interface ReportHead {
  id: string;
  createdAt: Date;
  creatorRole: Role;
  scope: LotScope;
  period: Period;
  /** satellite results come from sample data */
  sampleData: boolean;
  figures: ReportFigures;
}

/** The source of a report's files, read in one snapshot of the database. */
export interface Snapshot extends ReportHead {
  /** by harvest day, then lot id */
  lots: LotLine[];
  /** in the order of `lots`; null once erased */
  plots: PlotLine[] | null;
}

/** Whether a lot counts as compliant: its status says so, and its record does not differ from the ledger. */
export function isCompliantLine({ status, verification }: Pick<LotLine, 'status' | 'verification'>): boolean {
  return isCompliant(status) && verification !== 'differs';
}

const count = z.int().nonnegative();

/** Sums over lots. The sums of all portions of a report are added up. */
export const lotSums = z.object({
  lots: count,
  compliant: count,
  differing: count,
  /** lots with a quality score, and the scores, in tenths */
  graded: count,
  qualityTenths: count,
  weightGrams: count,
  /** has every value as a key */
  byStatus: z.record(z.enum(DEFORESTATION_STATUSES), count),
  byStage: z.record(z.enum(STAGES), count),
});
export type LotSums = z.infer<typeof lotSums>;

export function sumsOf(lots: readonly LotLine[]): LotSums {
  const graded = lots.map(({ qualityTenths }) => qualityTenths).filter((tenths) => tenths !== null);
  return {
    lots: lots.length,
    compliant: lots.filter(isCompliantLine).length,
    differing: lots.filter(({ verification }) => verification === 'differs').length,
    graded: graded.length,
    qualityTenths: graded.reduce((sum, tenths) => sum + tenths, 0),
    weightGrams: lots.reduce((grams, { weightGrams }) => grams + weightGrams, 0),
    byStatus: countsOf(
      DEFORESTATION_STATUSES,
      lots.map(({ status }) => status),
    ),
    byStage: countsOf(
      STAGES,
      lots.map(({ stage }) => stage),
    ),
  };
}

/** The sums of several portions. */
export function addedUp(portions: readonly LotSums[]): LotSums {
  const sum = sumsOf([]);
  for (const portion of portions) {
    sum.lots += portion.lots;
    sum.compliant += portion.compliant;
    sum.differing += portion.differing;
    sum.graded += portion.graded;
    sum.qualityTenths += portion.qualityTenths;
    sum.weightGrams += portion.weightGrams;
    for (const status of DEFORESTATION_STATUSES) sum.byStatus[status] += portion.byStatus[status];
    for (const stage of STAGES) sum.byStage[stage] += portion.byStage[stage];
  }
  return sum;
}

/** Figures that are computed from the lots. */
export function figuresOf(sums: LotSums): Omit<ReportFigures, 'satelliteChecks' | 'gdprCompliant'> {
  const { lots, compliant, graded, qualityTenths, differing } = sums;
  return {
    totalLots: lots,
    compliantLots: compliant,
    nonCompliantLots: lots - compliant,
    averageQualityScore: graded === 0 ? null : Math.round(qualityTenths / graded) / 10,
    complianceRate: complianceRate(compliant, lots),
    differingLots: differing,
  };
}

function countsOf<Name extends string>(names: readonly Name[], values: readonly Name[]): Record<Name, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const value of values) counts[value] += 1;
  return counts;
}
