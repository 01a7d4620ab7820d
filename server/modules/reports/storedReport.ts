import { z } from 'zod';
import { ROLES, type LotScope } from '../../domain/access/permissions.ts';
import { lotLine, plotLine, reportFigures, type ReportHead, type Snapshot } from './reportSnapshot.ts';

/** A report's row. Lots and plots stay text until they are needed: they take some megabytes. */
export const storedReport = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  creator_role: z.enum(ROLES),
  scope_farm_id: z.string().nullable(),
  period_from: z.string(),
  period_to: z.string(),
  sample_data: z.boolean(),
  in_parts: z.boolean(),
  /** JSON, as are lots and plots */
  figures: z.string(),
  lots: z.string(),
  plots: z.string().nullable(),
});
export type StoredReport = z.infer<typeof storedReport>;

/** A file of a report; without bytes once it was erased. */
export const storedFile = z.object({
  report_id: z.string(),
  format: z.string(),
  name: z.string(),
  media_type: z.string(),
  personal: z.boolean(),
  bytes: z.instanceof(Buffer).nullable(),
  seal: z.string().nullable(),
  newest: z.unknown(),
});

/** The source of the files of a report of one snapshot. */
export function snapshotOf(row: StoredReport): Snapshot {
  return {
    ...reportHead(row),
    lots: z.array(lotLine).parse(JSON.parse(row.lots)),
    plots: row.plots === null ? null : z.array(plotLine).parse(JSON.parse(row.plots)),
  };
}

/** The common facts of all files of a stored report. */
export function reportHead(row: StoredReport): ReportHead {
  return {
    id: row.id,
    createdAt: row.created_at,
    creatorRole: row.creator_role,
    scope: scopeOfFarm(row.scope_farm_id),
    period: { from: row.period_from, to: row.period_to },
    sampleData: row.sample_data,
    figures: reportFigures.parse(JSON.parse(row.figures)),
  };
}

/** A scope as it is stored and queried: null for all lots, a farm, '' for none. */
export function farmOf(scope: LotScope): string | null {
  if (scope.kind === 'all') return null;
  return scope.kind === 'farm' ? scope.farmId : '';
}

export function scopeOfFarm(farm: string | null): LotScope {
  if (farm === null) return { kind: 'all' };
  return farm === '' ? { kind: 'none' } : { kind: 'farm', farmId: farm };
}
