import { WIDTH } from './drawing.ts';
import { pathOf, pointsOf, type Point } from './placeOnMap.ts';
import { BELT, CELL, MARGIN, sheetName, WORLD, type GeoPoint, type Sheet } from './sheet.ts';

/** Several places drawn together, in the drawing's own units: a box of `WIDTH` by `height`. */
export interface PlacesDrawing {
  height: number;
  shapes: readonly { code: string; path: string }[];
  spots: readonly Spot[];
}

/** Places that lie too close to be told apart are one spot. */
export interface Spot {
  x: number;
  y: number;
  /** positions in the list of places, the first one's kind shown */
  members: readonly number[];
}

/** Degrees around the places: neighbors are seen, so that a person knows where this is. */
const LEAST = 2.5;
const FREE = 1.35;
/** In units of the drawing: spots that are closer become one. */
const APART = 30;
/** Height of the drawing by its width: places in a band around the equator take no more than they need. */
const LOWEST = 0.44;
const HIGHEST = 2 / 3;

interface Bounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

function boundsOf(places: readonly GeoPoint[]): Bounds {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

/** What is shown: all places with room around them, true to shape at the latitude of their middle. */
function frameOf(places: readonly GeoPoint[]): Bounds & { height: number } {
  const { west, east, south, north } = boundsOf(places);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const squeeze = Math.max(Math.cos((y * Math.PI) / 180), 0.2);
  let halfWidth = Math.max(((east - west) / 2) * FREE, LEAST);
  let halfHeight = Math.max(((north - south) / 2) * FREE, LEAST * HIGHEST);
  const shape = Math.min(Math.max(halfHeight / (halfWidth * squeeze), LOWEST), HIGHEST);
  halfWidth = Math.max(halfWidth, halfHeight / shape / squeeze);
  halfHeight = halfWidth * squeeze * shape;
  return {
    west: x - halfWidth,
    east: x + halfWidth,
    south: y - halfHeight,
    north: y + halfHeight,
    height: Math.round(WIDTH * shape),
  };
}

/**
 * The sheet whose outlines fill the frame around these places: a fine one where they lie close together in the belt of cacao, else the
 * coarse one of the world.
 */
export function sheetOfPlaces(places: readonly GeoPoint[]): string {
  const { west, east, south, north } = frameOf(places);
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  if (Math.abs(middle.latitude) >= BELT) return WORLD;
  const corner = (degrees: number): number => Math.floor(degrees / CELL) * CELL;
  const [x, y] = [corner(middle.longitude), corner(middle.latitude)];
  const isWhole = west >= x - MARGIN && east <= x + CELL + MARGIN && south >= y - MARGIN && north <= y + CELL + MARGIN;
  return isWhole ? sheetName(middle) : WORLD;
}

/** Draws places over outlines. @param places at least one; those of most weight first */
export function placesOnMap(sheet: Sheet, places: readonly GeoPoint[]): PlacesDrawing {
  const frame = frameOf(places);
  const drawn = ({ x, y }: Point): Point => ({
    x: ((x - frame.west) / (frame.east - frame.west)) * WIDTH,
    y: ((frame.north - y) / (frame.north - frame.south)) * frame.height,
  });
  const isSeen = (ring: readonly Point[]): boolean =>
    ring.some(({ x }) => x > 0) &&
    ring.some(({ x }) => x < WIDTH) &&
    ring.some(({ y }) => y > 0) &&
    ring.some(({ y }) => y < frame.height);
  const shapes = sheet.flatMap((outline) => {
    const rings = pointsOf(outline)
      .map((ring) => ring.map(drawn))
      .filter(isSeen);
    return rings.length === 0 ? [] : [{ code: outline.code, path: rings.map(pathOf).join('') }];
  });
  const points = places.map(({ latitude, longitude }) => drawn({ x: longitude, y: latitude }));
  return { height: frame.height, shapes, spots: spotsOf(points) };
}

/** Gathers points that are too close: each joins the first spot that is near. */
function spotsOf(points: readonly Point[]): Spot[] {
  const spots: { x: number; y: number; members: number[] }[] = [];
  for (const [index, { x, y }] of points.entries()) {
    const near = spots.find((spot) => Math.hypot(spot.x - x, spot.y - y) < APART);
    if (near === undefined) spots.push({ x, y, members: [index] });
    else near.members.push(index);
  }
  return spots;
}
