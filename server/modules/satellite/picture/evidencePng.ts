import { CUT_OFF_YEAR } from '../../../domain/forest/deforestation.ts';
import { placeInWindow, sightsOf, type PixelSight } from '../../../domain/forest/evidencePicture.ts';
import type { ForestReading } from '../../../domain/forest/forest.ts';
import { VERSION } from '../../../platform/process/version.ts';
import { png } from '../../../platform/png.ts';

type Color = readonly [red: number, green: number, blue: number];

/** As on the screen (`client/design`); each color is accompanied by a mark. */
const WHITE: Color = [255, 255, 255];
const INK: Color = [38, 30, 26];
const LEAST_COVER: Color = [222, 232, 214];
const MOST_COVER: Color = [47, 107, 60];
const LOSS: Color = [178, 34, 34];
const EARLIER: Color = [150, 124, 96];
const WATER: Color = [150, 190, 214];
const UNREAD: Color = [236, 236, 236];
const GRID: Color = [255, 255, 255];

/** Points of one pixel of the window: large enough for a year of two figures, unless the window is so wide that the picture would be huge. */
const SIDE = 24;
const MOST_POINTS = 900;
const LEAST_SIDE_WITH_MARKS = 16;

/** Figures of 3 by 5 points, row by row. */
const GLYPHS: readonly (readonly number[])[] = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 1, 1],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
];

export interface EvidencePictureOf {
  lotId: string;
  reading: ForestReading;
  /** degrees; null: none is marked */
  place: { latitude: number; longitude: number } | null;
  /** SHA-256 of the evidence, hex */
  evidenceHash: string;
}

/**
 * The pixels of a check as a picture: land darker with more trees in 2000, loss with its year (after the cut-off red,
 * before brown), water with waves, unread pixels crossed out, pixels outside of the plot at half strength, alerts as
 * diamonds, the location as a ring. Texts in the file name lot, source and evidence.
 */
export async function evidencePng({ lotId, reading, place, evidenceHash }: EvidencePictureOf): Promise<Buffer> {
  const { width, height, covered, window } = reading;
  const side = Math.max(1, Math.min(SIDE, Math.floor(MOST_POINTS / Math.max(width, height))));
  const canvas = new Canvas(width * side, height * side);
  for (const [index, sight] of sightsOf(reading).entries()) {
    const at = { x: (index % width) * side, y: Math.floor(index / width) * side };
    drawSight(canvas, at, side, sight, covered?.[index] === 0);
  }
  if (side >= LEAST_SIDE_WITH_MARKS) drawGrid(canvas, side);
  for (const alert of reading.alerts ?? []) {
    const spot = placeInWindow(window, reading, { latitude: alert.latMicro / 1e6, longitude: alert.lonMicro / 1e6 });
    if (spot !== null)
      drawDiamond(canvas, spot.x * side, spot.y * side, side / 4, alert.confidence === 'nominal' ? EARLIER : LOSS);
  }
  const spot = place === null ? null : placeInWindow(window, reading, place);
  if (spot !== null) drawRing(canvas, spot.x * side, spot.y * side, Math.max(6, side * 0.6));
  return png(canvas.width, canvas.height, canvas.rgb, {
    Title: `Satellite evidence of lot ${lotId}`,
    Source: `${reading.dataset}, version ${reading.datasetVersion}${reading.sample ? ' (sample data)' : ''}`,
    Comment: `Window, degrees west, south, east, north: ${window.join(', ')}. Evidence, SHA-256: ${evidenceHash}`,
    Software: `Manam-Trace ${VERSION}`,
  });
}

class Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.rgb = new Uint8Array(width * height * 3).fill(255);
  }

  point(x: number, y: number, [red, green, blue]: Color): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || column >= this.width || row < 0 || row >= this.height) return;
    const at = (row * this.width + column) * 3;
    this.rgb[at] = red;
    this.rgb[at + 1] = green;
    this.rgb[at + 2] = blue;
  }

  box(x: number, y: number, width: number, height: number, color: Color): void {
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) this.point(column, row, color);
    }
  }
}

function drawSight(
  canvas: Canvas,
  { x, y }: { x: number; y: number },
  side: number,
  sight: PixelSight,
  beside: boolean,
): void {
  const fill = colorOf(sight);
  canvas.box(x, y, side, side, beside ? between(fill, WHITE, 0.6) : fill);
  if (side < LEAST_SIDE_WITH_MARKS) return;
  if (sight.kind === 'loss') drawYear(canvas, x, y, side, sight.year);
  if (sight.kind === 'unread') {
    for (let i = 4; i < side - 4; i += 1) {
      canvas.point(x + i, y + i, INK);
      canvas.point(x + i, y + side - 1 - i, INK);
    }
  }
  if (sight.kind === 'water') {
    for (let i = 3; i < side - 3; i += 1) canvas.point(x + i, y + side / 2 + 2 * Math.sin(i / 1.6), WHITE);
  }
}

function colorOf(sight: PixelSight): Color {
  switch (sight.kind) {
    case 'land':
      return between(LEAST_COVER, MOST_COVER, sight.cover / 100);
    case 'loss':
      return sight.year > CUT_OFF_YEAR ? LOSS : EARLIER;
    case 'water':
      return WATER;
    case 'unread':
      return UNREAD;
  }
}

function between(from: Color, to: Color, share: number): Color {
  const mix = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

/** The last two figures of a year, in the middle. */
function drawYear(canvas: Canvas, x: number, y: number, side: number, year: number): void {
  const figures = [Math.floor(year / 10) % 10, year % 10];
  const [left, top] = [x + Math.floor((side - 14) / 2), y + Math.floor((side - 10) / 2)];
  for (const [place, figure] of figures.entries()) {
    for (const [row, bits] of (GLYPHS[figure] ?? []).entries()) {
      for (let column = 0; column < 3; column += 1) {
        if ((bits & (4 >> column)) !== 0) canvas.box(left + place * 8 + column * 2, top + row * 2, 2, 2, WHITE);
      }
    }
  }
}

function drawGrid(canvas: Canvas, side: number): void {
  for (let x = side; x < canvas.width; x += side) canvas.box(x, 0, 1, canvas.height, GRID);
  for (let y = side; y < canvas.height; y += side) canvas.box(0, y, canvas.width, 1, GRID);
}

function drawDiamond(canvas: Canvas, x: number, y: number, size: number, color: Color): void {
  for (let dy = -size; dy <= size; dy += 1) {
    for (let dx = Math.abs(dy) - size; dx <= size - Math.abs(dy); dx += 1) {
      const rim = Math.abs(dx) + Math.abs(dy) > size - 1.5;
      canvas.point(x + dx, y + dy, rim ? WHITE : color);
    }
  }
}

/** Dark between two light lines, so that it is seen on every ground. */
function drawRing(canvas: Canvas, x: number, y: number, radius: number): void {
  const steps = Math.ceil(radius * 12);
  for (const [offset, color] of [
    [-1.5, WHITE],
    [1.5, WHITE],
    [-0.5, INK],
    [0.5, INK],
  ] as const) {
    for (let i = 0; i < steps; i += 1) {
      const turn = (i / steps) * 2 * Math.PI;
      canvas.point(x + (radius + offset) * Math.cos(turn), y + (radius + offset) * Math.sin(turn), color);
    }
  }
}
