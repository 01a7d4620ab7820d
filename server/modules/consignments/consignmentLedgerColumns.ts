/** Statement that locks consignments for a change of their ledger columns. `$1`: UUIDs. */
export const LOCK_CONSIGNMENT_LEDGER_COLUMNS =
  'select id from consignment where id = any($1::uuid[]) order by id for no key update';

/**
 * Statement that sets the columns of consignments that say what became of their events on the ledger.
 * @param states SQL of rows with `id`, `status`, `tx_id`, `signature`, `block_number` and `recorded_at`
 */
export const setConsignmentLedgerColumns = (states: string): string =>
  `update consignment set ledger_status = state.status, ledger_tx_id = state.tx_id,
     ledger_signature = state.signature, ledger_block = state.block_number, ledger_recorded_at = state.recorded_at
   from (${states}) state where consignment.id = state.id`;
