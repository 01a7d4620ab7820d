import { setTimeout as pause } from 'node:timers/promises';
import type { SourceFault } from '../../domain/forest/sourceFaults.ts';
import { ForestMonitorAway } from '../../domain/forest/forestMonitor.ts';
import { limitConcurrency, type Limiter } from '../concurrency/limitConcurrency.ts';

/**
 * Decides whether a server is called: after several failures in a row it is not called for a while, then one request
 * tests whether it is back.
 */
export class Breaker {
  readonly #breakAfter: number;
  readonly #restMs: number;
  readonly #clock: () => number;
  #failures = 0;
  #closedUntil = 0;

  /** @param clock milliseconds */
  constructor(parts: { breakAfter: number; restMs: number; clock: () => number }) {
    this.#breakAfter = parts.breakAfter;
    this.#restMs = parts.restMs;
    this.#clock = parts.clock;
  }

  /** It failed so often that the next request is only to find out whether it is back. */
  get isOpen(): boolean {
    return this.#failures >= this.#breakAfter;
  }

  /** Milliseconds until the server is asked again; 0 when it may be asked now. */
  get restsFor(): number {
    return this.isOpen ? Math.max(0, this.#closedUntil - this.#clock()) : 0;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.isOpen) this.#closedUntil = this.#clock() + this.#restMs;
  }
}

/** How a server of others is treated. */
export interface Politeness {
  /** requests in flight at a time */
  atOnce: number;
  /** tries of one request, the first one included */
  tries: number;
  /** pause after the first try; it doubles with each, and is drawn between half of it and all of it */
  firstPauseMs: number;
  /** no pause is longer; who is asked to wait for longer fails at once */
  longestPauseMs: number;
  /** for one answer with its body */
  answerWithinMs: number;
  /** failures in a row after which the server is not called */
  breakAfter: number;
  /** for so long */
  restMs: number;
}

export const POLITE: Politeness = {
  atOnce: 6,
  tries: 3,
  firstPauseMs: 300,
  longestPauseMs: 4_000,
  answerWithinMs: 6_000,
  breakAfter: 5,
  restMs: 30_000,
};

/** A `Retry-After` beyond this is taken for this: a header of a day would keep a server out of use for a day. */
const LONGEST_REST_MS = 3_600_000;

/** A server did not answer a request. */
export class Unanswered extends ForestMonitorAway {
  override name = 'Unanswered';
  /** whether the same request may be answered in a moment */
  readonly passing: boolean;
  /** the delay that the server asked for; null without one */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    options: { passing: boolean; retryAfterMs?: number | null; cause?: unknown; fault?: SourceFault },
  ) {
    super(message, options);
    this.passing = options.passing;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Statuses that the same request may not get again: timeouts, too many requests, and server errors. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The error of an unsuccessful answer, with or without retry. @param name of the request's subject, without secrets */
export function unanswered(name: string, response: Response, now = Date.now()): Unanswered {
  return new Unanswered(`${name} answered ${response.status}.`, {
    passing: PASSING.has(response.status),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now),
    fault: faultOf(response.status),
  });
}

function faultOf(status: number): SourceFault {
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'slow';
  return status >= 500 ? 'failing' : 'refused';
}

/** RFC 9110, section 10.2.3: seconds, or a date. @returns milliseconds from now; null when the header says nothing */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** One server of others: few requests at a time, tries with growing pauses, and none at all while it does not answer. */
export class PoliteServer {
  readonly #name: string;
  readonly #politeness: Politeness;
  readonly #clock: () => number;
  readonly #limit: Limiter;
  readonly #breaker: Breaker;
  #askedToWaitUntil = 0;
  /** its last error */
  #why: ForestMonitorAway | null = null;
  #requests = 0;
  /** the one request that tests whether it is back; the others wait for its result */
  #trial: Promise<void> | null = null;

  /** @param name shown to people; no secrets in it */
  constructor(name: string, politeness: Partial<Politeness> = {}, clock: () => number = Date.now) {
    this.#name = name;
    this.#politeness = { ...POLITE, ...politeness };
    this.#clock = clock;
    this.#limit = limitConcurrency(this.#politeness.atOnce);
    const { breakAfter, restMs } = this.#politeness;
    this.#breaker = new Breaker({ breakAfter, restMs, clock });
  }

  /** Requests that were sent since the start. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Sends a request, with retries where they may help.
   * @param request sends one request and reads its whole answer; throws ForestMonitorAway on a wrong answer of the
   *   server
   * @throws ForestMonitorAway, other errors of `request`, and the signal's reason
   */
  async ask<T>(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { tries, firstPauseMs, longestPauseMs } = this.#politeness;
    for (let tried = 1; ; tried += 1) {
      try {
        // A pausing caller holds no slot.
        return await this.#limit(() => this.#once(request, signal), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Unanswered) || !error.passing || tried >= tries) throw error;
        const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** (tried - 1)) * (0.5 + Math.random() / 2);
        const wait = Math.max(backoff, this.#restsFor());
        if (wait > longestPauseMs) throw error;
        await pause(wait, undefined, { signal });
      }
    }
  }

  #restsFor(): number {
    return Math.max(this.#breaker.restsFor, this.#askedToWaitUntil - this.#clock());
  }

  async #once<T>(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#trial !== null) await this.#trial;
    signal.throwIfAborted();
    const rest = this.#restsFor();
    if (rest > 0) {
      const seconds = Math.ceil(rest / 1_000);
      const message = `${this.#why?.message ?? ''} ${this.#name} is left alone for the next ${seconds} s.`;
      throw new ForestMonitorAway(message.trimStart(), { fault: this.#why?.fault ?? 'busy' });
    }
    if (!this.#breaker.isOpen) return this.#send(request, signal);
    const trial = Promise.withResolvers<void>();
    this.#trial = trial.promise;
    try {
      return await this.#send(request, signal);
    } finally {
      this.#trial = null;
      trial.resolve();
    }
  }

  async #send<T>(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#requests += 1;
    const { answerWithinMs } = this.#politeness;
    const late = AbortSignal.timeout(answerWithinMs);
    try {
      const answer = await request(AbortSignal.any([signal, late]));
      this.#breaker.succeeded();
      return answer;
    } catch (error) {
      // An aborted caller says nothing about the server.
      if (signal.aborted) throw error;
      if (late.aborted) {
        const message = `${this.#name} did not answer within ${answerWithinMs} ms.`;
        throw this.#failed(new Unanswered(message, { passing: true, cause: error, fault: 'slow' }));
      }
      if (error instanceof ForestMonitorAway) this.#failed(error);
      // Any other error is still an answer.
      else this.#breaker.succeeded();
      if (error instanceof Unanswered && error.retryAfterMs !== null) {
        this.#askedToWaitUntil = this.#clock() + Math.min(error.retryAfterMs, LONGEST_REST_MS);
      }
      throw error;
    }
  }

  #failed(error: ForestMonitorAway): ForestMonitorAway {
    this.#breaker.failed();
    this.#why = error;
    return error;
  }
}
