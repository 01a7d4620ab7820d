import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { PLOT_COLUMNS, plotRow, plotViews, type PlotRow, type PlotView, type WithGeoJson } from './plotView.ts';
import { PLOT_VERSIONS, PLOTS } from './signedPlots.ts';

/** SQL of plots with their newest versions. */
export const CURRENT_PLOTS = 'from plot p join plot_version v on v.plot_id = p.id and v.version = p.version';

/** The ids of those that are as the program wrote them; of others nothing is shown, and health names them. */
export async function verifiedPlots(database: Pick<Database, 'orm'>, found: readonly PlotRow[]): Promise<Set<string>> {
  const em = database.orm.em.fork();
  const ids = found.map(({ id }) => id);
  const plots = await verifiedRows(em, PLOTS, ids);
  const versions = await verifiedRows(
    em,
    PLOT_VERSIONS,
    found.map(({ versionId }) => versionId),
  );
  return new Set(found.filter(({ id, versionId }) => plots.has(id) && versions.has(versionId)).map(({ id }) => id));
}

/** The plots of farms that were not removed, by farm and name. */
export async function plotsOfFarms(
  database: Pick<Database, 'orm' | 'rows'>,
  farmIds: readonly string[],
): Promise<WithGeoJson<PlotView>[]> {
  const found = z.array(plotRow).parse(
    await database.rows(
      `select ${PLOT_COLUMNS} ${CURRENT_PLOTS} where p.farm_id = any($1::text[]) and p.removed_at is null
       order by p.farm_id, p.name_key nulls last, p.id`,
      [farmIds],
    ),
  );
  const whole = await verifiedPlots(database, found);
  return plotViews(found.filter(({ id }) => whole.has(id)));
}
