import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { refuseOtherLedger } from '../../server/adapters/otherLedger.ts';
import { withoutTriggers } from '../support/cutLedger.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { LotWriter } from './lotEvents.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const followed = `insert into fabric_block (number, previous_hash, data_hash, header_hash, signatures, followed_at)
  values (0, '', 'd', 'h', '', now())`;
const started = async (driver: 'embedded' | 'fabric'): Promise<string> =>
  refuseOtherLedger(pool, driver).then(
    () => 'started',
    (error: Error) => error.message,
  );

beforeEach(() => withoutTriggers(pool, () => pool.query('delete from fabric_block')));

it('a database that has recorded nothing starts with either ledger', async () => {
  const ledger = await EmbeddedLedger.open({ pool, secret: 'a secret of these tests' });
  expect([await started('embedded'), await started('fabric')]).toEqual(['started', 'started']);
  await ledger.close();
});

it('one whose lots stand on a Fabric channel does not start with the embedded ledger', async () => {
  await pool.query(followed);
  expect(await started('fabric')).toBe('started');
  expect(await started('embedded')).toBe(
    'LEDGER takes fabric with this database: its lots are recorded on a Fabric channel.',
  );
});

it('one whose lots stand on the embedded ledger does not start with Fabric, until they were moved', async () => {
  const ledger = await EmbeddedLedger.open({ pool, secret: 'a secret of these tests' });
  await ledger.record([new LotWriter().created()]);
  await ledger.close();
  expect(await started('embedded')).toBe('started');
  expect(await started('fabric')).toBe(
    'LEDGER takes embedded with this database: its lots are recorded on the embedded ledger.',
  );
  await pool.query(followed);
  expect(await started('fabric')).toBe('started');
});
