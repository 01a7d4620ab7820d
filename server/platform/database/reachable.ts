import { Client, DatabaseError } from 'pg';
import { ConfigError, type Config } from '../config.ts';
import { CONNECT_WITHIN_MS } from './migrate.ts';

/** The oldest PostgreSQL that serves (docs/spec/settings-and-commands.md, 'Environment'). */
const OLDEST = 15;

/** Explanations of the codes of Node and PostgreSQL for the person who wrote the address. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no PostgreSQL listens at this address',
  ENOTFOUND: 'the name of its host is not known',
  EAI_AGAIN: 'the name of its host cannot be looked up now',
  '28000': 'it does not let this user in',
  '28P01': 'it refuses this user or password',
  '3D000': 'it has no database of this name',
};

/**
 * Connects to the addresses of an external PostgreSQL, so that a wrong one is reported with the name of its variable. A
 * replica that does not answer is only logged: its reads go to the primary until it is back.
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

/** Nothing at the address rejected the connection: it may be back later. */
class NoAnswer extends ConfigError {}

async function assertServes(variable: string, connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  // An error that breaks the connection fails the statement as well.
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

/** Whether a PostgreSQL answers and rejects the connection, other than while starting or stopping. */
function refuses(error: unknown): boolean {
  return error instanceof DatabaseError && !error.code?.startsWith('57P');
}

function reasonOf(error: unknown): string {
  // If one name has several addresses, each has its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return 'it does not answer';
  const known = 'code' in first ? REASONS[String(first.code)] : undefined;
  return known ?? (/timeout/i.test(first.message) ? 'it does not answer' : first.message);
}
