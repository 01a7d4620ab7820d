import { Migration } from '@mikro-orm/migrations';

/** SQLSTATE with which the database refuses what would be written in the name of an erased account (`database.ts`). */
const ERASED = 'MT401';

const KEYS = `
  -- the partner key that acted; like actor_id it is shown to nobody
  alter table lot_event add column key_id uuid references api_key (id);
  alter table lot_event add constraint lot_event_one_actor check (actor_id is null or key_id is null);
  create index lot_event_of_key on lot_event (key_id) where key_id is not null;
`;

const LATE_WRITES = `
  create or replace function refuse_words_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (
      select 1 from lot_event e left join api_key k on k.id = e.key_id
        join app_user u on u.id = coalesce(e.actor_id, k.created_by)
      where e.event_id = new.event_id and u.erased_at is not null
    ) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;

  create or replace function refuse_note_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from app_user u where u.id = new.closed_by and u.erased_at is not null) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;

  create function refuse_key_of_erased_account() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from app_user u where u.id = new.created_by and u.erased_at is not null) then
      raise exception 'The account was erased' using errcode = '${ERASED}';
    end if;
    return null;
  end $$;
  -- Named to run after the foreign key's own trigger, which waits for an erasure that is under way.
  create trigger key_of_erased_account after insert on api_key
    for each row execute function refuse_key_of_erased_account();
`;

const REPORTS = `
  -- the partner key that had it made; created_by is the person who did
  alter table report add column key_id uuid references api_key (id);
  alter table report add constraint report_one_maker check (created_by is null or key_id is null);
  create index report_of_maker on report (coalesce(created_by, key_id), created_at);
`;

const SAMPLES = `
  -- ANALYZE takes the table's owner, or the right MAINTAIN that PostgreSQL 17 brought: the program's role may have neither,
  -- and then only a warning would say that the planner's samples still hold erased names.
  create function sample_lot_search_anew() returns void language plpgsql security definer set search_path = pg_catalog, public
  as $$
  begin
    analyze public.lot (search_text);
  end $$;
`;

/**
 * Which partner key acted; what is written in the name of an account that was erased meanwhile is refused with a state of
 * its own; who had a report made, so that the same request finds the same report;
 * the planner's samples, taken anew with the owner's right.
 */
export class Migration20261121500000 extends Migration {
  override up(): void {
    for (const part of [KEYS, LATE_WRITES, REPORTS, SAMPLES]) this.addSql(part);
  }
}
