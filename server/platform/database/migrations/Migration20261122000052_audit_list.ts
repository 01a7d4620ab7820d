import { Migration } from '@mikro-orm/migrations';

/** One index for each way in which the list of the audit table is asked for; that of persons, keys and times were there. */
const INDEXES = `
  create index audit_entry_of_action on audit_entry (action, at, id);
  create index audit_entry_of_target_id on audit_entry (target_id, at, id) where target_id is not null;
`;

/** The audit table as a list with filters. */
export class Migration20261122000052_audit_list extends Migration {
  override up(): void {
    this.addSql(INDEXES);
  }
}
