import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';

/** A request exceeded its time: it is answered 503, its statements are cancelled and nothing more is committed. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout';

  constructor() {
    super(REQUEST.timeout({}).text);
  }
}

/** Number of checked events that one request of a caller's rate pays for (docs/api.md, 'Limits'). */
const EVENTS_PER_REQUEST = 25;
/** Weight of an event that was checked before, and is only compared with the stored data now. */
const COMPARED = 1 / 20;
/** Weight of an event of a proof file, whether made or only sent. */
const SHOWN = 1 / 5;

/** Kind ('lot', 'alert') and id of the row that a write changes. */
export interface Target {
  kind: string;
  id: string;
}

/** Longest duration of a streamed answer. */
const MOST_STREAMED_MS = 3_600_000;

/**
 * A later portion of a streamed answer: it waits in the queue of its request's heavy work, and the request's time
 * restarts with it, since the client has taken the previous portions.
 */
export function streamedStep<Batch>(request: RequestScope | undefined, next: () => Promise<Batch>): Promise<Batch> {
  if (request === undefined) return next();
  request.goOn();
  return request.step(() => request.queue?.run(next) ?? next());
}

/** Ledger checks of one request, counted in events. */
export class CheckedWork {
  #events = 0;

  /** Counts events that were checked with their signatures. */
  check(events: number): void {
    this.#events += events;
  }

  /** Counts events that were checked before and are compared with the stored data now. */
  compare(events: number): void {
    this.#events += events * COMPARED;
  }

  /** Counts events that were shown in a proof file. */
  show(events: number): void {
    this.#events += events * SHOWN;
  }

  /** The same in requests, rounded down: a lot of common length costs only the request itself. */
  get requests(): number {
    return Math.floor(this.#events / EVENTS_PER_REQUEST);
  }
}

/**
 * Shared state of the statements of one request: its time, and the additions to its writes. Code called from a request
 * finds it by `currentRequest`, however deep.
 */
export class RequestScope {
  readonly #timer: NodeJS.Timeout;
  readonly #began = performance.now();
  readonly #onEnd: () => void;
  readonly #whenOver = new Set<(reason: RequestTimeout) => void>();
  readonly #whenLeft = new Set<() => void>();
  #left = false;
  #signal: AbortController | null = null;
  #timeout: RequestTimeout | null = null;
  readonly work = new CheckedWork();
  /** charges further requests to the caller's rate; null if no rate applies */
  payer: ((requests: number) => void) | null = null;
  /** counts so many changes before they are made; throws Refused when the caller may make no more. Null where none are counted */
  countChanges: ((changes: number) => void) | null = null;
  /** runs inside the transaction of each write, before its commit */
  beforeCommit: ((em: EntityManager) => Promise<void>) | null = null;
  /** rows that the running write has changed, in order */
  targets: Target[] = [];
  /** what an earlier call under the same idempotency key wrote before its process ended; null for every other call */
  carriedOut: Target[] | null = null;
  /** its queue of heavy work: each portion of a streamed answer waits there for its turn */
  queue: { run<T>(work: () => Promise<T>): Promise<T> } | null = null;

  /**
   * @param milliseconds time of the request
   * @param onEnd called when it has been answered
   */
  constructor(milliseconds: number, onEnd: () => void = () => undefined) {
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.giveUp(), milliseconds);
    this.#timer.unref();
  }

  /** the error if the request has timed out; else null */
  get timeout(): RequestTimeout | null {
    return this.#timeout;
  }

