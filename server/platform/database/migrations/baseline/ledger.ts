import { appendOnly, noTruncate } from './platform.ts';

const OUTBOX = `
  -- events on their way to the ledger
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
  create index ledger_outbox_tx_begins on ledger_outbox (tx_id text_pattern_ops) where tx_id is not null;

  -- events of the register chain, as the program wrote them; whether the ledger holds them is added there
  create table register_event (
    seq int primary key,
    event_id text not null unique,
    at timestamptz not null,
    content text not null,
    content_hash text not null,
    seal text not null,
    recorded_at timestamptz
  );
  ${noTruncate('register_event')}
`;

const EMBEDDED = `
  create table ledger_organisation (
    msp_id text primary key,
    name text not null,
    -- DER; pinned at the first start
    root_certificate bytea not null,
    certificate bytea not null,
    -- PKCS #8, encrypted under a key derived from AUTH_SECRET
    sealed_key bytea not null,
    created_at timestamptz not null default now()
  );
  -- A new AUTH_SECRET encrypts the keys again; nothing else of an organisation ever changes.
  create function refuse_change_but_of_key() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'UPDATE' or to_jsonb(new) - 'sealed_key' is distinct from to_jsonb(old) - 'sealed_key' then
      raise exception 'Rows of % are written once and never changed', tg_table_name using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
  create trigger ledger_organisation_append_only before update or delete on ledger_organisation
    for each row execute function refuse_change_but_of_key();
  ${noTruncate('ledger_organisation')}

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
  ${appendOnly('ledger_block')}

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
  ${appendOnly('ledger_transaction')}

  create table ledger_content (
    event_id text primary key,
    lot_key text not null,
    seq int not null,
    content text not null
  );
  create index ledger_content_of_lot on ledger_content (lot_key, seq);
  -- A lot id has one chain: it is looked up in the contents themselves.
  create index ledger_content_lot_id on ledger_content ((content::json -> 'set' ->> 'lotId')) where seq = 1;
  ${appendOnly('ledger_content')}

  create table ledger_head (
    lot_key text primary key,
    seq int not null,
    hash text not null,
    -- null: the register chain, which belongs to no lot
    stage text,
    deleted boolean not null
  );

  -- RFC 6962 hashes of perfect subtrees over the hashes of the block headers: signed heads and their proofs are made from them
  create table ledger_tree_node (
    -- 0: a leaf
    level int not null,
    -- this node covers the blocks position * 2^level to (position + 1) * 2^level - 1
    position bigint not null,
    hash bytea not null,
    primary key (level, position)
  );
  ${appendOnly('ledger_tree_node')}

  create table ledger_restored (
    id bigint generated always as identity primary key,
    -- canonical JSON: from which head to which, with both organisations' signatures
    declaration text not null,
    created_at timestamptz not null default now()
  );
  ${appendOnly('ledger_restored')}
`;

const FABRIC = `
  -- transactions that were endorsed and whose outcome is not known yet; a row is deleted with its outcome
  create table fabric_submission (
    tx_id text primary key,
    event_ids text[] not null,
    -- the transaction as it is submitted, and the request for its outcome
    endorsed bytea not null,
    commit bytea,
    endorsed_at timestamptz not null default now()
  );
  create index fabric_submission_events on fabric_submission using gin (event_ids);

  -- headers of the channel's blocks from the own peer, each verified before it is stored
  create table fabric_block (
    -- following continues after the newest one
    number bigint primary key,
    previous_hash bytea not null,
    data_hash bytea not null,
    header_hash bytea not null,
    -- the orderers' signatures, as in the block's metadata
    signatures bytea not null,
    followed_at timestamptz not null
  );
  create index fabric_block_followed on fabric_block (followed_at);
  ${appendOnly('fabric_block')}

  -- as ledger_tree_node
  create table fabric_tree_node (
    level integer not null,
    position bigint not null,
    hash bytea not null,
    primary key (level, position)
  );
  ${appendOnly('fabric_tree_node')}

  -- hashes of the contents that these blocks record: finds events that are missing in our tables
  create table fabric_event (
    content_hash text primary key,
    block_number bigint not null
  );
  ${appendOnly('fabric_event')}
`;

/** Delivery to the ledger, the embedded ledger, and the copy of a Fabric channel. */
export const LEDGER_DDL = [OUTBOX, EMBEDDED, FABRIC].join('');
