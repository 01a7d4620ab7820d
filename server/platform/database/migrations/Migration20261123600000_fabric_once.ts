import { Migration } from '@mikro-orm/migrations';

const APPEND_ONLY = ['fabric_block', 'fabric_tree_node', 'fabric_event'];

/** What is kept of a channel's blocks is written once, as the tables of the embedded ledger are. */
export class Migration20261123600000_fabric_once extends Migration {
  override up(): void {
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
