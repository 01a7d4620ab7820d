import { Migration } from '@mikro-orm/migrations';

/** Lists are read newest harvest first unless asked otherwise, so each filter's index continues with that order. */
const LOT_INDEXES = `
  create index lot_by_harvest on lot (harvest_date, id) where deleted_at is null;
  create index lot_by_farmer on lot (farmer_name, id) where deleted_at is null;
  create index lot_by_weight on lot (weight_grams, id) where deleted_at is null;
  create index lot_by_quality on lot (quality_tenths, id) where deleted_at is null;
  create index lot_by_stage on lot (stage, id) where deleted_at is null;
  create index lot_by_creation on lot (created_at, id) where deleted_at is null;
  create index lot_in_stage on lot (stage, harvest_date, id) where deleted_at is null;
  create index lot_of_variety on lot (variety, harvest_date, id) where deleted_at is null;
  create index lot_of_farm on lot (farm_id, harvest_date, id) where deleted_at is null;
  create index lot_with_status on lot (deforestation_status, harvest_date, id) where deleted_at is null;
  create index lot_not_compliant on lot (harvest_date, id) where deleted_at is null and deforestation_status <> 'No Deforestation';
  create index lot_recorded on lot (harvest_date, id) where deleted_at is null and ledger_status = 'recorded';
  create index lot_not_recorded on lot (harvest_date, id) where deleted_at is null and ledger_status <> 'recorded';
  create index lot_search on lot using gin (search_text gin_trgm_ops) where deleted_at is null;
  create index lot_by_change on lot (updated_at, id) where deleted_at is null;
  create index lot_satellite_age on lot (satellite_at) where deleted_at is null;
`;

const IDENTITY = `
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
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version int not null default 1,
    check (role <> 'farmer' or farm_id <> '')
  );
  create unique index app_user_username on app_user (lower(username));

  create table session (
    id uuid primary key,
    user_id uuid not null references app_user (id),
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    ended_at timestamptz,
    end_reason text
  );
  create index session_of_user on session (user_id) where ended_at is null;

  create table refresh_token (
    hash bytea primary key,
    session_id uuid not null references session (id) on delete cascade,
    issued_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    attempt_id text,
    -- the successor, readable only with the token that it follows
    successor_sealed bytea
  );
  create index refresh_token_of_session on refresh_token (session_id);

  create table login_failure (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- keyed hashes: neither names nor addresses are kept
    account_key bytea not null,
    address_key bytea not null
  );
  create index login_failure_of_account on login_failure (account_key, at);
  create index login_failure_of_address on login_failure (address_key, at);
`;

