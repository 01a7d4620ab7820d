import { Migration } from '@mikro-orm/migrations';

const PARTS = `
  -- a report whose lots stand in portions: of it lots holds sums, the lots that stand on paper, and the hashes of the portions
  alter table report add column in_parts boolean not null default false;

  -- reports that are made in portions by a job, and how far they are
  create table report_making (
    id uuid primary key,
    created_by uuid,
    key_id uuid,
    creator_role text not null,
    scope_farm_id text,
    period_from date not null,
    period_to date not null,
    created_at timestamptz not null,
    state text not null default 'making' check (state in ('making', 'done', 'cancelled', 'failed')),
    -- null until it is known which lots they are
    lots integer,
    lots_done integer not null default 0,
    -- the report that came of it
    report_id uuid,
    -- when somebody last wanted to know how far it is
    asked_at timestamptz not null,
    check (num_nonnulls(created_by, key_id) = 1)
  );
  create unique index report_making_one_each on report_making (coalesce(created_by, key_id)) where state = 'making';

  -- a portion: lots that are to be read, or what files say of them once they were
  create table report_part (
    making_id uuid not null references report_making (id) on delete cascade,
    number integer not null,
    lot_ids uuid[],
    sums jsonb,
    first_lines jsonb,
    -- pieces of the report's files, packed (gzip)
    csv bytea,
    json bytea,
    seal text,
    primary key (making_id, number),
    check (num_nonnulls(sums, first_lines, csv, json) = case when lot_ids is null then 4 else 0 end)
  );
  alter table report_part alter column csv set storage external, alter column json set storage external;
`;

/** Reports of more lots than are read at once. */
export class Migration20261123400000_report_parts extends Migration {
  override up(): void {
    this.addSql(PARTS);
  }
}
