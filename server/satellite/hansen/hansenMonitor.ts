import { join } from 'node:path';
import type { ForestAnswer, ForestReading, Window } from '../../domain/forest.ts';
import { coverageOf } from '../../domain/geometry/coverage.ts';
import { windowOf, type PolygonGeometry } from '../../domain/geometry/geometry.ts';
import type { Said } from '../../domain/said/said.ts';
import { SATELLITE } from '../../domain/said/satelliteSaid.ts';
import { microFromDegrees } from '../../domain/units.ts';
import { ForestMonitorAway, type ForestMonitor } from '../forestMonitor.ts';
import { fileRanges, httpRanges, type ByteRanges } from './byteRanges.ts';
import { DecodedStrips } from './decodedStrips.ts';
import { isCovered, tileName, tilesUnder, type TileCorner } from './grid.ts';
import { LeastRecentlyUsed } from './leastRecentlyUsed.ts';
import { openTile, type Tile, type TilePixels } from './tile.ts';
import { TileAbsent, TileDamaged } from './tileErrors.ts';

const LAYERS = ['lossyear', 'treecover2000', 'datamask'] as const;
type Layer = (typeof LAYERS)[number];

/** One place needs three tiles; each holds up to 1 MB of blocks. */
const TILES_KEPT = 24;
/** About 60 places far from each other: one needs about 27 strips of 40 kB, and those of one farm share most of them. */
const STRIP_BYTES_KEPT = 64 * 2 ** 20;
const READ_DEADLINE_MS = 8_000;
const HEALTH_DEADLINE_MS = 3_000;
/** Health is asked for more often than a distant bucket should be. */
const HEALTH_KEPT_MS = 30_000;
/** Part of every release, and of the sample: the tile whose first bytes tell whether the source answers. */
const PROBE: TileCorner = { north: 0, west: 140 };

export interface HansenOptions {
  /**
   * A folder of tiles, or the address under which they lie, by default that of the public bucket:
   * https://storage.googleapis.com/earthenginepartners-hansen/GFC-2025-v1.13 (no key needed).
   */
  source: { kind: 'folder'; path: string; sample: boolean } | { kind: 'http'; baseUrl: string };
  /** name shown with each result, e.g. 'Hansen Global Forest Change' */
  dataset: string;
  /** as in the file names, e.g. 'GFC-2025-v1.13' for `Hansen_GFC-2025-v1.13_lossyear_00N_140E.tif` */
  datasetVersion: string;
  driver: 'hansen' | 'sample';
  /** for one read of a place, 8 s unless told */
  deadlineMs?: number;
  /** where decoded strips are kept, 64 MB of them unless told */
  strips?: DecodedStrips;
}

const OUTSIDE = SATELLITE.outsideDataset({});

type PixelRows = Omit<TilePixels, 'values'> & { values: number[] };

/**
 * Reads Hansen Global Forest Change tiles (Hansen et al. 2013; one byte per pixel of 0.00025 degrees), or sample tiles of
 * the same layout. Opened tiles and their decoded strips are kept for the next places; a tile that failed in any way is
 * opened anew, without them.
 */
