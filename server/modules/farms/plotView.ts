import { z } from 'zod';
import { geoJsonOf, geometryFrom, type GeoJson } from '../../domain/plot/geometry/geoJson.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { geoJsonTexts } from './outlineThreads.ts';

export const PLOT_CHANGES = ['added', 'redrawn', 'renamed', 'removed'] as const;
export type PlotChange = (typeof PLOT_CHANGES)[number];

/** A plot of a farm at one time. */
export interface PlotShape {
  version: number;
  /** null once erased */
  name: string | null;
  /** null once erased */
  geometry: GeoJson | null;
  /** measured on the ellipsoid for a polygon, as declared for a point */
  areaHa: number;
  /** ISO 3166-1 alpha-2; null if the borders do not decide it */
  country: string | null;
  /** its centre, degrees; null once erased */
  latitude: number | null;
  longitude: number | null;
}

/** A plot as staff see it. */
export interface PlotView extends PlotShape {
  /** UUID */
  id: string;
  farmId: string;
  /** null while it is there */
  removedAt: Date | null;
  updatedAt: Date;
}

/** A version of a plot, and the change that made it. */
export interface PlotVersionView extends PlotShape {
  change: PlotChange;
  at: Date;
  /** role of the actor; the audit trail names the person */
  role: string;
}

/** With its geometry as JSON text: of many plots together it is some megabytes, which are written in a thread. */
export type WithGeoJson<Shape extends PlotShape> = Omit<Shape, 'geometry'> & {
  /** null once erased */
  geoJson: string | null;
};

/** A version as it is read from the tables. */
export const plotRow = z.object({
  id: z.string(),
  versionId: z.string(),
  farmId: z.string(),
  version: z.int(),
  removedAt: z.coerce.date().nullable(),
  change: z.enum(PLOT_CHANGES),
  name: z.string().nullable(),
  geometry: z.string(),
  mark: z.string(),
  area: z.int(),
  country: z.string().nullable(),
  latMicro: z.int().nullable(),
  lonMicro: z.int().nullable(),
  at: z.coerce.date(),
  role: z.string(),
});
export type PlotRow = z.output<typeof plotRow>;

/** Columns of a `PlotRow`; `p` is the plot, `v` its version. */
export const PLOT_COLUMNS = `p.id, v.id as "versionId", p.farm_id as "farmId", v.version, p.removed_at as "removedAt", v.change, v.name,
  v.geometry, v.mark, v.area, v.country, v.lat_micro as "latMicro", v.lon_micro as "lonMicro", v.at, v.actor_role as role`;

function shapeOf(row: PlotRow): Omit<PlotShape, 'geometry'> {
  return {
    version: row.version,
    name: row.name,
    areaHa: row.area / 10_000,
    country: row.country,
    latitude: row.latMicro === null ? null : degreesFromMicro(row.latMicro),
    longitude: row.lonMicro === null ? null : degreesFromMicro(row.lonMicro),
  };
}

export function plotView(row: PlotRow): PlotView {
  const geometry = row.geometry === '' ? null : geoJsonOf(geometryFrom(row.geometry));
  return { ...withoutGeometry(row), geometry };
}

const withoutGeometry = (row: PlotRow): Omit<PlotView, 'geometry'> => {
  return { id: row.id, farmId: row.farmId, ...shapeOf(row), removedAt: row.removedAt, updatedAt: row.at };
};

/** Views of many plots. @throws RequestTimeout */
export async function plotViews(rows: readonly PlotRow[]): Promise<WithGeoJson<PlotView>[]> {
  const texts = await geoJsonTexts(rows.map(({ geometry }) => geometry));
  return rows.map((row, i) => ({ ...withoutGeometry(row), geoJson: texts[i] ?? null }));
}

/** Views of all versions of a plot. @throws RequestTimeout */
export async function plotVersionViews(rows: readonly PlotRow[]): Promise<WithGeoJson<PlotVersionView>[]> {
  const texts = await geoJsonTexts(rows.map(({ geometry }) => geometry));
  return rows.map((row, i) => ({
    ...shapeOf(row),
    change: row.change,
    at: row.at,
    role: row.role,
    geoJson: texts[i] ?? null,
  }));
}
