import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/* What is kept of a channel's blocks. */

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  await pool.query(`insert into fabric_block values (0, '', 'd', 'h', '', now())`);
  await pool.query(`insert into fabric_tree_node values (0, 0, 'h')`);
  await pool.query(`insert into fabric_event values ('h', 0)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['fabric_block', `header_hash = 'x'`],
  ['fabric_tree_node', `hash = 'x'`],
  ['fabric_event', 'block_number = 1'],
])('%s is written once', async (table, change) => {
  const once = `Rows of ${table} are written once and never changed`;
  for (const sql of [`update ${table} set ${change}`, `delete from ${table}`, `truncate ${table}`]) {
    await expect(pool.query(sql)).rejects.toThrow(once);
  }
  expect((await pool.query(`select from ${table}`)).rowCount).toBe(1);
});
