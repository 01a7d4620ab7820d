import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RegistryAway, type KeepExchange } from '../../domain/statement/dueDiligenceRegistry.ts';
import { EUDR_OPERATIONS, EUDR_SERVICES, type EudrOperation } from '../../domain/statement/v3/operations.ts';
import { limitConcurrency, type Limiter } from '../../platform/concurrency/limitConcurrency.ts';
import { Breaker, retryAfterMs } from '../../platform/outbound/outboundServer.ts';
import { VERSION } from '../../platform/process/version.ts';
import { CallPace } from './callPace.ts';
import { passwordDigest, soapEnvelope, type SoapCredentials } from './soapEnvelope.ts';

/** How the EU Information System is called. */
export interface TracesLimits {
  /** 5 by its rules, counted by the address of the caller */
  callsPerSecond: number;
  /** calls in flight at a time; the largest statement takes 35 MB of memory */
  atOnce: number;
  /** for one answer with its body */
  answerWithinMs: number;
  /** the same for a statement: its upload takes longer */
  uploadWithinMs: number;
  /** bytes of one answer: 1,000 statements take less than 1 MB */
  answerBytes: number;
  /** failures in a row after which nothing is sent */
  breakAfter: number;
  /** for so long; then one call tests whether it is back */
  restMs: number;
}

export const TRACES_LIMITS: TracesLimits = {
  callsPerSecond: 5,
  atOnce: 3,
  answerWithinMs: 30_000,
  uploadWithinMs: 5 * 60_000,
  answerBytes: 8 * 1024 * 1024,
  breakAfter: 5,
  restMs: 60_000,
};

/** A `Retry-After` beyond this is taken for this. */
const LONGEST_REST_MS = 3_600_000;

export interface TracesServerParts {
  /** address without a slash at its end; services are below `/ws/` */
  url: string;
  credentials: SoapCredentials;
  limits?: Partial<TracesLimits>;
  /** milliseconds since 1970 */
  clock?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

interface TracesRequest {
  operation: EudrOperation;
  /** XML of the request's element, UTF-8 */
  body: Uint8Array;
  withinMs: number;
}

/** HTTP status and body of an answer. */
interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Sends requests to the EU Information System: five a second, none for a while after several failures. No request is
 * repeated here: whoever repeats one first looks up what became of it.
 */
export class TracesServer {
  readonly #url: string;
  readonly #credentials: SoapCredentials;
  readonly #limits: TracesLimits;
  readonly #clock: () => number;
  readonly #limit: Limiter;
  readonly #pace: CallPace;
  readonly #breaker: Breaker;
  #askedToWaitUntil = 0;
  /** the one request that tests whether it is back; the others wait for its result */
  #trial: Promise<void> | null = null;

  constructor({ url, credentials, limits = {}, clock = Date.now, pause = wait }: TracesServerParts) {
    this.#url = url;
    this.#credentials = credentials;
    this.#limits = { ...TRACES_LIMITS, ...limits };
    this.#clock = clock;
    this.#limit = limitConcurrency(this.#limits.atOnce);
    this.#pace = new CallPace({ perSecond: this.#limits.callsPerSecond, clock, pause });
    this.#breaker = new Breaker({ ...this.#limits, clock });
  }

  /**
   * Sends one request and reads its answer.
   * @param read throws RegistryAway for an answer that is none
   * @param keep gets each request that was sent, with its answer, before the answer is read
   * @throws RegistryAway, and what `keep` and `read` throw
   */
  call<T>(
    operation: EudrOperation,
    body: Uint8Array,
    { read, keep }: { read: (answer: RawAnswer) => T; keep: KeepExchange },
  ): Promise<T> {
    const { answerWithinMs, uploadWithinMs } = this.#limits;
    const withinMs = UPLOADS.has(operation) ? uploadWithinMs : answerWithinMs;
    return this.#limit(async () => {
      while (this.#trial !== null) await this.#trial;
      this.#refuseWhileResting();
      const send = () => this.#judged({ operation, body, withinMs }, read, keep);
      if (!this.#breaker.isOpen) return send();
      const trial = Promise.withResolvers<void>();
      this.#trial = trial.promise;
      try {
        return await send();
      } finally {
        this.#trial = null;
        trial.resolve();
      }
    });
  }

  #refuseWhileResting(): void {
    const rest = Math.max(this.#breaker.restsFor, this.#askedToWaitUntil - this.#clock());
    if (rest <= 0) return;
    const seconds = Math.ceil(rest / 1_000);
    throw new RegistryAway(`The EU Information System is left alone for the next ${seconds} s.`, {
      retryAfterSeconds: seconds,
    });
  }

  /** An answer of the service is a success, also one that refuses a statement. */
  async #judged<T>(request: TracesRequest, read: (answer: RawAnswer) => T, keep: KeepExchange): Promise<T> {
    try {
      const answer = await this.#exchange(request, keep);
      const result = read(answer);
      this.#breaker.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RegistryAway) this.#breaker.failed();
      throw error;
    }
  }

  async #exchange(request: TracesRequest, keep: KeepExchange): Promise<RawAnswer> {
    await this.#pace.turn();
    const at = new Date(this.#clock());
    const nonce = randomBytes(16);
    const envelope = soapEnvelope(request.body, this.#credentials, at, nonce);
    let status: number | null = null;
    let answer: string | null = null;
    try {
      const signal = AbortSignal.timeout(request.withinMs);
      const response = await this.#fetch(request.operation, envelope, signal);
      status = response.status;
      answer = this.#withoutSecrets(await this.#textOf(response), at, nonce);
      this.#refuseOverload(response);
      return { status, text: answer };
    } catch (error) {
      if (error instanceof RegistryAway) throw error;
      throw new RegistryAway('The EU Information System cannot be reached or broke off its answer.', { cause: error });
    } finally {
      await keep({ operation: request.operation, request: request.body, status, answer, at });
    }
  }

  #fetch(operation: EudrOperation, envelope: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Response> {
    const { service, soapAction } = EUDR_OPERATIONS[operation];
    return fetch(`${this.#url}/ws/${EUDR_SERVICES[service]}`, {
      method: 'POST',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: `"${soapAction}"`,
        'user-agent': `Manam-Trace/${VERSION}`,
      },
      body: envelope,
      // A redirect would carry the request elsewhere.
      redirect: 'error',
      signal,
    });
  }

  async #textOf(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    // A loop that is left cancels the rest.
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > this.#limits.answerBytes) {
        throw new RegistryAway(`The EU Information System answered more than ${this.#limits.answerBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  #refuseOverload(response: Response): void {
    if (response.status !== 429 && response.status !== 503) return;
    const asked = retryAfterMs(response.headers.get('retry-after'), this.#clock());
    const rest = asked === null ? null : Math.min(asked, LONGEST_REST_MS);
    if (rest !== null) this.#askedToWaitUntil = this.#clock() + rest;
    throw new RegistryAway(`The EU Information System answered ${response.status}.`, {
      retryAfterSeconds: rest === null ? null : Math.ceil(rest / 1_000),
    });
  }

  /** Exchanges are kept: an answer that quotes its request must not carry into the database what the key is tried with. */
  #withoutSecrets(text: string, at: Date, nonce: Buffer): string {
    const { key } = this.#credentials;
    const secrets = [key, nonce.toString('base64'), passwordDigest(nonce, at.toISOString(), key)];
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  }
}

const UPLOADS: ReadonlySet<EudrOperation> = new Set(['submitDds', 'amendDds', 'submitSd', 'updateSd']);
