import type { PlaceMicro } from '../domain/units.ts';

/** One pixel of the window that was read. */
export interface LossPixel {
  /** centre, micro-degrees */
  latMicro: number;
  lonMicro: number;
  /** calendar year of the loss, 2001... */
  year: number;
}

/** What was read, kept as evidence. */
export interface ForestReading {
  /** e.g. 'Hansen Global Forest Change' */
  dataset: string;
  /** e.g. 'GFC-2025-v1.13' */
  datasetVersion: string;
  /** true for data that is made up for demonstrations */
  sample: boolean;
  /** the window, degrees WGS84: [west, south, east, north] */
  window: [number, number, number, number];
  width: number;
  height: number;
  /** row by row from the north-west corner: years since 2000, 0 none */
  lossYear: number[];
  /** row by row: tree canopy cover in 2000, percent */
  treeCover2000: number[];
  /** row by row: 0 no data, 1 land, 2 water */
  dataMask: number[];
}

/** What a monitor could say of a place. */
export type ForestAnswer =
  | { kind: 'read'; reading: ForestReading }
  /** the data has nothing to say here and will not later: at sea, outside the dataset, gaps */
  | { kind: 'unreadable'; reason: string; reading: ForestReading | null };

/** The source cannot be reached now: the check is retried, the state stays pending. */
export class ForestMonitorAway extends Error {
  override name = 'ForestMonitorAway';
}

/** A source of satellite observations. Drivers: `hansen/` (also reads the sample tiles) and `gfw/`; one suite for all. */
export interface ForestMonitor {
  readonly driver: 'sample' | 'hansen' | 'gfw';
  /**
   * Reads the square of land around a place.
   * @param areaHa size of the square, hectares
   * @throws ForestMonitorAway when the source cannot be reached
   */
  read(place: PlaceMicro, areaHa: number): Promise<ForestAnswer>;
  health(): Promise<{ status: 'up' | 'down'; message?: string }>;
}
