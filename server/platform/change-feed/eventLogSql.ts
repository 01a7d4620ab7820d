/**
 * The part of a statement that adds events of lots to the event log.
 * @param rows SQL of a JSON array of rows with `kind`, `lot_id` and `left_farm_id`
 */
export const logLotEvents = (rows: string): string =>
  `insert into event_log (topic, kind, lot_id, left_farm_id)
    select 'lot', kind, lot_id, left_farm_id from json_populate_recordset(null::event_log, ${rows})`;

/**
 * The part of a statement that adds events of consignments to the event log.
 * @param rows SQL of a JSON array of rows with `kind` and `consignment_id`
 */
export const logConsignmentEvents = (rows: string): string =>
  `insert into event_log (topic, kind, consignment_id)
    select 'consignment', kind, consignment_id from json_populate_recordset(null::event_log, ${rows})`;

/** Statement that says of consignments, once each, that something happened. `$1`: kind, `$2`: UUIDs */
export const LOG_CONSIGNMENTS = `insert into event_log (topic, kind, consignment_id)
  select 'consignment', $1, id from unnest($2::uuid[]) as touched (id)`;

/** Statement that forgets, in events of lots, the farm that each left. `?`: JSON array of UUIDs */
export const FORGET_LEFT_FARMS = `update event_log set left_farm_id = null
  where left_farm_id is not null and lot_id in (select value::uuid from json_array_elements_text(?::json))`;

/** Statement that says of each of some lots, once, that something happened. `$1`: kind, `$2`: UUIDs */
export const LOG_LOTS = `insert into event_log (topic, kind, lot_id)
  select 'lot', $1, id from unnest($2::uuid[]) as touched (id)`;

/** Statement that says of alerts, once each, that they changed. `?`: JSON array of rows with `alert_id` and `lot_id` */
export const LOG_CHANGED_ALERTS = `insert into event_log (topic, kind, alert_id, lot_id)
  select distinct 'alert', 'changed', alert_id, lot_id from json_populate_recordset(null::event_log, ?::json)`;

/** What a person gets of the events about their account, first ones first. `?`: the account */
export const NOTICES_TO = `select at, kind from event_log where topic = 'user' and user_id = ? order by at, id`;
