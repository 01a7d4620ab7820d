/** Satellite checks of lots, and when each lot is checked again. */
export const SATELLITE_DDL = `
  create table satellite_check (
    id uuid primary key,
    lot_id uuid not null references lot (id),
    ended_at timestamptz not null default now(),
    driver text not null,
    dataset text not null,
    dataset_version text not null,
    sample boolean not null,
    -- null once erased
    lat_micro int,
    lon_micro int,
    -- as in lot
    plots text[],
    conclusion text not null check (conclusion in ('clear', 'loss', 'inconclusive')),
    reason text,
    -- canonical JSON of the window and all pixel values, as read; the ledger commits to its hash
    evidence text not null,
    evidence_hash text not null,
    loss_pixels int not null,
    loss_years int[] not null,
    pixels int not null,
    tree_cover_2000 int,
    confidence text not null
  );
  create index satellite_check_of_lot on satellite_check (lot_id, ended_at desc);
  create index satellite_check_by_time on satellite_check (ended_at);

  -- The newest check by time decides, whatever the order of writing.
  create function note_check_on_lot() returns trigger language plpgsql as $$
  begin
    update lot set check_inconclusive = newest.inconclusive from (
      select conclusion = 'inconclusive' as inconclusive from satellite_check where lot_id = new.lot_id order by ended_at desc limit 1) newest
    where lot.id = new.lot_id and lot.check_inconclusive <> newest.inconclusive;
    return null;
  end $$;
  create trigger check_on_lot after insert on satellite_check for each row execute function note_check_on_lot();

  -- the next check of each lot that has a place; not in lot, whose rows are wide and have many indexes
  create table recheck (
    lot_id uuid primary key,
    -- position in the order of domain/recheck.ts, 0 first; null: to be set again, because its input has changed
    class smallint,
    -- reads of the source for one check
    reads smallint not null default 1,
    due_at timestamptz not null,
    -- queued by the clock, and not checked since
    queued_at timestamptz,
    -- data of the last check; null: to be checked whatever the data was
    source text
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
  create index recheck_due on recheck (class, due_at) where class is not null;
  create index recheck_unclassed on recheck (lot_id) where class is null;
  create index recheck_queued on recheck (queued_at) where queued_at is not null;
  create index recheck_source on recheck (source) where source is not null;

  -- The first check is queued with the lot, and another one with each move: a day later they are overdue.
  create function note_rechecks_of_new() returns trigger language plpgsql as $$
  begin
    insert into recheck (lot_id, due_at) select id, created_at + interval '1 day' from added
      where deleted_at is null and lat_micro is not null and lon_micro is not null
      on conflict do nothing;
    return null;
  end $$;
  create trigger rechecks_of_new after insert on lot referencing new table as added
    for each statement execute function note_rechecks_of_new();

  create function note_rechecks_of_gone() returns trigger language plpgsql as $$
  begin
    delete from recheck where lot_id in (select id from removed);
    return null;
  end $$;
  create trigger rechecks_of_gone after delete on lot referencing old table as removed
    for each statement execute function note_rechecks_of_gone();

  create function note_recheck() returns trigger language plpgsql as $$
  begin
    if new.deleted_at is not null or new.lat_micro is null or new.lon_micro is null then
      delete from recheck where lot_id = new.id;
    elsif old.lat_micro is distinct from new.lat_micro or old.lon_micro is distinct from new.lon_micro
      or old.plots is distinct from new.plots or old.deleted_at is not null then
      insert into recheck as known (lot_id, due_at) values (new.id, new.updated_at + interval '1 day')
        on conflict (lot_id) do update set class = null, due_at = least(known.due_at, excluded.due_at);
    else
      -- also one that is null: its row is to be held by whoever changes the lot
      update recheck set class = null where lot_id = new.id;
    end if;
    return null;
  end $$;
  create trigger recheck after update on lot for each row
    when (old.stage <> new.stage or old.alert_state <> new.alert_state or old.lat_micro is distinct from new.lat_micro
      or old.lon_micro is distinct from new.lon_micro or old.plots is distinct from new.plots
      or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function note_recheck();
`;
