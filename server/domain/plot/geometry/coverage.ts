import type { Window } from '../../forest/forest.ts';
import type { PlaceMicro } from '../../text/units.ts';
import { inOneTurn } from './geometry.ts';

/** Less of a pixel than this is rounding: a plot's corners are known to 1/250 of its side. */
const NOTHING = 1e-6;

/**
 * The part of each pixel that a plot covers, whole percent: 0 for pixels that it does not touch, at least 1 where it
 * covers any of it.
 *
 * Each side covers the area east of it, positive for a side to the south and negative for one to the north; the sum is
 * the plot. So the time depends on the number of pixels that sides cross, plus one sum over all.
 * @param ring the plot's corners
 * @param window outer edges of the pixels, degrees, around the ring; east may pass 180
 * @returns row by row from the north-west corner
 */
export function coverageOf(ring: readonly PlaceMicro[], window: Window, width: number, height: number): number[] {
  const [west, south, east, north] = window;
  // In pixels from the north-west corner.
  const corners = inOneTurn(ring).map(({ latMicro, lonMicro }) => {
    const lon = lonMicro / 1e6;
    return {
      x: within((((lon < west - 180 ? lon + 360 : lon) - west) / (east - west)) * width, width),
      y: within(((north - latMicro / 1e6) / (north - south)) * height, height),
    };
  });
  // The amount that each column adds to the sum over the previous columns; one more after the last.
  const steps = new Float64Array((width + 1) * height);
  for (const [i, { x, y }] of corners.entries()) {
    const before = corners.at(i - 1) ?? { x, y };
    addSide(steps, width, before.x, before.y, x, y);
  }
  return sums(steps, width, height);
}

/** Rounding may move a corner on the border slightly outside. */
function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

/** A side, row by row. */
function addSide(steps: Float64Array, width: number, fromX: number, fromY: number, toX: number, toY: number): void {
  if (fromY === toY) return;
  const [upX, upY, downX, downY] = fromY < toY ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
  const slope = (downX - upX) / (downY - upY);
  const sign = fromY < toY ? 1 : -1;
  for (let row = Math.floor(upY); row < downY; row += 1) {
    const [top, bottom] = [Math.max(row, upY), Math.min(row + 1, downY)];
    addInRow(steps, row * (width + 1), upX + (top - upY) * slope, upX + (bottom - upY) * slope, (bottom - top) * sign);
  }
}

/** The part of a side in one row, column by column. @param fall signed length to the south in this row */
function addInRow(steps: Float64Array, start: number, oneX: number, otherX: number, fall: number): void {
  const [left, right] = oneX < otherX ? [oneX, otherX] : [otherX, oneX];
  for (let column = Math.floor(left); column <= right; column += 1) {
    const [begin, end] = [Math.max(column, left), Math.min(column + 1, right)];
    const part = right === left ? fall : (fall * (end - begin)) / (right - left);
    const inside = (begin + end) / 2 - column;
    steps[start + column] = (steps[start + column] ?? 0) + part * (1 - inside);
    // Behind the last column there is nothing to cover.
    if (inside > 0) steps[start + column + 1] = (steps[start + column + 1] ?? 0) + part * inside;
    if (right === left) return;
  }
}

function sums(steps: Float64Array, width: number, height: number): number[] {
  const covered: number[] = [];
  for (let row = 0; row < height; row += 1) {
    let share = 0;
    for (let column = 0; column < width; column += 1) {
      share += steps[row * (width + 1) + column] ?? 0;
      const size = Math.abs(share);
      covered.push(size > NOTHING ? Math.min(100, Math.max(1, Math.round(size * 100))) : 0);
    }
  }
  return covered;
}
