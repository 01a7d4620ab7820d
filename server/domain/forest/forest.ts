import type { AlertOutcome } from '../alert/alerts.ts';
import type { DeforestationStatus } from './deforestation.ts';
import type { Message } from '../messages/message.ts';
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

/** The answer of one of several sources, other than the one whose pixels are in the reading. */
export interface OtherAnswer {
  driver: string;
  reading: ForestReading | null;
  /** why nothing could be read */
  reason: Message | null;
}

/** The answer of a monitor for a location. `conclusion.ts` draws the conclusion, not the drivers. */
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
