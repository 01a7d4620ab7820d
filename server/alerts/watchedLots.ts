import type { Rows } from '../database/rows.ts';
import type { DeforestationStatus } from '../domain/deforestation.ts';
import type { LotScope } from '../domain/permissions.ts';
import { lotCondition } from '../lots/lotQuery.ts';

/** How the lots in a scope stand with their satellite checks. */
export interface WatchedLotsView {
  total: number;
  compliant: number;
  pending: number;
  /** without any conclusive check */
  neverChecked: number;
  /** of any lot, ISO 8601; null without one */
  lastCheckedAt: string | null;
}

interface WatchedRow extends Omit<WatchedLotsView, 'neverChecked' | 'lastCheckedAt'> {
  never_checked: number;
  last_checked: Date | null;
}

const COMPLIANT: DeforestationStatus = 'No Deforestation';
const PENDING: DeforestationStatus = 'Pending Review';

/** Counts of the lots in a scope, so that a list without alerts can say why it is empty (decisions, 'All your lots ...'). */
export async function watchedLots(database: Pick<Rows, 'row'>, scope: LotScope): Promise<WatchedLotsView> {
  const { where, values } = lotCondition(scope, {});
  const row = await database.row<WatchedRow>(
    `select count(*)::int as total,
       count(*) filter (where l.deforestation_status = '${COMPLIANT}')::int as compliant,
       count(*) filter (where l.deforestation_status = '${PENDING}')::int as pending,
       count(*) filter (where l.satellite_at is null)::int as never_checked, max(l.satellite_at) as last_checked
     from lot l where ${where}`,
    values,
  );
  return {
    total: row?.total ?? 0,
    compliant: row?.compliant ?? 0,
    pending: row?.pending ?? 0,
    neverChecked: row?.never_checked ?? 0,
    lastCheckedAt: row?.last_checked?.toISOString() ?? null,
  };
}
