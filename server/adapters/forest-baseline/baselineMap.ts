import type { GeoTIFFImage } from 'geotiff';
import type { ForestBaseline, Window } from '../../domain/forest/forest.ts';
import { coverageOf } from '../../domain/plot/geometry/coverage.ts';
import { windowOf, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { ForestMonitorAway, withDamaged, type SourceHealth } from '../../domain/forest/forestMonitor.ts';
import type { ByteRanges } from '../tile-files/byteRanges.ts';
import { DamagedFiles } from '../tile-files/damagedFiles.ts';
import { HeldFile } from '../tile-files/openFile.ts';
import { openTiff } from '../tile-files/openTiff.ts';
import { damagedUnlessKnown, TileAbsent, TileDamaged, TileReplaced } from '../tile-files/tileErrors.ts';

/** Of one place: at 10 m, 2,500 ha. Evidence of more would be megabytes. */
const MOST_PIXELS = 250_000;
/** Rounding of 1e-6 degrees: an edge this near to a pixel's edge lies on it. */
const EDGE_PIXELS = 1e-2;
const WGS_84 = 4326;
const PROBE_BYTES = 8;
const HEALTH_DEADLINE_MS = 3_000;

interface OpenMap {
  image: GeoTIFFImage;
  window: Window;
  step: { lon: number; lat: number };
}

/**
 * A map of forest in 2020 as one GeoTIFF in degrees WGS 84, one unsigned byte per pixel, 1 and more for forest: JRC GFC2020, or a part of it. Read in
 * ranges, so it may be as large as the world.
 */
export class BaselineMap {
  readonly #ranges: ByteRanges;
  readonly #rangesNow: ByteRanges;
  readonly #damaged: DamagedFiles;
  readonly #named: Pick<ForestBaseline, 'dataset' | 'datasetVersion'>;
  #held: HeldFile<OpenMap> | null = null;

  /**
   * @param options.rangesNow the same ranges without any cache
   * @param options.damagedLookMs interval for checking whether a damaged map has changed; one minute by default
   */
  constructor(
    ranges: ByteRanges,
    named: Pick<ForestBaseline, 'dataset' | 'datasetVersion'>,
    options: { rangesNow?: ByteRanges; damagedLookMs?: number } = {},
  ) {
    this.#ranges = ranges;
    this.#rangesNow = options.rangesNow ?? ranges;
    this.#damaged = new DamagedFiles(options.damagedLookMs);
    this.#named = named;
  }

  /** name and version of the map */
  get source(): string {
    return `${this.#named.dataset} ${this.#named.datasetVersion}`;
  }

  /**
   * @returns null if the map does not cover the whole location, or the location has more pixels than evidence may hold
   * @throws TileDamaged when the map is damaged or invalid; ForestMonitorAway when it cannot be read now; and the
   *   signal's reason
   */
  async read(geometry: Geometry, signal?: AbortSignal): Promise<ForestBaseline | null> {
    const left = signal ?? new AbortController().signal;
    await this.#damaged.assertReadable(this.source, this.#rangesNow, left).catch(awayIfAbsent);
    if (this.#held === null || this.#held.isOver) this.#held = new HeldFile(this.#ranges, openMap);
    const held = this.#held;
    try {
      return await held.read((opened) => damagedUnlessKnown(left, () => this.#pixels(opened, geometry)), left);
    } catch (error) {
      // One who leaves says nothing of the map.
      if (signal?.aborted === true && error === signal.reason && !held.isOver) throw error;
      // geotiff.js caches a failed read forever.
      if (this.#held === held) this.#held = null;
      signal?.throwIfAborted();
      if (error instanceof TileDamaged) {
        if (held.contents !== null && !(error instanceof TileReplaced)) {
          this.#damaged.note(this.source, held.contents, error);
        }
        await held.forget();
      }
      return awayIfAbsent(error);
    }
  }

  async health(): Promise<SourceHealth> {
    try {
      await this.#rangesNow.read(0, PROBE_BYTES, AbortSignal.timeout(HEALTH_DEADLINE_MS));
      return withDamaged({ status: 'up' }, this.#damaged.names);
    } catch {
      return { status: 'down', message: 'The map of forest in 2020 cannot be reached.' };
    }
  }

  async #pixels({ image, window: map, step }: OpenMap, geometry: Geometry): Promise<ForestBaseline | null> {
    const [west, south, east, north] = windowOf(geometry);
    const x0 = Math.floor((west - map[0]) / step.lon + EDGE_PIXELS);
    const x1 = Math.ceil((east - map[0]) / step.lon - EDGE_PIXELS);
    const y0 = Math.floor((map[3] - north) / step.lat + EDGE_PIXELS);
    const y1 = Math.ceil((map[3] - south) / step.lat - EDGE_PIXELS);
    const [width, height] = [x1 - x0, y1 - y0];
    if (x0 < 0 || y0 < 0 || x1 > image.getWidth() || y1 > image.getHeight()) return null;
    if (width * height > MOST_PIXELS) return null;
    const [values] = await image.readRasters({ window: [x0, y0, x1, y1] });
    if (!(values instanceof Uint8Array) || values.length !== width * height) {
      throw new TileDamaged('The file answered other pixels than were asked for.');
    }
    const edge = (at: number): number => Math.round(at * 1e9) / 1e9;
    const window: Window = [
      edge(map[0] + x0 * step.lon),
      edge(map[3] - y1 * step.lat),
      edge(map[0] + x1 * step.lon),
      edge(map[3] - y0 * step.lat),
    ];
    return {
      ...this.#named,
      window,
      width,
      height,
      forest: [...values],
      ...(geometry.kind === 'point' ? {} : { covered: coverageOf(geometry.ring, window, width, height) }),
    };
  }
}

/** Each place needs the map: one that is not there is away. */
function awayIfAbsent(error: unknown): never {
  if (!(error instanceof TileAbsent)) throw error;
  throw new ForestMonitorAway('The map of forest in 2020 is not there.', { cause: error, fault: 'absent' });
}

/** @throws TileDamaged for an invalid map, and errors of the ranges */
async function openMap(ranges: ByteRanges, left: AbortSignal): Promise<OpenMap> {
  const image = await damagedUnlessKnown(left, () => openTiff(ranges, left));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = image.getBoundingBox();
  const step = { lon: (east - west) / image.getWidth(), lat: (north - south) / image.getHeight() };
  const bytes = image.getSamplesPerPixel() === 1 && image.getBitsPerSample() === 8 && image.getSampleFormat() === 1;
  const degrees = image.getGeoKeys()?.GeographicTypeGeoKey === WGS_84 && step.lon > 0 && step.lat > 0;
  if (!bytes || !degrees) {
    throw new TileDamaged('The file is no GeoTIFF of one byte per pixel in degrees WGS 84.');
  }
  return { image, window: [west, south, east, north], step };
}
