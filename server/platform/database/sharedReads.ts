import type { QueryResultRow } from 'pg';
import { currentRequest, RequestScope } from './requestScope.ts';
import type { Rows } from './rows.ts';

/** Longer than any request waits: the statement ends with the last of its callers. */
const MOST_MS = 600_000;

/** A statement that is about to be sent, or runs. */
interface SharedRead {
  scope: RequestScope;
  waiting: number;
  rows: Promise<QueryResultRow[]>;
  send(): void;
}

/**
 * Reads of requests: calls with the same text and values in one turn of the event loop share one statement, sent after
 * the last of them, so that no answer is older than its call. One event makes every open dashboard read the same page;
 * one bag on a poster, many phones the same lot.
 */
export class SharedReads implements Pick<Rows, 'rows' | 'row'> {
  readonly #source: Pick<Rows, 'rows'>;
  /**
   * Not sent yet, by text and values. Each turn has its own map: a long-lived one would keep the rows of earlier turns
   * reachable until the next major collection, since a table that a map has outgrown references its successor
   * (docs/performance.md).
   */
  #next: Map<string, SharedRead> | null = null;

  constructor(source: Pick<Rows, 'rows'>) {
    this.#source = source;
  }

  /**
   * As `Rows.rows`; rows are shared and must not be changed. Outside of requests it does not wait for other calls.
   * @throws RequestTimeout
   */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const request = currentRequest();
    if (request === undefined) return this.#source.rows<Row>(text, values);
    if (request.timeout !== null) throw request.timeout;
    const key = `${text}\0${JSON.stringify(values)}`;
    const next = this.#nextTurn();
    const shared = next.get(key) ?? this.#read(text, values);
    next.set(key, shared);
    shared.waiting += 1;
    // Only this request's time is over, not the others'.
    const takeBack = request.whenOver(() => {
      shared.waiting -= 1;
      if (shared.waiting === 0) shared.scope.giveUp();
    });
    try {
      // The same statement has the same columns for every caller.
      return (await shared.rows).slice() as Row[];
    } finally {
      takeBack();
    }
  }

  /** As `Rows.row`. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  #nextTurn(): Map<string, SharedRead> {
    if (this.#next !== null) return this.#next;
    const next = new Map<string, SharedRead>();
    this.#next = next;
    setImmediate(() => {
      this.#next = null;
      for (const { send } of next.values()) send();
    });
    return next;
  }

  #read(text: string, values: readonly unknown[]): SharedRead {
    const scope = new RequestScope(MOST_MS);
    const { promise, resolve } = Promise.withResolvers<QueryResultRow[]>();
    const send = (): void => resolve(scope.run(() => this.#source.rows(text, values)).finally(() => scope.end()));
    return { scope, waiting: 0, rows: promise, send };
  }
}
