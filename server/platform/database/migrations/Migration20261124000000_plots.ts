import { Migration } from '@mikro-orm/migrations';

const PLOTS = `
  -- plots of farms, each as it is now; what it was stands in its versions
  create table plot (
    id uuid primary key,
    farm_id text not null,
    -- its name in lower case, by which names of a farm differ; null once erased
    name_key text,
    version integer not null,
    -- millionths of a degree, for finding neighbours; east is beyond 180 degrees where it crosses that meridian
    west_micro integer not null,
    south_micro integer not null,
    east_micro integer not null,
    north_micro integer not null,
    removed_at timestamptz,
    seal text
  );
  create unique index plot_name_of_farm on plot (farm_id, name_key) where removed_at is null;
  create index plot_of_farm on plot (farm_id) where removed_at is null;
  create index plot_around on plot using gist (box(point(west_micro, south_micro), point(east_micro, north_micro)))
    where removed_at is null;

  create table plot_version (
    id uuid primary key,
    plot_id uuid not null references plot (id),
    version integer not null,
    change text not null check (change in ('added', 'redrawn', 'renamed', 'removed')),
    -- null once erased
    name text,
    -- canonical text of the geometry, and what a lot's commitment opens it with; empty and null once erased
    geometry text not null,
    salt bytea,
    -- salted hash of the geometry, by which lots name it
    mark text not null,
    -- 0.0001 ha
    area integer not null,
    country text,
    -- its centre, millionths of a degree; null once erased
    lat_micro integer,
    lon_micro integer,
    at timestamptz not null,
    actor_id uuid references app_user (id),
    key_id uuid references api_key (id),
    actor_role text not null,
    seal text,
    unique (plot_id, version)
  );
  create index plot_version_by on plot_version (actor_id) where actor_id is not null;

  -- the plots that a lot came from, as <plot>/<version>/<mark>; null: its place alone is known
  alter table lot add column plots text[];
  create function plots_of(text[]) returns text[] language sql immutable parallel safe return
    (select array_agg(split_part(ref, '/', 1)) from unnest($1) ref);
  alter table satellite_check add column plots text[];
  create index lot_from_plot on lot using gin (plots_of(plots)) where deleted_at is null and plots is not null;
`;

/** Plots of farms, with all that they ever were. */
export class Migration20261124000000_plots extends Migration {
  override up(): void {
    this.addSql(PLOTS);
  }
}
