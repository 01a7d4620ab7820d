import { readPlot, type PlotFault } from '../../../server/domain/plot/geometry/readPlot.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import { numberFromText } from '../../design/form/numberText.ts';
import { type Corner, filledCorners, isBlank, plainDegrees } from './corners.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Input methods of an outline. */
export const WAYS = ['point', 'draw', 'walk', 'paste'] as const;
export type Way = (typeof WAYS)[number];

/** The fields of a form that make up the plot's geometry. */
export interface TypedOutline extends Corner {
  way: string;
  areaHa: string;
  corners: readonly string[];
}

/** Result of the rules that need no other plots and no borders. */
export interface Judged {
  /** GeoJSON with degrees as text; null without input */
  geoJson: GeoJsonAsTyped | null;
  areaHa: number | null;
  faults: readonly PlotFault[];
  /** suggestions for improvement */
  hints: readonly Message[];
  /** an outline with fewer than three corners: no fault while the user draws it */
  isBegun: boolean;
}

export type GeoJsonAsTyped =
  | { type: 'Point'; coordinates: TypedPosition }
  | { type: 'Polygon'; coordinates: TypedPosition[][] };
type TypedPosition = [longitude: string, latitude: string];

const LEAST_CORNERS = 3;
/** Faults that make the area meaningless. */
const ENCLOSES_NOTHING: readonly string[] = ['plot.crosses', 'plot.sides_overlap', 'plot.no_land', 'plot.too_wide'];
const NOTHING: Judged = { geoJson: null, areaHa: null, faults: [], hints: [], isBegun: false };

const positionOf = ({ latitude, longitude }: Corner): TypedPosition => [
  plainDegrees(longitude),
  plainDegrees(latitude),
];

/** The first corner of a geometry without faults, or its point. */
export function firstCorner({ type, coordinates }: GeoJsonAsTyped): GeoPoint {
  const [longitude, latitude] = type === 'Point' ? coordinates : (coordinates[0]?.[0] ?? []);
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Validates the form's geometry without the server, by the rules of the EU's system. Each fault has its position. */
export function judgeOutline(typed: TypedOutline): Judged {
  return typed.way === 'point' ? judgePoint(typed) : judgeCorners(filledCorners(typed.corners));
}

/** The typed area of a point in hectares; NaN for an invalid number. */
export function typedArea({ areaHa }: Pick<TypedOutline, 'areaHa'>): number | undefined {
  return numberFromText(areaHa);
}

function judgePoint(typed: TypedOutline): Judged {
  if (isBlank(typed)) return { ...NOTHING, areaHa: finite(typedArea(typed)) };
  const geoJson: GeoJsonAsTyped = { type: 'Point', coordinates: positionOf(typed) };
  const { areaHa, faults, hints } = readPlot(geoJson, typedArea(typed));
  return { geoJson, areaHa: finite(areaHa ?? undefined), faults, hints, isBegun: false };
}

function judgeCorners(corners: readonly Corner[]): Judged {
  if (corners.length === 0) return NOTHING;
  const ring = corners.map(positionOf);
  const geoJson: GeoJsonAsTyped = { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
  const isBegun = corners.length < LEAST_CORNERS;
  const { areaHa, faults, hints } = readPlot(geoJson);
  const encloses = !isBegun && !faults.some(({ said }) => ENCLOSES_NOTHING.includes(said.code));
  return { geoJson, areaHa: encloses ? areaHa : null, faults, hints, isBegun };
}

const finite = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;

/**
 * Position of a fault on an outline. Corners and sides are numbered from 0; side 0 connects corner 0 with the next one.
 */
export interface FaultMarks {
  corners: readonly number[];
  sides: readonly number[];
  place: GeoPoint | null;
}

const WITH_SIDES = ['plot.crosses', 'plot.sides_overlap'];

/** Position of a fault from its message values, for the map and the list of corners. */
export function marksOf({ code, values }: Message): FaultMarks {
  const numbers = (...names: string[]): number[] =>
    names.map((name) => values[name]).filter((value) => typeof value === 'number');
  const [latitude, longitude] = numbers('latitude', 'longitude');
  const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const named = numbers('first', 'second').map((number) => number - 1);
  if (WITH_SIDES.includes(code)) return { corners: [], sides: named, place };
  return { corners: [...named, ...numbers('position').map((number) => number - 1)], sides: [], place };
}

/** Positions of several faults, merged. */
export function allMarks(faults: readonly { said: Message }[]): FaultMarks & { places: GeoPoint[] } {
  const marks = faults.map(({ said }) => marksOf(said));
  return {
    corners: [...new Set(marks.flatMap((mark) => mark.corners))],
    sides: [...new Set(marks.flatMap((mark) => mark.sides))],
    place: marks[0]?.place ?? null,
    places: marks.flatMap(({ place }) => place ?? []),
  };
}
