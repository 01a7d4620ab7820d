import type { AlertOutcome } from '../alert/alerts.ts';
import { converge, type OtherAnswer } from './convergence.ts';
import { CUT_OFF_YEAR, type DeforestationStatus } from './deforestation.ts';
import type { Message } from '../messages/message.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';
import { metresPerDegree } from '../plot/geometry/ellipsoid.ts';
import { microFromDegrees, type PlaceMicro } from '../text/units.ts';

/** EUDR Article 2(28): a plot of up to 4 ha may be given as one point, so a point is checked as a square of 4 ha. */
export const POINT_AREA_HA = 4;

/** A window in degrees WGS84: [west, south, east, north]. East passes 180 where a window crosses that meridian. */
export type Window = [west: number, south: number, east: number, north: number];

/** One pixel of tree loss. Center and year identify it across checks. */
export interface LossPixel {
  /** center, micro-degrees */
  latMicro: number;
  lonMicro: number;
  /** calendar year of the loss, 2001... */
  year: number;
}

/** Confidence of GFW's integrated alerts: one sensor once, one sensor several times, several sensors. */
export const ALERT_CONFIDENCES = ['nominal', 'high', 'highest'] as const;

/** One disturbance from an alert system, by the center of its pixel (about 10 m). */
export interface DisturbanceAlert {
  latMicro: number;
  lonMicro: number;
  /** YYYY-MM-DD */
  date: string;
  confidence: (typeof ALERT_CONFIDENCES)[number];
}

/** Forest at the cut-off by a map of 2020, in its own pixels. It has no effect on a lot's status. */
export interface ForestBaseline {
  /** e.g. 'JRC Global Forest Cover 2020' */
  dataset: string;
  /** e.g. 'V3' */
  datasetVersion: string;
  window: Window;
  width: number;
  height: number;
  /** row by row from the north-west corner: 0 no forest, 1 and more forest */
  forest: number[];
  /** as in `ForestReading` */
  covered?: number[];
}

/** The data of a check, stored as evidence. */
export interface ForestReading {
  /** e.g. 'Hansen Global Forest Change' */
  dataset: string;
  /** e.g. 'GFC-2025-v1.13' */
  datasetVersion: string;
  /** true for data that is made up for demonstrations */
  sample: boolean;
  /** outer edges of the pixels that were read */
  window: Window;
  width: number;
  height: number;
  /** row by row from the north-west corner: years since 2000, 0 none */
  lossYear: number[];
  /** row by row: tree canopy cover in 2000, percent */
  treeCover2000: number[];
  /** row by row: 0 no data, 1 land, 2 water */
  dataMask: number[];
  /**
   * row by row: the part of each pixel that the plot covers, whole percent; absent for a point, whose window is the
   * plot
   */
  covered?: number[];
  /** those after the cut-off, if the source has them */
  alerts?: DisturbanceAlert[];
  /** with several sources: the one that these pixels are from */
  readBy?: string;
  /** answers of the other sources */
  others?: OtherAnswer[];
  /** if a map of 2020 covers the whole location */
  baseline?: ForestBaseline;
}

/** The answer of a monitor for a location. The conclusion is drawn here, not by the drivers. */
export type ForestAnswer =
  /** pixels were read: land, water or gaps, with or without loss */
  | { kind: 'read'; reading: ForestReading }
  /** no full window, now or later: outside the dataset, or a damaged file; with the part that could be read, if any */
  | { kind: 'unreadable'; reason: Message; reading: ForestReading | null };

/**
 * How much of the window the conclusion rests on: `high` - every pixel is readable land; `medium` - every pixel is
 * readable and some are water; `low` - some or all hold no data, or no land was seen.
 */
export type Confidence = 'high' | 'medium' | 'low';

/** Figures of one check's window. */
export interface ForestFigures {
  /** pixels in the window; 0 when nothing could be read */
  pixels: number;
  /** mean canopy cover in 2000 over the readable land pixels, percent to one decimal; null without land */
  treeCover2000: number | null;
  confidence: Confidence;
}

/**
 * Why a check is inconclusive: nothing readable (outside the dataset, or a damaged file), layers that do not fit, no
 * data, gaps in the data, only water, or unconfirmed disturbance alerts.
 */
export type InconclusiveCode = 'unreadable' | 'incomplete' | 'no_data' | 'gaps' | 'no_land' | 'unconfirmed';

export type ForestConclusion =
  /** the whole window was readable, and nothing was lost after the cut-off */
  | (ForestFigures & { kind: 'clear' })
  /** trees were lost after the cut-off */
  | (ForestFigures & {
      kind: 'loss';
      /** from north to south, then west to east */
      lossPixels: LossPixel[];
      /** calendar years, ascending, each once */
      lossYears: number[];
    })
  /** inconclusive; never treated as clear */
  | (ForestFigures & { kind: 'inconclusive'; code: InconclusiveCode; reason: Message });

/** A check's conclusion as stored. */
export type CheckConclusion = ForestConclusion['kind'];

