import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, Pool, type Client, type PoolClient, type QueryResultRow } from 'pg';
import { CancellableClient, dropConnection } from './cancellableClient.ts';
import { currentRequest, withinTime } from './requestScope.ts';
import { Rows } from './rows.ts';

/** What is used of a pino logger. */
export interface ReplicaLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** State of the replica, for health. */
export interface ReplicaState {
  /** lists are read from it now; else from the primary */
  used: boolean;
  /** age of its data at the last check; null when it does not answer, or is no replica of this database */
  behindMs: number | null;
}

const LOOK_MS = 1_000;
/** Time for one check, and for a new connection: a read waits no longer for a replica that is gone. */
const ANSWER_WITHIN_MS = 2_000;
/** Time for a read to wait until the replica has everything committed before it; then the primary answers. */
const CAUGHT_UP_WITHIN_MS = 250;
const PAUSE_MS = 3;
/**
 * Positions of the primary that the replica has not reached: the number of past checks from which its age is computed.
 */
const MOST_POSITIONS = 3_600;

/** Flushed: commits are at or before it, and later records may never be sent. */
const POSITION = `pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position`;
/** Null on a server that never was a replica. */
const REPLAYED = `coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as replayed`;
/** The same for all copies of one installation. */
const SYSTEM = `(select system_identifier::text from pg_control_system()) as system`;
const LOOK = `select ${REPLAYED}, ${SYSTEM}, pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as follows`;

/** Prefix of PostgreSQL's codes when it ends or starts (class 57, operator intervention). */
const ENDS = '57P';

/** The replica lacks commits from before the read. */
class Behind extends Error {
  override name = 'Behind';
}

/**
 * Reads on a streaming replica that are never older than the moment of the call: it asks the primary for its position,
 * and the replica's connection waits until it has reached it. So a caller finds everything that any process answered
 * before. When the replica is away, lags or fails, the primary answers, and continues to until a check finds the
 * replica healthy again.
 */
export class Replica implements Pick<Rows, 'rows' | 'row'> {
  readonly #primary: Rows;
  readonly #log: ReplicaLog | undefined;
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  readonly #rows: Rows;
  readonly #position: Joint<number>;
  #used = false;
  /** the primary's positions that the replica has not reached, oldest first */
  #ahead: { at: number; position: number }[] = [];
  #behindMs: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param parts.primary answers if the replica does not */
  constructor(parts: {
    url: string;
    primary: Rows;
    application: string;
    poolSize: number;
    log: ReplicaLog | undefined;
  }) {
    this.#primary = parts.primary;
    this.#log = parts.log;
    this.#pool = new Pool({
      connectionString: parts.url,
      max: parts.poolSize,
      application_name: parts.application,
      Client: CancellableClient,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
    });
    // The pool replaces idle connections that break; the next check shows whether the replica is away.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => this.#clients.add(client));
    this.#pool.on('remove', (client) => this.#clients.delete(client));
    this.#rows = new Rows({ connect: () => this.#caughtUp() });
    this.#position = new Joint(() => this.#askPosition());
  }

  /** Begins to check the replica; the primary answers until the first check is done. */
  start(): void {
    this.#looking = this.#look().finally(() => {
      if (this.#closed) return;
      this.#timer = setTimeout(() => this.start(), LOOK_MS);
      this.#timer.unref();
    });
  }

  get state(): ReplicaState {
    return { used: this.#used, behindMs: this.#behindMs };
  }

  /** As `Rows.rows`. */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (!this.#used) return this.#primary.rows<Row>(text, values);
    try {
      return await this.#rows.rows<Row>(text, values);
    } catch (error) {
      // The caller's deadline has passed.
      const timeout = currentRequest()?.timeout ?? null;
      if (timeout !== null) throw error;
      // A statement that PostgreSQL itself rejects (a conflict with recovery, for example) leaves the connection
      // usable, unless the server ends.
      if (!(error instanceof DatabaseError) || error.code?.startsWith(ENDS) === true) this.#leave(error);
      return this.#primary.rows<Row>(text, values);
    }
  }

  /** As `Rows.row`. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await this.#pool.end();
  }

  /** A connection to the replica that shows everything committed up to now. @throws Behind */
  async #caughtUp(): Promise<PoolClient> {
    const position = await this.#position.ask();
    const client = await this.#pool.connect();
    try {
      await waitFor(client, position);
      return client;
    } catch (error) {
      client.release();
      throw error;
    }
  }

  async #askPosition(): Promise<number> {
    const row = await withinTime(ANSWER_WITHIN_MS, () => this.#primary.row<{ position: number }>(`select ${POSITION}`));
    if (row === null) throw new Error('The primary told no position');
    return row.position;
  }

  async #look(): Promise<void> {
    try {
      const at = performance.now();
      const primary = await withinTime(ANSWER_WITHIN_MS, () =>
        this.#primary.row<{ position: number; system: string }>(`select ${POSITION}, ${SYSTEM}`),
      );
      if (primary === null) return;
      this.#ahead.push({ at, position: primary.position });
      if (this.#ahead.length > MOST_POSITIONS) this.#ahead.shift();
      await withinTime(ANSWER_WITHIN_MS, () => this.#lookAtReplica(primary));
      if (!this.#used) this.#log?.info(this.state, 'Lists are read from the replica');
      this.#used = true;
    } catch (error) {
      this.#leave(error);
    }
  }

  /** @throws Behind and every other error that prevents reading */
  async #lookAtReplica(primary: { position: number; system: string }): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ replayed: string; system: string; follows: boolean }>(LOOK);
      const [found] = rows;
      if (found === undefined || !found.follows || found.system !== primary.system) {
        this.#behindMs = null;
        throw new Error('READ_DATABASE_URL is no replica that follows DATABASE_URL');
      }
      this.#cameTo(Number(found.replayed));
      this.#cameTo(await waitFor(client, primary.position));
    } finally {
      client.release();
    }
  }

  #cameTo(replayed: number): void {
    const now = performance.now();
    this.#ahead = this.#ahead.filter(({ position }) => position > replayed);
    this.#behindMs = Math.round(now - (this.#ahead[0]?.at ?? now));
  }

  /** Reads go to the primary, including running ones on connections that may be dead. */
  #leave(reason: unknown): void {
    if (!(reason instanceof Behind)) {
      this.#behindMs = null;
      for (const client of this.#clients) dropConnection(client, new Error('The replica is left'));
    }
    if (!this.#used) return;
    this.#used = false;
    this.#log?.warn({ err: reason, ...this.state }, 'The replica is left; lists are read from the primary');
  }
}

/**
 * Waits until a connection's replica has reached a position.
 * @returns the reached position
 * @throws Behind after 250 ms
 */
async function waitFor(client: PoolClient, position: number): Promise<number> {
  const deadline = performance.now() + CAUGHT_UP_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ replayed: string }>({ name: 'replayed', text: `select ${REPLAYED}` });
    const replayed = Number(rows[0]?.replayed);
    if (replayed >= position) return replayed;
    if (performance.now() > deadline) throw new Behind('The replica has not got what was committed before');
    await delay(PAUSE_MS);
  }
}

/** Combines callers that need an answer not older than their call into one question. */
class Joint<Answer> {
  readonly #ask: () => Promise<Answer>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Answer> | null = null;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  ask(): Promise<Answer> {
    // The running question may have been answered before the call: calls that come meanwhile share the next.
    this.#next ??= this.#running.then(() => {
      const asked = this.#ask();
      this.#next = null;
      this.#running = asked.catch(() => undefined);
      return asked;
    });
    return this.#next;
  }
}
