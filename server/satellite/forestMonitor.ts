import type { ForestAnswer } from '../domain/forest.ts';
import type { PlaceMicro } from '../domain/units.ts';

/** The source cannot be reached now: the check is retried, the state stays pending. */
export class ForestMonitorAway extends Error {
  override name = 'ForestMonitorAway';
}

/**
 * A source of satellite observations. Drivers: `hansen/` (also reads the sample tiles) and `gfw/`; one suite for all.
 * A driver reads; what a reading means is concluded by `concludeReading` in `domain/forest.ts`.
 */
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
