import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../server/platform/database/database.ts';
import { RequestScope } from '../../server/platform/database/requestScope.ts';
import { linkTo, type DatabaseLink } from '../support/databaseLink.ts';
import { PostgresServer } from '../support/postgresServer.ts';
import { scratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const folders: string[] = [];
let primary: PostgresServer;
let replica: PostgresServer;
/** between the program and the replica */
let link: DatabaseLink;
let database: Database;

const newFolder = async (): Promise<string> => {
  const folder = await scratchFolder('manam-replica-');
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  primary = await PostgresServer.make(await newFolder());
  await primary.start();
  await primary.makeDatabase();
  replica = await primary.backup(await newFolder());
  await replica.follow(primary, 'replica');
  await replica.start();
  link = await linkTo(replica.url);
});

beforeEach(async () => {
  database = await Database.connect(primary.url, { replicaUrl: link.url });
  await database.rows('create table if not exists weighing (kilograms int)');
  await until(() => database.replica?.used, 'the replica to be read from');
});

afterEach(async () => {
  await database.close();
});

afterAll(async () => {
  await link.close();
  await replica?.stop();
  await primary?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Who answers a read of lists, and what it says of all weighings. */
const listed = (): Promise<{ replica: boolean; count: number } | null> =>
  database.lists.row('select pg_is_in_recovery() as replica, count(*)::int as count from weighing');

const weigh = async (): Promise<number> => {
  await database.write((em) => em.execute('insert into weighing values (50)'));
  return (await database.row<{ count: number }>('select count(*)::int as count from weighing'))?.count ?? 0;
};

describe('lists on a replica', () => {
  it('are read from it, and show each write that was answered before', async () => {
    for (let times = 0; times < 50; times += 1) {
      const count = await weigh();
      expect(await listed()).toEqual({ replica: true, count });
    }
    expect(database.replica?.behindMs).toBeLessThan(1_000);
  });

  it('are read from the primary while it stands still, and from it again when it has come after', async () => {
    await replica.ask('select pg_wal_replay_pause()');
    try {
      const count = await weigh();
      expect(await listed()).toEqual({ replica: false, count });
      expect(database.replica).toMatchObject({ used: false });
      await until(() => (database.replica?.behindMs ?? 0) > 1_000, 'a look that tells by how much');
    } finally {
      await replica.ask('select pg_wal_replay_resume()');
    }
    await until(() => database.replica?.used, 'the replica to be read from again');
    expect(await listed()).toMatchObject({ replica: true });
  });

  it('are answered by the primary when it is killed, and by it again when it is back', async () => {
    const count = await weigh();
    await replica.kill();
    try {
      expect(await listed()).toEqual({ replica: false, count });
      expect(database.replica).toEqual({ used: false, behindMs: null });
    } finally {
      await replica.start();
    }
    await until(() => database.replica?.used, 'the replica to be read from again');
    expect(await listed()).toEqual({ replica: true, count });
  });

  it('are answered by the primary when nothing comes from it any more, also those that it was asked for', async () => {
    const count = await weigh();
    link.hang();
    try {
      const asked = listed();
      await until(() => link.swallowing() > 0, 'the replica to be asked');
      expect(await asked).toEqual({ replica: false, count });
    } finally {
      link.restore();
    }
    await until(() => database.replica?.used, 'the replica to be read from again');
  });

  it('say what is wrong with a statement as the primary does', async () => {
    await expect(database.lists.rows('select 1 from nowhere')).rejects.toThrow('relation "nowhere" does not exist');
    expect(database.replica).toMatchObject({ used: true });
  });

  it('are not read from a database that follows no other', async () => {
    const alone = await Database.connect(primary.url, { replicaUrl: primary.url });
    try {
      expect(await alone.lists.row('select 1 as one')).toEqual({ one: 1 });
      expect(alone.replica).toEqual({ used: false, behindMs: null });
    } finally {
      await alone.close();
    }
  });
});

describe('a write that waits for a replica', () => {
  it('is not taken for safe when the time of its request is over', async () => {
    const before = await weigh();
    await primary.ask(`alter system set synchronous_standby_names = 'nobody'`);
    await primary.ask('select pg_reload_conf()');
    // It is the checkpointer that makes commits wait; by the end of a checkpoint it has read the setting.
    await primary.ask('checkpoint');
    const scope = new RequestScope(60_000);
    const late = scope.run(weigh);
    try {
      await until(
        async () => (await primary.ask(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length > 0,
        'the commit to wait',
      );
      scope.giveUp();
      await expect(late).rejects.toBe(scope.timeout);
      // Its connection is free for others before anybody may see it.
      await until(() => database.pool.totalCount === database.pool.idleCount, 'its connection to be let go');
      expect(await database.row('select count(*)::int as count from weighing')).toEqual({ count: before });
    } finally {
      await primary.ask('alter system reset synchronous_standby_names');
      await primary.ask('select pg_reload_conf()');
      scope.end();
    }
    await until(
      async () =>
        (await database.row<{ count: number }>('select count(*)::int as count from weighing'))?.count === before + 1,
      'it to be committed',
    );
  });
});
