import { z } from 'zod';
import { degreesFromMicro, type PlaceMicro } from '../../text/units.ts';
import { pointAt, type Geometry } from './geometry.ts';

/** A geometry as GeoJSON has it (RFC 7946): degrees WGS84, longitude first, a ring closed and counter-clockwise. */
export type GeoJson =
  | { type: 'Point'; coordinates: [number, number] }
  | { type: 'Polygon'; coordinates: [number, number][][] };

const position = ({ lonMicro, latMicro }: PlaceMicro): [number, number] => [
  degreesFromMicro(lonMicro),
  degreesFromMicro(latMicro),
];

/** @param geometry canonical, as `readPlot` and `geometryFrom` answer it */
export function geoJsonOf(geometry: Geometry): GeoJson {
  if (geometry.kind === 'point') return { type: 'Point', coordinates: position(geometry.place) };
  const ring = geometry.ring.map(position);
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

const stored = z.tuple([z.int(), z.int()]);
const storedGeometry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('point'), at: stored, area: z.int() }),
  z.strictObject({ kind: z.literal('polygon'), ring: z.array(stored) }),
]);

/** The geometry that a text of `geometryText` was made of. @throws Error for any other text */
export function geometryFrom(text: string): Geometry {
  const read = storedGeometry.parse(JSON.parse(text));
  const place = ([lonMicro, latMicro]: [number, number]): PlaceMicro => ({ latMicro, lonMicro });
  return read.kind === 'point'
    ? pointAt(place(read.at), read.area / 10_000)
    : { kind: 'polygon', ring: read.ring.map(place) };
}
