import { Migration } from '@mikro-orm/migrations';

/** Who did what: ids and field names only, so that an erasure has nothing to change here (decisions, 'Erasure'). */
const AUDIT = `
  create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- one of the two, or neither: nobody known, or the program itself
    user_id uuid,
    key_id uuid,
    role text not null check (role in ('farmer', 'processor', 'auditor', 'admin', 'system', 'anonymous')),
    action text not null check (action ~ '^[a-z-]+\\.[a-z-]+$'),
    target_kind text,
    target_id text,
    request_id text,
    gdpr_consent boolean not null default false,
    details jsonb not null default '{}',
    check (user_id is null or key_id is null),
    check ((target_kind is null) = (target_id is null))
  );
  create index audit_entry_by_time on audit_entry (at, id);
  create index audit_entry_of_user on audit_entry (user_id, at) where user_id is not null;
  create index audit_entry_of_key on audit_entry (key_id, at) where key_id is not null;
  create index audit_entry_of_target on audit_entry (target_kind, target_id, at);
  create trigger audit_entry_append_only before update or delete on audit_entry
    for each row execute function refuse_change();
  create trigger audit_entry_no_truncate before truncate on audit_entry
    for each statement execute function refuse_change();
`;

const KEYS = `
  create table api_key (
    id uuid primary key,
    name text not null,
    -- the first characters, by which people tell their keys apart
    prefix text not null,
    -- SHA-256 of the key; the key itself is shown once and never stored
    hash bytea not null unique,
    role text not null check (role in ('farmer', 'processor', 'auditor')),
    farm_id text not null default '' check (farm_id = upper(farm_id)),
    created_by uuid not null references app_user (id),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    check (role <> 'farmer' or farm_id <> '')
  );
  create index api_key_by_creation on api_key (created_at, id);
  create index api_key_of_creator on api_key (created_by);

  alter table event_log add column key_id uuid;
  alter table event_log drop constraint event_log_topic_check;
  alter table event_log add constraint event_log_topic_check check (topic in ('lot', 'alert', 'user', 'key'));
`;

/** The audit table and the partners' API keys. */
export class Migration20261121100000 extends Migration {
  override up(): void {
    this.addSql(AUDIT);
    this.addSql(KEYS);
  }
}
