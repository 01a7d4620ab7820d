import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../domain/alert/alerts.ts';
import type { HeldFinding } from '../../domain/forest/forest.ts';
import type { PlaceMicro } from '../../domain/text/units.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';

const heldRows = z.array(
  z.object({
    outcome: z.enum(ALERT_OUTCOMES).nullable(),
    pixels: z.array(z.tuple([z.int(), z.int(), z.int()])),
  }),
);

/**
 * The findings that have an alert, open or closed, on this land: of a lot from plots those on any outline of one of them, else those at
 * exactly its place. The caller holds the lot's row lock.
 * @param datasets of any version; null: of every dataset
 */
export async function heldFindings(
  em: EntityManager,
  lotUuid: string,
  { place, plots }: { place: PlaceMicro; plots: readonly string[] | null },
  datasets: readonly string[] | null,
): Promise<HeldFinding[]> {
  const sources = datasets === null ? null : JSON.stringify(datasets);
  const named = plots === null ? null : JSON.stringify(plots);
  const rows = await em.execute(
    `select a.outcome, a.finding_pixels as pixels from ${ALERT_FACTS} a left join satellite_check c on c.id = a.check_id
     where a.lot_id = ? and (?::json is null or c.dataset in (select json_array_elements_text(?::json))) and case when ?::json is null
       then c.plots is null and a.lat_micro = ? and a.lon_micro = ?
       else plots_of(c.plots) && plots_of(array(select json_array_elements_text(?::json))) end`,
    [lotUuid, sources, sources, named, place.latMicro, place.lonMicro, named],
  );
  return heldRows.parse(rows).map(({ outcome, pixels }) => ({
    outcome,
    lossPixels: pixels.map(([latMicro, lonMicro, year]) => ({ latMicro, lonMicro, year })),
  }));
}
