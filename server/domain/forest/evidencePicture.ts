import type { ForestReading, Window } from './forest.ts';
import { metresPerDegree } from '../plot/geometry/ellipsoid.ts';
import { microFromDegrees } from '../text/units.ts';

/** Most pixels of an answer: a square of 4 ha has about 64 of them, and fewer than 500 at 80 degrees north. */
export const MOST_PIXELS = 1_024;

/** Why the pixels of a check cannot be shown. */
export const EVIDENCE_GAPS = ['nothing_read', 'erased', 'too_large', 'differs'] as const;
export type EvidenceGap = (typeof EVIDENCE_GAPS)[number];

/** The pixels of a window, row by row from the north-west corner. */
export type WindowPixels = Pick<ForestReading, 'width' | 'height' | 'lossYear' | 'treeCover2000' | 'dataMask'>;

/** The content of one pixel. A loss before the cut-off is shown, and has no effect on the verdict. */
export type PixelSight =
  /** `cover`: tree canopy cover in 2000, percent */
  | { kind: 'land'; cover: number }
  /** `year`: calendar year of the loss */
  | { kind: 'loss'; year: number }
  | { kind: 'water' }
  | { kind: 'unread' };

/**
 * The pixels as they are drawn, row by row. Invalid values count as not read, as in the check.
 * @param until calendar year; a later loss is shown as the trees that stood there
 */
export function sightsOf(
  { width, height, lossYear, treeCover2000, dataMask }: WindowPixels,
  until = Number.POSITIVE_INFINITY,
): PixelSight[] {
  return Array.from({ length: width * height }, (_, index): PixelSight => {
    const mask = dataMask[index];
    const cover = treeCover2000[index] ?? -1;
    const loss = lossYear[index] ?? -1;
    if ((mask !== 1 && mask !== 2) || cover < 0 || cover > 100 || loss < 0 || loss > 99) return { kind: 'unread' };
    if (loss > 0 && 2000 + loss <= until) return { kind: 'loss', year: 2000 + loss };
    return mask === 2 ? { kind: 'water' } : { kind: 'land', cover };
  });
}

/** How large one pixel is on the ground. @returns metres from west to east at the window's middle, and hectares */
export function pixelSize(
  [west, south, east, north]: Window,
  { width, height }: Pick<WindowPixels, 'width' | 'height'>,
): { meters: number; hectares: number } {
  const { latitude, longitude } = metresPerDegree(microFromDegrees((south + north) / 2));
  const across = ((east - west) / width) * longitude;
  const down = ((north - south) / height) * latitude;
  return { meters: across, hectares: (across * down) / 10_000 };
}

/**
 * A line of the picture's legend: a kind of pixel and its number. Loss by year, oldest first; absent kinds are left
 * out.
 */
export type SightCount =
  | { kind: 'land' | 'water' | 'unread'; count: number }
  | { kind: 'loss'; year: number; count: number };

/** What the picture shows, counted. */
export function countSights(sights: readonly PixelSight[]): SightCount[] {
  const years = new Map<number, number>();
  const counts = { land: 0, water: 0, unread: 0 };
  for (const sight of sights) {
    if (sight.kind === 'loss') years.set(sight.year, (years.get(sight.year) ?? 0) + 1);
    else counts[sight.kind] += 1;
  }
  const loss = [...years].sort(([a], [b]) => a - b).map(([year, count]) => ({ kind: 'loss' as const, year, count }));
  const rest = (['land', 'water', 'unread'] as const).map((kind) => ({ kind, count: counts[kind] }));
  return [...rest.slice(0, 1), ...loss, ...rest.slice(1)].filter(({ count }) => count > 0);
}

/** The position of a location in the picture, in pixels from its north-west corner; null outside. */
export function placeInWindow(
  [west, south, east, north]: Window,
  { width, height }: Pick<WindowPixels, 'width' | 'height'>,
  place: { latitude: number; longitude: number },
): { x: number; y: number } | null {
  // A window across the date line continues beyond 180.
  const longitude = place.longitude < west ? place.longitude + 360 : place.longitude;
  const x = ((longitude - west) / (east - west)) * width;
  const y = ((north - place.latitude) / (north - south)) * height;
  return x >= 0 && x <= width && y >= 0 && y <= height ? { x, y } : null;
}
