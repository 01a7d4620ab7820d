import { Migration } from '@mikro-orm/migrations';

/** What lists and figures ask of a lot's checks and alerts, beside the lot, so that no list looks them up lot by lot. */
const BESIDE_THE_LOT = `
  alter table lot add column check_inconclusive boolean not null default false,
    add column alert_state smallint not null default 0 check (alert_state between 0 and 3);
  comment on column lot.check_inconclusive is 'the newest satellite check came to no conclusion';
  comment on column lot.alert_state is '0 no alert, 1 closed ones alone, 2 an acknowledged one, 3 an active one';
  -- that of its lot, empty where that has none: which alerts are looked at. Who may see them is asked of the lot
  alter table alert add column farm_id text not null default '';
  comment on column alert.farm_id is 'that of the lot; empty without one';

  update lot set check_inconclusive = true
    where (select conclusion from satellite_check c where c.lot_id = lot.id order by ended_at desc limit 1) = 'inconclusive';
  update lot set alert_state = a.state from (
    select lot_id, max(case status when 'active' then 3 when 'acknowledged' then 2 else 1 end) as state from alert group by lot_id) a
    where a.lot_id = lot.id;
  update alert set farm_id = l.farm_id from lot l where l.id = alert.lot_id and l.farm_id is not null;

  create index lot_needing on lot (harvest_date, id)
    where deleted_at is null and (alert_state > 0 or check_inconclusive or ledger_status = 'failed');
  create index alert_of_farm on alert (farm_id, created_at desc, id);
`;

/**
 * Figures over all lots and alerts that are not deleted. Each write adds what it changes to a table that only grows, so that writers never wait
 * for each other; a job folds that into the tables of sums. A figure is the sum of both, exact at every moment.
 */
const TABLES = `
  create table lot_figure_change (
    at timestamptz not null default now(),
    farm_id text,
    harvest_date date not null,
    stage smallint not null,
    variety text not null,
    deforestation_status text not null,
    ledger_status text not null,
    alert_state smallint not null,
    check_inconclusive boolean not null,
    quality_tenths int,
    satellite_at timestamptz,
    -- 1: came to be so; -1: was so before
    lots smallint not null,
    grams int not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);

  -- of the whole, of a month and of a day of harvest: a period is the sum of its months and of the days at its ends
  create table lot_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    stage smallint not null,
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
  );
  create table farm_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    farm_id text not null,
    lots bigint not null,
    compliant bigint not null,
    grams bigint not null,
    primary key (grain, period, farm_id)
  );
  create index farm_figure_empty on farm_figure (farm_id) where lots = 0;
  -- steps of ten points, 100 with those from 90 on; -1: not graded
  create table quality_figure (
    grain text not null check (grain in ('all', 'month', 'day')),
    period date not null,
    step smallint not null,
    lots bigint not null,
    primary key (grain, period, step)
  );
  -- by the hour of the last conclusive check, -infinity without one; ready: processed, compliant, and no alert open
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
    -- those that were answered, and how long that took, microseconds
    answered smallint not null,
    answer_us bigint not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);
  -- by the Monday (UTC) of the week that they were raised in
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

  -- what the dashboard showed at the beginning of a day (UTC)
  create table day_figure (
    day date primary key,
    lots bigint not null,
    compliant bigint not null,
    quality bigint not null,
    graded bigint not null,
    high_alerts bigint not null
  );
  -- the day of the newest fold: figures of the days after it are noted by the next
  create table figure_fold (
    day date not null
  );
  insert into figure_fold (day) values ((now() at time zone 'UTC')::date);
`;

const LOT_CHANGE = `lot_figure_change (farm_id, harvest_date, stage, variety, deforestation_status, ledger_status, alert_state,
  check_inconclusive, quality_tenths, satellite_at, lots, grams)`;
const lotWas = (row: 'old' | 'new', sign: 1 | -1): string =>
  `(${row}.farm_id, ${row}.harvest_date, ${row}.stage, ${row}.variety, ${row}.deforestation_status, ${row}.ledger_status, ${row}.alert_state,
    ${row}.check_inconclusive, ${row}.quality_tenths, ${row}.satellite_at, ${sign}, ${sign === 1 ? '' : '-'}${row}.weight_grams)`;

const ALERT_CHANGE = `alert_figure_change (created_at, type, severity, status, farm_id, lat_micro, lon_micro, alerts, answered, answer_us)`;
/** An alert without a place of its own is where its lot is. */
const alertWas = (alert: string, lot: string, sign: 1 | -1): string =>
  `${alert}.created_at, ${alert}.type, ${alert}.severity, ${alert}.status, coalesce(${lot}.farm_id, ''),
    coalesce(${alert}.lat_micro, ${lot}.lat_micro), coalesce(${alert}.lon_micro, ${lot}.lon_micro), ${sign},
    case when ${alert}.acknowledged_at is null and ${alert}.closed_at is null then 0 else ${sign} end,
    ${sign} * coalesce((extract(epoch from least(${alert}.acknowledged_at, ${alert}.closed_at) - ${alert}.created_at) * 1000000)::bigint, 0)`;

