import { randomBytes } from 'node:crypto';
import { IsolationLevel, MikroORM, type EntityManager, type EntitySchema } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { Refused } from '../errors/refusal.ts';
import { RowSigner } from '../row-signatures/rowSigner.ts';
import { bindSigners } from '../row-signatures/signersOf.ts';
import { CancellableClient } from './cancellableClient.ts';
import { DiskSpace } from './diskSpace.ts';
import { Replica, type ReplicaLog, type ReplicaState } from './replica.ts';
import { insideWrite } from './openWrite.ts';
import { currentRequest } from './requestScope.ts';
import { Rows } from './rows.ts';
import { SchemaComparison } from './schema/compareSchema.ts';
import { SharedReads } from './sharedReads.ts';

/** Channel that wakes the readers of `event_log` and the outbox; a wake may be lost, since both also poll. */
export const WAKE_CHANNEL = 'manam_wake';

const APPLICATION = 'manam-trace';
const POOL_SIZE = 20;
/** Time to wait for a free or new connection: longer than any request waits. */
const CONNECTION_WITHIN_MS = 30_000;
/**
 * PostgreSQL ends a transaction that is idle for this long: a process that stopped inside a transaction would otherwise
 * keep its locks and hold back all later events.
 */
const IDLE_TRANSACTION_MS = 60_000;

/** What a trigger answers to a write in the name of an account that was erased (migrations/baseline/identity.ts). */
const ERASED_ACCOUNT = 'MT401';

/** Entities of the ORM, as modules define them. */
export type Entities = readonly EntitySchema[];

/** @throws SigningKeysLocked, with the connections closed again */
async function openSigners(orm: MikroORM, pool: Pool, secret: string): Promise<RowSigner> {
  try {
    const seals = await RowSigner.open(pool, secret);
    bindSigners(orm.em, seals);
    return seals;
  } catch (error) {
    await orm.close(true);
    throw error;
  }
}

/** The program's access to PostgreSQL: unit-of-work writes through the ORM, row reads on the same pool. */
export class Database extends Rows {
  readonly orm: MikroORM;
  readonly pool: Pool;
  readonly url: string;
  /**
   * for lists: a replica that is up to date (READ_DATABASE_URL), else the same pool; never older than previous answers
   */
  readonly lists: Pick<Rows, 'rows' | 'row'>;
  /** the primary's, for a row that many callers may read at the same time */
  readonly shared: Pick<Rows, 'rows' | 'row'>;
  /** advisory lock, a bigint, that the listening connection of this process holds while it lives */
  readonly processKey = randomBytes(8).readBigInt64BE().toString();
  /** notes the errors of its connections */
  readonly disk: DiskSpace;
  /** with what the migrations made */
  readonly schema = new SchemaComparison(() => this.moment());
  readonly #replica: Replica | null;
  readonly #seals: RowSigner | null;
  #waking = false;
  #wakeAgain = false;

  private constructor(
    url: string,
    orm: MikroORM,
    pool: Pool,
    seals: RowSigner | null,
    disk: DiskSpace,
    replica: { url: string; log: ReplicaLog | undefined } | null,
  ) {
    super(pool);
    this.disk = disk;
    this.#seals = seals;
    this.url = url;
    this.orm = orm;
    this.pool = pool;
    this.#replica =
      replica && new Replica({ ...replica, primary: this, application: APPLICATION, poolSize: POOL_SIZE });
    this.shared = new SharedReads(this);
    this.lists = this.#replica === null ? this.shared : new SharedReads(this.#replica);
    this.#replica?.start();
  }

