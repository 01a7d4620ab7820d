import { ERASED } from '../baseline/identity.ts';
import { appendOnly } from '../baseline/platform.ts';

/** What is shipped to one buyer, its events, the buyer's links, and who is to be informed of alerts. */
export const CONSIGNMENT_DDL = `
  create table consignment (
    id uuid primary key,
    -- random; names the consignment's chain on the ledger
    consignment_key text not null unique,
    -- the due diligence statement's own reference takes 35 characters
    number text not null constraint consignment_number_key unique check (char_length(number) between 1 and 35),
    buyer_id uuid not null references party (id),
    state text collate "C" not null default 'open' check (state in ('open', 'closed', 'shipped', 'delivered')),
    -- weighed before shipping; null: not yet
    net_grams bigint check (net_grams > 0),
    bags int check (bags > 0),
    -- [{ number, seals }]
    containers jsonb not null default '[]',
    bill_of_lading text,
    incoterm text,
    loading_date date,
    departure_date date,
    arrival_date date,
    -- ISO 3166-1 alpha-2
    country_of_entry text,
    closed_at timestamptz,
    shipped_at timestamptz,
    delivered_at timestamptz,
    ledger_status text not null default 'pending' check (ledger_status in ('pending', 'recorded', 'failed')),
    ledger_tx_id text,
    ledger_signature text,
    ledger_block bigint,
    ledger_recorded_at timestamptz,
    head_seq int not null,
    head_hash text not null,
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version int not null default 1
  );
  create index consignment_by_creation on consignment (created_at, id);
  create index consignment_in_state on consignment (state, created_at, id);
  create index consignment_of_buyer on consignment (buyer_id, created_at, id);

  create table consignment_lot (
    consignment_id uuid not null references consignment (id),
    lot_id uuid not null references lot (id),
    grams int not null check (grams > 0),
    primary key (consignment_id, lot_id)
  );
  create index consignment_lot_of_lot on consignment_lot (lot_id, consignment_id);

  create table consignment_event (
    event_id text primary key,
    consignment_id uuid not null references consignment (id),
    seq int not null,
    -- the step
    type text not null,
    at timestamptz not null,
    actor_id uuid references app_user (id),
    -- the partner key that acted; like actor_id it is never shown
    key_id uuid references api_key (id),
    actor_role text not null,
    request_id text,
    content text not null,
    content_hash text not null,
    seal text,
    unique (consignment_id, seq),
    check (actor_id is null or key_id is null)
  );
  create index consignment_event_of_actor on consignment_event (actor_id) where actor_id is not null;
  ${appendOnly('consignment_event')}

  -- values of events with the salts of their commitments; an erasure deletes both
  create table consignment_value (
    event_id text not null references consignment_event (event_id),
    field text not null,
    value jsonb not null,
    salt bytea not null,
    -- the party that the value names
    party_id uuid references party (id),
    primary key (event_id, field)
  );
  alter table consignment_value alter column value set statistics 0;
  create index consignment_value_of_party on consignment_value (party_id) where party_id is not null;

  -- A request that was let in before its account was erased may write after the erasure.
  create function refuse_consignment_words_of_erased() returns trigger language plpgsql as $$
  begin
    if exists (
      select 1 from consignment_event e left join api_key k on k.id = e.key_id
        join app_user u on u.id = coalesce(e.actor_id, k.created_by)
      where e.event_id = new.event_id and u.erased_at is not null
    ) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;
  create trigger consignment_words_of_erased after insert on consignment_value for each row
    when (new.field = 'userName') execute function refuse_consignment_words_of_erased();

  -- Events of consignments wait in the same queue as those of lots, so that a transfer is delivered whole.
  alter table ledger_outbox
    drop constraint ledger_outbox_event_id_fkey,
    alter column lot_id drop not null,
    add consignment_id uuid references consignment (id),
    add constraint ledger_outbox_of_one check (num_nonnulls(lot_id, consignment_id) = 1),
    -- the lot or the consignment
    add chain uuid not null generated always as (coalesce(lot_id, consignment_id)) stored;
  create index ledger_outbox_of_chain on ledger_outbox (chain, seq) where state <> 'recorded';
  create index ledger_outbox_of_consignment on ledger_outbox (consignment_id, seq) where consignment_id is not null;

  alter table event_log add consignment_id uuid;
  alter table event_log drop constraint event_log_topic_check,
    add constraint event_log_topic_check check (topic in ('lot', 'alert', 'user', 'key', 'consignment'));

  -- Links by which a buyer reads one consignment without an account.
  create table buyer_link (
    id uuid primary key,
    consignment_id uuid not null references consignment (id),
    -- keyed hash of the token, which is shown once
    token_hash bytea not null unique,
    created_by uuid references app_user (id),
    created_key uuid references api_key (id),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    seal text,
    check (expires_at > created_at)
  );
  create index buyer_link_of_consignment on buyer_link (consignment_id, created_at);

  -- For each alert on an origin of a shipped consignment: its buyer is to be informed.
  create table buyer_task (
    id uuid primary key,
    alert_id uuid not null references alert (id),
    consignment_id uuid not null references consignment (id),
    opened_at timestamptz not null,
    done_at timestamptz,
    done_by uuid references app_user (id),
    done_key uuid references api_key (id),
    seal text,
    unique (alert_id, consignment_id),
    check (done_at is not null or (done_by is null and done_key is null))
  );
  create index buyer_task_of_consignment on buyer_task (consignment_id);
  create index buyer_task_open on buyer_task (opened_at) where done_at is null;
`;
