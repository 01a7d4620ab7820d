import type { Pool } from 'pg';
import { ConfigError } from '../platform/config.ts';

/**
 * Whether the rows of lots name places on the embedded ledger, by the first event that it recorded of one: a move rewrites all of them
 * at once. Null: there are none.
 */
export async function arePlacesEmbedded(pool: Pool): Promise<boolean | null> {
  const { rows } = await pool.query<{ embedded: boolean }>(
    `select o.tx_id = t.tx_id as embedded from ledger_transaction t join ledger_outbox o using (event_id)
     where o.state = 'recorded' order by t.block_number, t.position limit 1`,
  );
  return rows[0]?.embedded ?? null;
}

/**
 * Rejects a start on a database whose events are on the other kind of ledger: they would be shown as missing, and new
 * ones recorded apart from them. A database that was moved holds both, and continues with the newer one; an interrupted
 * move still counts as the older one.
 * @throws ConfigError
 */
export async function refuseOtherLedger(pool: Pool, driver: 'embedded' | 'fabric'): Promise<void> {
  const { rows } = await pool.query<{ embedded: boolean; fabric: boolean }>(
    'select exists (select from ledger_transaction) as embedded, exists (select from fabric_block) as fabric',
  );
  const [{ embedded, fabric } = { embedded: false, fabric: false }] = rows;
  const unmoved = embedded && (await arePlacesEmbedded(pool)) === true;
  if (driver === 'fabric' && (unmoved || (embedded && !fabric))) {
    throw new ConfigError('LEDGER takes embedded with this database: its lots are recorded on the embedded ledger.');
  }
  if (driver === 'embedded' && fabric && !unmoved) {
    throw new ConfigError('LEDGER takes fabric with this database: its lots are recorded on a Fabric channel.');
  }
}