/** A write that changes no figure calls no function. */
const OF_LOTS = `
  create function note_lot_figures() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into ${LOT_CHANGE} values ${lotWas('new', 1)};
    elsif tg_op = 'DELETE' then
      insert into ${LOT_CHANGE} values ${lotWas('old', -1)};
    elsif old.deleted_at is null and new.deleted_at is null then
      insert into ${LOT_CHANGE} values ${lotWas('old', -1)}, ${lotWas('new', 1)};
    elsif old.deleted_at is null then
      insert into ${LOT_CHANGE} values ${lotWas('old', -1)};
    elsif new.deleted_at is null then
      insert into ${LOT_CHANGE} values ${lotWas('new', 1)};
    end if;
    return null;
  end $$;
  create trigger lot_figures_of_new after insert on lot for each row
    when (new.deleted_at is null) execute function note_lot_figures();
  create trigger lot_figures_of_gone after delete on lot for each row
    when (old.deleted_at is null) execute function note_lot_figures();
  create trigger lot_figures after update on lot for each row
    when (old.stage <> new.stage or old.deforestation_status <> new.deforestation_status or old.ledger_status <> new.ledger_status
      or old.satellite_at is distinct from new.satellite_at or old.alert_state <> new.alert_state
      or old.check_inconclusive <> new.check_inconclusive or old.weight_grams <> new.weight_grams
      or old.quality_tenths is distinct from new.quality_tenths or old.farm_id is distinct from new.farm_id
      or old.variety <> new.variety or old.harvest_date <> new.harvest_date
      or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_lot_figures();

  create function note_alert_figures_of_lot() returns trigger language plpgsql as $$
  begin
    if old.deleted_at is null then
      insert into ${ALERT_CHANGE} select ${alertWas('a', 'old', -1)} from alert a where a.lot_id = old.id;
    end if;
    if new.deleted_at is null then
      insert into ${ALERT_CHANGE} select ${alertWas('a', 'new', 1)} from alert a where a.lot_id = new.id;
    end if;
    if old.farm_id is distinct from new.farm_id then
      update alert set farm_id = coalesce(new.farm_id, '') where lot_id = new.id;
    end if;
    return null;
  end $$;
  create trigger alert_figures_of_lot after update on lot for each row
    when (new.alert_state > 0 and (old.farm_id is distinct from new.farm_id or old.lat_micro is distinct from new.lat_micro
      or old.lon_micro is distinct from new.lon_micro or (old.deleted_at is null) <> (new.deleted_at is null)))
    execute function note_alert_figures_of_lot();

  -- By the time of the checks, whatever order they are written in.
  create function note_check_on_lot() returns trigger language plpgsql as $$
  begin
    update lot set check_inconclusive = newest.inconclusive from (
      select conclusion = 'inconclusive' as inconclusive from satellite_check where lot_id = new.lot_id order by ended_at desc limit 1) newest
    where lot.id = new.lot_id and lot.check_inconclusive <> newest.inconclusive;
    return null;
  end $$;
  create trigger check_on_lot after insert on satellite_check for each row execute function note_check_on_lot();
`;

const OF_ALERTS = `
  create function note_farm_of_alert() returns trigger language plpgsql as $$
  begin
    new.farm_id := coalesce((select farm_id from lot where id = new.lot_id), '');
    return new;
  end $$;
  create trigger farm_of_alert before insert on alert for each row execute function note_farm_of_alert();

  create function note_alert_figures() returns trigger language plpgsql as $$
  declare
    of_lot lot%rowtype;
    seen smallint;
  begin
    select * into of_lot from lot where id = coalesce(new.lot_id, old.lot_id);
    if of_lot.deleted_at is null then
      if tg_op <> 'INSERT' then
        insert into ${ALERT_CHANGE} values (${alertWas('old', 'of_lot', -1)});
      end if;
      if tg_op <> 'DELETE' then
        insert into ${ALERT_CHANGE} values (${alertWas('new', 'of_lot', 1)});
      end if;
    end if;
    select coalesce(max(case status when 'active' then 3 when 'acknowledged' then 2 else 1 end), 0) into seen
      from alert where lot_id = of_lot.id;
    if of_lot.alert_state <> seen then
      update lot set alert_state = seen where id = of_lot.id;
    end if;
    return null;
  end $$;
  create trigger alert_figures_of_new after insert or delete on alert for each row execute function note_alert_figures();
  create trigger alert_figures after update on alert for each row
    when (old.status <> new.status or old.severity <> new.severity or old.type <> new.type or old.created_at <> new.created_at
      or old.lat_micro is distinct from new.lat_micro or old.lon_micro is distinct from new.lon_micro
      or old.acknowledged_at is distinct from new.acknowledged_at or old.closed_at is distinct from new.closed_at)
    execute function note_alert_figures();
`;

/** What is there already: as changes, which the first fold sums. */
const FILL = `
  insert into ${LOT_CHANGE} select farm_id, harvest_date, stage, variety, deforestation_status, ledger_status, alert_state,
    check_inconclusive, quality_tenths, satellite_at, 1, weight_grams from lot where deleted_at is null;
  insert into ${ALERT_CHANGE} select ${alertWas('a', 'l', 1)} from alert a join lot l on l.id = a.lot_id where l.deleted_at is null;
  analyze lot_figure_change;
`;

/** Figures of lots and alerts that are kept with each write. Nobody writes lots meanwhile, so that none is missed or counted twice. */
export class Migration20261123200000_figures extends Migration {
  override up(): void {
    this.addSql('lock table lot, alert, satellite_check in share row exclusive mode');
    for (const part of [BESIDE_THE_LOT, TABLES, FILL, OF_LOTS, OF_ALERTS]) this.addSql(part);
  }
}
