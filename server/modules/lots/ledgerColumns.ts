/** Statement that locks lots for a change of their ledger columns. `$1`: UUIDs. Foreign-key checks of others continue. */
export const LOCK_LEDGER_COLUMNS = 'select id from lot where id = any($1::uuid[]) order by id for no key update';

/**
 * Statement that sets the columns of lots that say what became of their events on the ledger.
 * @param states SQL of rows with `id`, `status`, `tx_id`, `signature`, `block_number` and `recorded_at`
 */
export const setLedgerColumns = (states: string): string =>
  `update lot set ledger_status = state.status, ledger_tx_id = state.tx_id, ledger_signature = state.signature,
     ledger_block = state.block_number, ledger_recorded_at = state.recorded_at
   from (${states}) state where lot.id = state.id`;

/**
 * Statement that sets lots' ledger status. `$1`: UUIDs
 * @param status SQL of the status, of the lot `lot.id`
 */
export const setLedgerStatus = (status: string): string =>
  `update lot set ledger_status = ${status} where id = any($1::uuid[])`;
