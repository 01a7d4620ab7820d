import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ForestReading, Window } from '../../domain/forest/forest.ts';
import { pointAt, windowOf } from '../../domain/plot/geometry/geometry.ts';
import { microFromDegrees, type PlaceMicro } from '../../domain/text/units.ts';
import { ForestMonitorAway, type SourceHealth } from '../../domain/forest/forestMonitor.ts';
import { PoliteServer, type Politeness } from '../../platform/outbound/outboundServer.ts';
import { fileRanges, httpRanges, type ByteRanges } from '../tile-files/byteRanges.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { DecodedStrips } from './decodedStrips.ts';
import { isCovered, tileName, tilesUnder, type TileCorner } from '../../domain/forest/grid.ts';
import { DamagedFiles } from '../tile-files/damagedFiles.ts';
import { HeldFile } from '../tile-files/openFile.ts';
import type { RangeCache } from '../tile-files/rangeCache.ts';
import { openTile, type Tile, type TilePixels } from './tile.ts';
import { TileAbsent, TileDamaged, TileReplaced } from '../tile-files/tileErrors.ts';

const LAYERS = ['lossyear', 'treecover2000', 'datamask'] as const;
type Layer = (typeof LAYERS)[number];

/** One place needs three tiles of one mirror; each holds up to 1 MB of blocks. */
const TILES_KEPT = 24;
/** About 60 places far from each other: one needs about 27 strips of 40 kB, and those of one farm share most of them. */
const STRIP_BYTES_KEPT = 64 * 2 ** 20;
const HEALTH_DEADLINE_MS = 3_000;
/** Part of every release, and of the sample: asked for where no place is known that is needed. */
const PROBE: TileCorner = { north: 0, west: 140 };
const PROBE_BYTES = 8;
/** Tiles that are asked for to find one that the source holds. */
const MOST_PROBES = 8;

/** Where tiles lie: one folder, or the addresses of servers that hold the same files; the first one that answers is read. */
export type TileSource =
  | { kind: 'folder'; path: string; sample: boolean }
  | { kind: 'http'; baseUrls: readonly string[]; cache?: RangeCache; politeness?: Partial<Politeness> };

export interface TileOptions {
  /** for example the public bucket: https://storage.googleapis.com/earthenginepartners-hansen/GFC-2025-v1.13 (no key needed) */
  source: TileSource;
  /** name shown with each result, e.g. 'Hansen Global Forest Change' */
  dataset: string;
  /** as in the file names, e.g. 'GFC-2025-v1.13' for `Hansen_GFC-2025-v1.13_lossyear_00N_140E.tif` */
  datasetVersion: string;
  /** cache of decoded strips, 64 MB by default */
  strips?: DecodedStrips;
  /** locations of checks: one of their tiles shows whether the source holds its data */
  needed?: () => Promise<readonly PlaceMicro[]>;
  /**
   * interval for checking whether a damaged file has changed; by default one minute for a server, and each read for a
   * folder
   */
  damagedLookMs?: number;
}

type PixelRows = Omit<TilePixels, 'values'> & { values: number[] };

/**
 * Tiles of Hansen Global Forest Change. A tile is read from one mirror, and from the next one after any failure. Opened
 * tiles and their decoded strips are cached; a tile that failed is opened again without them.
 */
export class HansenTiles {
  readonly #options: TileOptions;
  readonly #strips: DecodedStrips;
  readonly #mirrors: readonly Mirror[];
  readonly #damaged: DamagedFiles;
  readonly #lastYear: number;
  readonly #tiles = new LRUCache<string, HeldFile<Tile>>({ max: TILES_KEPT });
  /** the tiles that were read last, and found absent last */
  readonly #last: { read: TileCorner | null; absent: TileCorner | null } = { read: null, absent: null };

  constructor(options: TileOptions) {
    const { source, datasetVersion, damagedLookMs } = options;
    this.#options = options;
    this.#strips = options.strips ?? new DecodedStrips(STRIP_BYTES_KEPT);
    this.#mirrors = mirrorsOf(source);
    this.#damaged = new DamagedFiles(damagedLookMs ?? (source.kind === 'folder' ? 0 : undefined));
    this.#lastYear = lastLossYear(datasetVersion);
  }

  /** Files that are damaged as far as is known. */
  get damaged(): DamagedFiles['names'] {
    return this.#damaged.names;
  }

  /** The three layers of a window. @throws TileAbsent, TileDamaged, ForestMonitorAway */
  async readWindow(window: Window, corners: TileCorner[][], signal: AbortSignal): Promise<ForestReading> {
    const [lossYear, treeCover2000, dataMask] = await Promise.all([
      this.#readLayer('lossyear', corners, window, signal),
      this.#readLayer('treecover2000', corners, window, signal),
      this.#readLayer('datamask', corners, window, signal),
    ]);
    const same = (other: PixelRows): boolean =>
      other.width === lossYear.width && other.window.every((edge, i) => edge === lossYear.window[i]);
    if (!same(treeCover2000) || !same(dataMask)) throw new TileDamaged('The layers do not lie on the same pixels.');
    const { source, dataset, datasetVersion } = this.#options;
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

  /** Up as soon as one mirror is: it holds a tile that is known to be needed, or answers while none is. */
  async probe(): Promise<SourceHealth> {
    const late = AbortSignal.timeout(HEALTH_DEADLINE_MS);
    const known = await this.#knownTiles();
    const asked = this.#mirrors.map((mirror) => this.#findOne(mirror, [...known, PROBE], late));
    try {
      await Promise.any(asked);
      return { status: 'up' };
    } catch {
      const failures = (await Promise.allSettled(asked)).map((one) => one.status === 'rejected' && one.reason);
      const said = saysMost(failures);
      if (said instanceof TileAbsent && known.length === 0) return { status: 'up' };
      if (said instanceof TileAbsent)
        return { status: 'down', message: `No tiles of ${this.#options.datasetVersion} were found.` };
      return { status: 'down', message: said instanceof Error ? said.message : 'The tiles cannot be reached.' };
    }
  }

  #fileName(layer: Layer, corner: TileCorner): string {
    return `Hansen_${this.#options.datasetVersion}_${layer}_${tileName(corner)}.tif`;
  }

