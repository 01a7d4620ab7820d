import { Migration } from '@mikro-orm/migrations';

/** The stored reports of one scope, newest first, for those who do not see them all. */
export class Migration20261122000055_report_list extends Migration {
  override up(): void {
    this.addSql('create index report_of_scope on report (scope_farm_id, created_at, id)');
  }
}
