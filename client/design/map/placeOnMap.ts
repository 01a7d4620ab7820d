import { HEIGHT, WIDTH, type Drawing } from './drawing.ts';
import { MARGIN, STEPS_PER_DEGREE, type Outline, type Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Degrees shown on each side of the place: at least enough to show neighbors, at most what a sheet contains. */
const LEAST = 3;
const MOST = MARGIN - 1;
const AT_SEA = 9;
const KM_PER_DEGREE = 111.32;
/** Margin around a country, as a share of its extent. */
const FREE = 0.12;
/** Drawing units: the smallest visible area, space for a label, and the label's distance from the place. */
const SEEN = 7;
const ROOM = { width: 84, height: 34 };
const APART = 46;

export interface Point {
  x: number;
  y: number;
}

interface Frame {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** A country's rings as points in degrees. */
export function pointsOf({ rings }: Outline): Point[][] {
  return rings.map((way) => {
    const points: Point[] = [];
    let [x, y] = [0, 0];
    for (let at = 0; at < way.length; at += 2) {
      x += way[at] ?? 0;
      y += way[at + 1] ?? 0;
      points.push({ x: x / STEPS_PER_DEGREE, y: y / STEPS_PER_DEGREE });
    }
    return points;
  });
}

/** Point-in-polygon test by ray casting. */
function isWithin({ x, y }: Point, rings: readonly Point[][]): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (const [index, to] of ring.entries()) {
      const from = ring.at(index - 1) ?? to;
      if (from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

/** The code of the country that contains a place; null at sea. Accurate to about 2 km, so a beach may count as sea. */
export function countryOf(sheet: Sheet, { latitude, longitude }: GeoPoint): string | null {
  const home = sheet.find((outline) => isWithin({ x: longitude, y: latitude }, pointsOf(outline)));
  return home?.code ?? null;
}

/** The visible frame: the nearby part of the place's country, extended to the drawing's aspect ratio. */
function frameAround({ latitude, longitude }: GeoPoint, home: readonly Point[][], squeeze: number): Frame {
  const near = home
    .flat()
    .filter(({ x, y }) => Math.abs(x - longitude) <= MOST && Math.abs(y - latitude) <= MOST)
    .concat({ x: longitude, y: latitude });
  const [xs, ys] = [near.map(({ x }) => x), near.map(({ y }) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = home.length === 0 ? AT_SEA : LEAST;
  const free = 1 + 2 * FREE;
  let halfWidth = Math.max(((east - west) / 2) * free, least);
  let halfHeight = Math.max(((north - south) / 2) * free, (least * HEIGHT) / WIDTH);
  halfWidth = Math.max(halfWidth, (halfHeight * WIDTH) / HEIGHT / squeeze);
  halfHeight = (halfWidth * squeeze * HEIGHT) / WIDTH;
  const fit = Math.min(1, MOST / halfWidth, MOST / halfHeight);
  halfWidth *= fit;
  halfHeight *= fit;
  // A country that is too large to show is centered on the place.
  const middle = (low: number, high: number, at: number, half: number): number =>
    Math.min(
      Math.max((low + high) / 2, at - half * (1 - FREE), at - MOST + half),
      at + half * (1 - FREE),
      at + MOST - half,
    );
  const x = middle(west, east, longitude, halfWidth);
  const y = middle(south, north, latitude, halfHeight);
  return { west: x - halfWidth, east: x + halfWidth, south: y - halfHeight, north: y + halfHeight };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A closed SVG path with relative coordinates, which are half as long. */
export function pathOf(ring: readonly Point[]): string {
  const points = ring.map(({ x, y }) => ({ x: Math.round(x * 10), y: Math.round(y * 10) }));
  const steps = points.flatMap(({ x, y }, index) => {
    const from = points[index - 1];
    if (from === undefined) return [`M${x / 10} ${y / 10}l`];
    // Skip points closer than a tenth of a unit.
    return x === from.x && y === from.y ? [] : [`${(x - from.x) / 10} ${(y - from.y) / 10}`];
  });
  return `${steps.join(' ').replaceAll(' -', '-')}Z`;
}

/** Center of the largest visible part of a country, if a name fits there. */
function labelOf(rings: readonly Point[][], place: Point): Point | null {
  let best: { area: number; at: Point } | null = null;
  for (const ring of rings) {
    const inside = ring.map(({ x, y }) => ({
      x: Math.min(Math.max(x, 0), WIDTH),
      y: Math.min(Math.max(y, 0), HEIGHT),
    }));
    let [twice, sumX, sumY] = [0, 0, 0];
    for (const [index, to] of inside.entries()) {
      const from = inside.at(index - 1) ?? to;
      const cross = from.x * to.y - to.x * from.y;
      twice += cross;
      sumX += (from.x + to.x) * cross;
      sumY += (from.y + to.y) * cross;
    }
    const area = Math.abs(twice / 2);
    if (area > (best?.area ?? ROOM.width * ROOM.height)) {
      best = { area, at: { x: sumX / (3 * twice), y: sumY / (3 * twice) } };
    }
  }
  if (best === null || !isWithin(best.at, rings)) return null;
  const { x, y } = best.at;
  const at = {
    x: Math.min(Math.max(x, ROOM.width / 2), WIDTH - ROOM.width / 2),
    y: Math.min(Math.max(y, ROOM.height / 2), HEIGHT - ROOM.height / 2),
  };
  return Math.hypot(at.x - place.x, at.y - place.y) < APART
    ? { ...at, y: at.y + (at.y < HEIGHT / 2 ? APART : -APART) }
    : at;
}

/**
 * Draws a place and its surroundings, in a projection that keeps shapes at its latitude.
 * @param withinKm radius in km of the area shown for the place
 */
export function placeOnMap(sheet: Sheet, place: GeoPoint, withinKm: number): Drawing {
  const outlines = sheet.map((outline) => ({ code: outline.code, rings: pointsOf(outline) }));
  const spot = { x: place.longitude, y: place.latitude };
  const homeOutline = outlines.find(({ rings }) => isWithin(spot, rings));
  // A degree of longitude shrinks with the latitude; limited near the poles to keep the map readable.
  const squeeze = Math.max(Math.cos((place.latitude * Math.PI) / 180), 0.2);
  const frame = frameAround(place, homeOutline?.rings ?? [], 1 / squeeze);
  const scale = HEIGHT / (frame.north - frame.south);
  const drawn = ({ x, y }: Point): Point => ({
    x: ((x - frame.west) / (frame.east - frame.west)) * WIDTH,
    y: (frame.north - y) * scale,
  });
  const at = drawn(spot);
  const isSeen = (ring: readonly Point[]): boolean =>
    ring.some(({ x }) => x > 0) &&
    ring.some(({ x }) => x < WIDTH) &&
    ring.some(({ y }) => y > 0) &&
    ring.some(({ y }) => y < HEIGHT);

  const visible = outlines
    .map(({ code, rings }) => ({
      code,
      isHome: code === homeOutline?.code,
      rings: rings.map((ring) => ring.map(drawn)).filter(isSeen),
    }))
    .filter(({ rings }) => rings.length > 0);
  return {
    home: homeOutline?.code || null,
    shapes: visible.map(({ code, isHome, rings }) => ({
      code,
      isHome,
      path: rings.map(pathOf).join(''),
    })),
    labels: visible.flatMap(({ code, isHome, rings }) => {
      const label = code === '' ? null : labelOf(rings, at);
      return label === null ? [] : [{ code, isHome, x: round(label.x), y: round(label.y) }];
    }),
    place: { x: round(at.x), y: round(at.y), radius: round(Math.max((withinKm / KM_PER_DEGREE) * scale, SEEN)) },
  };
}
