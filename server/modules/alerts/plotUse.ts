import type { EntityManager } from '@mikro-orm/postgresql';
import { LIVE_LOTS } from '../lots/lotViews.ts';

/** Whether a lot that came from a plot has an open alert, and whether one was shipped. Read in the caller's transaction. */
export async function plotUse(em: EntityManager, plotId: string): Promise<{ openAlert: boolean; shipped: boolean }> {
  const from = `${LIVE_LOTS} l where l.plots is not null and plots_of(l.plots) @> array[?]`;
  const [use]: { openAlert: boolean; shipped: boolean }[] = await em.execute(
    `select exists (select from ${from} and l.stage_rank >= stage_rank('shipped')) as shipped,
       exists (select from alert a where a.status in ('active', 'acknowledged') and a.lot_id in (select l.id from ${from}))
         as "openAlert"`,
    [plotId, plotId],
  );
  return use ?? { openAlert: false, shipped: false };
}
