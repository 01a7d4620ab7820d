/** SQLSTATE with which triggers refuse a write in the name of an erased account (`database.ts`). */
export const ERASED = 'MT401';

/** Accounts, sessions and partner keys. */
export const IDENTITY_DDL = `
  create table app_user (
    id uuid primary key,
    username text not null,
    name text not null,
    role text not null check (role in ('farmer', 'processor', 'auditor', 'admin')),
    email text not null default '',
    farm_id text not null default '' check (farm_id = upper(farm_id)),
    password_hash text not null,
    demo boolean not null default false,
    disabled_at timestamptz,
    -- the row stays, for the ids in the history; it holds nothing of the person any more
    erased_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version int not null default 1,
    seal text,
    constraint app_user_farmer_has_farm check (role <> 'farmer' or farm_id <> '' or erased_at is not null)
  );
  create unique index app_user_username on app_user (lower(username));
  -- The planner's samples would keep personal data after its erasure.
  alter table app_user alter column username set statistics 0, alter column name set statistics 0,
    alter column email set statistics 0;
  alter index app_user_username alter column 1 set statistics 0;

  create table session (
    id uuid primary key,
    user_id uuid not null references app_user (id),
    -- families of the browser and of the system at sign-in; null: neither is known
    device text,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    ended_at timestamptz,
    end_reason text,
    -- null once the session ended
    seal text
  );
  create index session_of_user on session (user_id) where ended_at is null;

  create table refresh_token (
    -- keyed hash
    hash bytea primary key,
    session_id uuid not null references session (id) on delete cascade,
    issued_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    attempt_id text,
    -- the next token, readable only with this one
    successor_sealed bytea,
    seal text
  );
  create index refresh_token_of_session on refresh_token (session_id);

  create table login_failure (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- keyed hashes: neither names nor addresses are stored
    account_key bytea not null,
    address_key bytea not null
  );
  create index login_failure_of_account on login_failure (account_key, at);
  create index login_failure_of_address on login_failure (address_key, at);

  -- API keys of partners
  create table api_key (
    id uuid primary key,
    name text not null,
    -- the first characters, by which people recognize their keys
    prefix text not null,
    -- keyed hash; the key itself is shown once and never stored
    hash bytea not null unique,
    role text not null check (role in ('farmer', 'processor', 'auditor')),
    farm_id text not null default '' check (farm_id = upper(farm_id)),
    created_by uuid not null references app_user (id),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    seal text,
    check (role <> 'farmer' or farm_id <> '')
  );
  create index api_key_by_creation on api_key (created_at, id);
  create index api_key_of_creator on api_key (created_by);

  -- A request that was let in before its account was erased may write after the erasure.
  create function refuse_key_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from app_user u where u.id = new.created_by and u.erased_at is not null) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;
  -- The name makes it run after the trigger of the foreign key, which waits for a running erasure.
  create trigger key_of_erased_account after insert on api_key
    for each row execute function refuse_key_of_erased_account();
`;
