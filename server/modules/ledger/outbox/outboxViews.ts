import { sqlView } from '../../../platform/database/sqlView.ts';

/** What became of each event of a lot on the ledger. */
export const LEDGER_RECORDS = sqlView('ledger_outbox', [
  'event_id',
  'lot_id',
  'seq',
  'state',
  'tx_id',
  'block_number',
  'signature',
  'recorded_at',
]);

/** The same of each event of a consignment. */
export const CONSIGNMENT_RECORDS = sqlView('ledger_outbox', [
  'event_id',
  'consignment_id',
  'seq',
  'state',
  'tx_id',
  'block_number',
  'signature',
  'recorded_at',
]);

/**
 * The part of a statement that queues events for the ledger.
 * @param rows SQL of a JSON array of rows with `event_id`, `lot_id` or `consignment_id`, `seq`, and `transfer` where several are
 *   recorded together
 */
export const enqueueEvents = (rows: string): string =>
  `insert into ledger_outbox (event_id, lot_id, consignment_id, seq, transfer)
    select event_id, lot_id, consignment_id, seq, transfer from json_populate_recordset(null::ledger_outbox, ${rows})`;
