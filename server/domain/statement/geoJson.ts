import { sixDecimals } from '../forest/eudr.ts';
import type { Geometry } from '../plot/geometry/geometry.ts';
import { utf8 } from '../proof/hashing.ts';
import type { PlaceMicro } from '../text/units.ts';
import type { FiledPlace, FiledProducer, StatementContent } from './statement.ts';

/** A position with six decimals, as texts: trailing zeros count. */
type Position = [longitude: string, latitude: string];

const position = ({ lonMicro, latMicro }: PlaceMicro): Position => [sixDecimals(lonMicro), sixDecimals(latMicro)];

/** A geometry as GeoJSON with its positions as texts; a polygon's ring is closed. */
export function writtenGeometry(
  geometry: Geometry,
): { type: 'Point'; coordinates: Position } | { type: 'Polygon'; coordinates: [Position[]] } {
  if (geometry.kind === 'point') return { type: 'Point', coordinates: position(geometry.place) };
  const ring = geometry.ring.map(position);
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

/** The mark of sample data inside each file that could be taken for real. */
export const SAMPLE_DATA = 'Sample data, made up for demonstration. It must not be filed.';

/** Properties of a feature by the Commission's file description; capital letters count. */
export interface FeatureProperties {
  ProducerName?: string;
  /** ISO 3166-1 alpha-2; null outside of all countries */
  ProducerCountry: string | null;
  ProductionPlace: string;
  /** hectares; left out where the size was not measured */
  Area?: number;
}

/** A GeoJSON feature. @param more members of ours, which the EU's system ignores */
export function featureText(
  geometry: Geometry,
  properties: FeatureProperties,
  more: Record<string, unknown> = {},
): string {
  return featureAround(geometry, coordinatesText(geometry), { ...properties, ...more });
}

function featureAround({ kind }: Geometry, coordinates: string, properties: Record<string, unknown>): string {
  const type = kind === 'point' ? 'Point' : 'Polygon';
  const written = JSON.stringify(properties);
  return `{"type":"Feature","geometry":{"type":"${type}","coordinates":${coordinates}},"properties":${written}}`;
}

/** Formatted by hand: JSON.stringify would drop trailing zeros and with them the sixth decimal. */
function coordinatesText(geometry: Geometry): string {
  if (geometry.kind === 'point') return positionText(geometry.place);
  const ring = geometry.ring.map(positionText);
  return `[[${[...ring, ...ring.slice(0, 1)].join(',')}]]`;
}

const positionText = ({ lonMicro, latMicro }: PlaceMicro): string =>
  `[${sixDecimals(lonMicro)},${sixDecimals(latMicro)}]`;

/** A GeoJSON feature collection, one feature a line. @param members of ours, before the features */
export function collectionText(members: Record<string, string>, features: readonly string[]): string {
  const own = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)},`);
  return `{"type":"FeatureCollection",${own.join('')}"features":[\n${features.join(',\n')}\n]}\n`;
}

/**
 * GeoJSON of Type I: the places of one producer, as its `geometryGeojson` carries them (the Commission's GeoJSON file
 * description, 9.3.1). The producer's name and country are fields of the body.
 */
export function typeOneGeoJson({ country, places }: Pick<FiledProducer, 'country' | 'places'>): string {
  return collectionText(
    {},
    places.map((place) => featureText(place.geometry, typeOneProperties(country, place))),
  );
}

function typeOneProperties(
  country: string,
  { productionPlace, areaHa }: Pick<FiledPlace, 'productionPlace' | 'areaHa'>,
): FeatureProperties & Record<string, unknown> {
  return { ProducerCountry: country, ProductionPlace: productionPlace, Area: areaHa };
}

/**
 * GeoJSON of Type II: all producers of a statement, for the upload by hand at a commodity (the Commission's GeoJSON
 * file description, 9.3.2).
 */
export function typeTwoGeoJson({ commodities }: Pick<StatementContent, 'commodities'>): string {
  const features = commodities.flatMap(({ producers }) =>
    producers.flatMap(({ name, country, places }) =>
      places.map(({ geometry, productionPlace, areaHa }) =>
        featureText(geometry, {
          ProducerName: name,
          ProducerCountry: country,
          ProductionPlace: productionPlace,
          Area: areaHa,
        }),
      ),
    ),
  );
  return collectionText({}, features);
}

/**
 * Bytes of a producer's GeoJSON of Type I: what the limit of 25 MB counts, before base64. Counted without writing it,
 * which would take seconds for a million corners.
 */
export function geolocationBytes({ country, places }: Pick<FiledProducer, 'country' | 'places'>): number {
  const around = utf8Length(collectionText({}, []));
  const separators = Math.max(0, places.length - 1) * ',\n'.length;
  return places.reduce((sum, place) => sum + featureBytes(country, place), around + separators);
}

function featureBytes(country: string, { geometry, productionPlace, areaHa }: FiledPlace): number {
  const around = featureAround(geometry, '', typeOneProperties(country, { productionPlace, areaHa }));
  return utf8Length(around) + coordinatesLength(geometry);
}

/** Length of `coordinatesText`. */
function coordinatesLength(geometry: Geometry): number {
  if (geometry.kind === 'point') return positionLength(geometry.place);
  const { ring } = geometry;
  const [first] = ring;
  const closing = first === undefined ? 0 : positionLength(first) + 1;
  const commas = Math.max(0, ring.length - 1);
  return ring.reduce((sum, corner) => sum + positionLength(corner), '[[]]'.length + commas + closing);
}

const positionLength = ({ lonMicro, latMicro }: PlaceMicro): number =>
  '[,]'.length + decimalsLength(lonMicro) + decimalsLength(latMicro);

/** Length of `sixDecimals` of at most 180 degrees. */
function decimalsLength(micro: number): number {
  const size = Math.abs(micro);
  const digits = size < 10e6 ? 1 : size < 100e6 ? 2 : 3;
  return (micro < 0 ? 1 : 0) + digits + '.000000'.length;
}

const NOT_ASCII = /\P{ASCII}/u;

function utf8Length(text: string): number {
  return NOT_ASCII.test(text) ? utf8(text).length : text.length;
}

/** Longest argument list that engines take for sure. */
const MOST_ARGUMENTS = 8_192;

/** UTF-8 of a text as base64 (RFC 4648, 4). */
export function base64Text(text: string): string {
  if (!NOT_ASCII.test(text)) return btoa(text);
  const bytes = utf8(text);
  let binary = '';
  for (let from = 0; from < bytes.length; from += MOST_ARGUMENTS) {
    binary += String.fromCharCode(...bytes.subarray(from, from + MOST_ARGUMENTS));
  }
  return btoa(binary);
}
