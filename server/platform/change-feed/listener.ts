import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { dropSilent } from '../database/cancellableClient.ts';
import { WAKE_CHANNEL } from '../database/database.ts';

/** What is used of a pino logger. */
export interface ListenerLog {
  warn(details: object, message: string): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
const CONNECT_WITHIN_MS = 15_000;
/** Interval of the heartbeat, and the time for its answer: nothing else is sent over this connection. */
const BEAT = { everyMs: 5_000, withinMs: 10_000 };

/** Interval of the heartbeat, and the time for its answer. */
export interface Beat {
  everyMs: number;
  withinMs: number;
}

/**
 * Listens to `WAKE_CHANNEL` on a separate connection and calls back, for all readers of a process. A lost connection is
 * opened again and calls back once, since wakes may have been missed.
 *
 * A machine that disappears sends no error. So the listener sends heartbeats: without an answer, the process's other
 * connections to it that received nothing are ended as well, and new ones may reach the server that replaced it.
 */
export class Listener {
  readonly #url: string;
  readonly #log: ListenerLog;
  readonly #beat: Beat;
  readonly #processKey: string | null;
  readonly #callbacks = new Set<() => void>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void> | null = null;
  #pause = FIRST_PAUSE_MS;
  #closed = false;

  /** @param processKey advisory lock by which other processes see that this process lives */
  constructor(url: string, log: ListenerLog, beat: Beat = BEAT, processKey: string | null = null) {
    this.#url = url;
    this.#processKey = processKey;
    this.#log = log;
    this.#beat = beat;
  }

  /** Connects. If the database is away, it retries in the background: readers also poll. */
  async start(): Promise<void> {
    this.#connecting = this.#connect();
    await this.#connecting;
  }

  /** Calls back at every wake, until the returned function is called. */
  onWake(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#connecting;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'manam-trace-listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The connection ended')));
    client.on('notification', ({ channel }) => {
      if (channel === WAKE_CHANNEL) this.#wake();
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${WAKE_CHANNEL}`);
      // Shared: a connection that was lost unnoticed may still hold it.
      if (this.#processKey !== null) await client.query('select pg_advisory_lock_shared($1)', [this.#processKey]);
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#wake();
    void this.#watch(client);
  }

  /** Sends heartbeats until the connection is lost, or an answer is missing. */
  async #watch(client: Client): Promise<void> {
    for (;;) {
      await delay(this.#beat.everyMs, undefined, { ref: false });
      if (this.#client !== client) return;
      const asked = performance.now();
      const late = delay(this.#beat.withinMs, 'late', { ref: false });
      const lived = client.query('select 1').then(
        () => 'lives',
        () => 'failed',
      );
      if ((await Promise.race([lived, late])) !== 'late' || this.#client !== client) continue;
      dropSilent(client, asked);
      this.#lost(client, new Error('The server gives no sign of life'));
    }
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = null;
    client.end().catch(() => undefined);
    const pause = this.#pause;
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    this.#log.warn({ err: error, retryInMs: pause }, 'The listening connection to the database was lost');
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, pause);
    this.#timer.unref();
  }

  #wake(): void {
    for (const callback of this.#callbacks) callback();
  }
}
