import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

/** A request took longer than it may: it is answered 503, its statements are cancelled and nothing more is committed. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout';

  constructor() {
    super('The request took too long and was given up. Please try again later.');
  }
}

/**
 * What the statements of one request share: the time they have, and what its writes commit with them. Code that is called
 * from a request finds it by `currentRequest`, however deep.
 */
export class RequestScope {
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: () => void;
  readonly #whenOver = new Set<(reason: RequestTimeout) => void>();
  #signal: AbortController | null = null;
  #timeout: RequestTimeout | null = null;
  /** runs inside the transaction of each write, before its commit */
  beforeCommit: ((em: EntityManager) => Promise<void>) | null = null;
  /** its place in a lane of heavy work, for what goes on in portions after the handler: each takes its turn there */
  place: { run<T>(work: () => Promise<T>): Promise<T> } | null = null;

  /**
   * @param milliseconds that the request may take
   * @param onEnd called when it has been answered
   */
  constructor(milliseconds: number, onEnd: () => void = () => undefined) {
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.giveUp(), milliseconds);
    this.#timer.unref();
  }

  /** why nothing more is to be done; null while there is time */
  get timeout(): RequestTimeout | null {
    return this.#timeout;
  }

  /** aborted once the time is over, with a RequestTimeout as its reason; made for those who ask, few requests do */
  get signal(): AbortSignal {
    this.#signal ??= new AbortController();
    if (this.#timeout !== null) this.#signal.abort(this.#timeout);
    return this.#signal.signal;
  }

  /** Calls `stop` when the time is over. Returns what takes that back. */
  whenOver(stop: (reason: RequestTimeout) => void): () => void {
    this.#whenOver.add(stop);
    return () => this.#whenOver.delete(stop);
  }

  /** Runs work with this scope. @throws RequestTimeout as soon as the time is over, whatever the work still does */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#timeout !== null) return Promise.reject(this.#timeout);
    return new Promise((resolve, reject) => {
      const takeBack = this.whenOver(reject);
      storage.run(this, work).then(resolve, reject).finally(takeBack);
    });
  }

  /** Binds one step to this scope: streams are read outside the context that they were made in. */
  step<T>(work: () => Promise<T>): Promise<T> {
    return storage.run(this, work);
  }

  /** Ends its time now; nothing more happens when it is over already. */
  giveUp(): void {
    if (this.#timeout !== null) return;
    const reason = new RequestTimeout();
    this.#timeout = reason;
    this.#signal?.abort(reason);
    for (const stop of this.#whenOver) stop(reason);
  }

  /** The request has been answered, or there is nobody to answer and nothing under way: its time no longer counts. */
  end(): void {
    clearTimeout(this.#timer);
    this.#onEnd();
  }
}

/** The requests under way in one server. */
export class OpenRequests {
  readonly #scopes = new Set<RequestScope>();

  /** Begins one; its `end` is to be called when it has been answered. @param milliseconds that it may take */
  begin(milliseconds: number): RequestScope {
    const scope = new RequestScope(milliseconds, () => this.#scopes.delete(scope));
    this.#scopes.add(scope);
    return scope;
  }

  /** How many have not been answered yet. */
  get count(): number {
    return this.#scopes.size;
  }

  /** Ends the time of all: they are answered as at their deadline, and nothing more of them is committed. */
  giveUp(): void {
    for (const scope of this.#scopes) scope.giveUp();
  }
}

const storage = new AsyncLocalStorage<RequestScope>();

/** The scope of the request that the running code works for; undefined outside of requests. */
export function currentRequest(): RequestScope | undefined {
  return storage.getStore();
}
