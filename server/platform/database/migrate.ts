import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { runMigrations } from 'graphile-worker';
import { ConfigError } from '../config.ts';
import { Migration20261125000000_baseline } from './migrations/Migration20261125000000_baseline.ts';
import { Migration20261127000000_transformations } from './migrations/Migration20261127000000_transformations.ts';
import { Migration20261128000000_statements } from './migrations/Migration20261128000000_statements.ts';
import { Migration20261129000000_dailyWork } from './migrations/Migration20261129000000_dailyWork.ts';
import { acquireStartupLock, type LockLog } from './startupLock.ts';

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Time within which an unreachable database is reported. */
export const CONNECT_WITHIN_MS = 15_000;

/**
 * Migrates a database to this version's schema: the program's own, and the job queue's. Several processes may call it
 * at the same time: the second waits for the first, and logs that.
 * @param url of the schema's owner
 * @throws LockTimeout when another process takes too long
 * @throws ConfigError, one line, when the role may not change the schema
 */
export async function migrate(url: string, log?: LockLog): Promise<void> {
  const orm = new MikroORM({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'schema_migration',
      migrationsList: [
        { name: 'Migration20261125000000_baseline', class: Migration20261125000000_baseline },
        { name: 'Migration20261127000000_transformations', class: Migration20261127000000_transformations },
        { name: 'Migration20261128000000_statements', class: Migration20261128000000_statements },
        { name: 'Migration20261129000000_dailyWork', class: Migration20261129000000_dailyWork },
      ],
      snapshot: false,
      allOrNothing: true,
    },
    pool: { min: 0, max: 2 },
    driverOptions: { connectionTimeoutMillis: CONNECT_WITHIN_MS },
    // Its lines would stand between ours on standard output.
    debug: false,
    logger: () => undefined,
  });
  try {
    // Held on a separate connection until the end, so that two starting processes do not migrate at the same time.
    const pool = await orm.em.getConnection().getNativeClient();
    // Callers that wait for an answer get the error; a command stops its own server right after, which ends connections
    // that are still closing.
    const ignore = (): void => undefined;
    pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
    const lock = await pool.connect();
    try {
      await acquireStartupLock(lock, `hashtext('manam-migrate')`, 'bring the database to its schema', log);
      await orm.migrator.up();
      await runMigrations({ pgPool: pool });
    } finally {
      // Closed, which releases the lock in any state of the connection.
      lock.release(true);
    }
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    throw new ConfigError(
      `MIGRATION_DATABASE_URL takes the role that owns the tables: this one may not bring the database to its schema (${refusal}).`,
    );
  } finally {
    await orm.close(true);
  }
}

/** PostgreSQL's message about a missing privilege, also as the cause of another error; null for other errors. */
function refusalIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && error.code === INSUFFICIENT_PRIVILEGE) return error.message;
  return refusalIn(error.cause);
}
