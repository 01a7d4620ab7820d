import type { EntityManager } from '@mikro-orm/postgresql';
import type { DocumentSubject } from '../../domain/due-diligence/documentClasses.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { REGISTERED_FARMS } from '../farms/farmViews.ts';
import { PLOT_FARMS, PLOTS_IN_USE } from '../farms/plotViews.ts';
import { EXISTING_ACCOUNTS } from '../identity/identityViews.ts';
import { LIVE_LOTS, LOT_IDS } from '../lots/lotViews.ts';

/** What a document is to be about: the four columns of its row, and the farm that they belong to. */
export interface FoundSubject {
  farm: string | null;
  columns: { farm_id: string | null; plot_id: string | null; lot_id: string | null; consignment_id: string | null };
}

const NONE: FoundSubject['columns'] = { farm_id: null, plot_id: null, lot_id: null, consignment_id: null };

/** A farm is known by its entry in the register, its lots, plots or accounts. */
const KNOWN_FARM = `select known.farm_id as farm from (
    select farm_id from ${LOT_IDS} l union all select farm_id from ${PLOT_FARMS} p
    union all select farm_id from ${EXISTING_ACCOUNTS} u union all select farm_id from ${REGISTERED_FARMS} r) known
  where known.farm_id = ? limit 1`;
/** By the UUID, if it is one, or by the name that no other has. */
const BY_ID = {
  plot: `select id, farm_id as farm from ${PLOTS_IN_USE} p where id = ?::uuid and ? <> ''`,
  lot: `select id, farm_id as farm from ${LIVE_LOTS} l where id = ?::uuid or lot_id = upper(?)`,
  consignment: `select id, null::text as farm from ${CONSIGNMENT_IDS} c where id = ?::uuid or number = ?`,
} as const;

/** The farm, plot, lot or consignment that an id names: a farm id, a UUID, a lot id or a number; null for none. */
export async function findSubject(
  em: EntityManager,
  kind: DocumentSubject,
  subject: string,
): Promise<FoundSubject | null> {
  if (kind === 'plot' && !isUuid(subject)) return null;
  if (kind === 'farm') {
    const farmId = subject.toUpperCase();
    const [found]: { farm: string }[] = await em.execute(KNOWN_FARM, [farmId]);
    return found === undefined ? null : { farm: farmId, columns: { ...NONE, farm_id: farmId } };
  }
  const uuid = isUuid(subject) ? subject : null;
  const [found]: { id: string; farm: string | null }[] = await em.execute(BY_ID[kind], [uuid, uuid ?? subject]);
  if (found === undefined) return null;
  return { farm: found.farm, columns: { ...NONE, [`${kind}_id`]: found.id } };
}
