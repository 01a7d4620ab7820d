import { readPlot, type PlotFault } from '../../../server/domain/plot/geometry/readPlot.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import { numberFromText } from '../../design/form/numberText.ts';
import type { GeoPoint } from '../../design/map/sheet.ts';
import { type Corner, filledCorners, isBlank, plainDegrees } from './corners.ts';

/** How an outline is given. */
export const WAYS = ['point', 'draw', 'walk', 'paste'] as const;
export type Way = (typeof WAYS)[number];

/** What of a form is the plot's geometry. */
export interface TypedOutline extends Corner {
  way: string;
  areaHa: string;
  corners: readonly string[];
}

/** What a typed geometry comes to, by the rules that need no other plot and no border. */
export interface Judged {
  /** GeoJSON whose degrees are text; null while nothing is typed */
  geoJson: GeoJsonAsTyped | null;
  areaHa: number | null;
  faults: readonly PlotFault[];
  /** what may be better */
  hints: readonly Message[];
  /** an outline that has no three corners yet: no fault as long as somebody is at it */
  isBegun: boolean;
}

export type GeoJsonAsTyped =
  | { type: 'Point'; coordinates: TypedPosition }
  | { type: 'Polygon'; coordinates: TypedPosition[][] };
type TypedPosition = [longitude: string, latitude: string];

const LEAST_CORNERS = 3;
/** Of these a figure would say something that nobody can measure. */
const ENCLOSES_NOTHING: readonly string[] = ['plot.crosses', 'plot.sides_overlap', 'plot.no_land', 'plot.too_wide'];
const NOTHING: Judged = { geoJson: null, areaHa: null, faults: [], hints: [], isBegun: false };

const positionOf = ({ latitude, longitude }: Corner): TypedPosition => [
  plainDegrees(longitude),
  plainDegrees(latitude),
];

/** Judges what stands in a form, without the server: corners by the rules of the EU's system, each fault with its place. */
export function judgeOutline(typed: TypedOutline): Judged {
  return typed.way === 'point' ? judgePoint(typed) : judgeCorners(filledCorners(typed.corners));
}

/** Hectares that were typed of a point; NaN for what is no figure. */
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

/** Where on an outline a fault is. Corners and sides are counted from 0; side 0 leads from corner 0 to the next one. */
export interface FaultMarks {
  corners: readonly number[];
  sides: readonly number[];
  place: GeoPoint | null;
}

const WITH_SIDES = ['plot.crosses', 'plot.sides_overlap'];

/** What a fault says of its place, for the map and the list of corners. */
export function marksOf({ code, values }: Message): FaultMarks {
  const numbers = (...names: string[]): number[] =>
    names.map((name) => values[name]).filter((value) => typeof value === 'number');
  const [latitude, longitude] = numbers('latitude', 'longitude');
  const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  const named = numbers('first', 'second').map((number) => number - 1);
  if (WITH_SIDES.includes(code)) return { corners: [], sides: named, place };
  return { corners: [...named, ...numbers('position').map((number) => number - 1)], sides: [], place };
}

/** Where several faults are, together. */
export function allMarks(faults: readonly { said: Message }[]): FaultMarks & { places: GeoPoint[] } {
  const marks = faults.map(({ said }) => marksOf(said));
  return {
    corners: [...new Set(marks.flatMap((mark) => mark.corners))],
    sides: [...new Set(marks.flatMap((mark) => mark.sides))],
    place: marks[0]?.place ?? null,
    places: marks.flatMap(({ place }) => place ?? []),
  };
}
