const LOT_CHANGE = `lot_figure_change (farm_id, harvest_date, stage, variety, deforestation_status, ledger_status, alert_state,
  check_inconclusive, quality_tenths, satellite_at, lots, grams)`;
const lotWas = (row: 'old' | 'new', sign: 1 | -1): string =>
  `(${row}.farm_id, ${row}.harvest_date, ${row}.stage, ${row}.variety, ${row}.deforestation_status, ${row}.ledger_status, ${row}.alert_state,
    ${row}.check_inconclusive, ${row}.quality_tenths, ${row}.satellite_at, ${sign}, ${sign === 1 ? '' : '-'}${row}.weight_grams)`;

const ALERT_CHANGE = `alert_figure_change (created_at, type, severity, status, farm_id, lat_micro, lon_micro, alerts, answered, answer_us)`;
/** An alert without a place of its own has that of its lot. */
const alertWas = (alert: string, lot: string, sign: 1 | -1): string =>
  `${alert}.created_at, ${alert}.type, ${alert}.severity, ${alert}.status, coalesce(${lot}.farm_id, ''),
    coalesce(${alert}.lat_micro, ${lot}.lat_micro), coalesce(${alert}.lon_micro, ${lot}.lon_micro), ${sign},
    case when ${alert}.acknowledged_at is null and ${alert}.closed_at is null then 0 else ${sign} end,
    ${sign} * coalesce((extract(epoch from least(${alert}.acknowledged_at, ${alert}.closed_at) - ${alert}.created_at) * 1000000)::bigint, 0)`;

/** Writes that change no figure call no function. */
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
`;

const OF_ALERTS = `
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

/** Triggers that write the changes of figures. */
export const FIGURE_TRIGGERS = [OF_LOTS, OF_ALERTS].join('');
