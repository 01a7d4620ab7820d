import { sqlView } from '../../platform/database/sqlView.ts';

/** Consignments by their UUID, number and key alone. */
export const CONSIGNMENT_IDS = sqlView('consignment', [
  'id',
  'number',
  'consignment_key',
  'state',
  'net_grams',
  'buyer_id',
  'closed_at',
  'version',
]);
/** Links of buyers, with the consignments that they show. */
export const BUYER_LINK_TARGETS = sqlView('buyer_link', ['id', 'consignment_id']);
/** Tasks 'inform the buyer'. */
export const BUYER_TASKS = sqlView('buyer_task', ['id', 'consignment_id', 'opened_at', 'done_at']);
/** How much of which lots consignments take. */
export const CONSIGNMENT_LOTS = sqlView('consignment_lot', ['consignment_id', 'lot_id', 'grams']);
/** The history of consignments. */
export const CONSIGNMENT_EVENTS = sqlView('consignment_event', [
  'event_id',
  'consignment_id',
  'seq',
  'type',
  'at',
  'actor_id',
  'key_id',
  'actor_role',
  'request_id',
  'content',
  'content_hash',
  'seal',
]);
/** SQL of the names of consignments and buyers' links to them by id, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_CONSIGNMENTS = `select id, number as name, false as erased from consignment
  union all select b.id, c.number, false from buyer_link b join consignment c on c.id = b.consignment_id`;
/** SQL of the id of the consignment with a number, `$2`. */
export const CONSIGNMENTS_MEANT = 'select id from consignment where number = $2';
