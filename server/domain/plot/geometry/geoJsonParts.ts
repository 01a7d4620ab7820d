import { PLOT } from '../../messages/plotMessages.ts';
import type { Message } from '../../messages/message.ts';

/** Names of WGS84 with the longitude first, and of WGS84, as files carry them in a `crs` member. */
const WGS84 =
  /^(urn:ogc:def:crs:(OGC:[\d.]*:CRS84|EPSG:[\d.]*:4326)|(OGC:|CRS:)?CRS84|CRS:84|EPSG:4326|https?:\/\/www\.opengis\.net\/def\/crs\/(OGC\/[\d.]+\/CRS84|EPSG\/0\/4326))$/i;
const LONGEST_NAME = 80;

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * The name of a coordinate reference system other than WGS84 in a GeoJSON object's `crs` member; null where there is none. Coordinates
 * of another datum are some hundred meters off, and RFC 7946 allows WGS84 alone.
 * @param given a geometry, feature or collection, not trusted
 */
export function foreignCrs(given: unknown): string | null {
  const { crs } = record(given);
  if (crs === undefined || crs === null) return null;
  const { name } = record(record(crs).properties);
  const text = typeof name === 'string' ? name : typeof crs === 'string' ? crs : '';
  if (WGS84.test(text)) return null;
  return text === '' ? 'unnamed' : text.slice(0, LONGEST_NAME);
}

/**
 * The points and polygons of a geometry, each of which is a plot: those of a MultiPoint, MultiPolygon or GeometryCollection, else the
 * geometry itself. Collections within collections stay as they are.
 * @param given a GeoJSON geometry, not trusted
 */
export function singleGeometries(given: unknown): unknown[] {
  const { type, coordinates, geometries } = record(given);
  const each = (list: unknown, single: string): unknown[] =>
    Array.isArray(list) && list.length > 0 ? list.map((one: unknown) => ({ type: single, coordinates: one })) : [given];
  if (type === 'MultiPoint') return each(coordinates, 'Point');
  if (type === 'MultiPolygon') return each(coordinates, 'Polygon');
  if (type !== 'GeometryCollection' || !Array.isArray(geometries) || geometries.length === 0) return [given];
  return geometries.flatMap((one: unknown) =>
    record(one).type === 'GeometryCollection' ? [one] : singleGeometries(one),
  );
}

/** The properties of the Commission's file description that are heeded here; capital letters count. */
const HEEDED = ['ProducerName', 'ProducerCountry', 'ProductionPlace', 'Area'] as const;

/**
 * What is wrong with the properties of a feature by the Commission's file description (9.5, errors 9 and 14): other
 * capital letters, or an area as a text, which the EU's system reads as 0.
 */
export function propertyFaults(
  properties: Readonly<Record<string, unknown>>,
): { field: (typeof HEEDED)[number]; message: Message }[] {
  const faults = Object.keys(properties).flatMap((name) => {
    const wanted = HEEDED.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    return wanted === undefined
      ? []
      : [{ field: wanted, message: PLOT.propertyCase({ found: name.slice(0, 40), wanted }) }];
  });
  return typeof properties['Area'] === 'string' ? [...faults, { field: 'Area', message: PLOT.areaText({}) }] : faults;
}
