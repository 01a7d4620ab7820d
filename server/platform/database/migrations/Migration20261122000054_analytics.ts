import { Migration } from '@mikro-orm/migrations';

/** Finding by the beginning of a farm's or a transaction's id. */
export class Migration20261122000054_analytics extends Migration {
  override up(): void {
    this.addSql(`
      create index lot_farm_begins on lot (farm_id text_pattern_ops) where deleted_at is null;
      create index ledger_outbox_tx_begins on ledger_outbox (tx_id text_pattern_ops) where tx_id is not null;
    `);
  }
}
