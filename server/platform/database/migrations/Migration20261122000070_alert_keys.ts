import { Migration } from '@mikro-orm/migrations';

/**
 * Partner keys that took an alert's steps, which no person's account stands for. Steps of earlier keys stay without one: their
 * lots' chains tell of none either.
 */
export class Migration20261122000070_alert_keys extends Migration {
  override up(): void {
    this.addSql(`alter table alert
      add column acknowledged_key uuid references api_key (id),
      add column closed_key uuid references api_key (id)`);
  }
}
