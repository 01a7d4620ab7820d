import type { Rows } from '../../platform/database/rows.ts';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TYPES,
  type AlertSeverity,
  type AlertStatus,
  type AlertType,
} from '../../domain/alert/alerts.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { Alert } from './alert.ts';
import type { AlertStatsView } from './alertAnswerSchemas.ts';
import type { AlertFilter } from './alertInput.ts';
import { alertCondition } from './alertQuery.ts';
import { ALERTS_OF_LOTS } from './alertView.ts';

/** Where alerts are summed: `from ... where ...` and its values. Rows of `a` are alerts that are alike, `a.alerts` says how many. */
export interface SummedAlerts {
  from: string;
  where: string;
  values: unknown[];
}

const ANSWER_US = `coalesce((extract(epoch from least(acknowledged_at, closed_at) - created_at) * 1000000)::bigint, 0)`;
const LATEST = `select status, severity, type, alerts, answered, answer_us from alert_figure
  union all select status, severity, type, alerts, answered, answer_us from alert_figure_change`;
const EACH = `select *, 1 as alerts, (acknowledged_at is not null or closed_at is not null)::int as answered, ${ANSWER_US} as answer_us from alert`;

/**
 * Source of figures over alerts. Over all farms it is the sums kept with each write (decision 39); for one farm or one
 * lot the alerts themselves.
 */
export function alikeAlerts(scope: LotScope, filter: AlertFilter): SummedAlerts {
  const { where, values } = alertCondition(scope, filter);
  if (areSummed(scope, filter)) return { from: `from (${LATEST}) a`, where, values };
  return { from: ALERTS_OF_LOTS.replace('from alert a', `from (${EACH}) a`), where, values };
}

/** How many alerts these are. */
export async function countAlike(rows: Pick<Rows, 'row'>, { from, where, values }: SummedAlerts): Promise<number> {
  const row = await rows.row<{ count: number }>(
    `select coalesce(sum(a.alerts), 0) as count ${from} where ${where}`,
    values,
  );
  return row?.count ?? 0;
}

/** Whether the sums can answer a filter. */
export function areSummed(scope: LotScope, { farmId, lotId, task }: AlertFilter): boolean {
  return scope.kind === 'all' && !farmId && !lotId && !task;
}

interface StatsRow extends Pick<Alert, 'status' | 'severity' | 'type'> {
  count: number;
  answered: number;
  seconds: number;
}

/** Counts of the alerts in a scope, and their response times. */
export async function alertStats(rows: Pick<Rows, 'rows'>, scope: LotScope): Promise<AlertStatsView> {
  const { from, where, values } = alikeAlerts(scope, {});
  const alike = await rows.rows<StatsRow>(
    `select a.status, a.severity, a.type, sum(a.alerts) as count, sum(a.answered) as answered,
       sum(a.answer_us)::float8 / 1e6 as seconds
     ${from} where ${where} group by a.status, a.severity, a.type`,
    values,
  );
  const sum = (pick: (row: StatsRow) => number): number => alike.reduce((total, row) => total + pick(row), 0);
  const countsOf = <Name extends AlertStatus | AlertSeverity | AlertType>(
    names: readonly Name[],
    nameOf: (row: StatsRow) => string,
  ): Record<Name, number> => {
    const counts = Object.fromEntries(
      names.map((name) => [name, sum((row) => (nameOf(row) === name ? row.count : 0))]),
    );
    return counts as Record<Name, number>;
  };
  const byStatus = countsOf(ALERT_STATUSES, (row) => row.status);
  const answered = sum((row) => row.answered);
  return {
    total: sum((row) => row.count),
    active: byStatus.active,
    byStatus,
    bySeverity: countsOf(ALERT_SEVERITIES, (row) => row.severity),
    byType: countsOf(ALERT_TYPES, (row) => row.type),
    averageResponseHours: answered === 0 ? null : sum((row) => row.seconds) / answered / 3600,
  };
}
