import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import { PLOT_LIMITS } from '../../domain/plot/plotInput.ts';
import { commitment } from '../../domain/proof/hashing.ts';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { partnerKeyOf, type UserCaller } from '../../platform/access/caller.ts';
import { signRows } from '../../platform/row-signatures/signedRows.ts';
import { boxOf } from './plotJudge.ts';
import type { PlotChange, PlotRow } from './plotView.ts';
import { PLOT_VERSIONS, PLOTS } from './signedPlots.ts';
import type { Tables } from '../../platform/database/schema/tables.ts';

/** What a plot is, in the units of its columns. */
export interface PlotState {
  /** `geometryText` */
  geometry: string;
  /** 0.0001 ha */
  area: number;
  country: string | null;
  latMicro: number | null;
  lonMicro: number | null;
}

/** Names that differ only in case are equal. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/**
 * Bounds the outlines of a farm, and of all versions of a plot: one answer lists them.
 * @param id the plot that gets another outline; null for new ones
 * @throws Refused invalid
 */
async function assertRoomForOutlines(
  em: EntityManager,
  farmId: string,
  id: string | null,
  outlines: readonly string[],
): Promise<void> {
  const [kept]: { farm: number; plot: number }[] = await em.execute(
    `select (select coalesce(sum(length(v.geometry)), 0)::integer
         from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
         where p.farm_id = ? and p.removed_at is null and p.id is distinct from ?::uuid) as farm,
       (select coalesce(sum(length(geometry)), 0)::integer from plot_version where plot_id = ?::uuid) as plot`,
    [farmId, id, id],
  );
  const more = outlines.reduce((sum, outline) => sum + outline.length, 0);
  if (Math.max(kept?.farm ?? 0, kept?.plot ?? 0) + more <= PLOT_LIMITS.outlines) return;
  throw invalid({ field: 'geometry', said: PLOT.manyCorners({}) });
}

/** A version that is to be written. */
interface NextVersion extends PlotState {
  id: string;
  farmId: string;
  version: number;
  change: PlotChange;
  name: string | null;
}

/**
 * Writes new plots of a farm, in a few statements however many they are, and seals their rows. The caller holds `lockPlots`.
 * @returns them in the same order
 */
export async function addPlots(
  em: EntityManager,
  by: UserCaller,
  at: Date,
  farmId: string,
  plots: readonly (PlotState & { name: string })[],
): Promise<PlotRow[]> {
  await assertRoomForOutlines(
    em,
    farmId,
    null,
    plots.map(({ geometry }) => geometry),
  );
  const versions = plots.map((plot) => ({ ...plot, id: randomUUID(), farmId, version: 1, change: 'added' as const }));
  await em.execute(
    `insert into plot (id, farm_id, name_key, version, west_micro, south_micro, east_micro, north_micro)
     select made.id, ?, made.name_key, 1, made.west, made.south, made.east, made.north from json_to_recordset(?::json)
       as made (id uuid, name_key text, west integer, south integer, east integer, north integer)`,
    [
      farmId,
      JSON.stringify(
        versions.map(({ id, name, geometry }) => {
          const [west, south, east, north] = boxOf(geometryFrom(geometry));
          return { id, name_key: nameKey(name), west, south, east, north };
        }),
      ),
    ],
  );
  return writeVersions(em, by, at, versions);
}

/**
 * Writes a plot's next version and signs both rows. The caller holds `lockPlots` and has verified the signatures of the
 * present rows.
 * @param before the plot as it was
 */
export async function writePlot(
  em: EntityManager,
  by: UserCaller,
  at: Date,
  before: PlotRow,
  plot: PlotState & { change: PlotChange; name: string | null },
): Promise<PlotRow> {
  const { id, farmId } = before;
  const { change, name, geometry } = plot;
  const version = before.version + 1;
  const removedAt = change === 'removed' ? at : null;
  if (change !== 'removed') await assertRoomForOutlines(em, farmId, id, [geometry]);
  const [west, south, east, north] = boxOf(geometryFrom(geometry));
  await em
    .getKysely<Tables>()
    .updateTable('plot')
    .set({
      name_key: name === null ? null : nameKey(name),
      version,
      west_micro: west,
      south_micro: south,
      east_micro: east,
      north_micro: north,
      removed_at: removedAt,
    })
    .where('id', '=', id)
    .execute();
  const [made] = await writeVersions(em, by, at, [{ ...plot, id, farmId, version }]);
  if (made === undefined) throw new Error(`Plot ${id} has no version ${version}`);
  return made;
}

async function writeVersions(
  em: EntityManager,
  by: UserCaller,
  at: Date,
  versions: readonly NextVersion[],
): Promise<PlotRow[]> {
  const made = await Promise.all(
    versions.map(async (version) => {
      const salt = randomBytes(32);
      const mark = await commitment('geometry', version.geometry, salt, nativeSha256);
      return { ...version, versionId: randomUUID(), salt: salt.toString('hex'), mark };
    }),
  );
  await em.execute(
    `insert into plot_version (id, plot_id, version, change, name, geometry, salt, mark, area, country, lat_micro, lon_micro, at,
       actor_id, key_id, actor_role)
     select made."versionId", made.id, made.version, made.change, made.name, made.geometry, decode(made.salt, 'hex'), made.mark,
       made.area, made.country, made."latMicro", made."lonMicro", ?::timestamptz, ?::uuid, ?::uuid, ?
     from json_to_recordset(?::json) as made ("versionId" uuid, id uuid, version integer, change text, name text, geometry text,
       salt text, mark text, area integer, country text, "latMicro" integer, "lonMicro" integer)`,
    [at, by.userId, partnerKeyOf(by), by.role, JSON.stringify(made)],
  );
  await signRows(
    em,
    PLOTS,
    made.map(({ id }) => id),
  );
  await signRows(
    em,
    PLOT_VERSIONS,
    made.map(({ versionId }) => versionId),
  );
  const { role } = by;
  return made.map(
    ({ id, versionId, farmId, version, change, name, geometry, mark, area, country, latMicro, lonMicro }) => {
      const removedAt = change === 'removed' ? at : null;
      return {
        id,
        versionId,
        farmId,
        version,
        removedAt,
        change,
        name,
        geometry,
        mark,
        area,
        country,
        latMicro,
        lonMicro,
        at,
        role,
      };
    },
  );
}
