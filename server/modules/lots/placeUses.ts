import { placeUses, SAME_PLACE_MICRO, type PlaceUse } from '../../domain/plot/placeUse.ts';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import type { GeoPoint } from '../../domain/plot/locationWarnings.ts';
import { microFromDegrees } from '../../domain/text/units.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Database } from '../../platform/database/database.ts';
import { PLOT_OUTLINES, PLOTS_IN_USE } from '../farms/plotViews.ts';

/** A place of a farm. */
export interface FarmPlace extends GeoPoint {
  farmId: string;
}

/** Plots and places of lots that are compared with one place; more are at no place that people name. */
const COMPARED = 20;
/** Near the poles a degree of longitude is short. */
const MOST_EAST_MICRO = 10_000;

/**
 * What other farms have at places, in the order of the places. Empty for callers who do not see all farms: it would tell
 * them where others grow.
 */
export async function usesOfPlaces(
  database: Pick<Database, 'rows'>,
  scope: LotScope,
  places: readonly FarmPlace[],
): Promise<PlaceUse[][]> {
  if (scope.kind !== 'all' || places.length === 0) return places.map(() => []);
  const asked = places.map(({ farmId, latitude, longitude }, i) => {
    const [latMicro, lonMicro] = [microFromDegrees(latitude), microFromDegrees(longitude)];
    const narrow = Math.max(Math.cos((latitude * Math.PI) / 180), SAME_PLACE_MICRO / MOST_EAST_MICRO);
    return { i, farmId, latMicro, lonMicro, east: Math.ceil(SAME_PLACE_MICRO / narrow) };
  });
  const list = JSON.stringify(asked);
  const record = `json_to_recordset($1::json) as a (i int, "farmId" text, "latMicro" int, "lonMicro" int, east int)`;
  const plots = await database.rows<{ i: number; farmId: string; name: string | null; geometry: string }>(
    `select a.i, n.farm_id as "farmId", v.name, v.geometry from ${record}
       cross join lateral (select p.* from ${PLOTS_IN_USE} p
         where box(point(p.west_micro, p.south_micro), point(p.east_micro, p.north_micro))
             && box(point(a."lonMicro", a."latMicro"), point(a."lonMicro", a."latMicro"))
           and p.farm_id <> a."farmId" limit ${COMPARED}) n
       join ${PLOT_OUTLINES} v on v.plot_id = n.id and v.version = n.version
     where v.geometry <> '' order by a.i, n.farm_id, v.name`,
    [list],
  );
  const lots = await database.rows<{ i: number; farmId: string; latMicro: number; lonMicro: number; lots: number }>(
    `select a.i, n.* from ${record}
       cross join lateral (select l.farm_id as "farmId", l.lat_micro as "latMicro", l.lon_micro as "lonMicro", count(*)::int as lots
         from lot l where l.deleted_at is null and l.lat_micro is not null
           and l.lat_micro between a."latMicro" - ${SAME_PLACE_MICRO} and a."latMicro" + ${SAME_PLACE_MICRO}
           and l.lon_micro between a."lonMicro" - a.east and a."lonMicro" + a.east and l.farm_id <> a."farmId"
         group by l.farm_id, l.lat_micro, l.lon_micro order by count(*) desc limit ${COMPARED}) n`,
    [list],
  );
  const [plotsOf, lotsOf] = [Map.groupBy(plots, ({ i }) => i), Map.groupBy(lots, ({ i }) => i)];
  const uses: PlaceUse[][] = [];
  for (const { i, farmId, ...place } of asked) {
    const own = (plotsOf.get(i) ?? []).map(({ geometry, ...plot }) => ({ ...plot, geometry: geometryFrom(geometry) }));
    if (own.length > 0) await pause();
    uses.push(placeUses(place, farmId, { plots: own, lots: lotsOf.get(i) ?? [] }));
  }
  return uses;
}
