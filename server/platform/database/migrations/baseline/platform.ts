/** Rows of a table are written once: a trigger refuses updates and deletions, another one refuses `truncate`. */
export const appendOnly = (table: string): string => `
  create trigger ${table}_append_only before update or delete on ${table}
    for each row execute function refuse_change();
  ${noTruncate(table)}`;

/** A trigger refuses `truncate`. */
export const noTruncate = (table: string): string => `
  create trigger ${table}_no_truncate before truncate on ${table}
    for each statement execute function refuse_change();`;

/** What all features share: installation settings, keys of row signatures, change feed, idempotency keys and rates. */
export const PLATFORM_DDL = `
  create extension if not exists pg_trgm;

  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'Rows of % are written once and never changed', tg_table_name using errcode = 'insufficient_privilege';
  end $$;

  -- settings and results of the program itself
  create table installation (
    key text primary key,
    value jsonb not null,
    at timestamptz not null default now(),
    seal text
  );

  -- keys that sign rows
  create table seal_key (
    -- part of each signature
    id text primary key,
    -- 32 random bytes, encrypted under a key derived from AUTH_SECRET
    locked_key bytea not null,
    created_at timestamptz not null default now()
  );

  -- change feed: one row for each change that other processes and browsers must learn of, for seven days
  create table event_log (
    id bigint generated always as identity primary key,
    -- the writing transaction: readers stop before the oldest one still running, so no late commit is missed
    tx xid8 not null default pg_current_xact_id(),
    at timestamptz not null default now(),
    topic text not null check (topic in ('lot', 'alert', 'user', 'key')),
    kind text not null,
    lot_id uuid,
    alert_id uuid,
    user_id uuid,
    key_id uuid,
    -- the farm that the lot belonged to before this change, if it belongs to another one since
    left_farm_id text
  );
  create index event_log_order on event_log (tx, id);
  create index event_log_by_time on event_log (at);

  -- positions of readers that continue after a restart
  create table event_reader (
    name text primary key,
    tx xid8 not null,
    id bigint not null,
    at timestamptz not null default now()
  );

  -- for 24 hours
  create table idempotency_key (
    -- id of the user or partner key that called
    subject uuid not null,
    key text not null,
    -- keyed hash of method, path and body
    fingerprint bytea not null,
    -- the one request that may carry out the call, until its own deadline
    holder uuid not null,
    held_until timestamptz not null,
    -- advisory lock that the process of the call holds while it lives
    process bigint not null default 0,
    created_at timestamptz not null default now(),
    -- set in the transaction of the write
    written boolean not null default false,
    -- what each write of the call changed, encrypted: answers the call if its process ended before it answered
    targets jsonb not null default '[]',
    -- encrypted; null before there is one, and once it was erased
    answer bytea,
    primary key (subject, key)
  );
  create index idempotency_key_by_time on idempotency_key (created_at);

  -- requests of each caller in the current windows, counted by process. Worth nothing after a crash, so unlogged
  create unlogged table rate_spent (
    process uuid not null,
    rate text not null,
    -- keyed hash of an address, a user or a partner key
    caller text not null,
    spent integer not null,
    ends_at timestamptz not null,
    primary key (process, rate, caller)
  ) with (fillfactor = 50);
`;
