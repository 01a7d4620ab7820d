import { Migration } from '@mikro-orm/migrations';

/**
 * Compliance reports. `figures` and `lots` name nobody; names, farms and places stand in `plots` and in the files that
 * are marked personal, and leave together on erasure (decisions, 'Erasure').
 */
const REPORTS = `
  create table report (
    id uuid primary key,
    kind text not null check (kind in ('compliance')),
    created_by uuid,
    creator_role text not null,
    -- whose lots it covers: null for all, a farm, or '' for nobody's
    scope_farm_id text check (scope_farm_id = upper(scope_farm_id)),
    period_from date not null,
    period_to date not null,
    sample_data boolean not null,
    figures jsonb not null,
    -- one array per lot, see reports/reportSnapshot.ts
    lots jsonb not null,
    -- the lots' producers and places, in the order of lots; null once erased
    plots jsonb,
    created_at timestamptz not null,
    erased_at timestamptz,
    check (period_from <= period_to),
    check ((plots is null) = (erased_at is not null))
  );
  create index report_by_time on report (created_at);

  create table report_file (
    report_id uuid not null references report (id) on delete cascade,
    format text not null check (format in ('json', 'csv', 'pdf', 'geojson', 'statement')),
    name text not null,
    media_type text not null,
    -- whether it names people
    personal boolean not null,
    bytes bytea,
    created_at timestamptz not null default now(),
    erased_at timestamptz,
    primary key (report_id, format),
    check ((bytes is null) = (erased_at is not null)),
    check (erased_at is null or personal)
  );
`;

/** Reports and their stored files. */
export class Migration20261121200000 extends Migration {
  override up(): void {
    this.addSql(REPORTS);
  }
}
