import { Migration } from '@mikro-orm/migrations';

/** The tree over the embedded ledger's blocks, and the declarations that it was restored (decision 17). */
const TABLES = `
  -- RFC 6962 hashes of perfect subtrees over the hashes of the block headers: what heads and their proofs are put together from
  create table ledger_tree_node (
    -- 0: a leaf
    level int not null,
    -- this node stands over the blocks position * 2^level to (position + 1) * 2^level - 1
    position bigint not null,
    hash bytea not null,
    primary key (level, position)
  );
  create table ledger_restored (
    id bigint generated always as identity primary key,
    -- canonical JSON: from which head to which, with both organisations' signatures
    declaration text not null,
    created_at timestamptz not null default now()
  );
`;

/** The nodes of the blocks that are there, level by level. */
const FILL = `
  insert into ledger_tree_node (level, position, hash)
  select 0, number, sha256(decode('00', 'hex') || header_hash) from ledger_block;
  do $$
  declare below int := 0;
  begin
    loop
      insert into ledger_tree_node (level, position, hash)
      select below + 1, l.position / 2, sha256(decode('01', 'hex') || l.hash || r.hash)
      from ledger_tree_node l
      join ledger_tree_node r on r.level = below and r.position = l.position + 1
      where l.level = below and l.position % 2 = 0;
      exit when not found;
      below := below + 1;
    end loop;
  end $$;
`;

export class Migration20261122200000 extends Migration {
  override up(): void {
    this.addSql(TABLES);
    this.addSql(FILL);
    for (const table of ['ledger_tree_node', 'ledger_restored']) {
      this.addSql(`
        create trigger ${table}_append_only before update or delete on ${table}
          for each row execute function refuse_change();
        create trigger ${table}_no_truncate before truncate on ${table}
          for each statement execute function refuse_change();
      `);
    }
  }
}
