import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The tiles of the repository. */
export const SAMPLE_TILES = fileURLToPath(new URL('../../server/adapters/forest-sample', import.meta.url));

export type TileFault = (file: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** A server of tiles that answers ranges as a bucket does; a test may put a fault in its way. */
export class TileServer {
  requests: { file: string; range: string }[] = [];
  bytesSent = 0;
  /** requests that are being answered, and the most that were at a time */
  inFlight = 0;
  mostInFlight = 0;
  /** requests whose asker hung up before the answer */
  left = 0;
  /** entity tag of each answer; empty: none */
  tag = '';
  /** answers in place of the file, or lets it pass by returning false */
  fault: TileFault = () => false;
  readonly #server: Server;
  readonly #read: (file: string) => Promise<Uint8Array | null>;

  /** @param tiles a folder, or the files by their names */
  constructor(tiles: string | ReadonlyMap<string, Uint8Array> = SAMPLE_TILES) {
    const folderRead = (folder: string) => (file: string) => readFile(join(folder, file)).catch(() => null);
    this.#read = typeof tiles === 'string' ? folderRead(tiles) : async (file) => tiles.get(file) ?? null;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = /^\/tiles\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? 'none';
    this.requests.push({ file, range: request.headers.range ?? '' });
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    response.on('close', () => {
      this.inFlight -= 1;
      if (!response.writableEnded) this.left += 1;
    });
    if (this.tag !== '') response.setHeader('etag', this.tag);
    if (this.fault(file, request, response)) return;
    const bytes = await this.#read(file);
    if (bytes === null) {
      response.writeHead(404).end();
      return;
    }
    sendRange(bytes, request, response);
    this.bytesSent += Number(response.getHeader('content-length'));
  }

  /** Forgets what was asked for, and every fault. */
  reset(): void {
    this.requests = [];
    this.bytesSent = 0;
    this.mostInFlight = 0;
    this.left = 0;
    this.tag = '';
    this.fault = () => false;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get baseUrl(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The tile server does not listen.');
    return `http://127.0.0.1:${address.port}/tiles`;
  }
}

/** The right answer of the sample, but late. */
export async function answerLate(
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
): Promise<void> {
  const bytes = await readFile(join(SAMPLE_TILES, (request.url ?? '').replace('/tiles/', '')));
  setTimeout(() => sendRange(bytes, request, response), milliseconds);
}

/** Answers the range that a request names. */
export function sendRange(bytes: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(first);
  const end = Math.min(Number(last), bytes.length - 1);
  if (!(start <= end)) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}`, 'content-length': 0 }).end();
    return;
  }
  response.setHeader('content-range', `bytes ${start}-${end}/${bytes.length}`);
  response.setHeader('content-length', end - start + 1);
  response.writeHead(206).end(bytes.subarray(start, end + 1));
}
