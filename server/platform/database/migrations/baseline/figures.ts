/*
 * Figures over all lots and alerts that are not deleted. Each write adds its change to a table that only grows, so that writers never
 * wait for each other; a job adds these changes to the tables of sums. A figure is the sum of both, exact at every moment.
 */

/** Tables of changes and of sums. */
export const FIGURE_DDL = `
  create table lot_figure_change (
    at timestamptz not null default now(),
    farm_id text,
    harvest_date date not null,
    stage text not null,
    variety text not null,
    deforestation_status text not null,
    ledger_status text not null,
    alert_state smallint not null,
    check_inconclusive boolean not null,
    quality_tenths int,
    satellite_at timestamptz,
    -- 1: new state; -1: state before
    lots smallint not null,
    grams int not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);

  -- of all lots, of a month and of a day of harvest: a period is the sum of its months and of the days at its ends.
  -- Partitioned, because the few rows of all lots are read most
  create table lot_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    stage text not null,
    variety text not null,
    deforestation_status text not null,
    ledger_status text not null,
    alert_state smallint not null,
    check_inconclusive boolean not null,
    lots bigint not null,
    grams bigint not null,
    -- tenths, of the lots that are graded
    quality bigint not null,
    graded bigint not null,
    primary key (grain, period, stage, variety, deforestation_status, ledger_status, alert_state, check_inconclusive)
  ) partition by list (grain);
  create table lot_figure_all partition of lot_figure for values in ('all');
  create table lot_figure_month partition of lot_figure for values in ('month');
  create table lot_figure_day partition of lot_figure for values in ('day');

  create table farm_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    farm_id text not null,
    lots bigint not null,
    compliant bigint not null,
    grams bigint not null,
    primary key (grain, period, farm_id)
  ) partition by list (grain);
  create table farm_figure_all partition of farm_figure for values in ('all');
  create table farm_figure_month partition of farm_figure for values in ('month');
  create table farm_figure_day partition of farm_figure for values in ('day');
  create index farm_figure_empty on farm_figure (farm_id) where lots = 0;

  -- steps of ten points, 100 with those from 90 on; -1: not graded
  create table quality_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    step smallint not null,
    lots bigint not null,
    primary key (grain, period, step)
  );

  -- by the hour of the last conclusive check, -infinity without one; ready: processed, compliant, and no open alert
  create table check_figure (
    hour timestamptz not null,
    check_inconclusive boolean not null,
    ready boolean not null,
    lots bigint not null,
    primary key (hour, check_inconclusive, ready)
  );

  create table alert_figure_change (
    at timestamptz not null default now(),
    created_at timestamptz not null,
    type text not null,
    severity text not null,
    status text not null,
    farm_id text not null,
    lat_micro int,
    lon_micro int,
    alerts smallint not null,
    -- those that were answered, and after how long, microseconds
    answered smallint not null,
    answer_us bigint not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);

  -- by the Monday (UTC) of the week in which they were raised
  create table alert_figure (
    status text not null,
    severity text not null,
    type text not null,
    week date not null,
    alerts bigint not null,
    answered bigint not null,
    answer_us bigint not null,
    primary key (status, severity, type, week)
  );

  -- active alerts by farm and degree; the sums of their places in millionths of a degree
  create table alert_place_figure (
    farm_id text not null,
    lat_degree smallint not null,
    lon_degree smallint not null,
    severity text not null,
    alerts bigint not null,
    lat_sum bigint not null,
    lon_sum bigint not null,
    primary key (farm_id, lat_degree, lon_degree, severity)
  );
  create index alert_place_figure_empty on alert_place_figure (farm_id) where alerts = 0;

  -- the dashboard at the beginning of a day (UTC)
  create table day_figure (
    day date primary key,
    lots bigint not null,
    compliant bigint not null,
    quality bigint not null,
    graded bigint not null,
    high_alerts bigint not null
  );

  -- the day of the newest sums: the next run adds the figures of the days after it
  create table figure_fold (
    day date not null
  );
  insert into figure_fold (day) values ((now() at time zone 'UTC')::date);
`;
