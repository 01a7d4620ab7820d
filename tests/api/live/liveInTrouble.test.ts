import { once } from 'node:events';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../server/platform/database/database.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { newLot } from '../../support/newLot.ts';
import { openSocket, type Operation, type SocketClient } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let server: TestApp;
/** what people do to the database from outside */
let outside: Database;
let processor: Person;
let lot: LotView;
let socket: SocketClient | null = null;
let changes: Operation;

beforeAll(async () => {
  server = await createTestApp({ env: { ROLE: 'web' } });
  outside = await Database.connect(server.databaseUrl, { poolSize: 3 });
  processor = await server.person('processor');
});

afterAll(async () => {
  await outside?.close();
  await server?.stop();
});

afterEach(async () => {
  await socket?.close();
  socket = null;
});

/** Somebody follows the lots and has heard of one; from here on it is quiet. */
async function follows(): Promise<void> {
  socket = await openSocket(server.url, processor.accessToken);
  changes = socket.begin('subscription { lotChanged { id } }');
  // The server answers a socket's operations in order: this one after the subscription has begun.
  await socket.run('{ health { status } }');
  lot = (await processor.rest.send('POST', '/lots', newLot())).data.lot;
  expect((await changes.next()).data).toEqual({ lotChanged: { id: lot.id } });
}

/** Cuts the connections on which the server waits for a lock, as a database does that is restarted. */
async function cutWhatWaits(): Promise<void> {
  await outside.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
}

/**
 * Commits news of the lot, as another process would, while a table that the server reads next is locked, and cuts the
 * connection on which it waits.
 */
async function newsAndTrouble(table: 'lot' | 'session'): Promise<void> {
  const writer = await outside.pool.connect();
  try {
    await writer.query('begin');
    // Begun before the lock is taken: news wait for transactions that are older than their own.
    await writer.query(`insert into event_log (topic, kind, lot_id) values ('lot', 'changed', $1)`, [lot.id]);
    await whileLocked(outside, `lock table ${table} in access exclusive mode`, async () => {
      await writer.query('commit');
      await until(async () => (await waitingForLocks(outside)) > 0, 'the server to read the table');
      await cutWhatWaits();
      await until(async () => (await waitingForLocks(outside)) === 0, 'the connection to be cut');
    });
  } finally {
    writer.release();
  }
}

describe('an open subscription', () => {
  it('gets the news although the database went away when their lot was to be loaded', async () => {
    await follows();
    await newsAndTrouble('lot');
    expect((await changes.next()).data).toEqual({ lotChanged: { id: lot.id } });
  });

  it('gets the news although the database went away when its subscriber was to be looked up', async () => {
    await follows();
    servicesOf(server.app).identity.forget(processor.userId);
    await newsAndTrouble('session');
    expect((await changes.next()).data).toEqual({ lotChanged: { id: lot.id } });
  });
});

describe('a socket', () => {
  it('is closed with a code that clients try again after when it cannot be found out who opens it', async () => {
    servicesOf(server.app).identity.forget(processor.userId);
    await whileLocked(outside, 'lock table session in access exclusive mode', async () => {
      const opening = new WebSocket(`${server.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
      const closed = once(opening, 'close');
      await once(opening, 'open');
      const payload = { authorization: `Bearer ${processor.accessToken}` };
      opening.send(JSON.stringify({ type: 'connection_init', payload }));
      await until(async () => (await waitingForLocks(outside)) > 0, 'the session to be read');
      await cutWhatWaits();
      // After 4500, which the library sends, clients do not reconnect: a page would get no events until it is reloaded.
      expect((await closed)[0]).toBe(1013);
    });
  });
});
