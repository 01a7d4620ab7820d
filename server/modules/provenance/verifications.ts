import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import { currentRequest, RequestScope, RequestTimeout } from '../../platform/database/requestScope.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';

/** Who asks: shoppers and staff do not wait for each other. */
export type Audience = 'public' | 'staff';

export interface QueueLimits {
  /** verifications under way at once; the others wait */
  atOnce: number;
  /** those that may wait */
  waiting: number;
  /** ms that a verification may wait before it is rejected: clients do not repeat a call that is rejected early */
  patienceMs: number;
}

const LIMITS: Record<Audience, QueueLimits> = {
  public: { atOnce: 2, waiting: 200, patienceMs: 5_000 },
  staff: { atOnce: 4, waiting: 500, patienceMs: 8_000 },
};
/** Longer than any request that may wait for one. */
const GIVEN_UP_MS = 150_000;
const RETRY_AFTER_SECONDS = 5;

interface Verifying {
  /** ends with the last of those who wait */
  result: Promise<unknown>;
  waiters: number;
  /** no caller waits any more */
  abandon(): void;
}

/**
 * The running verifications of one server: limited separately for shoppers and staff; equal ones are shared by all
 * callers that ask meanwhile; and one that no caller waits for is dropped.
 */
export class Verifications {
  readonly #queues: Record<Audience, { queue: PQueue; limits: QueueLimits }>;
  readonly #verifying = new Map<string, Verifying>();

  constructor(limits: Record<Audience, QueueLimits> = LIMITS) {
    const queueOf = (audience: Audience): { queue: PQueue; limits: QueueLimits } => ({
      queue: new PQueue({ concurrency: limits[audience].atOnce }),
      limits: limits[audience],
    });
    this.#queues = { public: queueOf('public'), staff: queueOf('staff') };
  }

  /**
   * Runs a verification in its turn. Its checked events are counted against the rate of the caller that started it.
   * @param key of the lot and its state: callers that ask for the same meanwhile get the same answer; null for one that
   *   is not shared
   * @param work only reads, and runs in a separate scope
   * @throws Refused too-many-requests when too many wait, or it waited for too long
   * @throws RequestTimeout when the time of the current request is over
   */
  async run<T>(audience: Audience, key: string | null, work: () => Promise<T>): Promise<T> {
    const name = key === null ? null : `${audience} ${key}`;
    const known = name === null ? undefined : this.#verifying.get(name);
    // One name is one kind of work, so work started under it has the same type of answer.
    return this.#waitFor((known ?? this.#begin(audience, name, work)) as Verifying & { result: Promise<T> });
  }

  #begin(audience: Audience, name: string | null, work: () => Promise<unknown>): Verifying {
    const payer = currentRequest()?.payer ?? null;
    const { queue, limits } = this.#queues[audience];
    if (queue.pending >= limits.atOnce && queue.size >= limits.waiting) throw tooMany();
    const waiting = new AbortController();
    const refuse = (): void => waiting.abort(tooMany());
    const patience = setTimeout(refuse, limits.patienceMs);
    patience.unref();
    let scope: RequestScope | null = null;
    // p-queue starts a task in the async context of the one that ended before it.
    const run = AsyncResource.bind(async (): Promise<unknown> => {
      clearTimeout(patience);
      const begun = new RequestScope(GIVEN_UP_MS);
      begun.payer = payer;
      scope = begun;
      try {
        return await begun.run(work);
      } finally {
        begun.end();
      }
    });
    const forget = (): void => {
      clearTimeout(patience);
      if (name !== null && this.#verifying.get(name) === verifying) this.#verifying.delete(name);
    };
    const result = queue.add(run, { signal: waiting.signal });
    const verifying: Verifying = {
      result: result.finally(forget),
      waiters: 0,
      abandon: () => {
        forget();
        if (scope === null) refuse();
        else scope.giveUp();
      },
    };
    // Waiting callers get the error; without any it is no unhandled error.
    verifying.result.catch(() => undefined);
    if (name !== null) this.#verifying.set(name, verifying);
    return verifying;
  }

  #waitFor<T>(verifying: Verifying & { result: Promise<T> }): Promise<T> {
    const request = currentRequest();
    verifying.waiters += 1;
    // What no request asks for waits to its end.
    if (request === undefined) return verifying.result;
    return new Promise((resolve, reject) => {
      const takeBack = request.whenLeft(() => {
        verifying.waiters -= 1;
        if (verifying.waiters === 0) verifying.abandon();
        reject(request.timeout ?? new RequestTimeout());
      });
      verifying.result.then(resolve, reject).finally(takeBack);
    });
  }
}

function tooMany(): Refused {
  return new Refused({
    kind: 'too-many-requests',
    said: REFUSED.tooManyVerifications({}),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
