import type { QueryResultRow } from 'pg';
import { currentRequest, RequestScope } from './requestScope.ts';
import type { Rows } from './rows.ts';

/** Longer than any request waits: the statement ends with the last of those who wait for it. */
const MOST_MS = 600_000;

/** A statement that is about to be sent, or is under way. */
interface SharedRead {
  scope: RequestScope;
  waiting: number;
  rows: Promise<QueryResultRow[]>;
}

/**
 * Reads of requests: what several ask for with the same text and values in one turn of the event loop is one statement, sent after the
 * last of them asked, so that nobody is answered what is older than the question. One piece of news makes every open dashboard ask for the
 * same page; one bag on a poster, many phones for the same lot.
 */
export class SharedReads implements Pick<Rows, 'rows' | 'row'> {
  readonly #source: Pick<Rows, 'rows'>;
  /** not sent yet, by text and values */
  readonly #next = new Map<string, SharedRead>();

  constructor(source: Pick<Rows, 'rows'>) {
    this.#source = source;
  }

  /**
   * As `Rows.rows`; rows are shared and not to be changed. Outside of requests nothing is waited for.
   * @throws RequestTimeout
   */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const request = currentRequest();
    if (request === undefined) return this.#source.rows<Row>(text, values);
    if (request.timeout !== null) throw request.timeout;
    const key = JSON.stringify([text, values]);
    const shared = this.#next.get(key) ?? this.#ask(key, text, values);
    shared.waiting += 1;
    // Its time is over, not that of the others.
    const takeBack = request.whenOver(() => {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.scope.giveUp();
    });
    try {
      // The same statement has the same columns, whoever asks.
      return (await shared.rows).slice() as Row[];
    } finally {
      takeBack();
    }
  }

  /** As `Rows.row`. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  #ask(key: string, text: string, values: readonly unknown[]): SharedRead {
    const scope = new RequestScope(MOST_MS);
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#next.delete(key);
      return scope.run(() => this.#source.rows(text, values)).finally(() => scope.end());
    });
    const shared = { scope, waiting: 0, rows };
    this.#next.set(key, shared);
    return shared;
  }
}
