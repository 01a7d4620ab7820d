import { z } from 'zod';
import { VERSION } from '../../platform/process/version.ts';
import { Unanswered, unanswered, type PoliteServer } from '../../platform/outbound/outboundServer.ts';

/** A dataset of the interface with the version that is asked for. */
export interface PinnedDataset {
  name: string;
  version: string;
}

/** The interface refuses the question itself: asking again does not help. */
export class GfwRefusal extends Error {
  override name = 'Refusal';
}

/** An answer that is none of the interface's own. */
export class Nonsense extends Error {
  override name = 'Nonsense';
}

/** Pages of one answer, and rows of all of them: a window of a plot has far fewer. */
const MOST_PAGES = 50;
const MOST_ROWS = 200_000;

/** The form of the interface's answers; `links.next` if an answer has pages. */
const envelope = z.object({
  status: z.literal('success'),
  data: z.array(z.unknown()),
  links: z.object({ next: z.string().nullish() }).nullish(),
});

/** Polygons in degrees, longitudes from -180 to 180. */
export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: number[][][][];
}

/**
 * Client of GFW's Data API (data-api.globalforestwatch.org). The key is sent in a header and is never part of an error.
 */
export class GfwApi {
  readonly #server: PoliteServer;
  readonly #base: string;
  readonly #key: string;

  /** @param parts.base address without a slash at its end */
  constructor(parts: { server: PoliteServer; base: string; key: string }) {
    this.#server = parts.server;
    this.#base = parts.base;
    this.#key = parts.key;
  }

  /**
   * All rows of a question in the interface's own SQL over the pixels of a geometry.
   * @throws ForestMonitorAway, Refusal, Nonsense, and the signal's reason
   */
  async rows<Row>(
    dataset: PinnedDataset,
    question: { sql: string; geometry: MultiPolygon },
    row: z.ZodType<Row>,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const first = `${this.#base}/dataset/${dataset.name}/${dataset.version}/query/json`;
    const rows: Row[] = [];
    let url: string | null = first;
    for (let page = 1; url !== null; page += 1) {
      if (page > MOST_PAGES) throw new Nonsense(`${dataset.name} answers in more than ${MOST_PAGES} pages.`);
      const asked: string = url;
      const { data, links }: z.output<typeof envelope> = await this.#ask(asked, question, signal);
      const read = z.array(row).safeParse(data);
      if (!read.success) throw new Nonsense(`${dataset.name} answers rows of another form.`);
      rows.push(...read.data);
      if (rows.length > MOST_ROWS) throw new Nonsense(`${dataset.name} answers more than ${MOST_ROWS} rows.`);
      url = this.#nextOf(links?.next ?? null, asked);
    }
    return rows;
  }

  /** Whether a dataset is there. @throws as `rows` */
  async look(dataset: PinnedDataset, signal: AbortSignal): Promise<void> {
    const url = `${this.#base}/dataset/${dataset.name}/${dataset.version}`;
    await this.#server.ask(async (left) => {
      const response = await this.#fetch(url, { signal: left });
      await response.body?.cancel();
    }, signal);
  }

  /** The key is sent only to the interface, wherever an answer links. */
  #nextOf(link: string | null, asked: string): string | null {
    if (link === null) return null;
    const next = URL.parse(link, asked);
    if (next === null || !next.href.startsWith(`${this.#base}/`))
      throw new Nonsense('An answer goes on at another address.');
    return next.href;
  }

  #ask(url: string, question: object, signal: AbortSignal): Promise<z.output<typeof envelope>> {
    return this.#server.ask(async (left) => {
      const response = await this.#fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
        signal: left,
      });
      const text = await response.text().catch((error: unknown) => {
        throw new Unanswered(`${url} broke off its answer.`, { passing: true, cause: error });
      });
      const answer = envelope.safeParse(parsed(text)).data;
      if (answer === undefined) {
        throw new Unanswered(`${url} did not answer as the interface does.`, { passing: true, fault: 'failing' });
      }
      return answer;
    }, signal);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, 'x-api-key': this.#key, 'user-agent': `Manam-Trace/${VERSION}` };
    // A redirect would carry the key elsewhere.
    const response = await fetch(url, { ...init, headers, redirect: 'error' }).catch((error: unknown) => {
      throw new Unanswered(`${url} cannot be reached.`, { passing: true, cause: error });
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 400 || response.status === 422) throw new GfwRefusal(`${url} refused the question.`);
    if (response.status === 401 || response.status === 403) {
      throw new Unanswered(`${url} did not take the key (GFW_API_KEY).`, { passing: false, fault: 'refused' });
    }
    throw unanswered(url, response);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
