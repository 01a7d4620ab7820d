import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REQUEST } from '../../domain/said/refusedSaid.ts';

/** A request took longer than it may: it is answered 503, its statements are cancelled and nothing more is committed. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout';

  constructor() {
    super(REQUEST.timeout({}).text);
  }
}

/** Events of checks that one request of a caller's rate pays for (docs/api.md, 'Limits'). */
const EVENTS_PER_REQUEST = 25;
/** What an event counts for that was checked before, and is only compared with what is stored now. */
const COMPARED = 1 / 20;
/** What an event of a proof file counts for, made or only sent. */
const SHOWN = 1 / 5;

/** Kind ('lot', 'alert') and id of what a write changes. */
export interface Target {
  kind: string;
  id: string;
}

/** Longest time for which a streamed answer is gone on with. */
const MOST_STREAMED_MS = 3_600_000;

/**
 * A later portion of an answer that is streamed: it takes its turn among the heavy work that its request belongs to, and the request's
 * time begins anew with it, since the client has taken the ones before.
 */
export function streamedStep<Batch>(request: RequestScope | undefined, next: () => Promise<Batch>): Promise<Batch> {
  if (request === undefined) return next();
  request.goOn();
  return request.step(() => request.queue?.run(next) ?? next());
}

/** What a request has had checked of the ledger, counted in events. */
export class CheckedWork {
  #events = 0;

  /** So many events were checked with their signatures. */
  check(events: number): void {
    this.#events += events;
  }

  /** So many events that were checked before were compared with what is stored now. */
  compare(events: number): void {
    this.#events += events * COMPARED;
  }

  /** So many events were shown in a proof file. */
  show(events: number): void {
    this.#events += events * SHOWN;
  }

  /** The same in requests, rounded down: a lot of common length costs the request that asks for it and no more. */
  get requests(): number {
    return Math.floor(this.#events / EVENTS_PER_REQUEST);
  }
}

/**
 * What the statements of one request share: the time they have, and what its writes commit with them. Code that is called
 * from a request finds it by `currentRequest`, however deep.
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
  /** counts so many requests more against the rate of whoever asks; null where nobody pays */
  payer: ((requests: number) => void) | null = null;
  /** counts so many changes before they are made; throws Refused when the caller may make no more. Null where none are counted */
  countChanges: ((changes: number) => void) | null = null;
  /** runs inside the transaction of each write, before its commit */
  beforeCommit: ((em: EntityManager) => Promise<void>) | null = null;
  /** what the write under way has changed, in order */
  targets: Target[] = [];
  /** what an earlier call under the same idempotency key wrote before its process ended; null for every other call */
  carriedOut: Target[] | null = null;
  /** its queue of heavy work: each portion of a streamed answer waits there for its turn */
  queue: { run<T>(work: () => Promise<T>): Promise<T> } | null = null;

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

  /**
   * Calls `leave` when nobody waits for the answer any more: the time is over, or the client has gone away. Only reading may
   * be given up then; what writes goes on. Returns what takes that back.
   */
  whenLeft(leave: () => void): () => void {
    if (this.#left) leave();
    this.#whenLeft.add(leave);
    return () => this.#whenLeft.delete(leave);
  }

  /** The client has gone away, or has its answer: nobody waits any more. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    for (const leave of this.#whenLeft) leave();
    this.#whenLeft.clear();
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

  /** Its time begins anew, for an answer of which the client has taken a part; nobody takes more than an hour. */
  goOn(): void {
    if (this.#timeout === null && performance.now() - this.#began < MOST_STREAMED_MS) this.#timer.refresh();
  }

  /** Ends its time now; nothing more happens when it is over already. */
  giveUp(): void {
    if (this.#timeout !== null) return;
    const reason = new RequestTimeout();
    this.#timeout = reason;
    this.#signal?.abort(reason);
    for (const stop of this.#whenOver) stop(reason);
    this.leave();
  }

  /** The request has been answered, or there is nobody to answer and nothing under way: its time no longer counts, and what it has had checked is paid. */
  end(): void {
    clearTimeout(this.#timer);
    this.#onEnd();
    const { requests } = this.work;
    if (requests > 0) this.payer?.(requests);
    this.payer = null;
  }
}

/** A request under way, and its place in the list. */
interface OpenRequest {
  scope: RequestScope;
  at: number;
}

/** The requests under way in one server. */
export class OpenRequests {
  /** In no order. A set would keep what was deleted reachable until the next major collection (`SharedReads`). */
  readonly #open: OpenRequest[] = [];

  /** Begins one; its `end` is to be called when it has been answered. @param milliseconds that it may take */
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

  /** How many have not been answered yet. */
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

/** The scope of the request that the running code works for; undefined outside of requests. */
export function currentRequest(): RequestScope | undefined {
  return storage.getStore();
}

/**
 * The id of the next thing that an earlier call wrote under the idempotency key of this one, where that call ended with its process
 * before its answer was stored. The service then answers with the thing as it is now, and writes nothing.
 * @returns null where there is nothing of this kind: the call is carried out
 */
export function carriedOutTarget(kind: string): string | null {
  const carriedOut = currentRequest()?.carriedOut;
  return carriedOut?.[0]?.kind === kind ? (carriedOut.shift()?.id ?? null) : null;
}

/** Runs work that belongs to no request, within a time of its own. @throws RequestTimeout */
export async function withinTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const scope = new RequestScope(ms);
  try {
    return await scope.run(work);
  } finally {
    scope.end();
  }
}
