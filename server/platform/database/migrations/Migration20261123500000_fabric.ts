import { Migration } from '@mikro-orm/migrations';

const FABRIC = `
  -- transactions that were endorsed on a Fabric network and whose outcome is not known yet; a row is deleted with its outcome
  create table fabric_submission (
    tx_id text primary key,
    event_ids text[] not null,
    -- the transaction as it is handed over, and by which its outcome is asked for
    endorsed bytea not null,
    commit bytea,
    endorsed_at timestamptz not null default now()
  );
  create index fabric_submission_events on fabric_submission using gin (event_ids);

  -- headers of the channel's blocks as our peer gave them, each checked before it was stored; the newest number is where following goes on
  create table fabric_block (
    number bigint primary key,
    previous_hash bytea not null,
    data_hash bytea not null,
    header_hash bytea not null,
    -- the orderers' signatures, as they stand in the block's metadata
    signatures bytea not null,
    -- when it came to us
    followed_at timestamptz not null
  );
  create index fabric_block_followed on fabric_block (followed_at);
  create table fabric_tree_node (
    level integer not null,
    position bigint not null,
    hash bytea not null,
    primary key (level, position)
  );
  -- contents that these blocks record, by their hashes, so that events which our tables lack are found
  create table fabric_event (
    content_hash text primary key,
    block_number bigint not null
  );
`;

/** What is kept of a Fabric network: transactions on their way to it, and the headers of its blocks. */
export class Migration20261123500000_fabric extends Migration {
  override up(): void {
    this.addSql(FABRIC);
  }
}