export function hansenMonitor(options: HansenOptions): ForestMonitor {
  const { source, dataset, datasetVersion, driver, deadlineMs = READ_DEADLINE_MS } = options;
  const strips = options.strips ?? new DecodedStrips(STRIP_BYTES_KEPT);
  const tiles = new LeastRecentlyUsed<string, Promise<Tile>>(TILES_KEPT);
  let health: { until: number; answer: ReturnType<ForestMonitor['health']> } | null = null;

  function ranges(layer: Layer, corner: TileCorner): ByteRanges {
    const file = `Hansen_${datasetVersion}_${layer}_${tileName(corner)}.tif`;
    return source.kind === 'folder'
      ? fileRanges(join(source.path, file))
      : httpRanges(`${source.baseUrl.replace(/\/+$/, '')}/${file}`, deadlineMs);
  }

  async function readTile(layer: Layer, corner: TileCorner, window: Window): Promise<TilePixels> {
    const name = `${layer} ${tileName(corner)}`;
    const tile = tiles.get(name) ?? openTile(corner, ranges(layer, corner), strips);
    tiles.set(name, tile);
    try {
      return await (await tile).readWindow(window);
    } catch (error) {
      // geotiff.js keeps a failed read for ever, so the tile is dropped with it.
      tiles.forget(name, tile);
      throw error;
    }
  }

  async function readLayer(layer: Layer, corners: TileCorner[][], window: Window): Promise<PixelRows> {
    return stitch(await Promise.all(corners.map((row) => Promise.all(row.map((at) => readTile(layer, at, window))))));
  }

  async function readWindow(window: Window, corners: TileCorner[][]): Promise<ForestReading> {
    const [lossYear, treeCover2000, dataMask] = await Promise.all([
      readLayer('lossyear', corners, window),
      readLayer('treecover2000', corners, window),
      readLayer('datamask', corners, window),
    ]);
    const same = (other: PixelRows): boolean =>
      other.width === lossYear.width && other.window.every((edge, i) => edge === lossYear.window[i]);
    if (!same(treeCover2000) || !same(dataMask)) throw new TileDamaged('The layers do not lie on the same pixels.');
    return {
      dataset,
      datasetVersion,
      sample: source.kind === 'folder' && source.sample,
      window: lossYear.window,
      width: lossYear.width,
      height: lossYear.height,
      lossYear: lossYear.values,
      treeCover2000: treeCover2000.values,
      dataMask: dataMask.values,
    };
  }

  async function probe(): Promise<{ status: 'up' | 'down'; message?: string }> {
    try {
      await within(HEALTH_DEADLINE_MS, ranges('lossyear', PROBE).read(0, 8));
      return { status: 'up' };
    } catch (error) {
      if (error instanceof TileAbsent) return { status: 'down', message: `No tiles of ${datasetVersion} were found.` };
      return { status: 'down', message: error instanceof Error ? error.message : 'The tiles cannot be reached.' };
    }
  }

  return {
    driver,
    async health() {
      if (health === null || health.until <= Date.now()) {
        health = { until: Date.now() + HEALTH_KEPT_MS, answer: probe() };
      }
      return health.answer;
    },
    async read(geometry, signal): Promise<ForestAnswer> {
      const window = windowOf(geometry);
      const corners = tilesUnder(window);
      if (!corners.flat().every(isCovered)) return unreadable(OUTSIDE);
      try {
        const reading = await within(deadlineMs, readWindow(window, corners), signal);
        return { kind: 'read', reading: geometry.kind === 'point' ? reading : coveredBy(geometry, reading) };
      } catch (error) {
        if (error instanceof TileAbsent) {
          // A wrong address or a proxy that forbids it answers 'absent' for every tile: that says nothing of this place.
          const { status, message } = await probe();
          if (status === 'down') throw new ForestMonitorAway(message, { cause: error });
          return unreadable(OUTSIDE);
        }
        if (error instanceof TileDamaged) {
          return unreadable(SATELLITE.damagedData({ detail: error.message }));
        }
        throw error;
      }
    },
  };
}

/** What was read, with how much of each pixel belongs to the plot. */
function coveredBy({ ring }: PolygonGeometry, reading: ForestReading): ForestReading {
  return { ...reading, covered: coverageOf(ring, reading.window, reading.width, reading.height) };
}

function unreadable(reason: Said): ForestAnswer {
  return { kind: 'unreadable', reason, reading: null };
}

/**
 * Ends the waiting, not the work: a request that is under way is shared with other reads and ends at its own deadline.
 * @throws ForestMonitorAway when the time is up, and the signal's reason
 */
async function within<T>(milliseconds: number, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  const late = Promise.withResolvers<never>();
  const leave = (): void => late.reject(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(
    () => late.reject(new ForestMonitorAway(`The tiles did not answer within ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** Joins what was read from neighbouring tiles, rows of tiles from the north, each from the west. */
function stitch(parts: TilePixels[][]): PixelRows {
  const values: number[] = [];
  let height = 0;
  const width = (parts[0] ?? []).reduce((sum, part) => sum + part.width, 0);
  for (const row of parts) {
    const rowHeight = row[0]?.height ?? 0;
    if (row.some((part) => part.height !== rowHeight)) throw new TileDamaged('Neighbouring tiles do not fit together.');
    for (let y = 0; y < rowHeight; y += 1) {
      for (const part of row) values.push(...part.values.subarray(y * part.width, (y + 1) * part.width));
    }
    height += rowHeight;
  }
  const first = parts[0]?.[0];
  const last = parts.at(-1)?.at(-1);
  if (first === undefined || last === undefined || values.length !== width * height) {
    throw new TileDamaged('Neighbouring tiles do not fit together.');
  }
  const toMicro = (edge: number): number => microFromDegrees(edge) / 1e6;
  return {
    window: [toMicro(first.window[0]), toMicro(last.window[1]), toMicro(last.window[2]), toMicro(first.window[3])],
    width,
    height,
    values,
  };
}
