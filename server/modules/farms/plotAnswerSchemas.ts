import { z } from 'zod';
import type { GeoJson } from '../../domain/plot/geometry/geoJson.ts';
import { PLOT_STANDINGS, type PlotOfLot } from './plotsOfLot.ts';

const position = z.tuple([z.number(), z.number()]);

/** A geometry as answers have it. */
export const geoJsonSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: position }),
  z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)) }),
]) satisfies z.ZodType<GeoJson>;

/** One of the plots that a lot came from. */
export const plotOfLotSchema = z.strictObject({
  plotId: z.uuid(),
  version: z.int().min(1),
  name: z.string().nullable().describe('Null once erased'),
  geometry: geoJsonSchema
    .nullable()
    .describe('The outline that the lot came from; degrees WGS 84, longitude first; null once erased'),
  areaHa: z.number().nullable().describe('Hectares'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  latitude: z.number().nullable().describe('Of its centre'),
  longitude: z.number().nullable().describe('Of its centre'),
  standing: z
    .enum(PLOT_STANDINGS)
    .describe('redrawn: the plot has another outline now; unreadable: erased, or not what the lot committed to'),
}) satisfies z.ZodType<PlotOfLot>;
