import type { GeoPoint } from '../../design/map/sheet.ts';
import { type Corner, cornerAt, cornerOf, cornerText } from './corners.ts';

/** A position on a walk around a plot. */
export interface WalkedPoint extends GeoPoint {
  /** the person said that this is a corner: it stays whatever is thinned */
  isCorner: boolean;
}

const CORNER_MARK = '|corner';
const METRES_PER_DEGREE = 111_320;
/** What a phone in the open cannot tell: points that lie closer to the line between others say nothing. */
const TOLERANCE_M = 2;
/** Whoever comes back to where they began has walked around. */
const CLOSED_M = 8;
/** More than this a track does not hold: at a step every 4 m it is a walk of 16 km. */
const MOST_POINTS = 4_000;

/** A point of a walk as forms and drafts hold it. */
export const walkedText = (point: WalkedPoint): string =>
  cornerText(cornerAt(point)) + (point.isCorner ? CORNER_MARK : '');

export function walkedOf(text: string): WalkedPoint {
  const { latitude, longitude } = cornerOf(text);
  return { latitude: Number(latitude), longitude: Number(longitude), isCorner: text.endsWith(CORNER_MARK) };
}

/** Meters between two places that are near each other. */
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
 * The positions between two that stay which say more than the line between these (Douglas and Peucker, 1973).
 * @returns positions in the track, those between `from` and `to` alone
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

/** The outline of a walk: corners that were said, and of the others those that tell. Each place stands once. */
export function outlineOfWalk(track: readonly WalkedPoint[]): Corner[] {
  const [first] = track;
  const last = track.at(-1);
  if (first === undefined || last === undefined) return [];
  const isBack = track.length > 3 && !last.isCorner && metresBetween(first, last) < CLOSED_M;
  const walked = isBack ? track.slice(0, -1) : track;
  // A round begins where it ends: without a third place between them nothing would lie off the line.
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

/** A track with one more point; the oldest of too many are those that stay. */
export function withPoint(track: readonly string[], point: WalkedPoint): readonly string[] {
  return track.length >= MOST_POINTS ? track : [...track, walkedText(point)];
}
