import { POINT_AREA_HA } from '../../forest/forest.ts';
import { PLOT } from '../../messages/plotMessages.ts';
import type { Message } from '../../messages/message.ts';
import { degreesFromMicro, type PlaceMicro } from '../../text/units.ts';
import { ringArea } from './area.ts';
import { foreignCrs } from './geoJsonParts.ts';
import { canonicalRing, inOneTurn, pointAt, twiceEnclosed, type Geometry } from './geometry.ts';
import { meetingOfSides } from './sides.ts';

/** Area of a plot that is given as a point, hectares: what the Commission's file description takes. */
export const POINT_AREA = { min: 0.0001, max: POINT_AREA_HA, default: POINT_AREA_HA } as const;

/** Decimal digits of a latitude or longitude in files and statements (Regulation (EU) 2023/1115, Article 2(28)). */
export const COORDINATE_DECIMALS = 6;
/** Corners that all have so few decimals were rounded to about 11 m. */
const COARSE_DECIMALS = 4;
const COARSE_STEP = 10 ** (COORDINATE_DECIMALS - COARSE_DECIMALS);

/** Of a ring: three corners, and the first one again. */
const LEAST_POSITIONS = 4;
/** A plot drawn by hand or recorded on foot has some hundreds. */
const MOST_VERTICES = 2_000;
/** About 11 km: a larger one would take seconds to check, and no farm has such a plot. */
const MOST_DEGREES = 0.1;
/** A declared area within a tenth of the measured one is accurate enough. */
const MOST_DIFFERENCE = 0.1;

/** Codes of the EU's system for rejected geometries (interface of the due diligence statements, version 3). */
export type EuGeometryCode =
  | 'EUDR_COMMODITIES_PRODUCER_GEO_EMPTY'
  | 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID'
  | 'EUDR_COMMODITIES_PRODUCER_GEO_LATITUDE_INVALID'
  | 'EUDR_COMMODITIES_PRODUCER_GEO_LONGITUDE_INVALID'
  | 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID_GEOMETRY'
  | 'EUDR_COMMODITIES_PRODUCER_GEO_AREA_INVALID';

/** A fault of a geometry, and the code of the EU's system; null if that system accepts it. */
export interface PlotFault {
  said: Message;
  eu: EuGeometryCode | null;
}

/** The result of reading a plot's geometry. */
export interface ReadPlot {
  /** null when it cannot be read, or encloses nothing */
  geometry: Geometry | null;
  /** hectares; of a polygon measured, of a point as given or 4; null when the geometry cannot be read */
  areaHa: number | null;
  /** reasons that keep the plot out of a due diligence statement; empty if it may be filed */
  faults: PlotFault[];
  /** warnings without consequences */
  hints: Message[];
}

const fault = (said: Message, eu: EuGeometryCode | null): PlotFault => ({ said, eu });
const BROKEN = 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID_GEOMETRY';
const UNREAD = 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID';

/**
 * Reads one plot's geometry by the rules of the due diligence statements: GeoJSON Point or Polygon, WGS84, longitude
 * first, a point for at most 4 ha, a polygon closed, without holes, crossings and coincident vertices (Regulation (EU)
 * 2023/1115, Article 2(28), and the Commission's GeoJSON file description). The Commission's system cuts off decimals
 * after the sixth; a ring is validated and measured after that. Decimals are not counted: JSON drops trailing zeros.
 * @param given GeoJSON, not trusted. A coordinate is a number, or the text of one
 * @param declaredHa the plot's `Area` property, hectares; for a polygon it is compared with the measured area
 */
export function readPlot(given: unknown, declaredHa?: number): ReadPlot {
  const crs = foreignCrs(given);
  if (crs !== null) return unread(fault(PLOT.otherCrs({ crs }), UNREAD));
  const { type, coordinates } = asRecord(given);
  if (type === 'Point') return readPoint(coordinates, declaredHa ?? POINT_AREA.default);
  if (type === 'Polygon') return readPolygon(coordinates, declaredHa);
  const said = typeof type === 'string' ? PLOT.otherGeometry({ type: type.slice(0, 40) }) : PLOT.noGeometry({});
  return unread(fault(said, UNREAD));
}

/**
 * The faults that `readPlot` finds in a geometry once it is written as GeoJSON, without writing it: ten times as fast.
 * @param geometry as it is stored
 */
