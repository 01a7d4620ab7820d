import { Migration } from '@mikro-orm/migrations';

/** Presets of the lot list ask for each lot whether it has an alert, and in which state. */
export class Migration20261122000050_lot_presets extends Migration {
  override up(): void {
    this.addSql('create index alert_of_lot on alert (lot_id, status)');
    this.addSql(
      `create index lot_refused on lot (harvest_date, id) where deleted_at is null and ledger_status = 'failed'`,
    );
  }
}
