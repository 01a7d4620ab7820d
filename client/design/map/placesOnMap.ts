import { HEIGHT, WIDTH, type Drawing } from './drawing.ts';
import { pathOf, pointsOf, type Point } from './placeOnMap.ts';
import { BELT, CELL, MARGIN, sheetName, WORLD, type Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Several places in one drawing, in drawing units: a box of `WIDTH` by `height`. */
export interface PlacesDrawing {
  height: number;
  shapes: readonly { code: string; path: string }[];
  spots: readonly PlaceCluster[];
}

/** Places that are too close to separate share one spot. */
export interface PlaceCluster {
  x: number;
  y: number;
  /** indexes into the list of places; the first one determines the kind shown */
  members: readonly number[];
}

/** Degrees shown around the places, so that neighboring countries are visible. */
const LEAST = 2.5;
const FREE = 1.35;
/** Drawing units: spots closer than this merge. */
const APART = 30;
/** Minimum height as a share of the width: places in a band around the equator need no more. */
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

/** The visible frame: all places with a margin, in a projection that keeps shapes at their central latitude. */
function frameOf(places: readonly GeoPoint[], lowest = LOWEST): Bounds & { height: number } {
  const { west, east, south, north } = boundsOf(places);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const squeeze = Math.max(Math.cos((y * Math.PI) / 180), 0.2);
  let halfWidth = Math.max(((east - west) / 2) * FREE, LEAST);
  let halfHeight = Math.max(((north - south) / 2) * FREE, LEAST * HIGHEST);
  const shape = Math.min(Math.max(halfHeight / (halfWidth * squeeze), lowest), HIGHEST);
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
 * The sheet whose outlines cover the frame: a fine one if the places are close together in the cacao belt, else the
 * coarse world sheet.
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

/**
 * Draws places over outlines.
 * @param places at least one; highest weight first
 */
export function placesOnMap(sheet: Sheet, places: readonly GeoPoint[]): PlacesDrawing {
  const { points, ...drawn } = framedPlaces(sheet, places, LOWEST);
  return { ...drawn, spots: spotsOf(points) };
}

/** A place that may be unknown. */
export type MaybePlace = { [Name in keyof GeoPoint]: GeoPoint[Name] | null };

/** Different places, in their order. */
export function knownPlaces(places: readonly MaybePlace[]): GeoPoint[] {
  const known = places.flatMap(({ latitude, longitude }): [string, GeoPoint][] =>
    latitude === null || longitude === null ? [] : [[`${latitude} ${longitude}`, { latitude, longitude }]],
  );
  return [...new Map(known).values()];
}

/** Drawing units: radius of a place among several. */
const DOT = 5;

/**
 * Draws the places that a lot comes from, each as a dot, in the frame of a single place.
 * @param places at least one
 */
export function originsOnMap(sheet: Sheet, places: readonly GeoPoint[]): Drawing {
  const { shapes, points } = framedPlaces(sheet, places, HIGHEST);
  const [first = { x: WIDTH / 2, y: HEIGHT / 2 }, ...others] = points.map(({ x, y }) => ({ x: tenth(x), y: tenth(y) }));
  return {
    home: null,
    shapes: shapes.map((shape) => ({ ...shape, isHome: false })),
    labels: [],
    place: { ...first, radius: DOT },
    others,
  };
}

const tenth = (units: number): number => Math.round(units * 10) / 10;

function framedPlaces(sheet: Sheet, places: readonly GeoPoint[], lowest: number) {
  const frame = frameOf(places, lowest);
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
  return { height: frame.height, shapes, points };
}

/** Merges points that are too close: each joins the first spot within reach. */
function spotsOf(points: readonly Point[]): PlaceCluster[] {
  const spots: { x: number; y: number; members: number[] }[] = [];
  for (const [index, { x, y }] of points.entries()) {
    const near = spots.find((spot) => Math.hypot(spot.x - x, spot.y - y) < APART);
    if (near === undefined) spots.push({ x, y, members: [index] });
    else near.members.push(index);
  }
  return spots;
}
