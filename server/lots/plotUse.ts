import type { EntityManager } from '@mikro-orm/postgresql';
import { stagePosition } from '../domain/stages.ts';

/** Whether a lot that came from a plot has an open alert, and whether one was shipped. Read in the caller's transaction. */
export async function plotUse(em: EntityManager, plotId: string): Promise<{ openAlert: boolean; shipped: boolean }> {
  const from = 'lot l where l.deleted_at is null and l.plots is not null and plots_of(l.plots) @> array[?]';
  const [use]: { openAlert: boolean; shipped: boolean }[] = await em.execute(
    `select exists (select from ${from} and l.stage >= ?) as shipped,
       exists (select from alert a where a.status in ('active', 'acknowledged') and a.lot_id in (select l.id from ${from}))
         as "openAlert"`,
    [plotId, stagePosition('shipped'), plotId],
  );
  return use ?? { openAlert: false, shipped: false };
}
