import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Removes location and readings from the checks of lots whose location is erased; the checks and their results stay.
 */
export async function eraseEvidence(em: EntityManager, lotIds: readonly string[]): Promise<void> {
  await em.execute(
    `update satellite_check set lat_micro = null, lon_micro = null, plots = null, evidence = '', evidence_hash = ''
     where lot_id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify(lotIds)],
  );
}
