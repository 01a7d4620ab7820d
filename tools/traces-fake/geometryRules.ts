import { z } from 'zod';

/** The geometry of one producer as it came, and the codes of what is wrong with it. */
export interface GeometryFinding {
  code: string;
  message: string;
}

const PREFIX = 'EUDR_COMMODITIES_PRODUCER_GEO_';
const found = (name: string, message: string): GeometryFinding => ({ code: `${PREFIX}${name}`, message });

const position = z.array(z.number()).min(2);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(position).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(position)).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position)).min(1)).min(1) }),
]);
type FlatGeometry = z.infer<typeof geometry>;
const collection = z.object({ type: z.literal('GeometryCollection'), geometries: z.array(geometry).min(1) });
const anyGeometry = z.union([geometry, collection]);
const feature = z.object({
  type: z.literal('Feature'),
  geometry: anyGeometry,
  properties: z.record(z.string(), z.unknown()).nullable().optional(),
});
const document = z.union([
  anyGeometry,
  feature,
  z.object({ type: z.literal('FeatureCollection'), features: z.array(feature).min(1) }),
]);

const PROPERTIES = ['ProducerName', 'ProducerCountry', 'ProductionPlace', 'Area'];

/** Checks a GeoJSON by the rules of the EU's document on geolocation, chapter 9. */
export function geometryFindings(bytes: Buffer): GeometryFinding[] {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return [found('INVALID', 'An invalid GEOjson file was provided for geolocation.')];
  }
  const read = document.safeParse(json);
  if (!read.success) return [found('INVALID', 'An invalid GEOjson file was provided for geolocation.')];
  const features =
    read.data.type === 'FeatureCollection'
      ? read.data.features
      : read.data.type === 'Feature'
        ? [read.data]
        : [{ geometry: read.data, properties: null }];
  return features.flatMap(({ geometry: own, properties }) => [
    ...propertyFindings(properties ?? {}, own.type === 'Point'),
    ...(own.type === 'GeometryCollection' ? own.geometries : [own]).flatMap(shapeFindings),
  ]);
}

function propertyFindings(properties: Readonly<Record<string, unknown>>, isPoint: boolean): GeometryFinding[] {
  const misspelt = Object.keys(properties).find(
    (name) => !PROPERTIES.includes(name) && PROPERTIES.some((known) => known.toLowerCase() === name.toLowerCase()),
  );
  if (misspelt !== undefined) return [found('INVALID', `Property ${misspelt} has another case.`)];
  if (!isPoint || properties['Area'] === undefined) return [];
  // A text is no number: the EU takes it for 0.
  const area = typeof properties['Area'] === 'number' ? properties['Area'] : 0;
  return area >= 0.0001 && area <= 4
    ? []
    : [found('AREA_INVALID', 'An area for a point must be a number between 0,0001 and 4.')];
}

function shapeFindings(shape: FlatGeometry): GeometryFinding[] {
  const polygons =
    shape.type === 'Polygon' ? [shape.coordinates] : shape.type === 'MultiPolygon' ? shape.coordinates : [];
  const points = shape.type === 'Point' ? [shape.coordinates] : shape.type === 'MultiPoint' ? shape.coordinates : [];
  const all = [...points, ...polygons.flat(2)];
  const findings: GeometryFinding[] = [];
  if (all.some(([lon = NaN]) => !(Math.abs(lon) <= 180))) {
    findings.push(found('LONGITUDE_INVALID', 'Longitude of points or vertices must be between -180 and +180.'));
  }
  if (all.some(([, lat = NaN]) => !(Math.abs(lat) <= 90))) {
    findings.push(found('LATITUDE_INVALID', 'Latitude of points or vertices must be between -90 and +90.'));
  }
  if (polygons.some(([outer = [], ...holes]) => holes.length > 0 || !isSimpleRing(outer))) {
    findings.push(
      found(
        'INVALID_GEOMETRY',
        'Each polygon must have at least 4 non-aligned points and cannot have intersections between sides.',
      ),
    );
  }
  return findings;
}

type Vertex = readonly [x: number, y: number];

/** Closed, no vertex twice after six decimals, with an area, and no side that meets another one. */
function isSimpleRing(ring: readonly (readonly number[])[]): boolean {
  const micro = ring.map(([lon = 0, lat = 0]): Vertex => [truncated(lon), truncated(lat)]);
  const vertices = micro.slice(0, -1);
  const [first, last] = [micro[0], micro.at(-1)];
  if (first === undefined || last === undefined || first[0] !== last[0] || first[1] !== last[1]) return false;
  if (vertices.length < 3 || new Set(vertices.map(String)).size < vertices.length) return false;
  const sides = vertices.map((from, i): [Vertex, Vertex] => [from, vertices[(i + 1) % vertices.length] ?? from]);
  if (sides.every(([a, b]) => turn(first, a, b) === 0)) return false;
  return sides.every((side, i) =>
    sides.slice(i + 2).every((other, j) => (i === 0 && i + 2 + j === sides.length - 1) || !meet(side, other)),
  );
}

/** Millionths of a degree; 0.29 stays 290000 although its product is a little less. */
const truncated = (degrees: number): number => Math.trunc(Number((degrees * 1e6).toFixed(3)));

const turn = (a: Vertex, b: Vertex, c: Vertex): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function meet([a, b]: [Vertex, Vertex], [c, d]: [Vertex, Vertex]): boolean {
  if (turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b)) return true;
  return [c, d].some((point) => onSide(a, b, point)) || [a, b].some((point) => onSide(c, d, point));
}

function onSide(a: Vertex, b: Vertex, point: Vertex): boolean {
  const between = (axis: 0 | 1): boolean =>
    Math.min(a[axis], b[axis]) <= point[axis] && point[axis] <= Math.max(a[axis], b[axis]);
  return turn(a, b, point) === 0 && between(0) && between(1);
}
