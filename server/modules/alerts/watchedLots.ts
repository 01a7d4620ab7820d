import type { Database } from '../../platform/database/database.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { alikeLots, LotStatistics } from '../lots/lotStatistics.ts';
import { lotCondition } from '../lots/lotQuery.ts';

/** Satellite states of the origin lots in a scope. */
export interface WatchedLotsView {
  total: number;
  compliant: number;
  pending: number;
  /** without any conclusive check */
  neverChecked: number;
  /** of any lot, ISO 8601; null without one */
  lastCheckedAt: string | null;
}

interface WatchedRow {
  total: number;
  compliant: number;
  pending: number;
}

/** Derived lots are not watched themselves. */
const ORIGINS = { kind: 'origin' } as const;
const COMPLIANT: DeforestationStatus = 'No Deforestation';
const PENDING: DeforestationStatus = 'Pending Review';

/**
 * Counts of the origin lots in a scope, so that a list without alerts can say why it is empty (docs/spec/alerts.md, 'Empty
 * list of alerts').
 */
export async function watchedLots(
  database: Pick<Database, 'row' | 'lists'>,
  scope: LotScope,
): Promise<WatchedLotsView> {
  const { from, where, values } = alikeLots('lots', scope, ORIGINS);
  const own = lotCondition(scope, ORIGINS);
  const [row, newest, unchecked] = await Promise.all([
    database.row<WatchedRow>(
      `select coalesce(sum(l.lots), 0)::int as total,
         coalesce(sum(l.lots) filter (where l.deforestation_status = '${COMPLIANT}'), 0)::int as compliant,
         coalesce(sum(l.lots) filter (where l.deforestation_status = '${PENDING}'), 0)::int as pending
       ${from} where ${where}`,
      values,
    ),
    database.row<{ at: Date | null }>(
      `select max(l.satellite_at) as at from ${own.from} where ${own.where}`,
      own.values,
    ),
    neverChecked(database, scope),
  ]);
  return {
    total: row?.total ?? 0,
    compliant: row?.compliant ?? 0,
    pending: row?.pending ?? 0,
    neverChecked: unchecked,
    lastCheckedAt: newest?.at?.toISOString() ?? null,
  };
}

async function neverChecked(database: Pick<Database, 'row' | 'lists'>, scope: LotScope): Promise<number> {
  if (scope.kind === 'all') return (await new LotStatistics(database).checksByAge()).neverChecked;
  const { from, where, values } = lotCondition(scope, ORIGINS);
  const row = await database.row<{ count: number }>(
    `select count(*)::int as count from ${from} where ${where} and l.satellite_at is null`,
    values,
  );
  return row?.count ?? 0;
}