export function storedGeometryFaults(geometry: Geometry): PlotFault[] {
  if (geometry.kind === 'point') {
    const outside = rangeFault(geometry.place, 1);
    return outside === null ? areaFaults(geometry.areaHa) : [outside];
  }
  const { ring } = geometry;
  // Written, the first corner is repeated at the end.
  const positions = ring.length + 1;
  if (positions < LEAST_POSITIONS) return [fault(PLOT.tooFewPositions({}), BROKEN)];
  if (positions > MOST_VERTICES) return [fault(PLOT.tooManyPositions({ positions, most: MOST_VERTICES }), null)];
  for (const [i, corner] of ring.entries()) {
    const outside = rangeFault(corner, i + 1);
    if (outside !== null) return [outside];
  }
  return outlineFaults(ring);
}

function asRecord(value: unknown): { type?: unknown; coordinates?: unknown } {
  return typeof value === 'object' && value !== null ? value : {};
}

const unread = (...faults: PlotFault[]): ReadPlot => ({ geometry: null, areaHa: null, faults, hints: [] });

function readPoint(coordinates: unknown, areaHa: number): ReadPlot {
  const read = readPosition(coordinates, 1);
  if ('said' in read) return unread(read.said.code === 'plot.no_position_in_ring' ? NO_POINT : read);
  return { geometry: pointAt(read.place, areaHa), areaHa, faults: areaFaults(areaHa), hints: hintsOf([read.place]) };
}

function areaFaults(areaHa: number): PlotFault[] {
  if (areaHa >= POINT_AREA.min && areaHa <= POINT_AREA.max) return [];
  const said = PLOT.pointArea({ minHa: POINT_AREA.min, maxHa: POINT_AREA.max });
  return [fault(said, 'EUDR_COMMODITIES_PRODUCER_GEO_AREA_INVALID')];
}

const NO_POINT = fault(PLOT.noPosition({}), UNREAD);

function readPolygon(coordinates: unknown, declaredHa: number | undefined): ReadPlot {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    return unread(fault(PLOT.noRing({}), 'EUDR_COMMODITIES_PRODUCER_GEO_EMPTY'));
  }
  const [ring, hole]: unknown[] = coordinates;
  const faults = coordinates.length > 1 ? [holeAt(hole)] : [];
  if (!Array.isArray(ring) || ring.length < LEAST_POSITIONS)
    return unread(...faults, fault(PLOT.tooFewPositions({}), BROKEN));
  if (ring.length > MOST_VERTICES) {
    return unread(...faults, fault(PLOT.tooManyPositions({ positions: ring.length, most: MOST_VERTICES }), null));
  }
  const places: PlaceMicro[] = [];
  for (const [i, one] of ring.entries()) {
    const read = readPosition(one, i + 1);
    if ('said' in read) return unread(...faults, read);
    places.push(read.place);
  }
  const [first, last] = [places[0], places.at(-1)];
  const closed = first !== undefined && last !== undefined && isSame(first, last);
  if (!closed) faults.push(fault(PLOT.open({}), BROKEN));
  const corners = closed ? places.slice(0, -1) : places;
  const areaHa = ringArea(corners);
  faults.push(...outlineFaults(corners));
  if (declaredHa !== undefined && !(Math.abs(declaredHa - areaHa) <= MOST_DIFFERENCE * areaHa)) {
    faults.push(fault(PLOT.areaDiffers({ declaredHa, measuredHa: Math.round(areaHa * 100) / 100 }), null));
  }
  return { geometry: { kind: 'polygon', ring: canonicalRing(corners) }, areaHa, faults, hints: hintsOf(corners) };
}