  /** aborted with a RequestTimeout when the time is over; created on first use, since few requests need it */
  get signal(): AbortSignal {
    this.#signal ??= new AbortController();
    if (this.#timeout !== null) this.#signal.abort(this.#timeout);
    return this.#signal.signal;
  }

  /** Calls `stop` when the time is over. Returns a function that cancels this. */
  whenOver(stop: (reason: RequestTimeout) => void): () => void {
    this.#whenOver.add(stop);
    return () => this.#whenOver.delete(stop);
  }

  /**
   * Calls `leave` when the answer is no longer needed: the time is over, or the client has disconnected. Only reads may
   * be aborted then; writes continue. Returns a function that cancels this.
   */
  whenLeft(leave: () => void): () => void {
    if (this.#left) leave();
    this.#whenLeft.add(leave);
    return () => this.#whenLeft.delete(leave);
  }

  /** The client has disconnected, or has its answer. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    for (const leave of this.#whenLeft) leave();
    this.#whenLeft.clear();
  }

  /** Runs work with this scope. @throws RequestTimeout as soon as the time is over, even while the work still runs */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#timeout !== null) return Promise.reject(this.#timeout);
    return new Promise((resolve, reject) => {
      const takeBack = this.whenOver(reject);
      storage.run(this, work).then(resolve, reject).finally(takeBack);
    });
  }

  /** Binds one step to this scope: streams are read outside of the context that created them. */
  step<T>(work: () => Promise<T>): Promise<T> {
    return storage.run(this, work);
  }

  /** Restarts the time, for an answer that the client has taken a part of; at most one hour in all. */
  goOn(): void {
    if (this.#timeout === null && performance.now() - this.#began < MOST_STREAMED_MS) this.#timer.refresh();
  }

  /** Ends the time now; no effect if it is already over. */
  giveUp(): void {
    if (this.#timeout !== null) return;
    const reason = new RequestTimeout();
    this.#timeout = reason;
    this.#signal?.abort(reason);
    for (const stop of this.#whenOver) stop(reason);
    this.leave();
  }

  /**
   * The request has been answered, or the client is gone and nothing runs: its time no longer counts, and its checked
   * work is charged.
   */
  end(): void {
    clearTimeout(this.#timer);
    this.#onEnd();
    const { requests } = this.work;
    if (requests > 0) this.payer?.(requests);
    this.payer = null;
  }
}

/** A running request, and its index in the list. */
interface OpenRequest {
  scope: RequestScope;
  at: number;
}

/** The running requests of one server. */
export class OpenRequests {
  /** In no order. A set would keep deleted entries reachable until the next major collection (`SharedReads`). */
  readonly #open: OpenRequest[] = [];

  /** Begins one; the caller calls its `end` when it has been answered. @param milliseconds time of the request */
  begin(milliseconds: number): RequestScope {
    const scope = new RequestScope(milliseconds, () => this.#remove(open));
    const open = { scope, at: this.#open.length };
    this.#open.push(open);
    return scope;
  }

  #remove(open: OpenRequest): void {
    if (this.#open[open.at] !== open) return;
    const last = this.#open.pop();
    if (last === undefined || last === open) return;
    last.at = open.at;
    this.#open[open.at] = last;
  }

  /** Number of requests that are not answered yet. */
  get count(): number {
    return this.#open.length;
  }

  /** Ends the time of all: they are answered as at their deadline, and nothing more of them is committed. */
  giveUp(): void {
    const scopes = this.#open.map(({ scope }) => scope);
    for (const scope of scopes) scope.giveUp();
  }
}

const storage = new AsyncLocalStorage<RequestScope>();

/** The scope of the request that the running code belongs to; undefined outside of requests. */
export function currentRequest(): RequestScope | undefined {
  return storage.getStore();
}

/**
 * The id of the next row that an earlier call wrote under this call's idempotency key, if that call's process ended
 * before its answer was stored. The service then answers with the present row, and writes nothing.
 * @returns null if there is none of this kind: the call is carried out
 */
export function carriedOutTarget(kind: string): string | null {
  const carriedOut = currentRequest()?.carriedOut;
  return carriedOut?.[0]?.kind === kind ? (carriedOut.shift()?.id ?? null) : null;
}

/** Names something beside the rows that the running write changes: a repeat of the call finds it by `carriedOutTarget`. */
export function noteTarget(target: Target): void {
  currentRequest()?.targets.push(target);
}

/** Runs work outside of requests, with a time limit. @throws RequestTimeout */
export async function withinTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const scope = new RequestScope(ms);
  try {
    return await scope.run(work);
  } finally {
    scope.end();
  }
}
