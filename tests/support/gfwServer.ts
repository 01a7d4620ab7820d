import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { windowAround, type ForestReading } from '../../server/domain/forest/forest.ts';
import type { PolygonGeometry } from '../../server/domain/plot/geometry/geometry.ts';
import type { ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';

export const GFW_KEY = 'a-key-that-nobody-may-see';
export const GFW_VERSIONS = { alerts: 'v20260601', loss: 'v1.13', cover: 'v1.8' } as const;

type Row = Record<string, string | number>;

export interface AskedOfGfw {
  method: string;
  path: string;
  key: string | undefined;
  sql: string;
  geometry: { type: string; coordinates: number[][][][] } | null;
}

/** Columns and filter of each dataset, as the interface's own service computes them: what is zero, or not there, is left out. */
const ANSWERS = {
  umd_tree_cover_density_2000: (reading: ForestReading, index: number): Row | null =>
    reading.dataMask[index] === 1 && (reading.treeCover2000[index] ?? 0) > 0
      ? { umd_tree_cover_density_2000__percent: reading.treeCover2000[index] ?? 0 }
      : null,
  umd_tree_cover_loss: (reading: ForestReading, index: number): Row | null =>
    (reading.lossYear[index] ?? 0) > 0 ? { umd_tree_cover_loss__year: 2000 + (reading.lossYear[index] ?? 0) } : null,
} as const;

/**
 * A server in the recorded shape of GFW's Data API: `POST /dataset/{name}/{version}/query/json` with `{ sql, geometry }` answers
 * `{ data, status }`. What it holds is what a monitor reads; a test may put a fault in its way.
 */
export class GfwServer {
  requests: AskedOfGfw[] = [];
  /** what the integrated alerts hold */
  alerts: { latitude: number; longitude: number; date: string; confidence: string }[] = [];
  /** rows of one page; 0: all in one */
  pageRows = 0;
  fault: (asked: AskedOfGfw, request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #land: Pick<ForestMonitor, 'read'>;
  readonly #server: Server;

  constructor(land: Pick<ForestMonitor, 'read'>) {
    this.#land = land;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reset(): void {
    this.requests = [];
    this.alerts = [];
    this.pageRows = 0;
    this.fault = () => false;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const url = new URL(request.url ?? '', this.url);
    const asked: AskedOfGfw = {
      method: request.method ?? '',
      path: url.pathname,
      key: request.headers['x-api-key']?.toString(),
      sql: body.sql ?? '',
      geometry: body.geometry ?? null,
    };
    this.requests.push(asked);
    if (this.fault(asked, request, response)) return;
    const send = (status: number, answer: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
    if (asked.key !== GFW_KEY) return send(403, { status: 'failed', message: 'Forbidden' });
    const [, name = '', version = '', query] = /^\/dataset\/(\w+)\/([\w.]+)(\/query\/json)?$/.exec(url.pathname) ?? [];
    const versions: Record<string, string> = {
      gfw_integrated_alerts: GFW_VERSIONS.alerts,
      umd_tree_cover_loss: GFW_VERSIONS.loss,
      umd_tree_cover_density_2000: GFW_VERSIONS.cover,
    };
    if (versions[name] !== version) return send(404, { status: 'failed', message: 'Not found' });
    if (query === undefined) return send(200, { status: 'success', data: { version } });
    if (asked.geometry === null)
      return send(422, { status: 'failed', message: 'Raster tile set queries require a geometry' });
    const rows = await this.#rows(name, asked.geometry.coordinates);
    if (this.pageRows === 0) return send(200, { status: 'success', data: rows });
    const page = Number(url.searchParams.get('page[number]') ?? 1);
    const data = rows.slice((page - 1) * this.pageRows, page * this.pageRows);
    const more = page * this.pageRows < rows.length;
    send(200, { status: 'success', data, links: { next: more ? `${url.pathname}?page[number]=${page + 1}` : null } });
  }

  async #rows(name: string, polygons: number[][][][]): Promise<Row[]> {
    const rows: Row[] = [];
    for (const [ring = []] of polygons) {
      const [west, east] = [Math.min(...ring.map(([lon = 0]) => lon)), Math.max(...ring.map(([lon = 0]) => lon))];
      const [south, north] = [Math.min(...ring.map(([, lat = 0]) => lat)), Math.max(...ring.map(([, lat = 0]) => lat))];
      if (name === 'gfw_integrated_alerts') {
        for (const { latitude, longitude, date, confidence } of this.alerts) {
          if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
          rows.push({
            latitude,
            longitude,
            gfw_integrated_alerts__date: date,
            gfw_integrated_alerts__confidence: confidence,
          });
        }
        continue;
      }
      const row = ANSWERS[name === 'umd_tree_cover_loss' ? name : 'umd_tree_cover_density_2000'];
      const micro = (degrees: number): number => Math.round(degrees * 1e6);
      const box: PolygonGeometry = {
        kind: 'polygon',
        ring: [
          { latMicro: micro(south), lonMicro: micro(west) },
          { latMicro: micro(south), lonMicro: micro(east) },
          { latMicro: micro(north), lonMicro: micro(east) },
          { latMicro: micro(north), lonMicro: micro(west) },
        ],
      };
      const answer = await this.#land.read(box);
      if (answer.kind === 'unreadable') continue;
      const { reading } = answer;
      for (let index = 0; index < reading.width * reading.height; index += 1) {
        const values = row(reading, index);
        if (values !== null) rows.push({ ...centre(reading, index), ...values });
      }
    }
    return rows;
  }
}

function centre({ window, width, height }: ForestReading, index: number): { latitude: number; longitude: number } {
  const [west, south, east, north] = window;
  return {
    latitude: north - ((Math.floor(index / width) + 0.5) * (north - south)) / height,
    longitude: west + (((index % width) + 0.5) * (east - west)) / width,
  };
}

/** A place in the middle of the window that is checked for one, so that a test can set alerts there. */
export function inWindow(
  place: { latMicro: number; lonMicro: number },
  east = 0,
  north = 0,
): { latitude: number; longitude: number } {
  const [west, south, right, top] = windowAround(place);
  return { latitude: (south + top) / 2 + north, longitude: (west + right) / 2 + east };
}
