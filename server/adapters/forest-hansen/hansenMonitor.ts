import type { ForestAnswer, ForestReading } from '../../domain/forest/forest.ts';
import { coverageOf } from '../../domain/plot/geometry/coverage.ts';
import { windowOf, type PolygonGeometry } from '../../domain/plot/geometry/geometry.ts';
import type { Message } from '../../domain/messages/message.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { ForestMonitorAway, withDamaged, type ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import { isCovered, tilesUnder } from '../../domain/forest/grid.ts';
import { TileAbsent, TileDamaged } from '../tile-files/tileErrors.ts';
import { HansenTiles, type TileOptions } from './hansenTiles.ts';

/** Of a whole read, with all its retries. A job waits; people see after 8 s that their check is queued. */
const READ_DEADLINE_MS = 20_000;
/** Health is asked for more often than a distant bucket should be. */
const HEALTH_KEPT_MS = 30_000;

export interface HansenOptions extends TileOptions {
  driver: 'hansen' | 'sample';
  /** for one read of a location, 20 s by default */
  deadlineMs?: number;
}

const OUTSIDE = SATELLITE.outsideDataset({});

/**
 * Reads Hansen Global Forest Change tiles (Hansen et al. 2013; one byte per pixel of 0.00025 degrees), or sample tiles
 * of the same layout.
 */
export function hansenMonitor(options: HansenOptions): ForestMonitor {
  const { datasetVersion, driver, deadlineMs = READ_DEADLINE_MS } = options;
  const tiles = new HansenTiles(options);
  let health: { until: number; answer: ReturnType<ForestMonitor['health']> } | null = null;

  return {
    driver,
    source: `${driver} ${datasetVersion}`,
    async health() {
      if (health === null || health.until <= Date.now()) {
        health = { until: Date.now() + HEALTH_KEPT_MS, answer: tiles.probe() };
      }
      return withDamaged(await health.answer, tiles.damaged);
    },
    async read(geometry, signal): Promise<ForestAnswer> {
      const window = windowOf(geometry);
      const corners = tilesUnder(window);
      if (!corners.flat().every(isCovered)) return unreadable(OUTSIDE);
      const late = AbortSignal.timeout(deadlineMs);
      const ended = new AbortController();
      try {
        const left = AbortSignal.any([late, ended.signal, ...(signal === undefined ? [] : [signal])]);
        const reading = await tiles.readWindow(window, corners, left);
        return { kind: 'read', reading: geometry.kind === 'point' ? reading : coveredBy(geometry, reading) };
      } catch (error) {
        signal?.throwIfAborted();
        if (late.aborted)
          throw new ForestMonitorAway(`The tiles did not answer within ${deadlineMs} ms.`, { fault: 'slow' });
        if (error instanceof TileAbsent) {
          // A wrong address or a proxy that forbids it answers 'absent' for every tile: that says nothing of this place.
          const { status, message } = await tiles.probe();
          if (status === 'down') throw new ForestMonitorAway(message, { cause: error, fault: 'absent' });
          return unreadable(OUTSIDE);
        }
        if (error instanceof TileDamaged) {
          return unreadable(SATELLITE.damagedData({ detail: error.message }));
        }
        throw error;
      } finally {
        // When one layer fails, the reads of the others are aborted.
        ended.abort();
      }
    },
  };
}

/** What was read, with how much of each pixel belongs to the plot. */
function coveredBy({ ring }: PolygonGeometry, reading: ForestReading): ForestReading {
  return { ...reading, covered: coverageOf(ring, reading.window, reading.width, reading.height) };
}

function unreadable(reason: Message): ForestAnswer {
  return { kind: 'unreadable', reason, reading: null };
}
