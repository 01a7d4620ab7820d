/** What browsers report, searches by day, and contact requests. */
export const MONITORING_DDL = `
  create table client_error (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    message text not null,
    path text,
    -- family and major version, such as 'Firefox 140'
    browser text
  );
  create index client_error_by_time on client_error (at);
  -- The planner's samples would keep personal data after its deletion.
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

  -- keyed hashes, another key each day; deleted after the day
  create table search_session (
    day date not null references search_day (day) on delete cascade,
    hash bytea not null,
    primary key (day, hash)
  );

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
