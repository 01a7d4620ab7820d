import type { Rows } from '../../platform/database/rows.ts';
import { ALERT_SEVERITIES, type AlertSeverity } from '../../domain/alert/alerts.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { alikeAlerts } from './alertStatistics.ts';
import { ALERTS_OF_LOTS } from './alertView.ts';

/** What a person can take in at a glance, and a browser draws at once. */
const MOST_PLACES = 200;

/** Alerts of one farm within the same degree; the place in the middle of them, in degrees. */
export interface AlertPlaceView {
  farmId: string | null;
  latitude: number;
  longitude: number;
  count: number;
  /** the gravest */
  severity: AlertSeverity;
  newestLotId: string;
  newestAt: string;
}

export interface AlertPlacesView {
  places: AlertPlaceView[];
  /** alerts at none of these places */
  elsewhere: number;
}

interface PlaceRow {
  farm_id: string | null;
  lat_micro: number;
  lon_micro: number;
  count: number;
  gravest: number;
  newest_lot: string;
  newest_at: Date;
}

/** Active alerts grouped by farm, degree and severity, over all farms: kept with each write (decision 39). */
const SUMMED = `(
  select farm_id, lat_degree, lon_degree, severity, alerts, lat_sum, lon_sum from alert_place_figure
  union all
  select farm_id, floor(lat_micro / 1e6)::smallint, floor(lon_micro / 1e6)::smallint, severity, alerts, alerts * lat_micro::bigint, alerts * lon_micro::bigint
    from alert_figure_change where status = 'active' and lat_micro is not null and lon_micro is not null) a`;
/** The same of one farm, alert by alert. An alert without a place of its own is where its lot is. */
const EACH = `(
  select a.farm_id, floor(lat / 1e6)::smallint as lat_degree, floor(lon / 1e6)::smallint as lon_degree, a.severity, 1 as alerts,
    lat::bigint as lat_sum, lon::bigint as lon_sum
  ${ALERTS_OF_LOTS}, lateral (select coalesce(a.lat_micro, l.lat_micro) as lat, coalesce(a.lon_micro, l.lon_micro) as lon) placed
  where a.status = 'active' and a.farm_id = $1 and l.farm_id = $1 and lat is not null and lon is not null) a`;
/** In a coalesce, so that the planner takes it for likely and reads a farm's alerts from the newest on. */
const THERE = `coalesce(floor(coalesce(a.lat_micro, l.lat_micro) / 1e6) = p.lat_degree
           and floor(coalesce(a.lon_micro, l.lon_micro) / 1e6) = p.lon_degree, false)`;
const RANK = `case severity ${ALERT_SEVERITIES.map((name, rank) => `when '${name}' then ${rank}`).join(' ')} end`;

/** Groups the active alerts in a scope by farm and place. */
export async function alertPlaces(database: Pick<Rows, 'rows' | 'row'>, scope: LotScope): Promise<AlertPlacesView> {
  if (scope.kind === 'none') return { places: [], elsewhere: 0 };
  const active = alikeAlerts(scope, { status: 'active' });
  const [rows, all] = await Promise.all([
    database.rows<PlaceRow>(
      `select nullif(p.farm_id, '') as farm_id, p.lat_micro, p.lon_micro, p.count, p.gravest, newest.lot_id as newest_lot, newest.created_at as newest_at
       from (
         select farm_id, lat_degree, lon_degree, round(sum(lat_sum) / sum(alerts))::int as lat_micro, round(sum(lon_sum) / sum(alerts))::int as lon_micro,
           sum(alerts)::int as count, min(rank) filter (where alerts > 0) as gravest
         from (select farm_id, lat_degree, lon_degree, severity, ${RANK} as rank, sum(alerts) as alerts, sum(lat_sum) as lat_sum, sum(lon_sum) as lon_sum
           from ${scope.kind === 'farm' ? EACH : SUMMED} group by farm_id, lat_degree, lon_degree, severity) a
         group by farm_id, lat_degree, lon_degree having sum(alerts) > 0
         order by count desc, farm_id, lat_micro, lon_micro limit ${MOST_PLACES}) p
       cross join lateral (
         select l.lot_id, a.created_at ${ALERTS_OF_LOTS}
         where a.farm_id = p.farm_id and a.status = 'active' and ${THERE}
         order by a.created_at desc, a.id limit 1) newest
       order by p.count desc, p.farm_id, p.lat_micro, p.lon_micro`,
      scope.kind === 'farm' ? [scope.farmId] : [],
    ),
    database.row<{ count: number }>(
      `select coalesce(sum(a.alerts), 0)::int as count ${active.from} where ${active.where}`,
      active.values,
    ),
  ]);
  const places = rows.map((row) => ({
    farmId: row.farm_id,
    latitude: degreesFromMicro(row.lat_micro),
    longitude: degreesFromMicro(row.lon_micro),
    count: row.count,
    severity: ALERT_SEVERITIES[row.gravest] ?? 'low',
    newestLotId: row.newest_lot,
    newestAt: row.newest_at.toISOString(),
  }));
  const placed = places.reduce((sum, { count }) => sum + count, 0);
  // Between the two statements an alert may have been raised.
  return { places, elsewhere: Math.max(0, (all?.count ?? 0) - placed) };
}
