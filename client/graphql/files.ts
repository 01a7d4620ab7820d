import { ServerError } from '@apollo/client/errors';
import { z } from 'zod';
import { isMessage, type Message } from '../../server/domain/messages/message.ts';
import type { LoadedFile } from '../saveFile.ts';
import type { RefreshResult } from './refresh.ts';
import { refreshSession, tokens } from './session.ts';

/*
 * Files and slow calls over the REST interface. Uses the session's token and renews it once after a rejection.
 *
 * const file = await loadFile('/reports/7b1e...?format=pdf', { onProgress, signal });
 * saveFile(file);
 */

/** The server allows 120 s for reports and for each chunk of a file; its own timeout response must come first. */
const FILE_TIMEOUT_MS = 130_000;

export interface FileProgress {
  /** bytes received */
  received: number;
  /** total bytes; null if the server does not send the length */
  total: number | null;
}

interface Asking {
  /** sent as JSON by POST; without it GET */
  body?: object;
  /** sent as a form by POST: an upload */
  form?: FormData;
  /** DELETE without a body */
  remove?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: FileProgress) => void;
}

/** The session of the calls. */
export interface RestSession {
  /** the token to send; null: not signed in */
  accessToken: () => string | null;
  /** renews the session after the server rejected a token */
  renew: (refused: string | null) => Promise<RefreshResult>;
}

export interface RestCalls {
  /**
   * Calls `/api/v1`.
   * @param path with query, relative to `/api/v1`
   * @throws ServerError for an error response; TypeError without a response; DOMException after an abort or a timeout
   */
  askRest: (path: string, asking?: Asking) => Promise<Response>;
  /**
   * Loads a file with progress.
   * @throws as `askRest` does
   */
  loadFile: (path: string, asking?: Asking) => Promise<LoadedFile>;
}

export function restCalls({ accessToken, renew }: RestSession): RestCalls {
  const askRest = async (path: string, asking: Asking = {}): Promise<Response> => {
    const used = accessToken();
    const response = await send(path, asking, used);
    if (response.status !== 401 || (await renew(used)) !== 'refreshed') return checked(response);
    return checked(await send(path, asking, accessToken()));
  };
  return { askRest, loadFile: async (path, asking = {}) => load(path, asking, await askRest(path, asking)) };
}

export const { askRest, loadFile } = restCalls({
  accessToken: () => tokens.read()?.accessToken ?? null,
  renew: refreshSession,
});

async function send(
  path: string,
  { body, form, remove, signal }: Asking,
  accessToken: string | null,
): Promise<Response> {
  const patience = new Patience(FILE_TIMEOUT_MS);
  const response = await fetch(`/api/v1${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    ...(form !== undefined && { method: 'POST', body: form }),
    ...(remove === true && { method: 'DELETE' }),
    headers: {
      'X-GDPR-Consent': 'true',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(accessToken === null ? {} : { Authorization: `Bearer ${accessToken}` }),
    },
    signal: signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]),
  }).finally(() => patience.began());
  return patience.follow(response);
}

/** Aborts a call when no data arrives for too long; the total duration is unlimited. */
class Patience {
  readonly #ms: number;
  readonly #over = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#ms = ms;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  began(): void {
    clearTimeout(this.#timer);
  }

  /** Returns the same response and restarts the timeout for each chunk. */
  follow(response: Response): Response {
    if (response.body === null) return response;
    this.#timer = this.#start();
    const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, to) => {
        clearTimeout(this.#timer);
        this.#timer = this.#start();
        to.enqueue(piece);
      },
      flush: () => clearTimeout(this.#timer),
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(pieces), { status, statusText, headers });
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#over.abort(new DOMException('', 'TimeoutError')), this.#ms);
  }
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const bodyText = await response.text();
  throw new ServerError(String(response.status), { response, bodyText });
}

async function load(path: string, asking: Asking, response: Response): Promise<LoadedFile> {
  const name = fileNameOf(response, path.replaceAll(/[^\w.-]+/g, '-'));
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null) return { name, blob: await response.blob() };
  // Content-Length of a compressed response is not the decompressed length.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const total = length === null ? null : Number(length);
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    received += read.value.length;
    asking.onProgress?.({ received, total });
  }
  return { name, blob: new Blob(parts, { type }) };
}

/** The file name in a Content-Disposition header. */
export function nameIn(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

/**
 * The file name given by the server.
 * @param otherwise default name
 */
export function fileNameOf(response: Response, otherwise: string): string {
  return nameIn(response.headers.get('content-disposition')) ?? otherwise;
}

const said = z.custom<Message>(isMessage);
const refusal = z.object({
  said: said.optional(),
  details: z.array(z.object({ field: z.string(), said })).optional(),
});
type Refusal = z.infer<typeof refusal>;

/** The server's rejection of a call: a message code and the affected fields. */
export function refusalOf(error: unknown): Refusal {
  if (!ServerError.is(error)) return {};
  try {
    return refusal.parse(JSON.parse(error.bodyText));
  } catch {
    return {};
  }
}
