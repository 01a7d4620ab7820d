import { ERASED } from './identity.ts';
import { appendOnly } from './platform.ts';

/** Lots, their events and the personal values in these. */
export const LOT_DDL = `
  -- The order of the stages; null for an unknown one.
  create function stage_rank(stage text) returns int language sql immutable parallel safe return case stage
    when 'harvested' then 0 when 'fermented' then 1 when 'drying' then 2
    when 'processed' then 3 when 'shipped' then 4 when 'delivered' then 5 end;

  create table lot (
    id uuid primary key,
    lot_id text not null check (lot_id = upper(lot_id)),
    -- random; names the lot's chain on the ledger
    lot_key text not null unique,
    farm_id text check (farm_id = upper(farm_id)),
    farmer_name text,
    variety text not null,
    harvest_date date not null,
    lat_micro int check (lat_micro between -90000000 and 90000000),
    lon_micro int check (lon_micro between -180000000 and 180000000),
    -- the plots of origin, as <plot>/<version>/<mark>; null: only the place is known
    plots text[],
    weight_grams int not null check (weight_grams > 0),
    moisture_hundredths int not null check (moisture_hundredths between 0 and 10000),
    temperature_hundredths int not null check (temperature_hundredths between -5000 and 6000),
    certifications text[] not null default '{}',
    quality_tenths int check (quality_tenths between 0 and 1000),
    is_anonymized boolean not null default false,
    stage text collate "C" not null default 'harvested' constraint lot_stage_check check (stage_rank(stage) is not null),
    process_details text,
    deforestation_status text not null default 'Pending Review',
    satellite_at timestamptz,
    satellite_message text,
    -- codes of satellite_message; they count only if they make that very text
    satellite_said jsonb not null default '[]',
    -- the newest satellite check was inconclusive; a trigger keeps this and the next column
    check_inconclusive boolean not null default false,
    -- 0 no alert, 1 only closed ones, 2 an acknowledged one, 3 an active one
    alert_state smallint not null default 0 check (alert_state between 0 and 3),
    ledger_status text not null default 'pending' check (ledger_status in ('pending', 'recorded', 'failed')),
    ledger_tx_id text,
    ledger_signature text,
    ledger_block bigint,
    ledger_recorded_at timestamptz,
    head_seq int not null,
    head_hash text not null,
    created_by uuid references app_user (id),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    version int not null default 1,
    search_text text generated always as (
      lower(lot_id || ' ' || coalesce(farm_id, '') || ' ' || coalesce(farmer_name, '') || ' ' || variety)
    ) stored,
    -- lists in the order of the stages are read along an index on it alone
    stage_rank smallint generated always as (stage_rank(stage)) stored,
    -- includes what deep pages of the list by lot id read of the lots that they skip
    constraint lot_lot_id_key unique (lot_id) include (id, deleted_at)
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table lot alter column farmer_name set statistics 0, alter column process_details set statistics 0;

  -- Orders of the list.
  create index lot_by_harvest on lot (harvest_date, id) where deleted_at is null;
  create index lot_by_farmer on lot (farmer_name, id) where deleted_at is null;
  create index lot_by_weight on lot (weight_grams, id) where deleted_at is null;
  create index lot_by_quality on lot (quality_tenths, id) where deleted_at is null;
  create index lot_by_stage on lot (stage_rank, id) where deleted_at is null;
  create index lot_by_creation on lot (created_at, id) where deleted_at is null;
  create index lot_by_change on lot (updated_at, id) where deleted_at is null;
  -- Filters of the list, each followed by the default order.
  create index lot_in_stage on lot (stage, harvest_date, id) where deleted_at is null;
  create index lot_of_variety on lot (variety, harvest_date, id) where deleted_at is null;
  create index lot_of_farm on lot (farm_id, harvest_date, id) where deleted_at is null;
  create index lot_with_status on lot (deforestation_status, harvest_date, id) where deleted_at is null;
  create index lot_not_compliant on lot (harvest_date, id) where deleted_at is null and deforestation_status <> 'No Deforestation';
  create index lot_recorded on lot (harvest_date, id) where deleted_at is null and ledger_status = 'recorded';
  create index lot_not_recorded on lot (harvest_date, id) where deleted_at is null and ledger_status <> 'recorded';
  create index lot_refused on lot (harvest_date, id) where deleted_at is null and ledger_status = 'failed';
  create index lot_needing on lot (harvest_date, id)
    where deleted_at is null and (alert_state > 0 or check_inconclusive or ledger_status = 'failed');
  create index lot_satellite_age on lot (satellite_at) where deleted_at is null;
  -- Search.
  create index lot_search on lot using gin (search_text gin_trgm_ops) where deleted_at is null;
  create index lot_farm_begins on lot (farm_id text_pattern_ops) where deleted_at is null;
  create function plots_of(text[]) returns text[] language sql immutable parallel safe return
    (select array_agg(split_part(ref, '/', 1)) from unnest($1) ref);
  create index lot_from_plot on lot using gin (plots_of(plots)) where deleted_at is null and plots is not null;

  -- ANALYZE needs the owner of the table, or the right MAINTAIN of PostgreSQL 17 and later. The program's role may have
  -- neither; the planner's samples would then hold erased names.
  create function sample_lot_search_anew() returns void language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    analyze public.lot (search_text);
  end $$;

  create table lot_event (
    event_id text primary key,
    lot_id uuid not null references lot (id),
    seq int not null,
    type text not null,
    at timestamptz not null,
    actor_id uuid references app_user (id),
    -- the partner key that acted; like actor_id it is never shown
    key_id uuid references api_key (id),
    actor_role text not null,
    gdpr_consent boolean not null default false,
    request_id text,
    content text not null,
    content_hash text not null,
    seal text,
    unique (lot_id, seq),
    constraint lot_event_one_actor check (actor_id is null or key_id is null)
  );
  create index lot_event_of_key on lot_event (key_id) where key_id is not null;
  -- the edits of a lot in the last 24 hours, whose number is limited
  create index lot_event_edits on lot_event (lot_id, at) where type = 'edited';
  ${appendOnly('lot_event')}

  -- personal values of events with the salts of their commitments; an erasure deletes both
  create table personal_value (
    event_id text not null references lot_event (event_id),
    field text not null,
    value jsonb not null,
    salt bytea not null,
    primary key (event_id, field)
  );
  alter table personal_value alter column value set statistics 0;

  -- A request that was let in before its account was erased may write after the erasure.
  create function refuse_words_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (
      select 1 from lot_event e left join api_key k on k.id = e.key_id
        join app_user u on u.id = coalesce(e.actor_id, k.created_by)
      where e.event_id = new.event_id and u.erased_at is not null
    ) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;
  create trigger words_of_erased_account after insert on personal_value for each row
    when (new.field in ('userName', 'operatorName', 'farmerName', 'processDetails', 'location', 'notes'))
    execute function refuse_words_of_erased_account();
`;
