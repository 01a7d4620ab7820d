import { Migration } from '@mikro-orm/migrations';

const ERASURE = `
  -- the account's row stays, for the ids that history names; nothing in it tells whose it was
  alter table app_user add column erased_at timestamptz;
  alter table app_user drop constraint app_user_check;
  alter table app_user add constraint app_user_farmer_has_farm
    check (role <> 'farmer' or farm_id <> '' or erased_at is not null);

  create table erasure (
    id uuid primary key,
    user_id uuid references app_user (id),
    -- farm and name of a farmer without an account; null once the erasure is done
    farmer jsonb,
    requested_by uuid not null references app_user (id),
    requested_at timestamptz not null,
    done_at timestamptz,
    -- field names, counts, days and reasons; nothing of the person
    receipt jsonb,
    check ((done_at is null) = (receipt is null)),
    check (done_at is null or farmer is null),
    check (done_at is not null or (user_id is null) = (farmer is not null))
  );
  create index erasure_open on erasure (requested_at) where done_at is null;

  -- lots whose farm, place and evidence are kept for a while and then erased too
  create table erasure_lot (
    lot_id uuid primary key references lot (id),
    erasure_id uuid not null references erasure (id),
    done_at timestamptz
  );
  create index erasure_lot_waiting on erasure_lot (lot_id) where done_at is null;

  alter table satellite_check alter column lat_micro drop not null, alter column lon_micro drop not null;

  -- A request that was let in before its account was erased may write after it; what it would leave of the person is refused.
  create function refuse_words_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (
      select 1 from lot_event e join app_user u on u.id = e.actor_id
      where e.event_id = new.event_id and u.erased_at is not null
    ) then
      raise exception 'The account was erased' using errcode = 'insufficient_privilege';
    end if;
    return null;
  end $$;
  create trigger words_of_erased_account after insert on personal_value for each row
    when (new.field in ('userName', 'operatorName', 'farmerName', 'processDetails', 'location', 'notes'))
    execute function refuse_words_of_erased_account();

  create function refuse_note_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from app_user u where u.id = new.closed_by and u.erased_at is not null) then
      raise exception 'The account was erased' using errcode = 'insufficient_privilege';
    end if;
    return null;
  end $$;
  -- Named to run after the foreign key's own trigger, which waits for an erasure that is under way.
  create trigger note_of_erased_account after update of note on alert
    for each row when (new.note is not null) execute function refuse_note_of_erased_account();

  -- The planner's samples of these columns would keep names and words after they are gone.
  alter table app_user alter column username set statistics 0, alter column name set statistics 0,
    alter column email set statistics 0;
  alter table lot alter column farmer_name set statistics 0, alter column process_details set statistics 0;
  alter table personal_value alter column value set statistics 0;
  alter table alert alter column note set statistics 0;
  alter table report alter column plots set statistics 0;
  alter index app_user_username alter column 1 set statistics 0;
`;

const CLIENT_REPORTS = `
  create table client_error (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    message text not null,
    path text,
    -- family and major version, such as 'Firefox 140'
    browser text
  );
  create index client_error_by_time on client_error (at);
  alter table client_error alter column message set statistics 0;

  create table client_metric (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    name text not null,
    value float8 not null,
    path text,
    browser text
  );
  create index client_metric_by_time on client_metric (at);
`;

const SEARCHES = `
  create table search_day (
    day date primary key,
    found int not null default 0,
    not_found int not null default 0,
    -- different session ids, each counted once a day
    sessions int not null default 0,
    response_ms_total bigint not null default 0,
    -- searches by response time, see monitoring/responseTimes.ts
    response_buckets int[] not null
  );

  create table search_day_lot (
    day date not null references search_day (day) on delete cascade,
    lot_id text not null,
    found int not null default 0,
    not_found int not null default 0,
    primary key (day, lot_id)
  );

  -- keyed hashes, another key each day; gone once the day is over
  create table search_session (
    day date not null references search_day (day) on delete cascade,
    hash bytea not null,
    primary key (day, hash)
  );
`;

const CONTACT = `
  create table contact_request (
    id uuid primary key,
    at timestamptz not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    company text not null,
    message text
  );
  create index contact_request_by_time on contact_request (at desc, id);
  alter table contact_request alter column first_name set statistics 0, alter column last_name set statistics 0,
    alter column email set statistics 0, alter column company set statistics 0, alter column message set statistics 0;
`;

/** Erasure and retention, what browsers report, searches by day, contact requests. */
export class Migration20261121400000 extends Migration {
  override up(): void {
    for (const part of [ERASURE, CLIENT_REPORTS, SEARCHES, CONTACT]) this.addSql(part);
  }
}
