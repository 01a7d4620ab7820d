import { Migration } from '@mikro-orm/migrations';

/** Rows that the program acts upon. One that carries no seal, or not its own, is not acted upon. */
const SEALED = ['app_user', 'session', 'refresh_token', 'api_key', 'erasure', 'erasure_lot', 'installation'];

const AUDIT = `
  -- random, made by the program: what the seal is for; null in rows from before there were seals
  alter table audit_entry add column key bytea unique check (octet_length(key) = 16);
  alter table audit_entry add column seal text;

  -- The audit table in portions, each chained to the one before: a row that is missing, or was added, fits none.
  create table audit_portion (
    number int primary key,
    first_id bigint not null,
    last_id bigint not null,
    -- which rows; one whose transaction ended late stands in a later portion than its neighbours
    ids int8multirange not null,
    count int not null,
    -- 32 bytes a row, in order of id: by these a row that was changed, or changed its place, is told from the others
    leaves bytea not null,
    -- RFC 6962 over the leaves
    root_hash bytea not null,
    previous_hash bytea not null,
    -- SHA-256 over all of the above in canonical form
    hash bytea not null,
    made_at timestamptz not null,
    seal text not null
  );
  create index audit_portion_by_row on audit_portion (last_id, first_id);

  -- portions whose hash stands on the register chain, with the event that carries it
  create table audit_anchor (
    portion int primary key references audit_portion (number),
    event_id text not null
  );
`;

const APPEND_ONLY = ['audit_portion', 'audit_anchor'];

/** A new AUTH_SECRET locks the keys anew; all else of an organisation stays as it was made. */
const ORGANISATIONS = `
  create function refuse_change_but_of_key() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'UPDATE' or to_jsonb(new) - 'sealed_key' is distinct from to_jsonb(old) - 'sealed_key' then
      raise exception 'Rows of % are written once and never changed', tg_table_name using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
  drop trigger ledger_organisation_append_only on ledger_organisation;
  create trigger ledger_organisation_append_only before update or delete on ledger_organisation
    for each row execute function refuse_change_but_of_key();
`;

/** RowSigner on accounts, sessions, tokens, keys, erasures and marks; the audit table in chained portions. */
export class Migration20261122100000 extends Migration {
  override up(): void {
    for (const table of SEALED) this.addSql(`alter table ${table} add column seal text`);
    this.addSql(AUDIT);
    for (const table of APPEND_ONLY) {
      this.addSql(`
        create trigger ${table}_append_only before update or delete on ${table}
          for each row execute function refuse_change();
        create trigger ${table}_no_truncate before truncate on ${table}
          for each statement execute function refuse_change();
      `);
    }
    this.addSql(ORGANISATIONS);
  }
}
