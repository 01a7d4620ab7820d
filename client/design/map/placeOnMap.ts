import { HEIGHT, WIDTH, type Drawing } from './drawing.ts';
import { MARGIN, STEPS, type Outline, type GeoPoint, type Sheet } from './sheet.ts';

/** Degrees on either side of the place: no less, so that neighbours are seen, and no more than a sheet holds. */
const LEAST = 3;
const MOST = MARGIN - 1;
const AT_SEA = 9;
const KM_PER_DEGREE = 111.32;
/** Share of a country's extent that is left free around it. */
const FREE = 0.12;
/** In units of the drawing: the smallest area that is seen, room for a label, and its distance from the place. */
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
      points.push({ x: x / STEPS, y: y / STEPS });
    }
    return points;
  });
}

/** Whether a point lies within rings: a ray from it crosses their edges an odd number of times. */
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

/** The code of the country that a place is in; null at sea. To about 2 km: a place on a beach may be at sea. */
export function countryOf(sheet: Sheet, { latitude, longitude }: GeoPoint): string | null {
  const home = sheet.find((outline) => isWithin({ x: longitude, y: latitude }, pointsOf(outline)));
  return home?.code ?? null;
}

/** What is shown: the country of the place as far as it is near, widened to the drawing's proportions. */
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
  // What was too large to be shown whole is shown around the place.
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

/** A closed way, as SVG writes it: each point by its way from the one before, which is half as long to send. */
export function pathOf(ring: readonly Point[]): string {
  const points = ring.map(({ x, y }) => ({ x: Math.round(x * 10), y: Math.round(y * 10) }));
  const steps = points.flatMap(({ x, y }, index) => {
    const from = points[index - 1];
    if (from === undefined) return [`M${x / 10} ${y / 10}l`];
    // Nearer than a tenth is the same point.
    return x === from.x && y === from.y ? [] : [`${(x - from.x) / 10} ${(y - from.y) / 10}`];
  });
  return `${steps.join(' ').replaceAll(' -', '-')}Z`;
}

/** Where the largest visible part of a country has its middle, if a name fits there. */
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
 * Draws the surroundings of a place, in a projection that is true to shape at its latitude.
 * @param withinKm how exact the place is: the radius of the area shown, in km
 */
export function placeOnMap(sheet: Sheet, place: GeoPoint, withinKm: number): Drawing {
  const outlines = sheet.map((outline) => ({ code: outline.code, rings: pointsOf(outline) }));
  const spot = { x: place.longitude, y: place.latitude };
  const homeOutline = outlines.find(({ rings }) => isWithin(spot, rings));
  // A degree of longitude is that much shorter than one of latitude; near the poles the map stays readable.
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
