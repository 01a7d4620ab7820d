/** Plots of farms with all their versions. */
export const FARM_DDL = `
  -- the current state of each plot
  create table plot (
    id uuid primary key,
    farm_id text not null,
    -- the name in lower case, unique in a farm; null once erased
    name_key text,
    version integer not null,
    -- millionths of a degree, for finding neighbours; east is beyond 180 degrees if the plot crosses that meridian
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
    -- canonical text of the geometry, and the salt that opens a lot's commitment to it; empty and null once erased
    geometry text not null,
    salt bytea,
    -- salted hash of the geometry, by which lots name it
    mark text not null,
    -- 0.0001 ha
    area integer not null,
    country text,
    -- centre, millionths of a degree; null once erased
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
`;
