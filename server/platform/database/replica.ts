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

/** How the replica is, for health. */
export interface ReplicaState {
  /** lists are read from it now; else from the primary */
  used: boolean;
  /** how old what it shows was when it was last looked at; null when it does not answer, or is no replica of this database */
  behindMs: number | null;
}

const LOOK_MS = 1_000;
/** For one look, and for a new connection: reads wait for no longer on a replica that has gone away. */
const ANSWER_WITHIN_MS = 2_000;
/** For a read to wait until the replica has all that was committed before it; then the primary answers. */
const CAUGHT_UP_WITHIN_MS = 250;
const PAUSE_MS = 3;
/** Positions of the primary that the replica has not come to: so many looks back its age is told. */
const MOST_POSITIONS = 3_600;

/** Flushed: what is committed is at or before it, and what is behind it may never be sent. */
const POSITION = `pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') as position`;
/** Null on a server that never was a replica. */
const REPLAYED = `coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as replayed`;
/** The same for all copies of one installation. */
const SYSTEM = `(select system_identifier::text from pg_control_system()) as system`;
const LOOK = `select ${REPLAYED}, ${SYSTEM}, pg_is_in_recovery() and exists (select from pg_stat_wal_receiver) as follows`;

/** What PostgreSQL's codes begin with when it ends, or begins (class 57, operator intervention). */
const ENDS = '57P';

/** The replica has not got what was committed before the read. */
class Behind extends Error {
  override name = 'Behind';
}

/**
 * Reads on a streaming replica that are never older than the moment they are asked at: the primary is asked for its position, and the
 * replica's connection waits until it has come there. So a caller finds what any process answered before. When the replica is
 * away, stands still or fails in the middle, the primary answers, and goes on to until a look finds the replica well again.
 */
export class Replica implements Pick<Rows, 'rows' | 'row'> {
  readonly #primary: Rows;
  readonly #log: ReplicaLog | undefined;
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  readonly #rows: Rows;
  readonly #position: Joint<number>;
  #used = false;
  /** the primary's positions that the replica had not come to, oldest first */
  #ahead: { at: number; position: number }[] = [];
  #behindMs: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param parts.primary answers where the replica does not */
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
    // Idle ones that break are replaced by the pool; whether the replica is away the next look tells.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => this.#clients.add(client));
    this.#pool.on('remove', (client) => this.#clients.delete(client));
    this.#rows = new Rows({ connect: () => this.#caughtUp() });
    this.#position = new Joint(() => this.#askPosition());
  }

  /** Begins to look after the replica; until the first look is over the primary answers. */
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
      // The time of whoever asks is over, wherever they ask.
      const timeout = currentRequest()?.timeout ?? null;
      if (timeout !== null) throw error;
      // What PostgreSQL itself refuses (a conflict with what it replays, say) leaves the connection good, unless it ends.
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

  /** A connection to the replica that shows all that was committed up to now. @throws Behind */
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

  /** @throws Behind and whatever else keeps it from being read */
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

  /** Reads go to the primary; those under way on connections over which nothing may come any more do as well. */
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
 * Waits until a connection's replica has come to a position.
 * @returns where it has come to
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

/** Asks once for all who want an answer that is not older than their question. */
class Joint<Answer> {
  readonly #ask: () => Promise<Answer>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Answer> | null = null;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  ask(): Promise<Answer> {
    // What is under way may have been answered before the question: those who come meanwhile share the next.
    this.#next ??= this.#running.then(() => {
      const asked = this.#ask();
      this.#next = null;
      this.#running = asked.catch(() => undefined);
      return asked;
    });
    return this.#next;
  }
}
