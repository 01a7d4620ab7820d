import { z } from 'zod';
import { CUT_OFF_YEAR } from '../../domain/forest/deforestation.ts';
import { ALERT_CONFIDENCES, type ForestAnswer, type ForestReading, type Window } from '../../domain/forest/forest.ts';
import { coverageOf } from '../../domain/plot/geometry/coverage.ts';
import { windowOf } from '../../domain/plot/geometry/geometry.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { microFromDegrees } from '../../domain/text/units.ts';
import { ForestMonitorAway, type ForestMonitor, type SourceHealth } from '../../domain/forest/forestMonitor.ts';
import { isCovered, PIXEL_DEGREES, tilesUnder } from '../../domain/forest/grid.ts';
import { PoliteServer, type Politeness } from '../../platform/outbound/outboundServer.ts';
import { GfwApi, Nonsense, GfwRefusal, type MultiPolygon, type PinnedDataset } from './gfwApi.ts';

export interface GfwOptions {
  /** address of the interface, without a slash at its end */
  apiUrl: string;
  apiKey: string;
  /** versions of its datasets, none of them 'latest' */
  versions: { alerts: string; loss: string; cover: string };
  /** for one read of a location, 30 s by default */
  deadlineMs?: number;
  politeness?: Partial<Politeness>;
}

export const GFW_DATASET = 'Global Forest Watch';
const READ_DEADLINE_MS = 30_000;
const HEALTH_DEADLINE_MS = 5_000;
const HEALTH_KEPT_MS = 300_000;
/** A question is computed for seconds, where a range of a file is only fetched. */
const POLITE: Partial<Politeness> = { atOnce: 3, answerWithinMs: 15_000 };
/** An edge this near to a pixel's edge lies on it, as in tiles. */
const EDGE_PIXELS = 1e-4;

const place = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) };
const lossRow = z.object({ ...place, umd_tree_cover_loss__year: z.int().min(2001).max(2099) });
const coverRow = z.object({ ...place, umd_tree_cover_density_2000__percent: z.number().min(0).max(100) });
const alertRow = z.object({
  ...place,
  gfw_integrated_alerts__date: z.iso.date(),
  gfw_integrated_alerts__confidence: z.enum(ALERT_CONFIDENCES),
});

type Datasets = Record<'cover' | 'loss' | 'alerts', PinnedDataset>;

/** The pixels under a window, on the grid of the tree cover datasets. */
interface Grid {
  window: Window;
  width: number;
  height: number;
}

/**
 * Reads GFW's Data API: tree cover in 2000, tree cover loss and integrated alerts, pixel by pixel, of pinned versions.
 *
 * The interface omits zeros, and answers an empty success for land outside of a dataset (decision 52). So an absent
 * pixel proves nothing: a pixel counts as read land only if the answer has its tree cover of 2000, and every other one
 * as without data.
 */
export function gfwMonitor(options: GfwOptions): ForestMonitor {
  const { apiUrl, apiKey, versions, deadlineMs = READ_DEADLINE_MS } = options;
  const server = new PoliteServer(apiUrl, { ...POLITE, ...options.politeness });
  const api = new GfwApi({ server, base: apiUrl, key: apiKey });
  const datasets: Datasets = {
    loss: { name: 'umd_tree_cover_loss', version: versions.loss },
    cover: { name: 'umd_tree_cover_density_2000', version: versions.cover },
    alerts: { name: 'gfw_integrated_alerts', version: versions.alerts },
  };
  const datasetVersion = [datasets.loss, datasets.cover, datasets.alerts]
    .map(({ name, version }) => `${name} ${version}`)
    .join(', ');
  let health: { until: number; answer: ReturnType<ForestMonitor['health']> } | null = null;

  return {
    driver: 'gfw',
    source: `gfw ${datasetVersion}`,
    async health() {
      if (health === null || health.until <= Date.now()) {
        health = { until: Date.now() + HEALTH_KEPT_MS, answer: probe(api, datasets.alerts) };
      }
      return health.answer;
    },
    async read(geometry, signal): Promise<ForestAnswer> {
      const grid = gridUnder(windowOf(geometry));
      if (!tilesUnder(grid.window).flat().every(isCovered)) {
        return { kind: 'unreadable', reason: SATELLITE.outsideDataset({}), reading: null };
      }
      const late = AbortSignal.timeout(deadlineMs);
      const ended = new AbortController();
      try {
        const left = AbortSignal.any([late, ended.signal, ...(signal === undefined ? [] : [signal])]);
        left.throwIfAborted();
        const rows = await readRows(api, datasets, grid, left);
        const reading: ForestReading = { dataset: GFW_DATASET, datasetVersion, sample: false, ...layersOf(grid, rows) };
        if (geometry.kind === 'point') return { kind: 'read', reading };
        return {
          kind: 'read',
          reading: { ...reading, covered: coverageOf(geometry.ring, grid.window, grid.width, grid.height) },
        };
      } catch (error) {
        signal?.throwIfAborted();
        if (late.aborted)
          throw new ForestMonitorAway(`${apiUrl} did not answer within ${deadlineMs} ms.`, { fault: 'slow' });
        if (error instanceof GfwRefusal || error instanceof Nonsense) {
          return { kind: 'unreadable', reason: SATELLITE.damagedData({ detail: error.message }), reading: null };
        }
        throw error;
      } finally {
        ended.abort();
      }
    },
  };
}

