import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether a person still has to close an alert of this lot. Read in the caller's transaction. */
export async function hasOpenAlert(em: EntityManager, lotUuid: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from alert where lot_id = ? and status in ('active', 'acknowledged') limit 1`,
    [lotUuid],
  );
  return rows.length > 0;
}
