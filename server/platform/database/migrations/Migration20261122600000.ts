import { Migration } from '@mikro-orm/migrations';

const SEALS = `
  alter table lot_event add column seal text;
  -- Events from before there were seals get theirs once; nothing else of an event ever changes.
  create function refuse_change_but_seal() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.seal is null and new.seal is not null
      and to_jsonb(old) - 'seal' = to_jsonb(new) - 'seal' then
      return new;
    end if;
    raise exception 'Rows of % are written once and never changed', tg_table_name using errcode = 'insufficient_privilege';
  end $$;
  drop trigger lot_event_append_only on lot_event;
  create trigger lot_event_append_only before update or delete on lot_event
    for each row execute function refuse_change_but_seal();

  -- what did not check out when rows were first sealed, and is therefore not sealed
  create table set_aside (
    kind text not null,
    id text not null,
    reason text not null,
    at timestamptz not null default now(),
    primary key (kind, id)
  );
`;

const LEDGER = `
  -- null: the register chain, which is no lot's
  alter table ledger_head alter column stage drop not null;
  -- one lot id, one chain, for ever: looked up in the contents themselves
  create index ledger_content_lot_id on ledger_content ((content::json -> 'set' ->> 'lotId')) where seq = 1;
`;

const ALERTS = `
  -- the alert's name on the ledger, random; null until it is told there
  alter table alert add column ledger_key text unique;
`;

const REGISTER = `
  -- events of the register chain, as we wrote them; where the ledger has them is told there
  create table register_event (
    seq int primary key,
    event_id text not null unique,
    at timestamptz not null,
    content text not null,
    content_hash text not null,
    seal text not null,
    recorded_at timestamptz
  );
  create trigger register_event_no_truncate before truncate on register_event
    for each statement execute function refuse_change();

  alter table report add column seal text;
  alter table report_file
    add column seal text,
    -- of the commitment that stands on the register chain; erased with the file
    add column salt bytea,
    -- the register event that holds the commitment; null until the file is anchored
    add column anchor text;
  create index report_file_unanchored on report_file (created_at) where anchor is null and bytes is not null;
`;

/** RowSigner, alerts on the ledger, the register chain (decisions, 'Against whoever can write the database'). */
export class Migration20261122600000 extends Migration {
  override up(): void {
    for (const part of [SEALS, LEDGER, ALERTS, REGISTER]) this.addSql(part);
  }
}
