import { tmpdir } from 'node:os';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../server/platform/database/database.ts';
import { DiskSpace } from '../../server/platform/database/diskSpace.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const MINUTE_MS = 60_000;

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createDatabase();
  database = await Database.connect(test.url, { poolSize: 2 });
  // Of a disk that is full PostgreSQL says this, whatever it was about to write.
  await database.pool.query(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await database.pool.query('create table large (line text)');
  await database.pool.query(
    'create trigger large_no_room before insert on large for each row execute function no_room()',
  );
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});

const writeMuch = async (): Promise<void> => {
  await expect(database.pool.query(`insert into large values ('x')`)).rejects.toThrow('No space left on device');
};

it('is heard of from every connection of the program', async () => {
  expect(await database.disk.isFull(database.pool)).toBe(false);
  await writeMuch();
  expect(await database.disk.isFull(database.pool)).toBe(true);
});

it('is told of by a write that was refused, and tried again a minute later', async () => {
  let now = 0;
  const disk = new DiskSpace({ folder: null, leastFreeBytes: 0, clock: () => now });
  const isFull = () => disk.isFull(database.pool);
  expect(await isFull()).toBe(false);
  const refused: unknown = await database.pool.query(`insert into large values ('x')`).catch((error: unknown) => error);
  disk.note(refused);
  disk.note(new Error('Something else'));
  expect(await isFull()).toBe(true);
  now += MINUTE_MS - 1;
  expect(await isFull()).toBe(true);
  now += 1;
  expect(await isFull()).toBe(false);
});

it('stays told of while what is tried is refused as well', async () => {
  let now = 0;
  const disk = new DiskSpace({ folder: null, leastFreeBytes: 0, clock: () => now });
  disk.note(Object.assign(new Error('No space left on device'), { code: '53100' }));
  // Nothing can be made on it.
  const pool = new Pool({ connectionString: test.url, options: '-c default_transaction_read_only=on' });
  try {
    now += MINUTE_MS;
    expect(await disk.isFull(pool)).toBe(true);
  } finally {
    await pool.end();
  }
  expect(await disk.isFull(database.pool)).toBe(false);
});

it.skipIf(process.platform !== 'linux')(
  'is seen where the database is on a disk of this machine (Linux alone has /proc, a disk without room)',
  async () => {
    const leastFreeBytes = 1024;
    const ample = new DiskSpace({ folder: tmpdir(), leastFreeBytes });
    expect([await ample.isFull(database.pool), await ample.isShort()]).toEqual([false, false]);
    // No block of it is free, as it has none.
    const full = new DiskSpace({ folder: '/proc', leastFreeBytes });
    expect([await full.isFull(database.pool), await full.isShort()]).toEqual([true, true]);
    await expect(full.assertRoom()).rejects.toThrow('Storage is full');
  },
);