async function probe(api: GfwApi, dataset: PinnedDataset): Promise<SourceHealth> {
  try {
    await api.look(dataset, AbortSignal.timeout(HEALTH_DEADLINE_MS));
    return { status: 'up' };
  } catch (error) {
    return { status: 'down', message: error instanceof Error ? error.message : 'The interface cannot be reached.' };
  }
}

interface Rows {
  covers: z.infer<typeof coverRow>[];
  losses: z.infer<typeof lossRow>[];
  seen: z.infer<typeof alertRow>[];
}

/** Asks for all values of a window's pixels. */
async function readRows(
  api: GfwApi,
  { cover, loss, alerts }: Datasets,
  grid: Grid,
  signal: AbortSignal,
): Promise<Rows> {
  const geometry = polygonOf(grid.window);
  const [covers, losses, seen] = await Promise.all([
    api.rows(
      cover,
      { geometry, sql: 'SELECT latitude, longitude, umd_tree_cover_density_2000__percent FROM results' },
      coverRow,
      signal,
    ),
    api.rows(
      loss,
      { geometry, sql: 'SELECT latitude, longitude, umd_tree_cover_loss__year FROM results' },
      lossRow,
      signal,
    ),
    api.rows(
      alerts,
      {
        geometry,
        sql:
          'SELECT latitude, longitude, gfw_integrated_alerts__date, gfw_integrated_alerts__confidence FROM results ' +
          `WHERE gfw_integrated_alerts__date > '${CUT_OFF_YEAR}-12-31'`,
      },
      alertRow,
      signal,
    ),
  ]);
  return { covers, losses, seen };
}

/** The pixels' values in rows from the north, and the alerts. @throws Nonsense for a pixel that was not asked for */
function layersOf(
  grid: Grid,
  { covers, losses, seen }: Rows,
): Omit<ForestReading, 'dataset' | 'datasetVersion' | 'sample'> {
  const layer = (): number[] => Array<number>(grid.width * grid.height).fill(0);
  const layers = { lossYear: layer(), treeCover2000: layer(), dataMask: layer() };
  for (const row of covers) {
    const index = indexOf(grid, row);
    layers.treeCover2000[index] = row.umd_tree_cover_density_2000__percent;
    layers.dataMask[index] = 1;
  }
  // Loss was seen wherever it is answered, with or without cover of 2000.
  for (const row of losses) {
    const index = indexOf(grid, row);
    layers.lossYear[index] = row.umd_tree_cover_loss__year - 2000;
    layers.dataMask[index] = 1;
  }
  const alerts = seen
    .map((row) => ({
      latMicro: microFromDegrees(row.latitude),
      lonMicro: microFromDegrees(row.longitude),
      date: row.gfw_integrated_alerts__date,
      confidence: row.gfw_integrated_alerts__confidence,
    }))
    // In a fixed order, because the reading is hashed.
    .sort((a, b) => b.latMicro - a.latMicro || a.lonMicro - b.lonMicro || a.date.localeCompare(b.date));
  return { ...grid, ...layers, alerts };
}

function gridUnder([west, south, east, north]: Window): Grid {
  const [x0, x1] = [Math.floor(west / PIXEL_DEGREES + EDGE_PIXELS), Math.ceil(east / PIXEL_DEGREES - EDGE_PIXELS)];
  const [y0, y1] = [Math.floor(south / PIXEL_DEGREES + EDGE_PIXELS), Math.ceil(north / PIXEL_DEGREES - EDGE_PIXELS)];
  const edge = (pixels: number): number => microFromDegrees(pixels * PIXEL_DEGREES) / 1e6;
  return { window: [edge(x0), edge(y0), edge(x1), edge(y1)], width: x1 - x0, height: y1 - y0 };
}

/** The window, in two parts where it crosses the date line. */
function polygonOf([west, south, east, north]: Window): MultiPolygon {
  const box = (left: number, right: number): number[][][] => [
    [
      [left, south],
      [right, south],
      [right, north],
      [left, north],
      [left, south],
    ],
  ];
  if (east > 180) {
    const parts = west >= 180 ? [box(west - 360, east - 360)] : [box(west, 180), box(-180, east - 360)];
    return { type: 'MultiPolygon', coordinates: parts };
  }
  if (west < -180) return { type: 'MultiPolygon', coordinates: [box(west + 360, 180), box(-180, east)] };
  return { type: 'MultiPolygon', coordinates: [box(west, east)] };
}

/** @throws Nonsense for a pixel that was not asked for */
function indexOf(
  { window, width, height }: Grid,
  { latitude, longitude }: { latitude: number; longitude: number },
): number {
  const [west, , east, north] = window;
  const turned = longitude < west ? longitude + 360 : longitude > east ? longitude - 360 : longitude;
  const column = Math.floor((turned - west) / PIXEL_DEGREES);
  const row = Math.floor((north - latitude) / PIXEL_DEGREES);
  if (column < 0 || column >= width || row < 0 || row >= height) {
    throw new Nonsense('An answer holds pixels that were not asked for.');
  }
  return row * width + column;
}
