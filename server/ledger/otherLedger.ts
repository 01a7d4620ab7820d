import type { Pool } from 'pg';
import { ConfigError } from '../config.ts';

/**
 * Refuses a start on a database whose events stand on the other kind of ledger: they would be shown as missing, and new ones recorded apart
 * from them. A database that was moved holds both, and goes on with the newer one.
 * @throws ConfigError
 */
export async function refuseOtherLedger(pool: Pool, driver: 'embedded' | 'fabric'): Promise<void> {
  const { rows } = await pool.query<{ embedded: boolean; fabric: boolean }>(
    'select exists (select from ledger_transaction) as embedded, exists (select from fabric_block) as fabric',
  );
  const [{ embedded, fabric } = { embedded: false, fabric: false }] = rows;
  if (driver === 'fabric' && embedded && !fabric) {
    throw new ConfigError('LEDGER takes embedded with this database: its lots are recorded on the embedded ledger.');
  }
  if (driver === 'embedded' && fabric) {
    throw new ConfigError('LEDGER takes fabric with this database: its lots are recorded on a Fabric channel.');
  }
}