/**
 * The square of land that is checked for a place, as wide in metres as it is high.
 * @param areaHa hectares, above 0
 * @returns degrees, rounded to six decimals
 * @throws RangeError when the area is not a positive number
 */
export function windowAround(place: PlaceMicro, areaHa: number = POINT_AREA_HA): Window {
  if (!Number.isFinite(areaHa) || areaHa <= 0) throw new RangeError(`An area of ${areaHa} ha cannot be checked.`);
  const half = Math.sqrt(areaHa * 10_000) / 2;
  const { latitude, longitude } = metresPerDegree(place.latMicro);
  const halfLatMicro = microFromDegrees(half / latitude);
  const halfLonMicro = microFromDegrees(half / longitude);
  return [
    (place.lonMicro - halfLonMicro) / 1e6,
    (place.latMicro - halfLatMicro) / 1e6,
    (place.lonMicro + halfLonMicro) / 1e6,
    (place.latMicro + halfLatMicro) / 1e6,
  ];
}

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

/** Two pixels are the same loss when centre and year agree; a later year at the same centre is new loss. */
export function lossKey(pixel: LossPixel): string {
  return `${pixel.latMicro},${pixel.lonMicro},${pixel.year}`;
}

/**
 * The text that identifies a finding - location, dataset, version and loss pixels in any order - to be hashed by the
 * caller. There is one alert for each finding (docs/spec/plots-and-satellite-checks.md, 'Result of a check').
 */
export function findingKey(finding: {
  place: PlaceMicro;
  dataset: string;
  datasetVersion: string;
  lossPixels: readonly LossPixel[];
}): string {
  const pixels = [...new Set(finding.lossPixels.map(lossKey))].sort();
  const place = [finding.place.latMicro, finding.place.lonMicro];
  return JSON.stringify([place, finding.dataset, finding.datasetVersion, pixels]);
}

/** A finding that has an alert, open or closed. */
export interface HeldFinding {
  lossPixels: readonly LossPixel[];
  /** the outcome of its alert's resolution; null while it is open, when dismissed or resolved without one */
  outcome: AlertOutcome | null;
}

export interface AfterCheck {
  /** the status that the check gives the lot (it may be the present one); null leaves the lot's status alone */
  status: DeforestationStatus | null;
  /** true: one high alert for this finding */
  raiseAlert: boolean;
}

const LEAVE: AfterCheck = { status: null, raiseAlert: false };

/**
 * The effect of a check on a lot (docs/spec/plots-and-satellite-checks.md, 'Result of a check'). A check never closes
 * an alert, never overrides a person, and never turns unreadable data into a clear result. A lot whose location was
 * changed is `Pending Review`; when it returns to an earlier location, the decisions made there apply again.
 * @param facts.lotStatus the lot's status before the check
 * @param facts.openAlerts whether an alert of the lot is active or acknowledged
 * @param facts.heldFindings the findings with an alert at exactly this location and from this dataset (any version)
 */
export function statusAfterCheck(facts: {
  conclusion: ForestConclusion;
  lotStatus: DeforestationStatus;
  openAlerts: boolean;
  heldFindings: readonly HeldFinding[];
}): AfterCheck {
  const { conclusion, lotStatus, openAlerts, heldFindings } = facts;
  const concluded = (outcome: AlertOutcome): boolean => heldFindings.some((finding) => finding.outcome === outcome);
  switch (conclusion.kind) {
    case 'clear':
      if (openAlerts) return LEAVE;
      if (!concluded('Deforestation Detected')) return { status: 'No Deforestation', raiseAlert: false };
      return lotStatus === 'Pending Review' ? { status: 'Deforestation Detected', raiseAlert: false } : LEAVE;
    case 'inconclusive':
      // A detection or an investigation at this location stays, and so does a person's clearance.
      if (lotStatus === 'Deforestation Detected' || lotStatus === 'Under Investigation') return LEAVE;
      if (lotStatus === 'No Deforestation' && concluded('No Deforestation')) return LEAVE;
      return { status: 'Pending Review', raiseAlert: false };
    case 'loss': {
      const known = new Set(heldFindings.flatMap((finding) => finding.lossPixels.map(lossKey)));
      if (!conclusion.lossPixels.every((pixel) => known.has(lossKey(pixel)))) {
        return { status: 'Deforestation Detected', raiseAlert: true };
      }
      if (lotStatus === 'Pending Review') {
        return { status: standingOutcome(conclusion.lossPixels, heldFindings), raiseAlert: false };
      }
      return LEAVE;
    }
  }
}

/** The status for known loss: cleared only if a person cleared every finding that contains a part of it. */
function standingOutcome(lossPixels: readonly LossPixel[], heldFindings: readonly HeldFinding[]): AlertOutcome {
  const seen = new Set(lossPixels.map(lossKey));
  const findings = heldFindings.filter((finding) => finding.lossPixels.some((pixel) => seen.has(lossKey(pixel))));
  return findings.every((finding) => finding.outcome === 'No Deforestation')
    ? 'No Deforestation'
    : 'Deforestation Detected';
}
