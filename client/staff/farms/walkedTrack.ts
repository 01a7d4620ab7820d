import { type Corner, cornerAt, cornerOf, cornerText } from './corners.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** A position on a walk around a plot. */
export interface WalkedPoint extends GeoPoint {
  /** the user marked it as a corner: simplification keeps it */
  isCorner: boolean;
}

const CORNER_MARK = '|corner';
const METRES_PER_DEGREE = 111_320;
/** Accuracy of a phone in the open: points closer to the line between their neighbors carry no information. */
const TOLERANCE_M = 2;
/** A walk that ends within this distance of its start is closed. */
const CLOSED_M = 8;
/** Maximum length of a track: 16 km with a point every 4 m. */
const MOST_POINTS = 4_000;

/** Text form of a point of a walk, for forms and drafts. */
export const walkedText = (point: WalkedPoint): string =>
  cornerText(cornerAt(point)) + (point.isCorner ? CORNER_MARK : '');

export function walkedOf(text: string): WalkedPoint {
  const { latitude, longitude } = cornerOf(text);
  return { latitude: Number(latitude), longitude: Number(longitude), isCorner: text.endsWith(CORNER_MARK) };
}

/** Meters between two nearby places. */
export function metresBetween(one: GeoPoint, other: GeoPoint): number {
  const { x, y } = inMetres(other, one);
  return Math.hypot(x, y);
}

function inMetres(place: GeoPoint, origin: GeoPoint): { x: number; y: number } {
  const squeeze = Math.cos((origin.latitude * Math.PI) / 180);
  return {
    x: (place.longitude - origin.longitude) * METRES_PER_DEGREE * squeeze,
    y: (place.latitude - origin.latitude) * METRES_PER_DEGREE,
  };
}

/** Meters from a place to the line between two others. */
function metresFromLine(place: GeoPoint, from: GeoPoint, to: GeoPoint): number {
  const [p, end] = [inMetres(place, from), inMetres(to, from)];
  const length = end.x ** 2 + end.y ** 2;
  const share = length === 0 ? 0 : Math.min(Math.max((p.x * end.x + p.y * end.y) / length, 0), 1);
  return Math.hypot(p.x - share * end.x, p.y - share * end.y);
}

/**
 * Simplifies a track (Douglas and Peucker, 1973).
 * @returns indexes of the relevant positions, strictly between `from` and `to`
 */
function relevantPoints(track: readonly WalkedPoint[], from: number, to: number): number[] {
  const [start, end] = [track[from], track[to]];
  if (start === undefined || end === undefined) return [];
  let farthest = { at: -1, metres: TOLERANCE_M };
  for (let at = from + 1; at < to; at += 1) {
    const point = track[at];
    const metres = point === undefined ? 0 : metresFromLine(point, start, end);
    if (metres > farthest.metres) farthest = { at, metres };
  }
  if (farthest.at < 0) return [];
  return [...relevantPoints(track, from, farthest.at), farthest.at, ...relevantPoints(track, farthest.at, to)];
}

/** The outline of a walk: the marked corners and the relevant other points, each place once. */
export function outlineOfWalk(track: readonly WalkedPoint[]): Corner[] {
  const [first] = track;
  const last = track.at(-1);
  if (first === undefined || last === undefined) return [];
  const isBack = track.length > 3 && !last.isCorner && metresBetween(first, last) < CLOSED_M;
  const walked = isBack ? track.slice(0, -1) : track;
  // A closed walk starts where it ends: without a third place between them no point would be off the line.
  const far = walked.reduce(
    (best, point, at) => (metresBetween(first, point) > metresBetween(first, walked[best] ?? first) ? at : best),
    0,
  );
  const kept = walked.flatMap(({ isCorner }, at) =>
    isCorner || at === 0 || at === far || at === walked.length - 1 ? [at] : [],
  );
  const all = kept.flatMap((at, index) => {
    const next = kept[index + 1];
    return next === undefined ? [at] : [at, ...relevantPoints(walked, at, next)];
  });
  const corners = all.flatMap((at) => walked[at] ?? []).map(cornerAt);
  return corners.filter((corner, at) => corners.findIndex((other) => cornerText(other) === cornerText(corner)) === at);
}

/** Adds a point to a track; a full track drops the new point. */
export function withPoint(track: readonly string[], point: WalkedPoint): readonly string[] {
  return track.length >= MOST_POINTS ? track : [...track, walkedText(point)];
}
