import { sqlView } from '../../platform/database/sqlView.ts';

const COLUMNS = [
  'id',
  'lot_id',
  'lot_key',
  'farm_id',
  'farmer_name',
  'kind',
  'used_grams',
  'variety',
  'harvest_date',
  'harvest_until',
  'certifications',
  'is_anonymized',
  'stage',
  'stage_rank',
  'process_details',
  'deforestation_status',
  'weight_grams',
  'moisture_hundredths',
  'quality_tenths',
  'satellite_at',
  'satellite_message',
  'satellite_said',
  'ledger_status',
  'ledger_tx_id',
  'alert_state',
  'lat_micro',
  'lon_micro',
  'plots',
  'head_seq',
  'created_by',
  'created_at',
  'updated_at',
] as const;

/** Lots, deleted ones too. */
export const ALL_LOTS = sqlView('lot', [...COLUMNS, 'deleted_at']);
/** Lots that are not deleted. */
export const LIVE_LOTS = sqlView('lot', COLUMNS, 'deleted_at is null');
/** Lots, deleted ones too, by their UUID, lot id and key alone. */
export const LOT_IDS = sqlView('lot', ['id', 'lot_id', 'lot_key', 'farm_id']);
/** The history of lots. */
export const LOT_EVENTS = sqlView('lot_event', [
  'event_id',
  'lot_id',
  'seq',
  'type',
  'at',
  'actor_id',
  'key_id',
  'actor_role',
  'gdpr_consent',
  'request_id',
  'content',
  'content_hash',
  'seal',
]);
/** Personal values of lots that are not erased, with the salts of their commitments. */
export const PERSONAL_VALUES = sqlView('personal_value', ['event_id', 'field', 'value', 'salt']);
/**
 * A text for each lot that is not deleted, which differs after every change of its row. Also a change that is made
 * directly in the database gives the row another xmin (PostgreSQL, 'System Columns').
 */
export const LOT_MARKERS = `(select id, lot_id, lot_key, xmin::text || ' ' || head_hash as marker from lot
  where deleted_at is null)`;
/** SQL of the names of lots and their shipping reviews by id, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_LOTS = `select id, lot_id as name, false as erased from lot
  union all select r.id, l.lot_id, false from shipping_review r join lot l on l.id = r.lot_id`;
/** SQL of the id of the lot with a lot id, `$2`. */
export const LOTS_MEANT = 'select id from lot where lot_id = $2';
