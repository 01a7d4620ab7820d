import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { geometryFrom } from '../domain/geometry/geoJson.ts';
import { PLOT_LIMITS } from '../domain/plotInput.ts';
import { commitment } from '../domain/proof/hashing.ts';
import { PLOT } from '../domain/said/plotSaid.ts';
import { invalid } from '../refusal.ts';
import { nativeSha256 } from '../ledger/nativeSha256.ts';
import { keyOf, type UserCaller } from '../rights/caller.ts';
import { sealRows } from '../seals/sealedRows.ts';
import { boxOf } from './plotJudge.ts';
import type { PlotChange, PlotRow } from './plotView.ts';
import { PLOT_VERSIONS, PLOTS } from './sealedPlots.ts';

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

/** Names that differ in case alone are one name. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/**
 * Keeps what one answer tells of a farm, or of a plot with all that it ever was, to some megabytes.
 * @throws Refused invalid
 */
async function assertRoomForOutline(em: EntityManager, farmId: string, id: string, geometry: string): Promise<void> {
  const [kept]: { farm: number; plot: number }[] = await em.execute(
    `select (select coalesce(sum(length(v.geometry)), 0)::integer
         from plot p join plot_version v on v.plot_id = p.id and v.version = p.version
         where p.farm_id = ? and p.removed_at is null and p.id <> ?) as farm,
       (select coalesce(sum(length(geometry)), 0)::integer from plot_version where plot_id = ?) as plot`,
    [farmId, id, id],
  );
  if (Math.max(kept?.farm ?? 0, kept?.plot ?? 0) + geometry.length <= PLOT_LIMITS.outlines) return;
  throw invalid({ field: 'geometry', said: PLOT.manyCorners({}) });
}

/**
 * Writes a plot's next version, or a new plot's first one, and seals both rows. The caller holds `WRITE_LOCK` and has found what was
 * there whole.
 * @param plot.before the plot as it was; none of a new one
 */
export async function writePlot(
  em: EntityManager,
  by: UserCaller,
  at: Date,
  plot: PlotState & { farmId: string; change: PlotChange; name: string | null; before?: PlotRow },
): Promise<PlotRow> {
  const { farmId, change, name, before, geometry, area, country, latMicro, lonMicro } = plot;
  const id = before?.id ?? randomUUID();
  const version = (before?.version ?? 0) + 1;
  const versionId = randomUUID();
  const salt = randomBytes(32);
  const mark = await commitment('geometry', geometry, salt, nativeSha256);
  const removedAt = change === 'removed' ? at : null;
  if (change !== 'removed') await assertRoomForOutline(em, farmId, id, geometry);
  const box = boxOf(geometryFrom(geometry));
  const key = name === null ? null : nameKey(name);
  if (before === undefined) {
    await em.execute(
      `insert into plot (id, farm_id, name_key, version, west_micro, south_micro, east_micro, north_micro)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, farmId, key, version, ...box],
    );
  } else {
    await em.execute(
      `update plot set name_key = ?, version = ?, west_micro = ?, south_micro = ?, east_micro = ?, north_micro = ?, removed_at = ?
       where id = ?`,
      [key, version, ...box, removedAt, id],
    );
  }
  await em.execute(
    `insert into plot_version (id, plot_id, version, change, name, geometry, salt, mark, area, country, lat_micro, lon_micro, at,
       actor_id, key_id, actor_role)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      versionId,
      id,
      version,
      change,
      name,
      geometry,
      salt,
      mark,
      area,
      country,
      latMicro,
      lonMicro,
      at,
      by.userId,
      keyOf(by),
      by.role,
    ],
  );
  await sealRows(em, PLOTS, [id]);
  await sealRows(em, PLOT_VERSIONS, [versionId]);
  const state = { geometry, area, country, latMicro, lonMicro };
  return { id, versionId, farmId, version, removedAt, change, name, mark, at, role: by.role, ...state };
}
