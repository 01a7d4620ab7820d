import type { ClientBase, Pool } from 'pg';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import { LedgerAway, type Ledger } from '../../../domain/ledger/ledger.ts';
import { deliver, type Delivery } from './delivery.ts';
import { waitingEvents, type WaitingEvent } from './waitingEvents.ts';
import { chainsIn, writeBack } from './writeBack.ts';

/** What is used of a pino logger. */
export interface OutboxLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface OutboxOptions {
  pool: Pool;
  ledger: Ledger;
  /** an event is handed over only while its seal stands for it */
  seals: RowSigner;
  log: OutboxLog;
  /** wakes the readers of every process (`Database.wake`) */
  publish: () => void;
  /** events a batch; default 200 */
  batchSize?: number;
  /** polling interval without wakes; default 1000 */
  pollMs?: number;
  /** 0 to 1, spreads the retries of several servers; default Math.random */
  random?: () => number;
}

/** What one look at the outbox did. */
export type DeliveryRunResult =
  /** another worker is at it, the ledger was away a moment ago, or there is nothing to do */
  { kind: 'idle' } | { kind: 'delivered'; recorded: number; failed: number } | { kind: 'away'; retryInMs: number };

const FIRST_RETRY_MS = 1_000;
/** From one try to the next. */
export const LONGEST_RETRY_MS = 60_000;

/** Pause before the next try, in ms: 1 s, doubled with each attempt up to 60 s, less up to a fifth so that servers spread. */
export function retryDelay(attempts: number, random: number): number {
  const full = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1));
  return Math.max(FIRST_RETRY_MS, Math.round(full * (1 - random / 5)));
}

/**
 * Delivers the outbox to the ledger: in order per lot, in batches, at least once (the ledger recognizes a repeated
 * event id). Of several workers on one database one delivers at a time. A crash at any point loses nothing: an event
 * that was recorded and not written back is sent again and gets its first position.
 */
export class OutboxWorker {
  readonly #options: Required<OutboxOptions>;
  #started = false;
  #running: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  /** the ledger is not called until then; null: it was not away */
  #restUntil: Date | null = null;

  constructor(options: OutboxOptions) {
    this.#options = { batchSize: 200, pollMs: 1_000, random: Math.random, ...options };
  }

  /** Begins to deliver, and to look again every `pollMs`. */
  start(): void {
    this.#started = true;
    this.wake();
  }

  /** Looks now, or once more after the look that is under way. */
  wake(): void {
    if (!this.#started) return;
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#running = this.#drain().finally(() => {
      this.#running = null;
      if (!this.#started) return;
      if (this.#again) {
        this.#again = false;
        this.wake();
      } else {
        this.#timer = setTimeout(() => this.wake(), this.#options.pollMs);
      }
    });
  }

  /** Ends after the batch that is being delivered. */
  async stop(): Promise<void> {
    this.#started = false;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#started && (await this.runOnce()).kind === 'delivered');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The outbox could not be read or written; it will be tried again');
    }
  }

  /**
   * Delivers one batch.
   * @param now for tests; by default the database's clock decides which events are due
   * @throws when the program's own database fails; nothing is lost by that
   */
  async runOnce(now: Date | null = null): Promise<DeliveryRunResult> {
    const wall = now ?? new Date();
    if (this.#restUntil !== null && wall < this.#restUntil) return { kind: 'idle' };
    return this.#withAdvisoryLock(async (client) => {
      const events = await waitingEvents(client, this.#options.seals, this.#options.batchSize, now, LONGEST_RETRY_MS);
      if (events.length === 0) return { kind: 'idle' };
      const delivery = await deliver(this.#options.ledger, events);
      const changed = await writeBack(client, chainsIn(events), delivery);
      if (changed) this.#options.publish();
      this.#report(delivery);
      if (delivery.away !== null) return this.#rest(client, events, delivery, delivery.away, now);
      await this.#awake(client, now);
      return { kind: 'delivered', recorded: delivery.recorded.length, failed: delivery.failed.length };
    });
  }

  /**
   * Runs work as the only worker of this database; the lock ends with the connection, so a killed worker leaves none.
   */
  async #withAdvisoryLock(work: (client: ClientBase) => Promise<DeliveryRunResult>): Promise<DeliveryRunResult> {
    const client = await this.#options.pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('manam-outbox-worker', 0)) as mine`,
      );
      if (rows[0]?.mine !== true) return { kind: 'idle' };
      try {
        return await work(client);
      } finally {
        await client
          .query(`select pg_advisory_unlock(hashtextextended('manam-outbox-worker', 0))`)
          .catch((error: Error) => {
            broken = error;
          });
      }
    } finally {
      client.off('error', onError);
      // A connection that could not give the lock back is closed, which gives it back.
      client.release(broken);
    }
  }

  #report(delivery: Delivery): void {
    for (const { eventId, code } of delivery.failed) {
      this.#options.log.error({ eventId, code }, 'An event cannot be recorded; its lot waits');
    }
    if (delivery.recorded.length > 0) {
      this.#options.log.info({ events: delivery.recorded.length }, 'Events recorded on the ledger');
    }
  }

  /** The ledger is away: its events wait, and so does the worker, longer with every attempt. */
  async #rest(
    client: ClientBase,
    events: readonly WaitingEvent[],
    delivery: Delivery,
    reason: Error,
    now: Date | null,
  ): Promise<DeliveryRunResult> {
    const done = new Set([...delivery.recorded, ...delivery.failed].map(({ eventId }) => eventId));
    const waiting = events.filter(({ eventId }) => !done.has(eventId));
    const attempts = Math.max(0, ...waiting.map((event) => event.attempts)) + 1;
    const retryInMs = retryDelay(attempts, this.#options.random());
    await client.query(
      `update ledger_outbox set attempts = attempts + 1,
         next_attempt_at = coalesce($2::timestamptz, now()) + make_interval(secs => $3)
       where event_id = any($1::text[]) and state = 'pending'`,
      [waiting.map(({ eventId }) => eventId), now?.toISOString() ?? null, retryInMs / 1_000],
    );
    this.#restUntil = new Date((now ?? new Date()).getTime() + retryInMs);
    const message = reason instanceof LedgerAway ? 'The ledger is away' : 'The ledger broke on every event of a batch';
    this.#options.log.warn({ err: reason, waiting: waiting.length, attempts, retryInMs }, message);
    return { kind: 'away', retryInMs };
  }

  /** The ledger answers: events that were postponed during its outage are due at once. */
  async #awake(client: ClientBase, now: Date | null): Promise<void> {
    if (this.#restUntil === null) return;
    this.#restUntil = null;
    await client.query(
      `update ledger_outbox set next_attempt_at = coalesce($1::timestamptz, now())
       where state = 'pending' and next_attempt_at > coalesce($1::timestamptz, now())`,
      [now?.toISOString() ?? null],
    );
  }
}
