import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Database } from '../../../server/platform/database/database.ts';
import { LogReader } from '../../../server/platform/change-feed/logReader.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

/** A reader of the event log that keeps its place, as processes come and go. */
let server: TestApp;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  // No other process writes to its log.
  server = await createTestApp({ env: { ROLE: 'web' } });
});
afterAll(async () => {
  await server?.stop();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A reader in a process of its own, so to speak: on its own connections. */
async function reader(name: string) {
  const database = await Database.connect(server.databaseUrl, { poolSize: 2 });
  ends.push(() => database.close());
  const log = new LogReader(database, name);
  await log.begin();
  return {
    /** the next events' lots, `most` at a time */
    next: async (most?: number): Promise<string[]> => {
      const lots: string[] = [];
      await log.read(async (news) => {
        lots.push(...news.flatMap((item) => (item.topic === 'lot' ? [item.lotId] : [])));
      }, most);
      return lots;
    },
    log,
  };
}

/** When the news that are committed can be read: no transaction is open that began before them. */
async function settled(): Promise<void> {
  await expect
    .poll(
      () =>
        server.app.database.rows(
          'select 1 as held from event_log where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
        ),
      { timeout: 30_000 },
    )
    .toEqual([]);
}

/** Somebody who writes news in a transaction of their own. */
async function writer() {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  ends.push(() => client.end());
  return {
    begin: () => client.query('begin'),
    /** Ends it, once nothing older is open elsewhere: the log waits for writers of every database of the server, so also of other tests. */
    commit: async () => {
      await client.query('commit');
      await settled();
    },
    /** @param held whether older news of this test are held back still, so that it cannot be waited for */
    tells: async (held = false): Promise<string> => {
      const lotId = randomUUID();
      await client.query(`insert into event_log (topic, kind, lot_id) values ('lot', 'changed', $1)`, [lotId]);
      if (!held) await settled();
      return lotId;
    },
  };
}

it('goes on after a restart where it stopped: nothing is lost, and nothing comes twice', async () => {
  const [one, late] = [await writer(), await writer()];
  // A second try begins at the present, too.
  const name = `web hooks ${randomUUID()}`;
  const before = await reader(name);
  const told = [await one.tells(), await one.tells(), await one.tells()];
  expect(await before.next(2)).toEqual(told.slice(0, 2));
  // While no reader runs, events are added, also by a transaction that began before the others and ends after them.
  await late.begin();
  const held = [await late.tells(true)];
  const meanwhile = [await one.tells(true), await one.tells(true)];
  const after = await reader(name);
  expect(await after.next()).toEqual(told.slice(2));
  await late.commit();
  expect(await after.next()).toEqual([...held, ...meanwhile]);
  expect([await after.next(), await before.next()]).toEqual([[], []]);
});

it('is told again of what it failed to take, and of what it wrote nothing stays then', async () => {
  const one = await writer();
  const failing = await reader(`failing ${randomUUID()}`);
  const told = await one.tells();
  await server.app.database.rows('drop table if exists taken');
  await server.app.database.rows('create table taken (lot_id text)');
  const take = (fails: boolean) =>
    failing.log.read(async (news, em) => {
      for (const item of news) await em.execute('insert into taken values (?)', ['lotId' in item ? item.lotId : '']);
      if (fails) throw new Error('The line is down');
    });
  await expect(take(true)).rejects.toThrow('The line is down');
  await take(false);
  await take(false);
  expect(await server.app.database.rows('select lot_id from taken')).toEqual([{ lot_id: told }]);
});

it('reads by itself, whatever others under other names have read', async () => {
  const one = await writer();
  const [first, second] = [await reader(`first ${randomUUID()}`), await reader(`second ${randomUUID()}`)];
  const told = await one.tells();
  expect([await first.next(), await second.next()]).toEqual([[told], [told]]);
});

it('begins at the present', async () => {
  const one = await writer();
  await one.tells();
  const later = await reader(`later ${randomUUID()}`);
  const told = await one.tells();
  expect(await later.next()).toEqual([told]);
});
