import type { GeoPoint } from '../../domain/plot/locationWarnings.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import type { Database } from '../../platform/database/database.ts';

/** The place of each farm's newest lot that has one; farms of which none is known are missing. */
export async function placesOfFarms(
  database: Pick<Database, 'rows'>,
  farmIds: readonly string[],
): Promise<Map<string, GeoPoint>> {
  const rows = await database.rows<{ farmId: string; latMicro: number; lonMicro: number }>(
    `select f.id as "farmId", place.lat as "latMicro", place.lon as "lonMicro" from unnest($1::text[]) f (id)
       cross join lateral (select l.lat_micro as lat, l.lon_micro as lon from lot l
         where l.farm_id = f.id and l.deleted_at is null and l.lat_micro is not null and l.lon_micro is not null
         order by l.harvest_date desc, l.id desc limit 1) place`,
    [farmIds],
  );
  return new Map(
    rows.map(({ farmId, latMicro, lonMicro }) => [
      farmId,
      { latitude: degreesFromMicro(latMicro), longitude: degreesFromMicro(lonMicro) },
    ]),
  );
}
