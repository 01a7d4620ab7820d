/** Web hooks of partners, and their deliveries. */
export const WEB_HOOK_DDL = `
  create table web_hook (
    id uuid primary key,
    name text not null,
    url text not null,
    -- upper case; empty: alerts of all farms
    farm_id text not null default '',
    -- signs the deliveries; encrypted under a key derived from AUTH_SECRET
    locked_secret bytea not null,
    created_by uuid not null references app_user (id),
    created_at timestamptz not null,
    disabled_at timestamptz,
    disabled_for text check (disabled_for in ('admin', 'failing', 'erased')),
    seal text,
    -- state of delivery: since when it fails, how often in a row, and when the next attempt is due
    failing_since timestamptz,
    failures integer not null default 0,
    next_at timestamptz,
    check ((disabled_at is null) = (disabled_for is null))
  );
  -- The planner's samples would keep personal data after its erasure.
  alter table web_hook alter column name set statistics 0;
  create index web_hook_by_creation on web_hook (created_at desc, id);
  create index web_hook_of_creator on web_hook (created_by);

  -- in the order of the change feed
  create table web_hook_delivery (
    id uuid primary key,
    hook_id uuid not null references web_hook (id),
    -- the row of event_log
    log_id bigint not null,
    event text not null,
    -- as it is signed and sent
    body text not null,
    created_at timestamptz not null,
    seal text,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
    attempts integer not null default 0,
    last_at timestamptz,
    -- status of the last answer; null without one
    last_status integer,
    -- why the last attempt failed, as a code
    last_fault text,
    unique (hook_id, log_id)
  );
  create index web_hook_delivery_waiting on web_hook_delivery (hook_id, log_id) where state = 'waiting';
  create index web_hook_delivery_log on web_hook_delivery (hook_id, created_at desc, id);
  create index web_hook_delivery_old on web_hook_delivery (created_at) where state <> 'waiting';
`;
