import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createApp, type App, type AppOverrides } from '../../server/app.ts';
import { readConfig, type Config } from '../../server/platform/config.ts';
import type { Role } from '../../server/domain/access/permissions.ts';
import { createDatabase, createStartedDatabase, type TestDatabase } from './database.ts';
import { graphqlClient, type GraphqlClient } from './graphqlClient.ts';
import { restClient, type RestClient } from './restClient.ts';
import { servicesOf } from './services.ts';

export interface Person {
  username: string;
  password: string;
  userId: string;
  accessToken: string;
  refreshToken: string;
  rest: RestClient;
  graphql: GraphqlClient;
}

export interface TestApp {
  app: App;
  url: string;
  databaseUrl: string;
  env: NodeJS.ProcessEnv;
  /** anonymous clients */
  rest: RestClient;
  graphql: GraphqlClient;
  /** adds a user of a role and signs in */
  person(role: Role, options?: { farmId?: string; name?: string; username?: string }): Promise<Person>;
  stop(): Promise<void>;
}

export const TEST_SECRET = 'a-secret-for-tests-that-is-long-enough';
const PASSWORD = 'correct-horse-1';

/** Where servers on a test's database keep the newest head of its ledger. */
function headFileOf(databaseUrl: string): string {
  return join(inject('headFolder'), `${basename(new URL(databaseUrl).pathname)}.json`);
}

/** The environment of a test server: its own database, a free port, no rate limits, sample satellite data. */
export function testEnvironment(databaseUrl: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: TEST_SECRET,
    HEAD_FILE: headFileOf(databaseUrl),
    FOREST: 'sample',
    DEMO: 'false',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    ...extra,
  };
}

/** What a server of tests makes when it first starts, its keys among it, opens under the secret that it had then. */
async function databaseFor({ AUTH_SECRET: secret }: NodeJS.ProcessEnv): Promise<TestDatabase> {
  if (secret !== undefined && secret !== TEST_SECRET) return createDatabase();
  return createStartedDatabase(async (url) => {
    const app = await createApp(readConfig(testEnvironment(url)), { log: pino({ level: 'silent' }) });
    await app.stop();
  });
}

/**
 * The real server on a database of its own.
 * @param options.database one that already exists, to start a second process-like server on it
 * @param options.limits in the place of the program's
 */
export async function createTestApp(
  options: {
    env?: NodeJS.ProcessEnv;
    database?: string;
    surroundings?: AppOverrides;
    limits?: Partial<Config['limits']>;
  } = {},
): Promise<TestApp> {
  const database = options.database === undefined ? await databaseFor(options.env ?? {}) : null;
  const databaseUrl = options.database ?? database?.url;
  if (databaseUrl === undefined) throw new Error('There is no database');
  const env = testEnvironment(databaseUrl, options.env);
  const config = readConfig(env);
  const app = await createApp(
    { ...config, limits: { ...config.limits, ...options.limits } },
    { log: pino({ level: env.LOG_LEVEL ?? 'silent' }), ...options.surroundings },
  );
  const url = app.url ?? '';
  const person: TestApp['person'] = async (role, { farmId, name, username } = {}) => {
    const user = {
      username: username ?? `${role}-${randomBytes(4).toString('hex')}`,
      password: PASSWORD,
      role,
      name: name ?? `Test ${role}`,
      farmId: farmId ?? (role === 'farmer' ? 'FARM001' : ''),
    };
    const added = await servicesOf(app).users.addUser(user);
    const tokens = await servicesOf(app).identity.login(user.username, PASSWORD, { address: '127.0.0.1' });
    return {
      username: user.username,
      password: PASSWORD,
      userId: added.id,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      rest: restClient(url, tokens.accessToken),
      graphql: graphqlClient(url, tokens.accessToken),
    };
  };
  return {
    app,
    url,
    databaseUrl,
    env,
    rest: restClient(url),
    graphql: graphqlClient(url),
    person,
    stop: async () => {
      await app.stop();
      await database?.drop();
    },
  };
}
