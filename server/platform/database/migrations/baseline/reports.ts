/** Compliance reports. An erasure deletes `plots` and the personal files; `figures` and `lots` hold no personal data. */
export const REPORT_DDL = `
  create table report (
    id uuid primary key,
    kind text not null check (kind in ('compliance')),
    -- the person who had it made, or the partner key
    created_by uuid,
    key_id uuid references api_key (id),
    creator_role text not null,
    -- whose lots it covers: null for all, a farm, or '' for none
    scope_farm_id text check (scope_farm_id = upper(scope_farm_id)),
    period_from date not null,
    period_to date not null,
    sample_data boolean not null,
    -- a report of many lots, made in parts: lots then holds sums, the lots in the PDF file, and the hashes of the parts
    in_parts boolean not null default false,
    figures jsonb not null,
    -- one array per lot, see reports/reportSnapshot.ts
    lots jsonb not null,
    -- the lots' producers and places, in the order of lots; null once erased
    plots jsonb,
    created_at timestamptz not null,
    erased_at timestamptz,
    seal text,
    check (period_from <= period_to),
    check ((plots is null) = (erased_at is not null)),
    constraint report_one_maker check (created_by is null or key_id is null)
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table report alter column plots set statistics 0;
  create index report_by_time on report (created_at);
  create index report_of_maker on report (coalesce(created_by, key_id), created_at);
  create index report_of_scope on report (scope_farm_id, created_at, id);

  create table report_file (
    report_id uuid not null references report (id) on delete cascade,
    format text not null check (format ~ '^[a-z_]+$'),
    name text not null,
    media_type text not null,
    -- whether it names people
    personal boolean not null,
    bytes bytea,
    created_at timestamptz not null default now(),
    erased_at timestamptz,
    seal text,
    -- of the commitment on the register chain; erased with the file
    salt bytea,
    -- the register event that holds the commitment; null until the file is anchored
    anchor text,
    primary key (report_id, format),
    check ((bytes is null) = (erased_at is not null)),
    check (erased_at is null or personal)
  );
  create index report_file_unanchored on report_file (created_at) where anchor is null and bytes is not null;

  -- reports that a job makes in parts, with their progress
  create table report_making (
    id uuid primary key,
    created_by uuid,
    key_id uuid,
    creator_role text not null,
    scope_farm_id text,
    period_from date not null,
    period_to date not null,
    created_at timestamptz not null,
    state text not null default 'making' check (state in ('making', 'done', 'cancelled', 'failed')),
    -- null until the lots are chosen
    lots integer,
    lots_done integer not null default 0,
    -- the finished report
    report_id uuid,
    -- when somebody last asked for the progress
    asked_at timestamptz not null,
    check (num_nonnulls(created_by, key_id) = 1)
  );
  create unique index report_making_one_each on report_making (coalesce(created_by, key_id)) where state = 'making';

  -- a part: lots to be read, or what the report's files say of them afterwards
  create table report_part (
    making_id uuid not null references report_making (id) on delete cascade,
    number integer not null,
    lot_ids uuid[],
    sums jsonb,
    first_lines jsonb,
    -- pieces of the report's files, compressed with gzip
    csv bytea,
    json bytea,
    seal text,
    primary key (making_id, number),
    check (num_nonnulls(sums, first_lines, csv, json) = case when lot_ids is null then 4 else 0 end)
  );
  alter table report_part alter column csv set storage external, alter column json set storage external;
`;
