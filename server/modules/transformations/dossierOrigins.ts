import type { Database } from '../../platform/database/database.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

/** An origin lot of a derived lot as the dossier of staff lists it. */
export interface DossierOrigin {
  lotId: string;
  /** null once erased */
  farmId: string | null;
  farmerName: string | null;
  /** YYYY-MM-DD */
  harvestDate: string;
  /** part of the derived lot, 0-1 */
  share: number;
}

/** Origin lots that a dossier lists; the others are a number. */
const LISTED = 300;

const LARGEST = `
  select l.lot_id as "lotId", l.farm_id as "farmId", l.farmer_name as "farmerName", l.harvest_date as "harvestDate", o.share,
    (count(*) over ())::int as total
  from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id where o.lot_id = $1
  order by o.share desc, l.lot_id limit ${LISTED}`;

/** The largest origin lots of a derived lot, and how many there are. The caller has checked who may see the lot. */
export async function readDossierOrigins(
  database: Pick<Database, 'rows'>,
  lotUuid: string,
): Promise<{ listed: DossierOrigin[]; total: number }> {
  const rows = await database.rows<DossierOrigin & { total: number }>(LARGEST, [lotUuid]);
  return { listed: rows.map(({ total: _total, ...origin }) => origin), total: rows[0]?.total ?? 0 };
}
