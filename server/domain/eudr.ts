import { METRES_PER_DEGREE, POINT_AREA_HA } from './forest.ts';

/** Cocoa beans by their heading in the Harmonised System (Regulation (EU) 2023/1115, Annex I). */
export const COCOA_BEANS = {
  hsHeading: '1801',
  description: 'Cocoa beans, whole or broken, raw or roasted',
  tradeName: 'Cocoa beans',
  scientificName: 'Theobroma cacao',
} as const;

/** The sentence that every due diligence statement carries (Regulation (EU) 2023/1115, Annex II, point 5). */
export const STATEMENT_SENTENCE =
  'By submitting this due diligence statement the operator confirms that due diligence in accordance with Regulation ' +
  '(EU) 2023/1115 was carried out and that no or only a negligible risk was found that the relevant products do not ' +
  'comply with Article 3, point (a) or (b), of that Regulation.';

/** Area of a plot that is given as a point, hectares: what the Commission's file description takes. */
export const POINT_AREA = { min: 0.0001, max: POINT_AREA_HA, default: POINT_AREA_HA } as const;

/** Fewest decimal digits of a latitude or longitude (Regulation (EU) 2023/1115, Article 2(28)). */
export const COORDINATE_DECIMALS = 6;

/** More would make the search for crossing edges slow; a plot drawn by hand or walked has some hundreds. */
const MOST_VERTICES = 2_000;
const SQUARE_METRES_PER_HECTARE = 10_000;
const METRES_PER_MICRO = METRES_PER_DEGREE / 1e6;

/** What a plot's geometry comes to. */
export interface PlotCheck {
  /** hectares; of a polygon measured, of a point as given or 4; null when the geometry cannot be read */
  areaHa: number | null;
  /** what keeps the plot out of a due diligence statement, each one sentence; empty when it may be filed */
  faults: string[];
}

/** [longitude, latitude] in millionths of a degree WGS84, whole: so sides are compared exactly. */
type Position = readonly [lon: number, lat: number];

/**
 * Checks one plot's geometry by the rules of the due diligence statements: GeoJSON Point or Polygon, WGS84, longitude
 * first, at least six decimals, a point for at most 4 ha, a polygon closed, without holes, crossings and coincident
 * vertices (Regulation (EU) 2023/1115, Article 2(28), and the Commission's GeoJSON file description). The Commission's
 * system cuts what comes after the sixth decimal off; a ring is judged and measured as it is after that.
 * @param geometry GeoJSON, not trusted. A coordinate is a number, or the text it was written as: only a text shows
 *   zeros at its end, so a number counts as too short only when the other one of its position is short as well.
 * @param areaHa what the plot's `Area` property says, hectares; for points
 */
export function checkPlot(geometry: unknown, areaHa?: number): PlotCheck {
  const { type, coordinates } = asRecord(geometry);
  if (type === 'Point') return checkPoint(coordinates, areaHa ?? POINT_AREA.default);
  if (type === 'Polygon') return checkPolygon(coordinates);
  const what = typeof type === 'string' ? `a ${type.slice(0, 40)}` : 'something else';
  return { areaHa: null, faults: [`A plot is a Point or a Polygon; this is ${what}.`] };
}

function asRecord(value: unknown): { type?: unknown; coordinates?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}

function checkPoint(coordinates: unknown, areaHa: number): PlotCheck {
  const read = readPosition(coordinates);
  if ('fault' in read) return { areaHa: null, faults: [read.fault] };
  const faults = read.short ? [tooShort('The point')] : [];
  if (!(areaHa >= POINT_AREA.min && areaHa <= POINT_AREA.max)) {
    faults.push(
      `The area of a plot given as a point is ${POINT_AREA.min} to ${POINT_AREA.max} ha; a larger one needs a polygon.`,
    );
  }
  return { areaHa, faults };
}

function checkPolygon(coordinates: unknown): PlotCheck {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    return { areaHa: null, faults: ['The polygon has no ring.'] };
  }
  const faults = coordinates.length > 1 ? ['The polygon has a hole; plots are given without holes.'] : [];
  const [ring]: unknown[] = coordinates;
  if (!Array.isArray(ring) || ring.length < 4) {
    return {
      areaHa: null,
      faults: [...faults, 'The ring needs at least four positions, the last equal to the first.'],
    };
  }
  if (ring.length > MOST_VERTICES) {
    return {
      areaHa: null,
      faults: [...faults, `The ring has ${ring.length} positions; at most ${MOST_VERTICES} are taken.`],
    };
  }
  const positions: Position[] = [];
  let short = 0;
  for (const [i, one] of ring.entries()) {
    const read = readPosition(one);
    if ('fault' in read) return { areaHa: null, faults: [...faults, `Position ${i + 1}: ${read.fault}`] };
    if (read.short) short += 1;
    positions.push(read.position);
  }
  if (short > 0) faults.push(tooShort(`${short} of ${positions.length} positions`));
  const [first, last] = [positions[0], positions.at(-1)];
  const closed = first !== undefined && last !== undefined && same(first, last);
  if (!closed) faults.push('The ring is open: its last position must equal the first.');
  const corners = closed ? positions.slice(0, -1) : positions;
  if (new Set(corners.map(([lon, lat]) => `${lon},${lat}`)).size < corners.length) {
    faults.push('The ring has coincident vertices.');
  } else if (crosses(corners)) {
    faults.push('The ring crosses itself.');
  }
  const area = areaOf(corners);
  if (area === 0) faults.push('The ring encloses no land.');
  return { areaHa: area, faults };
}

