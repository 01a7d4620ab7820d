import type { EntityManager } from '@mikro-orm/postgresql';
import { dryBeanGrams, plotYieldExceeded } from '../../domain/mass/yields.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { PLOT_OUTLINES } from '../farms/plotViews.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';

/** A plot that is credited with more beans of a season than its land plausibly bears. */
export interface PlotAbove {
  plotId: string;
  /** calendar year of the harvest */
  season: number;
  /** dry beans, rounded */
  kgPerHectare: number;
  /** the limit then */
  limitKg: number;
}

interface CreditRow {
  lotId: string;
  season: number;
  weightGrams: number;
  moistureHundredths: number;
  plotId: string;
  /** in 0.0001 ha, of the outline that the lot has */
  area: number;
}

/** All origin lots of the plots and seasons of some lots, a row for each of their plots. */
const CREDITS = new PreparedStatement<CreditRow>(
  `with asked as (
     select array_agg(distinct plot_id) as plots, min(l.harvest_date) as first, max(l.harvest_date) as last
     from ${LIVE_LOTS} l cross join unnest(plots_of(l.plots)) plot_id where l.id = any($1::uuid[]) and l.plots is not null
   )
   select l.id as "lotId", extract(year from l.harvest_date)::int as season, l.weight_grams as "weightGrams",
     l.moisture_hundredths as "moistureHundredths", v.plot_id as "plotId", v.area
   from asked join ${LIVE_LOTS} l on l.plots is not null and plots_of(l.plots) && asked.plots
     and l.harvest_date >= date_trunc('year', asked.first) and l.harvest_date < date_trunc('year', asked.last) + interval '1 year'
   cross join unnest(l.plots) ref
   join ${PLOT_OUTLINES} v on v.plot_id = split_part(ref, '/', 1)::uuid and v.version = split_part(ref, '/', 2)::int`,
);

/**
 * The plots of origin lots whose harvest of a season exceeds the limit. A lot of several plots counts for each by the
 * area of all of them; beans are weighed as if dry, so that wet deliveries count like dried ones.
 * @param lotIds UUIDs; lots without plots are passed over
 */
export async function plotsAboveLimit(
  em: EntityManager,
  lotIds: readonly string[],
  limitKg: number,
): Promise<PlotAbove[]> {
  const rows = lotIds.length === 0 ? [] : await CREDITS.run(em, [lotIds]);
  const kilograms = new Map<string, { plotId: string; season: number; kgPerHectare: number }>();
  for (const credits of Map.groupBy(rows, ({ lotId }) => lotId).values()) {
    const [lot] = credits;
    const hectares = credits.reduce((sum, { area }) => sum + area, 0) / 10_000;
    if (lot === undefined || hectares <= 0) continue;
    const grams = dryBeanGrams({ grams: lot.weightGrams, moistureHundredths: lot.moistureHundredths });
    for (const { plotId, season } of credits) {
      const key = `${plotId} ${season}`;
      const before = kilograms.get(key)?.kgPerHectare ?? 0;
      kilograms.set(key, { plotId, season, kgPerHectare: before + grams / 1_000 / hectares });
    }
  }
  return [...kilograms.values()]
    .filter(({ kgPerHectare }) => plotYieldExceeded(kgPerHectare, limitKg))
    .map((plot) => ({ ...plot, kgPerHectare: Math.round(plot.kgPerHectare), limitKg }));
}
