import type { ForestAnswer } from '../domain/forest.ts';
import type { Geometry } from '../domain/geometry/geometry.ts';

/** The source cannot be reached now: the check is retried, the state stays pending. */
export class ForestMonitorAway extends Error {
  override name = 'ForestMonitorAway';
}

/**
 * A source of satellite observations. Drivers: `hansen/` (also reads the sample tiles), `gfw/`, and `joint/` over both; one suite for all.
 * A driver reads; what a reading means is concluded by `concludeReading` in `domain/forest.ts`.
 */
export interface ForestMonitor {
  readonly driver: 'sample' | 'hansen' | 'gfw' | 'hansen+gfw';
  /**
   * Reads the land of a place: of a point the square of its area, of a polygon each pixel that it covers any of, with how much.
   * @param signal ends the waiting when it is aborted
   * @throws ForestMonitorAway when the source cannot be reached, and the signal's reason
   */
  read(geometry: Geometry, signal?: AbortSignal): Promise<ForestAnswer>;
  health(): Promise<{ status: 'up' | 'down'; message?: string }>;
}
