import { sqlView } from '../../platform/database/sqlView.ts';
import { LOT_IDS } from '../lots/lotViews.ts';

/** Alerts as they are compared with the ledger. */
export const ALERT_FACTS = sqlView('alert', [
  'id',
  'lot_id',
  'farm_id',
  'ledger_key',
  'type',
  'severity',
  'status',
  'title',
  'description',
  'lat_micro',
  'lon_micro',
  'finding_key',
  'finding_pixels',
  'check_id',
  'note',
  'outcome',
  'acknowledged_at',
  'acknowledged_by',
  'acknowledged_key',
  'closed_at',
  'closed_by',
  'closed_key',
  'created_at',
]);
/** SQL of the names of alerts by id, as `NAMED_ACCOUNTS` has those of accounts: the lot ids of their lots. */
export const NAMED_ALERTS = `select a.id, l.lot_id as name, false as erased from alert a join ${LOT_IDS} l on l.id = a.lot_id`;
