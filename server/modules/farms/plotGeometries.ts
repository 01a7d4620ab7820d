import type { Database } from '../../platform/database/database.ts';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import type { Geometry } from '../../domain/plot/geometry/geometry.ts';
import { plotRef } from '../../domain/plot/plotInput.ts';
import { commitment } from '../../domain/proof/hashing.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

/** One of the plots that a lot came from, as it was then. */
export interface LotPlot {
  plotId: string;
  version: number;
  name: string | null;
  /** hectares */
  areaHa: number;
  country: string | null;
  geometry: Geometry;
  /** whether it is still its plot's outline */
  current: boolean;
}

interface Row {
  plotId: string;
  version: number;
  name: string | null;
  area: number;
  country: string | null;
  geometry: string;
  salt: Buffer | null;
  current: boolean;
}

/**
 * The plots that lots name, by the text that names each (`<plot>/<version>/<mark>`). What does not open its mark, which the lot's chain
 * commits to, is not the land that the lot came from: it is missing, as are those that were erased.
 */
export async function plotsNamed(
  database: Pick<Database, 'rows'>,
  texts: readonly string[],
): Promise<Map<string, LotPlot>> {
  const refs = [...new Set(texts)].map((text) => ({ text, ref: plotRef(text) }));
  const asked = refs.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  if (asked.length === 0) return new Map();
  const rows = await database.rows<Row>(
    `select v.plot_id as "plotId", v.version, v.name, v.area, v.country, v.geometry, v.salt,
       p.version = v.version and p.removed_at is null as current
     from json_to_recordset($1::json) as asked (plot_id uuid, version integer)
       join plot_version v using (plot_id, version) join plot p on p.id = v.plot_id`,
    [JSON.stringify(asked.map(({ plotId, version }) => ({ plot_id: plotId, version })))],
  );
  const found = new Map<string, LotPlot>();
  for (const { text, ref } of refs) {
    const row = rows.find(({ plotId, version }) => plotId === ref?.plotId && version === ref.version);
    if (ref === null || row === undefined || row.salt === null || row.geometry === '') continue;
    if ((await commitment('geometry', row.geometry, row.salt, nativeSha256)) !== ref.mark) continue;
    const { plotId, version, name, area, country, current } = row;
    const geometry = geometryFrom(row.geometry);
    found.set(text, { plotId, version, name, areaHa: area / 10_000, country, geometry, current });
  }
  return found;
}
