import { Migration } from '@mikro-orm/migrations';

const NEWS = `
  -- the farm that a lot was of before this change, when it is of another one since: those who see its lots are told. Kept for
  -- seven days, as all news
  alter table event_log add column left_farm_id text;

  -- how far readers have come that go on after a restart where they stopped
  create table event_reader (
    name text primary key,
    tx xid8 not null,
    id bigint not null,
    at timestamptz not null default now()
  );
`;

/** News of lots that changed farm, and readers of the event log that keep their place. */
export class Migration20261123000000_news extends Migration {
  override up(): void {
    this.addSql(NEWS);
  }
}
