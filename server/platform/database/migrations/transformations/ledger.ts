/** Transactions that record several events, and the grams by which the next event of a chain is judged. */
export const TRANSFER_DDL = `
  alter table ledger_head
    -- { weight, used, moisture, derived, draws } of a lot; null: not yet computed, or the chain is no lot's
    add mass jsonb,
    -- { state, grams } of a consignment
    add consignment jsonb;

  -- A transaction may record several events, each with its own row: the same envelope at the same position of the block.
  alter table ledger_transaction
    -- place of the event in its transaction
    add part int not null default 0 check (part >= 0),
    -- path from the event to the root that the envelope names, hashes in hex one after the other; empty: it is alone
    add path text not null default '',
    drop constraint ledger_transaction_pkey,
    drop constraint ledger_transaction_event_id_key,
    add primary key (event_id),
    drop constraint ledger_transaction_block_number_position_key,
    add unique (block_number, position, part);
  create index ledger_transaction_id on ledger_transaction (tx_id);

  -- Events that are recorded together or not at all.
  alter table ledger_outbox add transfer text;
  create index ledger_outbox_transfer on ledger_outbox (transfer) where transfer is not null;
`;
