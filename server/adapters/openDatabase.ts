import type { Logger } from 'pino';
import { authSecret, type Config } from '../platform/config.ts';
import type { Closing } from '../platform/process/closing.ts';
import { openingSecret } from '../platform/row-signatures/storedSecret.ts';
import { Database, type Entities } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from './postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { assertReachable } from '../platform/database/reachable.ts';
import { assertRights } from '../platform/database/rights.ts';

/** time to end a database that does not shut down by itself */
const END_BY_FORCE_MS = 1_500;

interface DatabaseSettings {
  entities: Entities;
  log: Logger;
  closing: Closing;
  /** called when the embedded database ended and could not be started again */
  onLost?: () => void;
}

/**
 * The database that the settings name, else the embedded one, brought to this version's schema.
 * @returns its address, the secret it is opened with, and the connections
 * @throws ConfigError and other errors whose message is one clear line
 */
export async function openDatabase(
  config: Config,
  surroundings: DatabaseSettings,
): Promise<{ url: string; secret: string; database: Database }> {
  const { log, closing } = surroundings;
  // Created before the embedded database, so that a failure to store it is reported at once.
  await authSecret(config);
  await assertReachable(config, log);
  const url = config.databaseUrl ?? (await embeddedPostgres(config, surroundings));
  await migrate(config.migrationDatabaseUrl ?? url, log);
  if (config.databaseUrl !== null) await assertRights(url);
  const secret = await openingSecret(config, url);
  const database = await Database.connect(url, {
    entities: surroundings.entities,
    secret,
    replicaUrl: config.readDatabaseUrl,
    log,
    disk: {
      folder: config.databaseUrl === null ? config.dataDir : null,
      leastFreeBytes: config.limits.leastFreeBytes,
    },
  });
  closing.add('connections', 'database', () => database.close());
  database.seals.broken.onBroken(({ kind, identity }) =>
    log.error({ kind, row: identity }, 'A row is not as the program wrote it, and is not acted upon'),
  );
  for (const { row, fault } of await database.schema.compare()) {
    log.error({ object: row, fault }, 'The schema of the database is not what the migrations made');
  }
  return { url, secret, database };
}

/** Starts the embedded database. @returns its address */
async function embeddedPostgres({ dataDir }: Config, { onLost, log, closing }: DatabaseSettings): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log });
  // Also when the start is cancelled.
  closing.add('database', 'embedded database', async (withinMs) => {
    const begun = await starting.catch(() => null);
    await begun?.stop(Math.max(0, withinMs - END_BY_FORCE_MS));
  });
  const embedded = await starting;
  embedded.onExit(() => onLost?.());
  return embedded.url;
}
