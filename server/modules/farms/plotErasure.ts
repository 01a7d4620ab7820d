import type { EntityManager } from '@mikro-orm/postgresql';
import { foldedColumn } from '../../platform/database/foldedColumn.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { PLOT_VERSIONS } from './signedPlots.ts';
import { EXISTING_ACCOUNTS } from '../identity/identityViews.ts';

/** A name that somebody gave to a plot. */
export interface PlotName {
  versionId: string;
  plotId: string;
  farmId: string;
  name: string;
  actorId: string | null;
}

/** Names that an account gave, or that hold one of the words. */
export async function plotNamesOf(
  em: EntityManager,
  { userId, words }: { userId: string | null; words: readonly string[] },
): Promise<PlotName[]> {
  return em.execute(
    `select v.id as "versionId", v.plot_id as "plotId", p.farm_id as "farmId", v.name, v.actor_id as "actorId"
     from plot_version v join plot p on p.id = v.plot_id
     where v.name is not null and (v.actor_id = ?::uuid or exists (
       select 1 from json_array_elements_text(?::json) word where strpos(${foldedColumn('v.name')}, ${foldedColumn('word')}) > 0))
     order by v.id`,
    [userId, JSON.stringify(words)],
  );
}

const THESE = 'in (select value::uuid from json_array_elements_text(?::json))';

/** Takes names away; the plots stay, without a name. */
export async function erasePlotNames(em: EntityManager, names: readonly PlotName[]): Promise<void> {
  const versions = names.map(({ versionId }) => versionId);
  const whole = await verifiedRows(em, PLOT_VERSIONS, versions);
  const ids = JSON.stringify(versions);
  await em.execute(
    `update plot p set name_key = null from plot_version v where v.plot_id = p.id and v.version = p.version and v.id ${THESE}`,
    [ids],
  );
  await em.execute(`update plot_version set name = null where id ${THESE}`, [ids]);
  await signRows(em, PLOT_VERSIONS, [...whole]);
}

/**
 * Erases the plots of farms that have no lot and no account any more: outlines, centers and names, with the salts that
 * open lots' commitments to them. The fact that there was a plot, and its size, stay. A plot of a lot that now belongs
 * to another farm stays complete: checks of that lot need it as long as it is kept.
 * @param isOfLots SQL: a plot, by the SQL of its farm and of its id, belongs to a lot or to the farm of one
 */
export async function eraseAbandonedPlots(
  em: EntityManager,
  farmIds: readonly string[],
  isOfLots: (farm: string, plot: string) => string,
): Promise<void> {
  const found: { id: string; plotId: string }[] = await em.execute(
    `select v.id, v.plot_id as "plotId" from plot_version v join plot p on p.id = v.plot_id
     where p.farm_id in (select value from json_array_elements_text(?::json)) and v.geometry <> ''
       and not (${isOfLots('p.farm_id', 'p.id')})
       and not exists (select from ${EXISTING_ACCOUNTS} u where u.farm_id = p.farm_id)`,
    [JSON.stringify(farmIds)],
  );
  if (found.length === 0) return;
  const versions = found.map(({ id }) => id);
  const whole = await verifiedRows(em, PLOT_VERSIONS, versions);
  await em.execute(
    `update plot set name_key = null, west_micro = 0, south_micro = 0, east_micro = 0, north_micro = 0 where id ${THESE}`,
    [JSON.stringify(found.map(({ plotId }) => plotId))],
  );
  await em.execute(
    `update plot_version set name = null, geometry = '', salt = null, lat_micro = null, lon_micro = null where id ${THESE}`,
    [JSON.stringify(versions)],
  );
  await signRows(em, PLOT_VERSIONS, [...whole]);
}
