import { Migration } from '@mikro-orm/migrations';

/** What a person knows a session by: family of the browser and of the system, as told at sign-in; null where neither is known. */
export class Migration20261122000060_session_device extends Migration {
  override up(): void {
    this.addSql('alter table session add column device text');
  }
}
