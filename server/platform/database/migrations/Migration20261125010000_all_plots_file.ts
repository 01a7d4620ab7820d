import { Migration } from '@mikro-orm/migrations';

const ALL_PLOTS_FILE = `
  alter table report_file
    drop constraint report_file_format_check,
    add constraint report_file_format_check
      check (format in ('json', 'csv', 'pdf', 'geojson', 'statement', 'plots'));
`;

/** Reports have a file of all plots beside the one for filing. */
export class Migration20261125010000_all_plots_file extends Migration {
  override up(): void {
    this.addSql(ALL_PLOTS_FILE);
  }
}
