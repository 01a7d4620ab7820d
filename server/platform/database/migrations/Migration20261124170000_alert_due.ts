import { Migration } from '@mikro-orm/migrations';

/** Alerts are found by their last day. */
export class Migration20261124170000_alert_due extends Migration {
  override up(): void {
    this.addSql('create index alert_task_due on alert_task (due_on) where due_on is not null');
  }
}
