import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { Database } from '../../platform/database/database.ts';

/** Number of lots of a plot, and the worst of their statuses. */
export interface LotsOfPlot {
  lots: number;
  deforestationStatus: DeforestationStatus;
}

/** The lots that came from each of the plots, on whichever of its outlines; plots without lots are missing. */
export async function lotsOfPlots(
  database: Pick<Database, 'rows'>,
  plotIds: readonly string[],
): Promise<Map<string, LotsOfPlot>> {
  if (plotIds.length === 0) return new Map();
  const rows = await database.rows<LotsOfPlot & { plotId: string }>(
    `select plot_id as "plotId", count(*)::integer as lots,
       (array_agg(l.deforestation_status order by l.eudr_rank desc))[1] as "deforestationStatus"
     from lot l cross join unnest(plots_of(l.plots)) plot_id
     where l.deleted_at is null and l.plots is not null and plots_of(l.plots) && $1::text[] and plot_id = any($1::text[])
     group by plot_id`,
    [plotIds],
  );
  return new Map(rows.map(({ plotId, ...found }) => [plotId, found]));
}

/** SQL: there is a lot of a farm, or a lot, not deleted, from a plot. @param farm and plot SQL of their ids */
export const isOfLots = (farm: string, plot: string): string =>
  `exists (select from lot l where l.farm_id = ${farm})
   or exists (select from lot l where l.deleted_at is null and l.plots is not null and plots_of(l.plots) @> array[${plot}::text])`;
