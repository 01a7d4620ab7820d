import type { ForestAnswer } from './forest.ts';
import type { Geometry } from '../plot/geometry/geometry.ts';
import type { SourceFault } from './sourceFaults.ts';

/** The source cannot be reached now: the check is retried, the state stays pending. */
export class ForestMonitorAway extends Error {
  override name = 'ForestMonitorAway';
  /** why, for people: the message may name hosts */
  readonly fault: SourceFault;

  constructor(message?: string, options: { cause?: unknown; fault?: SourceFault } = {}) {
    super(message, { cause: options.cause });
    this.fault = options.fault ?? 'unreachable';
  }
}

/** Whether a source can be read. */
export interface SourceHealth {
  status: 'up' | 'down';
  message?: string;
  /** names of files that were found damaged and have not been read whole since; none: left out */
  damaged?: readonly string[];
}

/** The same health, with names of damaged files. */
export function withDamaged(health: SourceHealth, damaged: readonly string[]): SourceHealth {
  return damaged.length === 0 ? health : { ...health, damaged };
}

/**
 * A source of satellite observations. Drivers: `hansen/` (also reads the sample tiles), `gfw/`, and `joint/` over both;
 * one test suite for all. A driver only reads; `concludeReading` in `domain/forest/forest.ts` draws the conclusion.
 */
export interface ForestMonitor {
  readonly driver: 'sample' | 'hansen' | 'gfw' | 'hansen+gfw';
  /** names and versions of its data: when they change, every lot must be checked again */
  readonly source: string;
  /**
   * Reads the land of a place: of a point the square of its area, of a polygon each pixel that it covers any of, with how much.
   * @param signal ends the waiting when it is aborted
   * @throws ForestMonitorAway when the source cannot be reached, and the signal's reason
   */
  read(geometry: Geometry, signal?: AbortSignal): Promise<ForestAnswer>;
  health(): Promise<SourceHealth>;
}
