import type { Database } from '../../platform/database/database.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';

/** Some places that checks have read or will read, those that could be read first; each part by an index, so that it costs the same with any number of lots. */
const NEEDED = `select "latMicro", "lonMicro" from (
    (select lat_micro as "latMicro", lon_micro as "lonMicro", pixels > 0 as read from satellite_check
      order by ended_at desc limit 200)
    union all
    (select lat_micro, lon_micro, false from ${LIVE_LOTS} newest order by created_at desc, id desc limit 100)
    union all
    (select lat_micro, lon_micro, false from ${LIVE_LOTS} oldest order by created_at, id limit 100)) known
  where "latMicro" is not null and "lonMicro" is not null
  order by read desc`;

/** A location whose tile shows whether the satellite source can be read. */
export function neededPlaces(database: Database): Promise<PlaceMicro[]> {
  return database.rows<PlaceMicro>(NEEDED);
}
