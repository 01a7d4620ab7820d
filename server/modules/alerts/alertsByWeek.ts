import type { LotScope } from '../../domain/access/permissions.ts';
import type { Rows } from '../../platform/database/rows.ts';
import { lotCondition } from '../lots/lotQuery.ts';

/** Alerts of a week, by the Monday that it begins with, YYYY-MM-DD, UTC. */
export interface AlertWeek {
  week: string;
  raised: number;
  high: number;
}

const WEEK = `date_trunc('week', created_at at time zone 'UTC')::date`;
/** Alerts over all farms, kept with each write (decision 39), and the alerts themselves. */
const ALERTS_SUMMED = `select week, severity, alerts from alert_figure
  union all select ${WEEK}, severity, alerts from alert_figure_change`;
const EACH_ALERT = `select lot_id, ${WEEK} as week, severity, 1 as alerts from alert`;

/** Counts the alerts in a scope by week, from a Monday on; weeks without alerts may be missing. */
export async function alertsByWeek(rows: Pick<Rows, 'rows'>, scope: LotScope, firstWeek: string): Promise<AlertWeek[]> {
  const { from, where, values } = lotCondition(scope, {});
  const source =
    scope.kind === 'all'
      ? `(${ALERTS_SUMMED}) a where a.week >= $1::date`
      : `(${EACH_ALERT}) a join ${from} on l.id = a.lot_id where a.week >= $${values.length + 1}::date and ${where}`;
  return rows.rows<AlertWeek>(
    `select to_char(a.week, 'YYYY-MM-DD') as week, sum(a.alerts) as raised,
         coalesce(sum(a.alerts) filter (where a.severity = 'high'), 0) as high
       from ${source} group by 1`,
    scope.kind === 'all' ? [firstWeek] : [...values, firstWeek],
  );
}
