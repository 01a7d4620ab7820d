import { Migration } from '@mikro-orm/migrations';

/** The newest line about a sealed row is found by one look-up. */
const NEWEST = `
  create index audit_entry_of_version on audit_entry ((target_kind || ' ' || target_id), ((details ->> 'version')::int))
    where action = 'row.version';
`;

/** The audit table names the newest version of each sealed row, so that a row that was put back to an earlier state is found. */
export class Migration20261125100000_row_versions extends Migration {
  override up(): void {
    this.addSql(NEWEST);
  }
}
