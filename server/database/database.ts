import { createHash } from 'node:crypto';
import { IsolationLevel, MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Pool, types, type CustomTypesConfig, type PoolClient, type QueryResultRow } from 'pg';
import { Refused } from '../refusal.ts';
import { Seals } from '../seals/seals.ts';
import { bindSeals } from '../seals/sealsOf.ts';
import { CancellableClient } from './cancellableClient.ts';
import { DiskSpace } from './diskSpace.ts';
import { entities } from './entities.ts';
import { currentRequest } from './requestScope.ts';

/** Channel that wakes the readers of `event_log` and the outbox; a wake may be lost, both poll besides. */
export const WAKE_CHANNEL = 'manam_wake';

const APPLICATION = 'manam-trace';
const POOL_SIZE = 20;
/** For a connection to come free, or a new one to be made: longer than any request waits. */
const CONNECTION_WITHIN_MS = 30_000;
/**
 * PostgreSQL ends a transaction in which nothing is asked for so long: that of a process that has stopped in the middle
 * would hold its locks, and all later news, until somebody ends it.
 */
const IDLE_TRANSACTION_MS = 60_000;

/** What a trigger answers to a write in the name of an account that was erased (Migration20261121500000). */
const ERASED_ACCOUNT = 'MT401';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/** Plain rows: bigints and numerics as numbers (counts and positions stay far below 2^53), days as YYYY-MM-DD, instants as Date. */
const rowTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return String;
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text);
    return types.getTypeParser(oid, format);
  },
};

/**
 * Statements that are prepared under a name. Each connection keeps each of them, with about 30 kB in the database; the
 * filters and orders of a list come to many thousands, which one caller could ask for one after another.
 */
const MOST_PREPARED = 250;

/** Where a connection for a statement comes from. */
interface Connections {
  connect(): Promise<Pick<PoolClient, 'query' | 'release'>>;
}

/** Row reads on a pool, or on one connection. */
export class Rows {
  readonly #pool: Connections;
  /** names of prepared statements by their texts */
  readonly #names = new Map<string, string>();

  constructor(pool: Connections) {
    this.#pool = pool;
  }

  /**
   * Rows of a query with `$1`-style parameters. The first 250 texts become prepared statements, which the database plans
   * once for each connection; later ones are planned each time. So values never stand in a text. Bigint and numeric come
   * as numbers, date as YYYY-MM-DD, timestamptz as Date.
   */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const query = { name: this.#nameOf(text), text, values: [...values], types: rowTypes };
    const client = await this.#pool.connect();
    try {
      return (await client.query<Row>(query)).rows;
    } finally {
      client.release();
    }
  }

  /** The first row, or null. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** The text's hash, the same for every connection; none once there are as many as there may be. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = `q${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }
}

/** @throws SealKeysLocked, with the connections closed again */
async function openSeals(orm: MikroORM, pool: Pool, secret: string): Promise<Seals> {
  try {
    const seals = await Seals.open(pool, secret);
    bindSeals(orm.em, seals);
    return seals;
  } catch (error) {
    await orm.close(true);
    throw error;
  }
}

/** The program's one door to PostgreSQL: unit-of-work writes through the ORM, row reads on the same pool. */
export class Database extends Rows {
  readonly orm: MikroORM;
  readonly pool: Pool;
  readonly url: string;
  /** for lists: a replica where there is one (READ_DATABASE_URL), else the same pool */
  readonly lists: Rows;
  /** by what was refused on its connections */
  readonly disk: DiskSpace;
  readonly #replica: Pool | null;
  readonly #seals: Seals | null;

  private constructor(
    url: string,
    orm: MikroORM,
    pool: Pool,
    replica: Pool | null,
    seals: Seals | null,
    disk: DiskSpace,
  ) {
    super(pool);
    this.disk = disk;
    this.#seals = seals;
    this.url = url;
    this.orm = orm;
    this.pool = pool;
    this.#replica = replica;
    this.lists = replica === null ? this : new Rows(replica);
  }

