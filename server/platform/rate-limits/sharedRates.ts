import { createHmac, randomUUID } from 'node:crypto';
import type { Rows } from '../database/rows.ts';
import { withinTime } from '../database/requestScope.ts';
import { Rate, type RateLimit } from './rate.ts';

/** What is used of a pino logger. */
export interface RatesLog {
  warn(details: object, message: string): void;
}

/** How long what one process counts is unknown to the others. */
const EXCHANGE_MS = 1_000;
const WITHIN_MS = 5_000;
/** Exchanges after which rows of windows that are over are cleared away. */
const CLEAR_AFTER = 60;

const EXCHANGE = `
  with told as (
    insert into rate_spent (process, rate, caller, spent, ends_at)
    select $1::uuid, rate, caller, spent, now() + make_interval(secs => left_ms / 1000.0)
    from unnest($2::text[], $3::text[], $4::int[], $5::int[]) as t (rate, caller, spent, left_ms)
    on conflict (process, rate, caller) do update set spent = excluded.spent, ends_at = excluded.ends_at)
  select rate, caller as name, sum(spent)::int as spent, ceil(extract(epoch from max(ends_at) - now()) * 1000)::int as "leftMs"
  from rate_spent where process <> $1 and ends_at > now() group by rate, caller`;

const CLEAR = `delete from rate_spent where (process, rate, caller) in (
  select process, rate, caller from rate_spent where ends_at < now() for update skip locked)`;

/**
 * The rates that callers have with all processes together. Each process counts in its memory, and once a second tells the others, through one
 * statement, of callers that have spent a tenth of a rate or more. So a request costs no statement, and who asks several
 * processes gets what they let through in a second more. While the database is away each counts alone.
 */
export class SharedRates {
  readonly #database: Pick<Rows, 'rows'>;
  readonly #key: Uint8Array;
  readonly #log: RatesLog;
  readonly #process = randomUUID();
  readonly #rates = new Map<string, Rate>();
  #timer: NodeJS.Timeout | null = null;
  #exchanging: Promise<void> | null = null;
  #exchanges = 0;

  /** @param parts.key names of callers are hashed under it */
  constructor(parts: { database: Pick<Rows, 'rows'>; key: Uint8Array; log: RatesLog }) {
    this.#database = parts.database;
    this.#key = parts.key;
    this.#log = parts.log;
  }

  /**
   * A rate of its own.
   * @param name the same in all processes
   * @param limit with 0 calls it is off
   * @returns null when it is off
   */
  make(name: string, limit: RateLimit): Rate | null {
    if (limit.calls === 0) return null;
    const rate = new Rate(limit, (key) => this.#hashed(name, key));
    this.#rates.set(name, rate);
    return rate;
  }

  /** Begins to tell and to hear. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#exchanging ??= this.#exchange().finally(() => {
        this.#exchanging = null;
      });
    }, EXCHANGE_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#exchanging;
  }

  async #exchange(): Promise<void> {
    const rates = [...this.#rates];
    if (!rates.some(([, rate]) => rate.inUse)) return;
    try {
      const told = rates.flatMap(([name, rate]) => rate.much().map((spent) => ({ rate: name, ...spent })));
      const heard = await withinTime(WITHIN_MS, () =>
        this.#database.rows<{ rate: string; name: string; spent: number; leftMs: number }>(EXCHANGE, [
          this.#process,
          told.map(({ rate }) => rate),
          told.map(({ name }) => name),
          told.map(({ spent }) => spent),
          told.map(({ leftMs }) => leftMs),
        ]),
      );
      for (const [name, rate] of rates) rate.hear(heard.filter((one) => one.rate === name));
      this.#exchanges += 1;
      if (this.#exchanges % CLEAR_AFTER === 0) await withinTime(WITHIN_MS, () => this.#database.rows(CLEAR));
    } catch (error) {
      this.#log.warn({ err: error }, 'Rates could not be shared; each process counts alone');
    }
  }

  /** Of a caller nothing but this is written: an HMAC-SHA-256, 128 bits of it. */
  #hashed(rate: string, key: string): string {
    return createHmac('sha256', this.#key).update(`${rate}\0${key}`).digest('base64url').slice(0, 22);
  }
}
