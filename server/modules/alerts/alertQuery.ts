import { DUE_SOON_DAYS } from '../../domain/alert/alerts.ts';
import { isUuid, normaliseLotId } from '../../domain/lot/lotId.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { AlertFilter } from './alertInput.ts';

/** A filter, and who asks by it. */
export interface AskedAlerts extends AlertFilter {
  /** account that asks; null for a partner key, to which nothing is assigned */
  asker?: string | null;
  /** YYYY-MM-DD, UTC */
  today?: string;
}

const OPEN = `a.status in ('active', 'acknowledged')`;
const SOON = `between $DAY::date and $DAY::date + ${DUE_SOON_DAYS}`;

/**
 * Alerts `a` within a scope and a filter, and their lots `l`. The lot decides whose they are; the farm repeated in the
 * alert only avoids reading those of others. One text for each shape of filter, so that it can be prepared.
 */
export function alertCondition(scope: LotScope, filter: AskedAlerts): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const add = (columns: readonly string[], value: unknown): void => {
    values.push(value);
    parts.push(...columns.map((column) => `${column} = $${values.length}`));
  };
  if (scope.kind === 'none') parts.push('false');
  if (scope.kind === 'farm') add(['l.farm_id', 'a.farm_id'], scope.farmId);
  if (filter.status) add(['a.status'], filter.status);
  if (filter.type) add(['a.type'], filter.type);
  if (filter.severity) add(['a.severity'], filter.severity);
  if (filter.farmId) add(['l.farm_id', 'a.farm_id'], filter.farmId);
  if (filter.task) {
    const isMine = filter.task === 'mine';
    values.push(isMine ? (filter.asker ?? null) : filter.today);
    const place = `$${values.length}`;
    const which = isMine
      ? `k.assignee_id = ${place}::uuid`
      : `k.due_on ${filter.task === 'overdue' ? `< ${place}::date` : SOON.replaceAll('$DAY', place)}`;
    parts.push(OPEN, `exists (select from alert_task k where k.alert_id = a.id and ${which})`);
  }
  const { lotId } = filter;
  if (lotId) add([isUuid(lotId) ? 'l.id' : 'l.lot_id'], isUuid(lotId) ? lotId : normaliseLotId(lotId));
  return { where: parts.length === 0 ? 'true' : parts.join(' and '), values };
}
