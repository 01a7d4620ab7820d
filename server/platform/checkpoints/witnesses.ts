import { setTimeout as wait } from 'node:timers/promises';
import type { SignedHead } from '../../domain/proof/head.ts';
import { LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';

/** What is used of a pino logger. */
export interface HeadLog {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** A witness that has not taken a head by then is asked again. */
const ANSWER_WITHIN_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/**
 * Sends heads to those who keep them for others (HEAD_WITNESSES). Each gets the newest one as soon as it has taken the one before;
 * those in between are left out, since each head proves all before it. Nothing waits for a witness.
 */
export class HeadWitnesses {
  readonly #witnesses: Witness[];

  /** @param addresses complete ones, each of which takes a POST of a signed head as JSON */
  constructor(addresses: readonly string[], log: HeadLog) {
    this.#witnesses = addresses.map((address) => new Witness(address, log));
  }

  /** How many do not take heads; null when all do. */
  get trouble(): Message | null {
    const failing = this.#witnesses.filter((witness) => witness.failing).length;
    return failing === 0 ? null : LEDGER.witnessesAway({ failing, witnesses: this.#witnesses.length });
  }

  post(head: SignedHead): void {
    for (const witness of this.#witnesses) witness.post(head);
  }

  /** Aborts running requests. */
  async close(): Promise<void> {
    await Promise.all(this.#witnesses.map((witness) => witness.close()));
  }
}

class Witness {
  failing = false;
  readonly #address: string;
  readonly #log: HeadLog;
  readonly #end = new AbortController();
  #newest: SignedHead | null = null;
  #sending: Promise<void> | null = null;

  constructor(address: string, log: HeadLog) {
    this.#address = address;
    this.#log = log;
  }

  post(head: SignedHead): void {
    this.#newest = head;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (this.#newest !== null && !this.#end.signal.aborted) {
      const head = this.#newest;
      const fault = await this.#offer(head);
      if (this.#end.signal.aborted) return;
      if (fault === null) {
        this.failing = false;
        pauseMs = FIRST_PAUSE_MS;
        if (this.#newest === head) this.#newest = null;
        continue;
      }
      if (!this.failing) {
        const { host } = new URL(this.#address);
        this.#log.warn({ witness: host, fault }, 'A witness does not take the head of the ledger; it is tried again');
      }
      this.failing = true;
      await wait(pauseMs, undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @returns the error; null when the witness accepted the head */
  async #offer(head: SignedHead): Promise<string | null> {
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(head),
        redirect: 'error',
        signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `It answered ${response.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