  /** The signer and verifier of rows. @throws Error if connected without a secret */
  get seals(): RowSigner {
    if (this.#seals === null) throw new Error('This connection was opened without AUTH_SECRET: it can check no seal');
    return this.#seals;
  }

  /** State of the replica; null without one. */
  get replica(): ReplicaState | null {
    return this.#replica?.state ?? null;
  }

  /**
   * @param options.entities of the unit of work; all other tables are written and read as plain rows
   * @param options.secret AUTH_SECRET, which opens the signature keys; without it no signed row can be read or written
   * @param options.replicaUrl a replica for reads of lists
   * @param options.disk folder of the database, if on a disk of this machine, and the space that stays free there
   * @param options.log reports changes between replica and primary
   */
  static async connect(
    url: string,
    options: {
      entities?: Entities;
      secret?: string;
      poolSize?: number;
      replicaUrl?: string | null;
      log?: ReplicaLog;
      disk?: { folder: string | null; leastFreeBytes: number };
    } = {},
  ): Promise<Database> {
    const disk = new DiskSpace(options.disk ?? { folder: null, leastFreeBytes: 0 });
    // Its `init` would look for extensions in node_modules and find a second copy of itself beside the bundled one.
    const orm = new MikroORM({
      clientUrl: url,
      entities: [...(options.entities ?? [])],
      discovery: { warnWhenNoEntities: false },
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
    const seals = options.secret === undefined ? null : await openSigners(orm, pool, options.secret);
    const { replicaUrl, log } = options;
    return new Database(url, orm, pool, seals, disk, replicaUrl ? { url: replicaUrl, log } : null);
  }

  /**
   * Runs one transaction with a new unit of work. Its changes are flushed and committed when the work returns, then
   * readers are woken. Inside a request it also commits the additions of the request's scope, and nothing after the
   * request's deadline.
   * @param changes how many changes count for the caller; nothing is counted when the limit would be exceeded
   * @throws Refused session-ended when the caller's account was erased meanwhile; in requests also DiskFull, and
   *   Refused too-many-requests when the caller has reached the limit of changes in 24 hours
   */
  async write<T>(work: (em: EntityManager) => Promise<T>, changes = 1): Promise<T> {
    const request = currentRequest();
    if (request !== undefined) {
      await this.disk.assertRoom();
      request.countChanges?.(changes);
    }
    return this.writeFromReserve(work);
  }

  /** One read-only transaction, for reads that need an entity manager. It does not count as a write of the request. */
  async read<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.orm.em.fork().transactional(work);
  }

  /** As `write`, also from the reserve of a full disk: for signing in and out, and for deletions. */
  async writeFromReserve<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
    const request = currentRequest();
    if (request !== undefined) request.targets = [];
    try {
      const answer = await insideWrite(() =>
        this.orm.em.fork().transactional(async (em) => {
          const value = await work(em);
          await request?.beforeCommit?.(em);
          return value;
        }),
      );
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
   * Reads what an open transaction sees, on a separate connection: `rows` of one snapshot, however long it takes.
   * @param snapshot the answer of `pg_export_snapshot()` in that transaction, which stays open meanwhile
   */
  async inSnapshot<T>(snapshot: string, read: (rows: Pick<Rows, 'rows'>) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      // Parameters are not possible here; PostgreSQL makes these names of hexadecimal digits and hyphens.
      await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
      const own = { query: client.query.bind(client), release: () => undefined };
      const answer = await read(new Rows({ connect: async () => own }));
      await client.query('commit');
      client.release();
      return answer;
    } catch (error) {
      // Ends the connection with any running statement.
      client.release(true);
      throw error;
    }
  }

  /**
   * Begins a read-only transaction of one snapshot, on a separate connection. It stays open until `end`, which never
   * fails.
   */
  async moment(): Promise<{ em: EntityManager; end(): Promise<void> }> {
    const em = this.orm.em.fork();
    await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
    return { em, end: () => em.rollback().catch(() => undefined) };
  }

  /**
   * Wakes the readers of every process. Not awaited: a lost wake only costs the second until the next poll. Wakes that
   * come while one is being sent are sent as one: a reader reads everything there is.
   */
  wake(): void {
    if (this.#waking) {
      this.#wakeAgain = true;
      return;
    }
    this.#waking = true;
    const sent = (): void => {
      this.#waking = false;
      if (!this.#wakeAgain) return;
      this.#wakeAgain = false;
      this.wake();
    };
    this.pool.query(`select pg_notify($1, '')`, [WAKE_CHANNEL]).then(sent, sent);
  }

  async close(): Promise<void> {
    await this.#replica?.close();
    await this.orm.close(true);
  }
}
