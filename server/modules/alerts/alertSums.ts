import { derivedLotColumn, type DerivedColumn, type SummedRows } from '../lots/lotSums.ts';
import { ALL_LOTS, LIVE_LOTS } from '../lots/lotViews.ts';

/** Sums over alerts. */
export const SUMMED_ALERTS: SummedRows = {
  changes: 'alert_figure_change',
  net: 'select * from moved',
  countedAnew: `select a.created_at, a.type, a.severity, a.status, coalesce(l.farm_id, '') as farm_id, coalesce(a.lat_micro, l.lat_micro) as lat_micro,
      coalesce(a.lon_micro, l.lon_micro) as lon_micro, 1 as alerts,
      case when a.acknowledged_at is null and a.closed_at is null then 0 else 1 end as answered,
      coalesce((extract(epoch from least(a.acknowledged_at, a.closed_at) - a.created_at) * 1000000)::bigint, 0) as answer_us
    from alert a join ${LIVE_LOTS} l on l.id = a.lot_id`,
  tables: [
    {
      table: 'alert_figure',
      key: ['status', 'severity', 'type', 'week'],
      sums: ['alerts', 'answered', 'answer_us'],
      text: `select status, severity, type, date_trunc('week', created_at at time zone 'UTC')::date as week, sum(alerts) as alerts,
      sum(answered) as answered, sum(answer_us) as answer_us
    from m group by 1, 2, 3, 4`,
    },
    {
      table: 'alert_place_figure',
      key: ['farm_id', 'lat_degree', 'lon_degree', 'severity'],
      sums: ['alerts', 'lat_sum', 'lon_sum'],
      text: `select farm_id, floor(lat_micro / 1e6) as lat_degree, floor(lon_micro / 1e6) as lon_degree, severity, sum(alerts) as alerts,
      sum(alerts * lat_micro) as lat_sum, sum(alerts * lon_micro) as lon_sum
    from m where status = 'active' and lat_micro is not null and lon_micro is not null group by 1, 2, 3, 4`,
    },
  ],
  emptied: ['alert_place_figure'],
};

/** As `LOT_SUMS_OF_DAY`, in the same columns. */
export const ALERT_SUMS_OF_DAY = `
      select 0, false, 0, 0, alerts from alert_figure where severity = 'high' and status in ('active', 'acknowledged')
      union all
      select 0, false, 0, 0, alerts from alert_figure_change c
        where severity = 'high' and status in ('active', 'acknowledged') and c.at < due.day::timestamp at time zone 'UTC'`;

/** Columns beside lots and alerts that follow from alerts and their lots. */
export const DERIVED_OF_ALERTS: readonly DerivedColumn[] = [
  derivedLotColumn(
    'alert_state',
    `left join (select lot_id, max(case status when 'active' then 3 when 'acknowledged' then 2 else 1 end) as state from alert group by lot_id) a
       on a.lot_id = l.id`,
    'coalesce(a.state, 0)',
  ),
  {
    table: 'alert',
    column: 'farm_id',
    differing: `select a.id, coalesce(l.farm_id, '') as value from alert a join ${ALL_LOTS} l on l.id = a.lot_id
     where a.farm_id <> coalesce(l.farm_id, '')`,
  },
];