const LOTS = `
  create table lot (
    id uuid primary key,
    lot_id text not null unique check (lot_id = upper(lot_id)),
    lot_key text not null unique,
    farm_id text check (farm_id = upper(farm_id)),
    farmer_name text,
    variety text not null,
    harvest_date date not null,
    lat_micro int check (lat_micro between -90000000 and 90000000),
    lon_micro int check (lon_micro between -180000000 and 180000000),
    weight_grams int not null check (weight_grams > 0),
    moisture_hundredths int not null check (moisture_hundredths between 0 and 10000),
    temperature_hundredths int not null check (temperature_hundredths between -5000 and 6000),
    certifications text[] not null default '{}',
    quality_tenths int check (quality_tenths between 0 and 1000),
    is_anonymized boolean not null default false,
    stage smallint not null default 0 check (stage between 0 and 5),
    process_details text,
    deforestation_status text not null default 'Pending Review',
    satellite_at timestamptz,
    satellite_message text,
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
    ) stored
  );

  create table lot_event (
    event_id text primary key,
    lot_id uuid not null references lot (id),
    seq int not null,
    type text not null,
    at timestamptz not null,
    actor_id uuid references app_user (id),
    actor_role text not null,
    gdpr_consent boolean not null default false,
    request_id text,
    content text not null,
    content_hash text not null,
    unique (lot_id, seq)
  );

  -- the one place, beside the rows themselves, where personal values stand; erased with their salts
  create table personal_value (
    event_id text not null references lot_event (event_id),
    field text not null,
    value jsonb not null,
    salt bytea not null,
    primary key (event_id, field)
  );

  create table ledger_outbox (
    event_id text primary key references lot_event (event_id),
    lot_id uuid not null references lot (id),
    seq int not null,
    position bigint generated always as identity,
    queued_at timestamptz not null default now(),
    state text not null default 'pending' check (state in ('pending', 'recorded', 'failed')),
    attempts int not null default 0,
    next_attempt_at timestamptz not null default now(),
    failure_code text,
    failure_text text,
    tx_id text,
    block_number bigint,
    signature text,
    recorded_at timestamptz
  );
  create index ledger_outbox_waiting on ledger_outbox (position) where state = 'pending';
  create index ledger_outbox_failed on ledger_outbox (lot_id, seq) where state = 'failed';
  create index ledger_outbox_of_lot on ledger_outbox (lot_id, seq);

  create table satellite_check (
    id uuid primary key,
    lot_id uuid not null references lot (id),
    ended_at timestamptz not null default now(),
    driver text not null,
    dataset text not null,
    dataset_version text not null,
    sample boolean not null,
    lat_micro int not null,
    lon_micro int not null,
    conclusion text not null check (conclusion in ('clear', 'loss', 'inconclusive')),
    reason text,
    -- canonical JSON of the window and all pixel values, as read; the ledger commits to its hash
    evidence text not null,
    evidence_hash text not null,
    loss_pixels int not null,
    loss_years int[] not null,
    pixels int not null,
    tree_cover_2000 int,
    confidence text not null
  );
  create index satellite_check_of_lot on satellite_check (lot_id, ended_at desc);
  create index satellite_check_by_time on satellite_check (ended_at);

  create table alert (
    id uuid primary key,
    lot_id uuid not null references lot (id),
    check_id uuid references satellite_check (id),
    type text not null check (type in ('deforestation', 'land_use_change', 'fire', 'other')),
    severity text not null check (severity in ('high', 'medium', 'low')),
    status text not null default 'active' check (status in ('active', 'acknowledged', 'resolved', 'dismissed')),
    title text not null,
    description text not null,
    lat_micro int,
    lon_micro int,
    -- what makes the finding: place, dataset version and loss pixels, hashed
    finding_key text not null,
    -- [latMicro, lonMicro, year] of each loss pixel, so that a later check can tell new loss from known
    finding_pixels jsonb not null default '[]',
    note text,
    outcome text,
    acknowledged_at timestamptz,
    acknowledged_by uuid references app_user (id),
    closed_at timestamptz,
    closed_by uuid references app_user (id),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    version int not null default 1,
    unique (lot_id, finding_key)
  );
  create index alert_high_open on alert (lot_id) where severity = 'high' and status in ('active', 'acknowledged');
  create index alert_by_time on alert (created_at desc, id);
  create index alert_with_status on alert (status, created_at desc, id);
  create index alert_of_type on alert (type, created_at desc, id);
  create index alert_of_severity on alert (severity, created_at desc, id);

  create table event_log (
    id bigint generated always as identity primary key,
    -- the writing transaction: readers stop before the oldest one still running, so no late commit is missed
    tx xid8 not null default pg_current_xact_id(),
    at timestamptz not null default now(),
    topic text not null check (topic in ('lot', 'alert', 'user')),
    kind text not null,
    lot_id uuid,
    alert_id uuid,
    user_id uuid
  );
  create index event_log_order on event_log (tx, id);
  create index event_log_by_time on event_log (at);

  create table installation (
    key text primary key,
    value jsonb not null,
    at timestamptz not null default now()
  );
`;

const LEDGER = `
  create table ledger_organisation (
    msp_id text primary key,
    name text not null,
    -- DER; pinned at first start
    root_certificate bytea not null,
    certificate bytea not null,
    -- PKCS #8, encrypted under a key derived from AUTH_SECRET
    sealed_key bytea not null,
    created_at timestamptz not null default now()
  );

  create table ledger_block (
    number bigint primary key,
    previous_hash bytea not null,
    data_hash bytea not null,
    header_hash bytea not null unique,
    created_at timestamptz not null,
    transactions int not null,
    -- [{ mspId, signature (hex, DER) }] over the header and the signer's certificate
    signatures jsonb not null,
    -- block 0 alone: canonical JSON of the channel, with its organisations' root fingerprints; its one Merkle leaf
    configuration text,
    check ((number = 0) = (configuration is not null))
  );

  create table ledger_transaction (
    tx_id text primary key,
    block_number bigint not null references ledger_block (number),
    position int not null,
    event_id text not null unique,
    lot_key text not null,
    seq int not null,
    -- canonical JSON { endorsements, payload }, the Merkle leaf: channel, chaincode, keys, content hash and the
    -- organisations' signatures; nothing readable of the lot
    envelope text not null,
    unique (block_number, position),
    unique (lot_key, seq)
  );

  create table ledger_content (
    event_id text primary key,
    lot_key text not null,
    seq int not null,
    content text not null
  );
  create index ledger_content_of_lot on ledger_content (lot_key, seq);

  create table ledger_head (
    lot_key text primary key,
    seq int not null,
    hash text not null,
    stage text not null,
    deleted boolean not null
  );
`;

/** Rows that tell what happened are written once: a trigger refuses to change them (decisions, MIGRATION_DATABASE_URL). */
const APPEND_ONLY = ['lot_event', 'ledger_organisation', 'ledger_block', 'ledger_transaction', 'ledger_content'];

export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    for (const part of [IDENTITY, LOTS, LOT_INDEXES, LEDGER]) this.addSql(part);
    this.addSql(`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'Rows of % are written once and never changed', tg_table_name using errcode = 'insufficient_privilege';
      end $$
    `);
    for (const table of APPEND_ONLY) {
      this.addSql(`
        create trigger ${table}_append_only before update or delete on ${table}
          for each row execute function refuse_change();
        create trigger ${table}_no_truncate before truncate on ${table}
          for each statement execute function refuse_change();
      `);
    }
  }
}
