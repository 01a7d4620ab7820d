import { appendOnly } from './platform.ts';

/** Who did what: ids and field names only, so that an erasure has nothing to change here. */
export const AUDIT_DDL = `
  create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- one of the two, or neither: an unknown caller, or the program itself
    user_id uuid,
    key_id uuid,
    role text not null check (role in ('farmer', 'processor', 'auditor', 'admin', 'system', 'anonymous')),
    action text not null check (action ~ '^[a-z-]+\\.[a-z-]+$'),
    target_kind text,
    target_id text,
    request_id text,
    gdpr_consent boolean not null default false,
    details jsonb not null default '{}',
    -- random, made by the program: part of what the signature covers
    key bytea unique check (octet_length(key) = 16),
    seal text,
    check (user_id is null or key_id is null),
    check ((target_kind is null) = (target_id is null))
  );
  create index audit_entry_by_time on audit_entry (at, id);
  create index audit_entry_of_user on audit_entry (user_id, at) where user_id is not null;
  create index audit_entry_of_key on audit_entry (key_id, at) where key_id is not null;
  create index audit_entry_of_target on audit_entry (target_kind, target_id, at);
  create index audit_entry_of_target_id on audit_entry (target_id, at, id) where target_id is not null;
  create index audit_entry_of_action on audit_entry (action, at, id);
  -- the newest version of a signed row, in one look-up
  create index audit_entry_of_version on audit_entry ((target_kind || ' ' || target_id), ((details ->> 'version')::int))
    where action = 'row.version';
  ${appendOnly('audit_entry')}

  -- The audit table in portions, each chained to the one before: a row that is missing, or was added, fits none.
  create table audit_portion (
    number int primary key,
    first_id bigint not null,
    last_id bigint not null,
    -- which rows; one whose transaction ended late is in a later portion than its neighbours
    ids int8multirange not null,
    count int not null,
    -- 32 bytes a row, in order of id: identify a row that was changed or moved
    leaves bytea not null,
    -- RFC 6962 over the leaves
    root_hash bytea not null,
    previous_hash bytea not null,
    -- SHA-256 over all of the above in canonical form
    hash bytea not null,
    made_at timestamptz not null,
    seal text not null
  );
  create index audit_portion_by_row on audit_portion (last_id, first_id);
  ${appendOnly('audit_portion')}

  -- portions whose hash is on the register chain, with the event that carries it
  create table audit_anchor (
    portion int primary key references audit_portion (number),
    event_id text not null
  );
  ${appendOnly('audit_anchor')}
`;
