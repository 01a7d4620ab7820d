import { Migration } from '@mikro-orm/migrations';

/** Sums of the whole, of months and of days apart: the few of the whole, which are read most, lay scattered among those of days. */
const apart = (table: 'lot_figure' | 'farm_figure'): string => `
  alter table ${table} rename to ${table}_mixed;
  create table ${table} (like ${table}_mixed including constraints including indexes) partition by list (grain);
  create table ${table}_all partition of ${table} for values in ('all');
  create table ${table}_month partition of ${table} for values in ('month');
  create table ${table}_day partition of ${table} for values in ('day');
  insert into ${table} select * from ${table}_mixed order by grain, period;
  drop table ${table}_mixed;
  analyze ${table};
`;

/** What a page far into the list by lot id needs of the lots that it passes over stands in the index. */
const LOT_IDS = `
  alter table lot drop constraint lot_lot_id_key, add constraint lot_lot_id_key unique (lot_id) include (id, deleted_at);
`;

export class Migration20261123210000_dense_figures extends Migration {
  override up(): void {
    for (const part of [apart('lot_figure'), apart('farm_figure'), LOT_IDS]) this.addSql(part);
  }
}
