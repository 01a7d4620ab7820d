import type { Window } from '../forest.ts';
import type { PlaceMicro } from '../units.ts';
import { inOneTurn } from './geometry.ts';

interface Corner {
  x: number;
  y: number;
}

/** The part of an outline on one side of a line (Sutherland and Hodgman 1974); its area is right also where it falls into pieces. */
function cut(outline: readonly Corner[], axis: 'x' | 'y', line: number, keep: 'above' | 'below'): Corner[] {
  const inside = (corner: Corner): boolean => (keep === 'above' ? corner[axis] >= line : corner[axis] <= line);
  const kept: Corner[] = [];
  for (const [i, corner] of outline.entries()) {
    const before = outline.at(i - 1) ?? corner;
    if (inside(before) !== inside(corner)) {
      const part = (line - before[axis]) / (corner[axis] - before[axis]);
      const [x, y] = [before.x + (corner.x - before.x) * part, before.y + (corner.y - before.y) * part];
      kept.push(axis === 'x' ? { x: line, y } : { x, y: line });
    }
    if (inside(corner)) kept.push(corner);
  }
  return kept;
}

function area(outline: readonly Corner[]): number {
  let twice = 0;
  for (const [i, { x, y }] of outline.entries()) {
    const before = outline.at(i - 1) ?? { x, y };
    twice += before.x * y - x * before.y;
  }
  return Math.abs(twice) / 2;
}

/** Less of a pixel than this is rounding: a plot's corners are known to 1/250 of its side. */
const NOTHING = 1e-6;

/**
 * How much of each pixel a plot covers, whole percent: 0 for those that it does not touch, at least 1 where it covers any of it.
 * @param ring the plot's corners
 * @param window outer edges of the pixels, degrees; east may pass 180
 * @returns row by row from the north-west corner
 */
export function coverageOf(ring: readonly PlaceMicro[], window: Window, width: number, height: number): number[] {
  const [west, south, east, north] = window;
  // In pixels from the north-west corner.
  const outline = inOneTurn(ring).map(({ latMicro, lonMicro }): Corner => {
    const lon = lonMicro / 1e6;
    return {
      x: (((lon < west - 180 ? lon + 360 : lon) - west) / (east - west)) * width,
      y: ((north - latMicro / 1e6) / (north - south)) * height,
    };
  });
  const covered = Array.from({ length: width * height }, () => 0);
  let below = outline;
  for (let row = 0; row < height && below.length > 0; row += 1) {
    const band = cut(below, 'y', row + 1, 'below');
    below = cut(below, 'y', row + 1, 'above');
    fillRow(band, row * width, width, covered);
  }
  return covered;
}

function fillRow(band: readonly Corner[], start: number, width: number, covered: number[]): void {
  if (band.length === 0) return;
  const first = Math.max(0, Math.floor(Math.min(...band.map(({ x }) => x))));
  let right: readonly Corner[] = band;
  for (let column = first; column < width && right.length > 0; column += 1) {
    const share = area(cut(right, 'x', column + 1, 'below'));
    right = cut(right, 'x', column + 1, 'above');
    if (share > NOTHING) covered[start + column] = Math.min(100, Math.max(1, Math.round(share * 100)));
  }
}
