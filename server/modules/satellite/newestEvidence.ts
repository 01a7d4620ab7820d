import type { EvidenceFile } from '../../domain/forest/evidenceFile.ts';
import type { Database } from '../../platform/database/database.ts';
import { plotsNamed } from '../farms/plotGeometries.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { evidenceFileOf, isAsStored, type EvidenceRow } from './lotEvidence.ts';

/** Checks that are read together: the readings of one may have some hundred kilobytes. */
const AT_ONCE = 100;

const NEWEST = `select distinct on (c.lot_id) l.lot_id as "lotId", c.ended_at as "endedAt", c.conclusion, c.driver, c.dataset,
    c.dataset_version as "datasetVersion", c.sample, c.lat_micro as "latMicro", c.lon_micro as "lonMicro", c.plots,
    c.confidence, c.tree_cover_2000 as "treeCover", c.loss_pixels as "lossPixels", c.loss_years as "lossYears", c.evidence,
    c.evidence_hash as "evidenceHash"
  from satellite_check c join ${LOT_IDS} l on l.id = c.lot_id
  where c.lot_id = any($1::uuid[]) and c.conclusion <> 'inconclusive' order by c.lot_id, c.ended_at desc, c.id desc`;

/**
 * The evidence of the newest conclusive check of each lot, by lot. Lots without one are left out, and those whose
 * evidence was erased or is not as it was stored.
 */
export async function* newestEvidence(
  database: Pick<Database, 'rows' | 'row'>,
  lotUuids: readonly string[],
): AsyncGenerator<EvidenceFile> {
  for (let from = 0; from < lotUuids.length; from += AT_ONCE) {
    const rows = await database.rows<EvidenceRow & { lotId: string } & Record<string, unknown>>(NEWEST, [
      lotUuids.slice(from, from + AT_ONCE),
    ]);
    const named = await plotsNamed(
      database,
      rows.flatMap(({ plots }) => plots ?? []),
    );
    for (const row of rows) {
      if (!(await isAsStored(row))) continue;
      const geometries = row.plots?.map((text) => named.get(text)?.geometry ?? null) ?? null;
      if (geometries?.includes(null)) continue;
      const file = evidenceFileOf(row, row.lotId, geometries?.filter((geometry) => geometry !== null) ?? null);
      if (file !== null) yield file;
    }
  }
}
