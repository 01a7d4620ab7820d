import type { Rows } from '../database/rows.ts';
import { ALERT_SEVERITIES, type AlertSeverity } from '../domain/alerts.ts';
import { degreesFromMicro } from '../domain/units.ts';
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

const RANK = `case a.severity ${ALERT_SEVERITIES.map((name, rank) => `when '${name}' then ${rank}`).join(' ')} end`;

/**
 * Groups alerts by farm and place. An alert without a place of its own is where its lot is.
 * @param where condition over alert `a` and lot `l`, with its values
 */
export async function alertPlaces(
  database: Pick<Rows, 'rows' | 'row'>,
  where: string,
  values: readonly unknown[],
): Promise<AlertPlacesView> {
  const [rows, all] = await Promise.all([
    database.rows<PlaceRow>(
      `select farm_id, round(avg(lat))::int as lat_micro, round(avg(lon))::int as lon_micro, count(*)::int as count,
         min(rank)::int as gravest, (array_agg(lot_id order by created_at desc, id))[1] as newest_lot, max(created_at) as newest_at
       from (
         select l.farm_id, coalesce(a.lat_micro, l.lat_micro) as lat, coalesce(a.lon_micro, l.lon_micro) as lon,
           ${RANK} as rank, l.lot_id, a.created_at, a.id
         ${ALERTS_OF_LOTS} where ${where}) placed
       where lat is not null and lon is not null
       group by farm_id, floor(lat / 1e6), floor(lon / 1e6)
       order by count(*) desc, farm_id, lat_micro, lon_micro limit ${MOST_PLACES}`,
      values,
    ),
    database.row<{ count: number }>(`select count(*)::int as count ${ALERTS_OF_LOTS} where ${where}`, values),
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
