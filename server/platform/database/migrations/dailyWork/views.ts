/** What screens need to list and sort. */
export const VIEW_DDL = `
  -- The order of deforestation statuses, the worst last; null for an unknown one.
  create function eudr_rank(status text) returns int language sql immutable parallel safe return case status
    when 'No Deforestation' then 0 when 'Pending Review' then 1
    when 'Under Investigation' then 2 when 'Deforestation Detected' then 3 end;
  -- How far the ledger has a lot, a refusal last.
  create function record_rank(status text) returns int language sql immutable parallel safe return case status
    when 'recorded' then 0 when 'pending' then 1 when 'failed' then 2 end;
  -- By status, then by alert: none, closed ones, an acknowledged one, an active one.
  create function risk_rank(status text, alert_state smallint) returns int language sql immutable parallel safe
    return eudr_rank(status) * 4 + alert_state;
  alter table lot
    add column eudr_rank smallint generated always as (eudr_rank(deforestation_status)) stored,
    add column record_rank smallint generated always as (record_rank(ledger_status)) stored,
    add column risk_rank smallint generated always as (risk_rank(deforestation_status, alert_state)) stored;
  create index lot_by_eudr on lot (eudr_rank, id) where deleted_at is null;
  create index lot_by_record on lot (record_rank, id) where deleted_at is null;
  create index lot_by_risk on lot (risk_rank, id) where deleted_at is null;
  -- As an order of the list; before, it served the age of checks alone.
  drop index lot_satellite_age;
  create index lot_by_satellite on lot (satellite_at, id) where deleted_at is null;
`;