const tooShort = (what: string): string =>
  `${what} is given with fewer than ${COORDINATE_DECIMALS} decimals of a degree.`.replace(
    ' positions is ',
    ' positions are ',
  );

type ReadPosition = { position: Position; short: boolean } | { fault: string };

function readPosition(value: unknown): ReadPosition {
  // A third value, the height, is allowed in GeoJSON (RFC 7946, 3.1.1) and means nothing here.
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) {
    return { fault: 'A position is a longitude and a latitude.' };
  }
  const [lon, lat]: unknown[] = value;
  const [x, y] = [degrees(lon), degrees(lat)];
  if (x === null || y === null) return { fault: 'A position is a longitude and a latitude, in degrees.' };
  if (Math.abs(y) > 90) {
    return { fault: 'The latitude is outside -90 to 90; in GeoJSON the longitude comes first.' };
  }
  if (Math.abs(x) > 180) return { fault: 'The longitude is outside -180 to 180.' };
  const [lonShort, latShort] = [lon, lat].map((one) => decimals(one) < COORDINATE_DECIMALS);
  const textual = typeof lon === 'string' || typeof lat === 'string';
  const short = textual ? lonShort === true || latShort === true : lonShort === true && latShort === true;
  return { position: [microDegrees(lon), microDegrees(lat)], short };
}

/** Degrees that were read, without what comes after their sixth decimal (towards zero), in millionths. */
function microDegrees(value: unknown): number {
  const [whole = '0', fraction = ''] = decimalText(value).split('.');
  return Number(whole + fraction.slice(0, COORDINATE_DECIMALS).padEnd(COORDINATE_DECIMALS, '0'));
}

function degrees(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(value) ? Number(value) : null;
}

function decimals(value: unknown): number {
  const text = decimalText(value);
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** Degrees as they were written, without exponent: 1e-7 has seven decimals. */
function decimalText(value: unknown): string {
  const text = String(value);
  return typeof value === 'number' && text.includes('e') ? value.toFixed(15).replace(/0+$/, '') : text;
}

const same = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** Whether two edges of the closed ring meet anywhere but at the corner that neighbours share. */
function crosses(corners: readonly Position[]): boolean {
  const count = corners.length;
  const at = (i: number): Position => corners[i % count] ?? [0, 0];
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      const neighbours = j === i + 1 || (i === 0 && j === count - 1);
      if (neighbours ? foldsBack(i === 0 && j === count - 1 ? [c, a, b] : [a, b, d]) : meets(a, b, c, d)) return true;
    }
  }
  return false;
}

/** Twice the signed area of a triangle: positive when c lies to the left of a-b. */
function turn(a: Position, b: Position, c: Position): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Whether the second edge runs back over the first. */
function foldsBack([a, b, c]: [Position, Position, Position]): boolean {
  const forward = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]);
  return turn(a, b, c) === 0 && forward < 0;
}

function meets(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  const touches = (turned: number, from: Position, to: Position, one: Position): boolean =>
    turned === 0 &&
    Math.min(from[0], to[0]) <= one[0] &&
    one[0] <= Math.max(from[0], to[0]) &&
    Math.min(from[1], to[1]) <= one[1] &&
    one[1] <= Math.max(from[1], to[1]);
  return touches(abc, a, b, c) || touches(abd, a, b, d) || touches(cda, c, d, a) || touches(cdb, c, d, b);
}

/** Land in a ring, hectares to four decimals, on the plane that touches the sphere there: good for plots, not for countries. */
function areaOf(corners: readonly Position[]): number {
  const [origin] = corners;
  if (origin === undefined) return 0;
  const [eastward, northward] = [METRES_PER_MICRO * Math.cos((origin[1] * Math.PI) / 180e6), METRES_PER_MICRO];
  const metres = corners.map(([lon, lat]) => [(lon - origin[0]) * eastward, (lat - origin[1]) * northward] as const);
  let twice = 0;
  for (const [i, [x, y]] of metres.entries()) {
    const [nextX, nextY] = metres[(i + 1) % metres.length] ?? [0, 0];
    twice += x * nextY - nextX * y;
  }
  return Math.round((Math.abs(twice) / 2 / SQUARE_METRES_PER_HECTARE) * 10_000) / 10_000;
}

/** A degree value as the statements take it: plain decimal text with six decimals. */
export function sixDecimals(micro: number): string {
  return (micro / 1e6).toFixed(COORDINATE_DECIMALS);
}
