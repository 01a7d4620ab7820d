import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SigningKeysLocked, RowSigner } from '../../server/platform/row-signatures/rowSigner.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { TEST_SECRET } from '../support/testApp.ts';

let database: TestDatabase;
let pool: Pool;
let seals: RowSigner;

beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 4 });
  // Four processes at their first start.
  [seals] = (await Promise.all([1, 2, 3, 4].map(() => RowSigner.open(pool, TEST_SECRET)))) as [RowSigner];
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const facts = { role: 'admin', farm: '', disabled: null };

describe('seals', () => {
  it('come of one key, however many processes start at once', async () => {
    const { rows } = await pool.query('select id from seal_key');
    expect(rows).toHaveLength(1);
    const later = await RowSigner.open(pool, TEST_SECRET);
    expect(later.check('account', 'a', facts, seals.seal('account', 'a', facts))).toBe(true);
    const digest = createHash('sha256').update('token').digest();
    expect(later.keyedHash('partner-key', digest)).toEqual(seals.keyedHash('partner-key', digest));
    expect(later.keyedHash('refresh-token', digest)).not.toEqual(seals.keyedHash('partner-key', digest));
  });

  it('fit one kind, one row and its facts alone', () => {
    const seal = seals.seal('account', 'a', facts);
    expect(seals.check('account', 'a', { disabled: null, farm: '', role: 'admin' }, seal)).toBe(true);
    expect(seals.check('session', 'a', facts, seal)).toBe(false);
    expect(seals.check('account', 'b', facts, seal)).toBe(false);
    expect(seals.check('account', 'a', { ...facts, role: 'farmer' }, seal)).toBe(false);
    const { disabled: _, ...fewer } = facts;
    expect(seals.check('account', 'a', fewer, seal)).toBe(false);
  });

  it.each([null, undefined, '', '.', 'x', 'aaaaaaaa.AAAA'])('are not %s', (seal) => {
    expect(seals.check('account', 'a', facts, seal)).toBe(false);
  });

  it('do not open under another secret', async () => {
    await expect(RowSigner.open(pool, `${TEST_SECRET}!`)).rejects.toBeInstanceOf(SigningKeysLocked);
  });
});
