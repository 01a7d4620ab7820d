import { Client, DatabaseError } from 'pg';
import { ConfigError, type Config } from '../../config.ts';
import { CONNECT_WITHIN_MS } from './migrate.ts';

/** The oldest PostgreSQL that serves (interfaces, DATABASE_URL). */
const OLDEST = 15;

/** What the codes of Node and PostgreSQL mean for the person who wrote the address. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no PostgreSQL listens at this address',
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  '28000': 'it does not let this user in',
  '28P01': 'it refuses this user or password',
  '3D000': 'it has no database of this name',
};

/**
 * Tries the addresses of an own PostgreSQL, so that a wrong one is told with the name of its variable. A replica that does not answer
 * is told to the log alone: what would be read from it is read from the primary until it is back.
 * @throws ConfigError with one line, which holds neither address nor password
 */
export async function assertReachable(
  config: Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'readDatabaseUrl'>,
  log?: { warn(message: string): void },
): Promise<void> {
  const { databaseUrl, migrationDatabaseUrl, readDatabaseUrl } = config;
  if (databaseUrl === null) return;
  await assertServes('DATABASE_URL', databaseUrl);
  if (migrationDatabaseUrl !== null && migrationDatabaseUrl !== databaseUrl) {
    await assertServes('MIGRATION_DATABASE_URL', migrationDatabaseUrl);
  }
  if (readDatabaseUrl === null) return;
  try {
    await assertServes('READ_DATABASE_URL', readDatabaseUrl);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    log?.warn(error.message);
  }
}

/** Nothing at the address said no: it may be back later. */
class NoAnswer extends ConfigError {}

async function assertServes(variable: string, connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // What breaks the connection fails the statement as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    const version = Math.floor(Number(rows[0]?.version) / 10_000);
    if (version < OLDEST) throw new ConfigError(`${variable} takes PostgreSQL ${OLDEST} or newer; this is ${version}.`);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const message = `${variable}: its database cannot be reached: ${reasonOf(error)}.`;
    throw refuses(error) ? new ConfigError(message) : new NoAnswer(message);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a PostgreSQL is there and does not let us in, rather than being about to start or stop. */
function refuses(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith('57P');
}

function reasonOf(error: unknown): string {
  // Of several addresses of one name, each with its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return 'it does not answer';
  const known = 'code' in first ? REASONS[String(first.code)] : undefined;
  return known ?? (/timeout/i.test(first.message) ? 'it does not answer' : first.message);
}
