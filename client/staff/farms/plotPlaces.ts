import { z } from 'zod/mini';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

const position = z.tuple([z.number(), z.number()]);
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
]);

/** The parts of a plot, or of its earlier version, that a map shows. */
export interface PlotOutline {
  geoJson: string | null;
  areaHa: number;
}

const placeOf = ([longitude, latitude]: [number, number]): GeoPoint => ({ latitude, longitude });

/** The corners of a plot's outline, or its single place; empty for an erased plot. */
export function plotPlaces({ geoJson }: Pick<PlotOutline, 'geoJson'>): GeoPoint[] {
  if (geoJson === null) return [];
  const { type, coordinates } = Geometry.parse(JSON.parse(geoJson));
  if (type === 'Point') return [placeOf(coordinates)];
  return (coordinates[0] ?? []).slice(0, -1).map(placeOf);
}

/** A plot as a map shape. */
export function plotShape(plot: PlotOutline, look: Omit<MapShape, 'corners' | 'areaHa'>): MapShape {
  const corners = plotPlaces(plot);
  return { ...look, corners, areaHa: corners.length === 1 ? plot.areaHa : undefined };
}