  async #readAt(
    mirror: Mirror,
    layer: Layer,
    corner: TileCorner,
    window: Window,
    signal: AbortSignal,
  ): Promise<TilePixels> {
    const file = this.#fileName(layer, corner);
    const name = `${mirror.name}/${file}`;
    await this.#damaged.assertReadable(name, mirror.rangesNow(file), signal);
    const held = this.#tiles.get(name);
    const tile =
      held === undefined || held.isOver
        ? new HeldFile(mirror.ranges(file), (ranges, left) => openTile(corner, ranges, this.#strips, left))
        : held;
    this.#tiles.set(name, tile);
    try {
      const pixels = await tile.read((opened) => opened.readWindow(window), signal);
      if (layer === 'lossyear' && pixels.values.some((year) => year > this.#lastYear)) {
        throw new TileDamaged(`The file holds loss of years that ${this.#options.datasetVersion} does not know.`);
      }
      this.#last.read = corner;
      return pixels;
    } catch (error) {
      // One who leaves says nothing of the tile; one that failed in the same moment is dropped all the same.
      if (signal.aborted && error === signal.reason && !tile.isOver) throw error;
      // geotiff.js caches a failed read permanently, so drop the tile. A newer tile may have replaced it.
      if (this.#tiles.peek(name) === tile) this.#tiles.delete(name);
      if (error instanceof TileAbsent) this.#last.absent = corner;
      if (error instanceof TileDamaged) {
        if (tile.contents !== null && !(error instanceof TileReplaced)) this.#damaged.note(name, tile.contents, error);
        await tile.forget();
      }
      throw error;
    }
  }

  async #readTile(layer: Layer, corner: TileCorner, window: Window, signal: AbortSignal): Promise<TilePixels> {
    const failures: unknown[] = [];
    for (const mirror of this.#mirrors) {
      try {
        return await this.#readAt(mirror, layer, corner, window, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    throw saysMost(failures);
  }

  async #readLayer(layer: Layer, corners: TileCorner[][], window: Window, signal: AbortSignal): Promise<PixelRows> {
    const parts = await Promise.all(
      corners.map((row) => Promise.all(row.map((at) => this.#readTile(layer, at, window, signal)))),
    );
    await pause();
    return stitch(parts);
  }

  /** Tiles of which a source that is well holds one: those that were read before, and those of places that are needed. */
  async #knownTiles(): Promise<TileCorner[]> {
    const places = (await this.#options.needed?.()) ?? [];
    const needed = places.map((place) => tilesUnder(windowOf(pointAt(place)))[0]?.[0] ?? null);
    const tilesOnce = new Map(
      [this.#last.read, ...needed, this.#last.absent]
        .filter((corner) => corner !== null)
        .filter(isCovered)
        .map((corner) => [tileName(corner), corner]),
    );
    return [...tilesOnce.values()].slice(0, MOST_PROBES);
  }

  /** @throws TileAbsent when the mirror holds none of the tiles, and errors of its ranges */
  async #findOne(mirror: Mirror, corners: readonly TileCorner[], signal: AbortSignal): Promise<void> {
    let absent: unknown;
    for (const corner of corners) {
      try {
        await mirror.rangesNow(this.#fileName('lossyear', corner)).read(0, PROBE_BYTES, signal);
        return;
      } catch (error) {
        if (!(error instanceof TileAbsent)) throw error;
        absent = error;
      }
    }
    throw absent;
  }
}

/** Where the files of one copy of the dataset are read. */
interface Mirror {
  name: string;
  ranges(file: string): ByteRanges;
  /** the same past any cache */
  rangesNow(file: string): ByteRanges;
}

function mirrorsOf(source: TileSource): Mirror[] {
  if (source.kind === 'folder') {
    const ranges = (file: string): ByteRanges => fileRanges(join(source.path, file));
    return [{ name: source.path, ranges, rangesNow: ranges }];
  }
  return source.baseUrls.map((url) => {
    const base = url.replace(/\/+$/, '');
    const server = new PoliteServer(base, source.politeness);
    const rangesNow = (file: string): ByteRanges => httpRanges(server, `${base}/${file}`);
    return {
      name: base,
      ranges: (file) => source.cache?.over(`${base}/${file}`, rangesNow(file)) ?? rangesNow(file),
      rangesNow,
    };
  });
}

/** The last year of loss that a release can hold, counted from 2000: `GFC-2025-v1.13` ends with 2025. */
function lastLossYear(datasetVersion: string): number {
  const year = /^GFC-20(\d\d)-/.exec(datasetVersion)?.[1];
  return year === undefined ? 99 : Number(year);
}

/**
 * The combined error of several mirrors, none of which could be read. While one of them is away its content is unknown;
 * a copy may lack a file, so a tile is absent only if all of them say so.
 */
function saysMost(failures: readonly unknown[]): unknown {
  const unexpected = failures.find(
    (error) => !(error instanceof TileAbsent || error instanceof TileDamaged || error instanceof ForestMonitorAway),
  );
  return (
    unexpected ??
    failures.find((error) => error instanceof ForestMonitorAway) ??
    failures.find((error) => error instanceof TileDamaged) ??
    failures[0]
  );
}

/** Joins data of neighboring tiles, rows of tiles from the north, each from the west. */
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