  /** What rows are sealed and checked with. @throws Error when it was connected without a secret */
  get seals(): Seals {
    if (this.#seals === null) throw new Error('This connection was opened without AUTH_SECRET: it can check no seal');
    return this.#seals;
  }

  /**
   * @param options.secret AUTH_SECRET, which opens the seal keys; without it nothing sealed can be read or written
   * @param options.replicaUrl a replica that lists are read from
   * @param options.onError told of connections that broke while idle; the pools replace them by themselves
   */
  static async connect(
    url: string,
    options: { secret?: string; poolSize?: number; replicaUrl?: string | null; onError?: (error: Error) => void } = {},
  ): Promise<Database> {
    const disk = new DiskSpace();
    // Its `init` would look for extensions in node_modules: a second copy of itself beside the joined one.
    const orm = new MikroORM({
      clientUrl: url,
      entities,
      pool: { min: 0, max: options.poolSize ?? POOL_SIZE },
      driverOptions: {
        application_name: APPLICATION,
        Client: CancellableClient,
        onFailed: (error: unknown) => disk.note(error),
        connectionTimeoutMillis: CONNECTION_WITHIN_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      },
      ignoreUndefinedInQuery: false,
    });
    const pool = await orm.em.getConnection().getNativeClient();
    const replica = options.replicaUrl
      ? new Pool({
          connectionString: options.replicaUrl,
          max: POOL_SIZE,
          application_name: APPLICATION,
          Client: CancellableClient,
          connectionTimeoutMillis: CONNECTION_WITHIN_MS,
        })
      : null;
    replica?.on('error', (error) => options.onError?.(error));
    const seals = options.secret === undefined ? null : await openSeals(orm, pool, options.secret);
    return new Database(url, orm, pool, replica, seals, disk);
  }

  /**
   * Runs one transaction with a fresh unit of work; what it changed is flushed and committed when it returns, then readers
   * are woken. Inside a request it also commits what the request's scope adds, and nothing at all after its deadline.
   * @throws Refused session-ended when the account in whose name it writes was erased meanwhile
   */
  async write<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const request = currentRequest();
    try {
      const answer = await this.orm.em.fork().transactional(async (em) => {
        const value = await work(em);
        await request?.beforeCommit?.(em);
        return value;
      });
      this.wake();
      return answer;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === ERASED_ACCOUNT) {
        throw new Refused({ kind: 'session-ended' });
      }
      throw error;
    }
  }

  /**
   * Reads what an open transaction sees, on a connection of its own: `rows` of one moment however long it takes.
   * @param snapshot what `pg_export_snapshot()` answered in that transaction, which stays open meanwhile
   */
  async inSnapshot<T>(snapshot: string, read: (rows: Pick<Rows, 'rows'>) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      // No parameter can stand here; the database makes these names of hexadecimal digits and hyphens.
      await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
      const own = { query: client.query.bind(client), release: () => undefined };
      const answer = await read(new Rows({ connect: async () => own }));
      await client.query('commit');
      client.release();
      return answer;
    } catch (error) {
      // With it goes whatever the connection was in the middle of.
      client.release(true);
      throw error;
    }
  }

  /**
   * Begins a transaction that reads everything as of one moment and writes nothing, on a connection of its own. It is held until `end`, which
   * never fails.
   */
  async moment(): Promise<{ em: EntityManager; end(): Promise<void> }> {
    const em = this.orm.em.fork();
    await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
    return { em, end: () => em.rollback().catch(() => undefined) };
  }

  /** Tells every process that there is news. Not awaited: a lost wake only costs the second until the next poll. */
  wake(): void {
    this.pool.query(`select pg_notify($1, '')`, [WAKE_CHANNEL]).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#replica?.end();
    await this.orm.close(true);
  }
}
