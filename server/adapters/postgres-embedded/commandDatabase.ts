import pino from 'pino';
import { ConfigError, type Config } from '../../platform/config.ts';
import { openingSecret } from '../../platform/row-signatures/storedSecret.ts';
import { Database, type Entities } from '../../platform/database/database.ts';
import { assertReachable } from '../../platform/database/reachable.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';
import { DataFolderInUse } from './folderLock.ts';

/** The addresses of a command's database: for the owner of the schema, and for the program's role. */
interface CommandUrls {
  ownerUrl: string;
  url: string;
}

/**
 * For commands beside the program: uses DATABASE_URL, or the embedded database, which runs during the command.
 * @throws ConfigError when there is nothing at the address
 * @throws DataFolderInUse when the program runs on the embedded database
 */
export async function withCommandDatabaseUrl<T>(config: Config, work: (urls: CommandUrls) => Promise<T>): Promise<T> {
  if (config.databaseUrl !== null) {
    await assertReachable(config);
    return work({ ownerUrl: config.migrationDatabaseUrl ?? config.databaseUrl, url: config.databaseUrl });
  }
  const log = pino({ level: 'error' }, pino.destination(2));
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    return await work({ ownerUrl: embedded.url, url: embedded.url });
  } finally {
    await embedded.stop();
  }
}

/**
 * The same with a connection.
 * @param prepare called before with the address of the schema's owner, to migrate the schema; without it no signed row
 *   can be read or written, because there may be no keys yet
 * @param entities that the work writes by the ORM
 */
export async function withCommandDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  prepare: ((ownerUrl: string) => Promise<unknown>) | null = null,
  entities: Entities = [],
): Promise<T> {
  return withCommandDatabaseUrl(config, async ({ ownerUrl, url }) => {
    await prepare?.(ownerUrl);
    return connected(
      url,
      { entities, ...(prepare === null ? {} : { secret: await openingSecret(config, url) }) },
      work,
    );
  });
}

async function connected<T>(
  url: string,
  options: { entities: Entities; secret?: string },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await Database.connect(url, { poolSize: 2, ...options });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Why a command failed, in one line.
 * @param undone what did not happen, such as 'The user could not be added'
 * @param own the command's errors whose message is complete
 */
export function commandFailure(
  error: unknown,
  undone: string,
  own: readonly (new (...args: never) => Error)[],
): string {
  if (error instanceof DataFolderInUse) {
    return `${error.message} Stop it, run this again, and start it; or use DATABASE_URL, with which both can run.`;
  }
  const clear = [ConfigError, EmbeddedPostgresError, ...own].some((type) => error instanceof type);
  if (clear && error instanceof Error) return error.message;
  const reason = error instanceof Error ? (error.message || error.name).split('\n')[0] : String(error);
  return `${undone}: ${reason}`;
}
