import type { Database } from '../../platform/database/database.ts';
import { areaOf } from '../../domain/plot/geometry/area.ts';
import { pointAt, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import { plotsNamed } from '../farms/plotGeometries.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';

/** The land that a lot came from: its plots, or 4 ha around its place. */
export interface Ground {
  /** of plots their middle */
  place: PlaceMicro;
  /** as the lot references them; null: only its location is known */
  plots: string[] | null;
  geometries: Geometry[];
  hectares: number;
}

interface GroundRow {
  latMicro: number | null;
  lonMicro: number | null;
  plots: string[] | null;
}

/** Key of the land of a lot, equal for equal land: plots by their salted hashes, else the stored location. */
export function groundKey({ latMicro, lonMicro, plots }: GroundRow): string {
  return plots === null || plots.length === 0 ? `${latMicro} ${lonMicro}` : plots.join(' ');
}

/** The land of lots that are there and have a place, by the lot's UUID; null where the plots are not those that the lot commits to. */
export async function groundsOf(
  database: Pick<Database, 'rows'>,
  lotUuids: readonly string[],
): Promise<Map<string, Ground | null>> {
  const rows = await database.rows<PlaceMicro & { id: string; plots: string[] | null }>(
    `select id, lat_micro as "latMicro", lon_micro as "lonMicro", plots from ${LIVE_LOTS} l
     where id = any($1::uuid[]) and lat_micro is not null and lon_micro is not null`,
    [lotUuids],
  );
  const named = await plotsNamed(
    database,
    rows.flatMap(({ plots }) => plots ?? []),
  );
  return new Map(
    rows.map(({ id, latMicro, lonMicro, plots }) => {
      const place = { latMicro, lonMicro };
      if (plots === null || plots.length === 0) return [id, groundAt(place)];
      const found = plots.map((text) => named.get(text));
      const geometries = found.flatMap((plot) => (plot === undefined ? [] : [plot.geometry]));
      return [id, geometries.length < plots.length ? null : { place, plots, geometries, hectares: sumOf(geometries) }];
    }),
  );
}

function groundAt(place: PlaceMicro): Ground {
  const geometry = pointAt(place);
  return { place, plots: null, geometries: [geometry], hectares: geometry.areaHa };
}

function sumOf(geometries: readonly Geometry[]): number {
  return Math.round(geometries.reduce((sum, geometry) => sum + areaOf(geometry), 0) * 10_000) / 10_000;
}
