import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';

/** Whether a lot that came from a plot has an open alert, and whether one was shipped. Read in the caller's transaction. */
export async function plotUse(em: EntityManager, plotId: string): Promise<{ openAlert: boolean; shipped: boolean }> {
  const from = 'lot l where l.deleted_at is null and l.plots is not null and plots_of(l.plots) @> array[?]';
  const [use]: { openAlert: boolean; shipped: boolean }[] = await em.execute(
    `select exists (select from ${from} and l.stage_rank >= stage_rank('shipped')) as shipped,
       exists (select from alert a where a.status in ('active', 'acknowledged') and a.lot_id in (select l.id from ${from}))
         as "openAlert"`,
    [plotId, plotId],
  );
  return use ?? { openAlert: false, shipped: false };
}

/** How many lots came from each of the plots, on whichever of its outlines; those of which none did are missing. */
export async function lotsOfPlots(
  database: Pick<Database, 'rows'>,
  plotIds: readonly string[],
): Promise<Map<string, number>> {
  if (plotIds.length === 0) return new Map();
  const rows = await database.rows<{ plotId: string; lots: number }>(
    `select plot_id as "plotId", count(*)::integer as lots from lot l cross join unnest(plots_of(l.plots)) plot_id
     where l.deleted_at is null and l.plots is not null and plots_of(l.plots) && $1::text[] and plot_id = any($1::text[])
     group by plot_id`,
    [plotIds],
  );
  return new Map(rows.map(({ plotId, lots }) => [plotId, lots]));
}
