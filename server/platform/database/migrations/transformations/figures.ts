/** Columns by which changes and sums of lots are told apart, in the order of the insert. */
const LOT_CHANGE = `lot_figure_change (farm_id, harvest_date, stage, variety, deforestation_status, ledger_status, alert_state,
  check_inconclusive, kind, quality_tenths, satellite_at, lots, grams, available_grams)`;
const lotWas = (row: 'old' | 'new', sign: 1 | -1): string =>
  `(${row}.farm_id, ${row}.harvest_date, ${row}.stage, ${row}.variety, ${row}.deforestation_status, ${row}.ledger_status, ${row}.alert_state,
    ${row}.check_inconclusive, ${row}.kind, ${row}.quality_tenths, ${row}.satellite_at, ${sign}, ${sign} * ${row}.weight_grams,
    ${sign} * (${row}.weight_grams - ${row}.used_grams))`;

/**
 * Sums tell origin lots from derived ones, and know what is available: beans that went from one lot into another are
 * counted once. All lots before this migration are origin lots, and nothing of them is used, so that their sums are known
 * without a recount. No column keeps a default: a process of an older version fails instead of writing other sums.
 */
export const KIND_FIGURE_DDL = `
  alter table lot_figure_change
    add kind text collate "C" not null default 'origin',
    -- weight less what transformations and consignments use, negative as \`grams\`
    add available_grams int not null default 0;
  update lot_figure_change set available_grams = grams;
  alter table lot_figure_change alter kind drop default, alter available_grams drop default;

  alter table lot_figure
    add kind text collate "C" not null default 'origin',
    add available bigint not null default 0,
    drop constraint lot_figure_pkey,
    add primary key (grain, period, stage, variety, deforestation_status, ledger_status, alert_state, check_inconclusive, kind);
  update lot_figure set available = grams;
  alter table lot_figure alter kind drop default, alter available drop default;

  -- farm_figure has no kind: derived lots are of no farm.
  alter table quality_figure
    add kind text collate "C" not null default 'origin',
    drop constraint quality_figure_pkey,
    add primary key (grain, period, step, kind);
  alter table quality_figure alter kind drop default;

  alter table check_figure
    add kind text collate "C" not null default 'origin',
    drop constraint check_figure_pkey,
    add primary key (hour, check_inconclusive, ready, kind);
  alter table check_figure alter kind drop default;

  create or replace function note_lot_figures() returns trigger language plpgsql as $$
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
  drop trigger lot_figures on lot;
  create trigger lot_figures after update on lot for each row
    when (old.stage <> new.stage or old.deforestation_status <> new.deforestation_status or old.ledger_status <> new.ledger_status
      or old.satellite_at is distinct from new.satellite_at or old.alert_state <> new.alert_state
      or old.check_inconclusive <> new.check_inconclusive or old.weight_grams <> new.weight_grams or old.used_grams <> new.used_grams
      or old.quality_tenths is distinct from new.quality_tenths or old.farm_id is distinct from new.farm_id
      or old.variety <> new.variety or old.harvest_date <> new.harvest_date or old.kind <> new.kind
      or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_lot_figures();
`;