function outlineFaults(corners: readonly PlaceMicro[]): PlotFault[] {
  const faults: PlotFault[] = [];
  const turned = inOneTurn(corners);
  const spanOf = (values: number[]): number => Math.max(...values) - Math.min(...values);
  const span = Math.max(spanOf(turned.map((one) => one.latMicro)), spanOf(turned.map((one) => one.lonMicro)));
  if (span > MOST_DEGREES * 1e6) return [fault(PLOT.tooWide({ mostDegrees: MOST_DEGREES }), null)];
  const twin = sameVertices(corners);
  const meeting = twin === null ? meetingOfSides(turned) : null;
  if (twin !== null) faults.push(twin);
  if (meeting !== null) {
    const { first, second, at } = meeting;
    const where = { first: first + 1, second: second + 1, ...degrees(at) };
    faults.push(fault((meeting.kind === 'crossing' ? PLOT.crosses : PLOT.sidesOverlap)(where), BROKEN));
  }
  // In a ring that crosses itself, the enclosed areas may cancel each other out.
  const none = ringArea(corners) === 0 || twiceEnclosed(turned) === 0;
  if (none && meeting?.kind !== 'crossing') faults.push(fault(PLOT.noLand({}), BROKEN));
  return faults;
}

function holeAt(hole: unknown): PlotFault {
  const [first]: unknown[] = Array.isArray(hole) ? hole : [];
  const read = readPosition(first, 1);
  return fault('said' in read ? PLOT.someHole({}) : PLOT.hole(degrees(read.place)), BROKEN);
}

function sameVertices(corners: readonly PlaceMicro[]): PlotFault | null {
  const seen = new Map<string, number>();
  for (const [i, corner] of corners.entries()) {
    const name = `${corner.latMicro} ${corner.lonMicro}`;
    const known = seen.get(name);
    if (known !== undefined) {
      return fault(PLOT.sameVertices({ first: known + 1, second: i + 1, ...degrees(corner) }), BROKEN);
    }
    seen.set(name, i);
  }
  return null;
}

const isSame = (a: PlaceMicro, b: PlaceMicro): boolean => a.latMicro === b.latMicro && a.lonMicro === b.lonMicro;

function degrees({ latMicro, lonMicro }: PlaceMicro): { latitude: number; longitude: number } {
  const lon = lonMicro > 180e6 ? lonMicro - 360e6 : lonMicro;
  return { latitude: degreesFromMicro(latMicro), longitude: degreesFromMicro(lon) };
}

function hintsOf(places: readonly PlaceMicro[]): Message[] {
  const coarse = places.every(({ latMicro, lonMicro }) => latMicro % COARSE_STEP === 0 && lonMicro % COARSE_STEP === 0);
  return coarse ? [PLOT.coarse({ decimals: COARSE_DECIMALS })] : [];
}

/** @param position counted from 1, for messages */
function readPosition(value: unknown, position: number): { place: PlaceMicro } | PlotFault {
  const none = fault(PLOT.noPositionInRing({ position }), UNREAD);
  // A third value, the height, is allowed in GeoJSON (RFC 7946, 3.1.1) and means nothing here.
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return none;
  const [lon, lat]: unknown[] = value;
  const [x, y] = [readDegrees(lon), readDegrees(lat)];
  if (x === null || y === null) return none;
  const place = { lonMicro: microDegrees(lon), latMicro: microDegrees(lat) };
  return rangeFault({ lonMicro: x * 1e6, latMicro: y * 1e6 }, position) ?? { place };
}

/** @param position counted from 1, for messages */
function rangeFault({ lonMicro, latMicro }: PlaceMicro, position: number): PlotFault | null {
  if (Math.abs(latMicro) > 90e6) {
    return fault(PLOT.latitudeOutside({ position }), 'EUDR_COMMODITIES_PRODUCER_GEO_LATITUDE_INVALID');
  }
  if (Math.abs(lonMicro) > 180e6) {
    return fault(PLOT.longitudeOutside({ position }), 'EUDR_COMMODITIES_PRODUCER_GEO_LONGITUDE_INVALID');
  }
  return null;
}

/** Degrees cut after their sixth decimal (towards zero), in millionths. */
function microDegrees(value: unknown): number {
  const [whole = '0', fraction = ''] = decimalText(value).split('.');
  // "+ 0" turns -0 into 0, which canonical JSON would otherwise have to decide on.
  return Number(whole + fraction.slice(0, COORDINATE_DECIMALS).padEnd(COORDINATE_DECIMALS, '0')) + 0;
}

function readDegrees(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(value) ? Number(value) : null;
}

/** Degrees as they were written, without exponent: 1e-7 has seven decimals. */
function decimalText(value: unknown): string {
  const text = String(value);
  return typeof value === 'number' && text.includes('e') ? value.toFixed(15).replace(/0+$/, '') : text;
}
