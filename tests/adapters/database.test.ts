import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../server/platform/database/database.ts';
import { assertReachable } from '../../server/platform/database/reachable.ts';
import { RequestScope } from '../../server/platform/database/requestScope.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createDatabase();
  database = await Database.connect(testDatabase.url, { poolSize: 2 });
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the address of a replica', () => {
  const told: string[] = [];
  const log = { warn: (message: string) => told.push(message) };
  const reach = (readDatabaseUrl: string): Promise<void> => {
    const { url } = testDatabase;
    return assertReachable({ databaseUrl: url, migrationDatabaseUrl: url, readDatabaseUrl }, log);
  };

  it('at which nothing answers is told to the log, and the program starts without it', async () => {
    await reach('postgres://manam:hidden@127.0.0.1:1/manam');
    expect(told).toEqual(['READ_DATABASE_URL: its database cannot be reached: no PostgreSQL listens at this address.']);
  });

  it('that is wrong ends the start, with the name of its variable', async () => {
    const elsewhere = Object.assign(new URL(testDatabase.url), { pathname: '/elsewhere' });
    await expect(reach(elsewhere.href)).rejects.toThrow(
      'READ_DATABASE_URL: its database cannot be reached: it has no database of this name.',
    );
  });
});

it('a connection to a server that takes no writes any more is left for a new one', async () => {
  const one = await Database.connect(testDatabase.url, { poolSize: 1 });
  const write = (): Promise<unknown> => one.write((em) => em.execute('create temporary table bag (kilograms int)'));
  try {
    await one.rows('set default_transaction_read_only = on');
    await expect(write()).rejects.toThrow();
    await write();
  } finally {
    await one.close();
  }
});

describe('the error of a statement', () => {
  async function whoAsksTooMuch(): Promise<unknown> {
    return await database.rows('select 1 from what_is_not_there');
  }

  async function traceOf(work: () => Promise<unknown>): Promise<string> {
    const error = await work().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'relation "what_is_not_there" does not exist', code: '42P01' });
    return error instanceof Error ? (error.stack ?? '') : '';
  }

  it('says in its trace who asked', async () => {
    expect(await traceOf(whoAsksTooMuch)).toContain('whoAsksTooMuch');
  });

  it('says so in a request too', async () => {
    const scope = new RequestScope(60_000);
    expect(await traceOf(() => scope.run(whoAsksTooMuch))).toContain('whoAsksTooMuch');
    scope.end();
  });
});

describe('statements of many forms', () => {
  it('answer all alike, and leave few of them prepared on a connection', async () => {
    const one = await Database.connect(testDatabase.url, { poolSize: 1 });
    try {
      const forms = Array.from({ length: 600 }, (_, i) => `select $1::int + ${i} as sum`);
      for (const again of [1, 2]) {
        for (const [i, form] of forms.entries()) expect(await one.row(form, [again])).toEqual({ sum: again + i });
      }
      const { rows } = await one.pool.query('select count(*)::int as kept from pg_prepared_statements');
      expect(rows[0].kept).toBeGreaterThan(200);
      expect(rows[0].kept).toBeLessThanOrEqual(250);
    } finally {
      await one.close();
    }
  });
});

describe('a connection', () => {
  const settles = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      () => 'failed',
    );
  const writes = (): Promise<string> => settles(database.write((em) => em.execute('select 1')));

  it('does not hold a transaction open for a process that has stopped in the middle', async () => {
    const [limit] = await database.rows('show idle_in_transaction_session_timeout');
    expect(limit).toEqual({ idle_in_transaction_session_timeout: '1min' });
  });

  it('comes back to the pool when the database cuts it in the middle of a transaction', async () => {
    for (let times = 0; times < 3; times += 1) {
      const cut = database.write((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'));
      expect(await settles(cut)).toBe('failed');
    }
    expect(await writes()).toBe('done');
  });

  it('comes back to the pool when the time of a request is over before its transaction begins', async () => {
    const holders = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const scope = new RequestScope(60_000);
    const late = scope.run(writes);
    scope.giveUp();
    await expect(late).rejects.toBe(scope.timeout);
    for (const holder of holders) holder.release();
    scope.end();
    expect(await Promise.all([writes(), writes(), writes()])).toEqual(['done', 'done', 'done']);
  });
});
