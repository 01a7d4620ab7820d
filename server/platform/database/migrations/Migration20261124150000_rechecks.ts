import { Migration } from '@mikro-orm/migrations';

const RECHECKS = `
  -- when each lot that has a place is to be checked again; beside the lot, whose rows are wide and have indexes enough
  create table recheck (
    lot_id uuid primary key,
    -- position in the order of domain/recheck.ts, 0 first; null: what it follows from has changed, and it is set anew
    class smallint,
    -- reads of the source that one check takes
    reads smallint not null default 1,
    due_at timestamptz not null,
    -- queued by the clock, and not checked since
    queued_at timestamptz,
    -- which data the last check was made with; null: to be checked whatever it was made with
    source text
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
  create index recheck_due on recheck (class, due_at) where class is not null;
  create index recheck_unclassed on recheck (lot_id) where class is null;
  create index recheck_queued on recheck (queued_at) where queued_at is not null;
  create index recheck_source on recheck (source) where source is not null;
`;

/** Lots that were checked where they lie now wait for their own moment ('infinity': it is set with the class), all others are due. */
const FILL = `
  insert into recheck (lot_id, due_at, source)
    select l.id, case when c.ended_at is null or l.stage = 5 then now() else 'infinity' end, c.source
    from lot l left join lateral (
      select ended_at, driver || ' ' || nullif(dataset_version, '') as source from satellite_check
      where lot_id = l.id and lat_micro = l.lat_micro and lon_micro = l.lon_micro and coalesce(plots, '{}') = coalesce(l.plots, '{}')
      order by ended_at desc limit 1) c on true
    where l.deleted_at is null and l.lat_micro is not null and l.lon_micro is not null;
  analyze recheck;
`;

/** A new lot's first check is queued with it, a moved one's with the move: a day later either is overdue. */
const KEPT = `
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

/** When lots are checked again. Nobody writes lots or checks meanwhile, so that none is missed. */
export class Migration20261124150000_rechecks extends Migration {
  override up(): void {
    this.addSql('lock table lot, satellite_check in share row exclusive mode');
    for (const part of [RECHECKS, FILL, KEPT]) this.addSql(part);
  }
}
