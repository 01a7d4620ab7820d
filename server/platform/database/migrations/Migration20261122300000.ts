import { Migration } from '@mikro-orm/migrations';

/** Finds the edits of a lot in the last 24 hours, of which there may be so many (lots/editQuota.ts). */
export class Migration20261122300000 extends Migration {
  override up(): void {
    this.addSql(`create index lot_event_edits on lot_event (lot_id, at) where type = 'edited'`);
  }
}
