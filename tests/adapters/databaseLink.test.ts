import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../server/platform/database/database.ts';
import { EventFollower } from '../../server/platform/change-feed/eventFollower.ts';
import { Listener } from '../../server/platform/change-feed/listener.ts';
import { RequestScope, RequestTimeout } from '../../server/platform/database/requestScope.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { linkTo, type DatabaseLink } from '../support/databaseLink.ts';
import { until } from '../support/until.ts';

let testDatabase: TestDatabase;
let link: DatabaseLink;
/** over the link */
let database: Database;
let direct: Database;

beforeEach(async () => {
  testDatabase = await createDatabase();
  link = await linkTo(testDatabase.url);
  database = await Database.connect(link.url, { poolSize: 2 });
  direct = await Database.connect(testDatabase.url, { poolSize: 1 });
});

afterEach(async () => {
  await link.close();
  await database.close();
  await direct.close();
  await testDatabase.drop();
});

const read = (): Promise<unknown> => database.rows('select 1');
const write = (): Promise<unknown> => database.write((em) => em.execute('select 1'));

describe('after a network that swallowed what was sent, and said so to nobody,', () => {
  it('the pool has its connections back', async () => {
    await Promise.all([read(), read()]);
    const scope = new RequestScope(60_000);
    link.hang();
    const asked = [read, write].map((ask) => expect(scope.run(ask)).rejects.toBeInstanceOf(RequestTimeout));
    await until(() => link.swallowing() === 2, 'both statements to be sent');
    scope.giveUp();
    await Promise.all(asked);
    scope.end();
    link.restore();
    await Promise.all([read(), write(), write()]);
    // Not at once: each write also wakes the readers, without waiting for it.
    await until(() => database.pool.totalCount === database.pool.idleCount, 'all connections to be free');
  });

  it('what was asked of a machine that is gone fails, and the next is asked of the one in its place', async () => {
    const listener = new Listener(link.url, pino({ level: 'silent' }), { everyMs: 50, withinMs: 300 });
    await listener.start();
    try {
      await Promise.all([read(), read()]);
      link.strand();
      // Outside of requests, which have a time of their own: the work of a recorder or of a job.
      await expect(read()).rejects.toThrow('Connection terminated');
      await Promise.all([read(), write(), read()]);
      await until(() => database.pool.totalCount === database.pool.idleCount, 'all connections to be free');
    } finally {
      await listener.close();
    }
  });

  it('the event log is read on', async () => {
    const follower = new EventFollower(database, pino({ level: 'silent' }));
    const heard: number[] = [];
    follower.onChange((news) => void heard.push(...news.map(({ id }) => id)));
    await follower.start();
    try {
      link.hang();
      follower.wake();
      await until(() => link.swallowing() > 0, 'the log to be asked for');
      link.restore();
      const written = await direct.row<{ id: number }>(
        `insert into event_log (topic, kind, lot_id) values ('lot', 'changed', gen_random_uuid()) returning id`,
      );
      await until(() => heard.length > 0, 'the news');
      expect(heard).toEqual([written?.id]);
    } finally {
      await follower.stop();
    }
  });
});
