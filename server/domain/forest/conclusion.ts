import type { Message } from '../messages/message.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';
import { microFromDegrees, type PlaceMicro } from '../text/units.ts';
import { converge } from './convergence.ts';
import { CUT_OFF_YEAR } from './deforestation.ts';
import {
  lossKey,
  type Confidence,
  type ForestAnswer,
  type ForestConclusion,
  type ForestReading,
  type InconclusiveCode,
  type LossPixel,
} from './forest.ts';

const NO_DATA = 0;
const LAND = 1;
const WATER = 2;

/**
 * Concludes a check (docs/spec/plots-and-satellite-checks.md, 'Result of a check'). A pixel is readable only if all
 * three of its values are valid; one invalid pixel is enough to exclude `clear`. Observed loss counts even beside gaps.
 */
export function concludeReading(answer: ForestAnswer): ForestConclusion {
  if (answer.kind === 'unreadable') {
    return inconclusive('unreadable', answer.reason, answer.reading === null ? 0 : pixelsOf(answer.reading));
  }
  const { others, ...reading } = answer.reading;
  const own = concludePixels(reading);
  if (others === undefined) return own;
  return converge([
    own,
    ...others.map((other) =>
      other.reading === null
        ? inconclusive('unreadable', other.reason ?? SATELLITE.incomplete({}), 0)
        : concludePixels(other.reading),
    ),
  ]);
}

function concludePixels(reading: ForestReading): ForestConclusion {
  const all = reading.width * reading.height;
  const layers = [
    reading.lossYear,
    reading.treeCover2000,
    reading.dataMask,
    ...(reading.covered ? [reading.covered] : []),
  ];
  const pixels = pixelsOf(reading);
  if (pixels === 0 || layers.some((layer) => layer.length !== all)) {
    return inconclusive('incomplete', SATELLITE.incomplete({}), 0);
  }

  const { land, water, cover, lossPixels } = readablePixels(reading);
  const gaps = pixels - land - water;
  const { confirmed, unconfirmed } = alertsOf(reading);
  const known = new Set(lossPixels.map(lossKey));
  lossPixels.push(...confirmed.filter((pixel) => !known.has(lossKey(pixel))));

  if (lossPixels.length > 0) {
    return {
      kind: 'loss',
      lossPixels,
      lossYears: [...new Set(lossPixels.map((pixel) => pixel.year))].sort((a, b) => a - b),
      pixels,
      treeCover2000: meanCover(cover, land),
      confidence: confidenceOf(land, water, gaps),
    };
  }
  if (unconfirmed > 0) {
    const reason = SATELLITE.unconfirmed({ alerts: unconfirmed });
    return inconclusive('unconfirmed', reason, pixels, meanCover(cover, land));
  }
  if (gaps > 0) {
    return inconclusive(
      gaps === pixels ? 'no_data' : 'gaps',
      gaps === pixels ? SATELLITE.noData({}) : SATELLITE.gaps({ gaps, pixels }),
      pixels,
      meanCover(cover, land),
    );
  }
  if (land === 0) {
    return inconclusive('no_land', SATELLITE.noLand({}), pixels);
  }
  return {
    kind: 'clear',
    pixels,
    treeCover2000: meanCover(cover, land),
    confidence: confidenceOf(land, water, gaps),
  };
}

/** How many pixels are land and water, the sum of the land's cover of 2000 in percent, and those with loss. */
function readablePixels(reading: ForestReading): {
  land: number;
  water: number;
  cover: number;
  lossPixels: LossPixel[];
} {
  const lossPixels: LossPixel[] = [];
  let land = 0;
  let water = 0;
  let cover = 0;
  for (let index = 0; index < reading.width * reading.height; index += 1) {
    if (reading.covered?.[index] === 0) continue;
    const pixel = pixelAt(reading, index);
    if (pixel === null) continue;
    if (pixel.mask === WATER) water += 1;
    else {
      land += 1;
      cover += pixel.cover;
    }
    if (pixel.lossYear > CUT_OFF_YEAR) lossPixels.push({ ...pixelCentre(reading, index), year: pixel.lossYear });
  }
  return { land, water, cover, lossPixels };
}

function inconclusive(
  code: InconclusiveCode,
  reason: Message,
  pixels: number,
  treeCover2000: number | null = null,
): ForestConclusion {
  return { kind: 'inconclusive', code, reason, pixels, treeCover2000, confidence: 'low' };
}

/** Number of pixels in a reading. */
function pixelsOf({ width, height, covered }: ForestReading): number {
  return covered === undefined ? width * height : covered.filter((percent) => percent > 0).length;
}

/** The values of one pixel, `lossYear` as a calendar year (0 none); null when it holds no data or values out of range. */
function pixelAt(reading: ForestReading, index: number): { mask: number; cover: number; lossYear: number } | null {
  const mask = reading.dataMask[index] ?? NO_DATA;
  const cover = reading.treeCover2000[index] ?? -1;
  const loss = reading.lossYear[index] ?? -1;
  if (mask !== LAND && mask !== WATER) return null;
  if (!(cover >= 0 && cover <= 100)) return null;
  if (!Number.isInteger(loss) || loss < 0 || loss > 99) return null;
  return { mask, cover, lossYear: loss === 0 ? 0 : 2000 + loss };
}

function pixelCentre(reading: ForestReading, index: number): PlaceMicro {
  const [west, south, east, north] = reading.window;
  const column = index % reading.width;
  const row = Math.floor(index / reading.width);
  const longitude = west + ((column + 0.5) * (east - west)) / reading.width;
  return {
    latMicro: microFromDegrees(north - ((row + 0.5) * (north - south)) / reading.height),
    lonMicro: microFromDegrees(longitude > 180 ? longitude - 360 : longitude),
  };
}

/**
 * The alerts after the cut-off inside the plot. A confirmed one is loss at its pixel; one seen once, by one sensor, is
 * not loss, but excludes `clear`.
 */
function alertsOf(reading: ForestReading): { confirmed: LossPixel[]; unconfirmed: number } {
  const confirmed = new Map<string, LossPixel>();
  let unconfirmed = 0;
  for (const alert of reading.alerts ?? []) {
    const year = Number(alert.date.slice(0, 4));
    const index = pixelUnder(reading, alert);
    if (!(year > CUT_OFF_YEAR) || index === null || reading.covered?.[index] === 0) continue;
    if (alert.confidence === 'nominal') {
      unconfirmed += 1;
      continue;
    }
    const pixel = { ...pixelCentre(reading, index), year };
    confirmed.set(lossKey(pixel), pixel);
  }
  return { confirmed: [...confirmed.values()], unconfirmed };
}

/** The pixel of a location; null outside of the window. */
function pixelUnder({ window, width, height }: ForestReading, place: PlaceMicro): number | null {
  const [west, south, east, north] = window;
  const degrees = place.lonMicro / 1e6;
  const longitude = degrees < west ? degrees + 360 : degrees > east ? degrees - 360 : degrees;
  const column = Math.floor(((longitude - west) / (east - west)) * width);
  const row = Math.floor(((north - place.latMicro / 1e6) / (north - south)) * height);
  return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : null;
}

function meanCover(sum: number, land: number): number | null {
  return land === 0 ? null : Math.round((sum / land) * 10) / 10;
}

function confidenceOf(land: number, water: number, gaps: number): Confidence {
  if (gaps > 0 || land === 0) return 'low';
  return water > 0 ? 'medium' : 'high';
}
