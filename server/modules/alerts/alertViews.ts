import { sqlView } from '../../platform/database/sqlView.ts';

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
