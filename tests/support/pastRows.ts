import type { Database } from '../../server/platform/database/database.ts';

/** A row as it stood at some time, sealed. */
export interface PastRow {
  table: string;
  row: Record<string, unknown>;
}

/**
 * What somebody with the database's password keeps of earlier states of rows, and puts back with the seals of then.
 * `keep` notes each state that is overwritten or deleted, until `stop`.
 */
export class PastRows {
  readonly #database: Database;
  #tables: readonly string[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  async keep(tables: readonly string[]): Promise<void> {
    this.#tables = tables;
    await this.#run(
      'create schema past',
      'create table past.state (id bigint generated always as identity, name text, row jsonb)',
      `create function past.note() returns trigger language plpgsql security definer as $$ begin
         if old.seal is null then return null; end if;
         -- Of a row that was changed and is sealed next, what it was before is noted already.
         if tg_op = 'UPDATE' and to_jsonb(old) - 'seal' = to_jsonb(new) - 'seal' then return null; end if;
         insert into past.state (name, row) values (tg_table_name, to_jsonb(old));
         return null;
       end $$`,
      ...tables.map(
        (table) => `create trigger past after update or delete on ${table} for each row execute function past.note()`,
      ),
    );
  }

  /** @returns each state once, oldest first, without those that still stand; what kept them is taken away */
  async stop(): Promise<PastRow[]> {
    const states = await this.#database.rows<PastRow>(
      `select name as table, row from (
         select distinct on (name, row ->> 'seal') * from past.state order by name, row ->> 'seal', id) once order by id`,
    );
    await this.#run(...this.#tables.map((table) => `drop trigger past on ${table}`), 'drop schema past cascade');
    const standing = await Promise.all(
      this.#tables.map((table) => this.#database.rows<{ seal: string | null }>(`select seal from ${table}`)),
    );
    const seals = new Set(standing.flat().map(({ seal }) => seal));
    return states.filter(({ row }) => !seals.has(String(row['seal'])));
  }

  /**
   * Puts a state back, past triggers.
   * @param key columns that the row is found by
   * @returns takes it back
   */
  async putBack({ table, row }: PastRow, key: readonly string[]): Promise<() => Promise<void>> {
    const columns = await this.#columns(table);
    const found = key.map((name) => `t.${name} = o.${name}`).join(' and ');
    const old = `(select * from jsonb_populate_record(null::${table}, $1)) o`;
    const [standing] = await this.#database.rows<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t, ${old} where ${found}`,
      [row],
    );
    const write = async (state: Record<string, unknown>): Promise<void> => {
      const set = columns.map((name) => `${name} = o.${name}`).join(', ');
      await this.#pastTriggers(table, `update ${table} t set ${set} from ${old} where ${found}`, [state]);
    };
    if (standing !== undefined) {
      await write(row);
      return () => write(standing.row);
    }
    const list = columns.join(', ');
    const put = `insert into ${table} (${list}) select ${columns.map((name) => `o.${name}`).join(', ')} from ${old}`;
    await this.#pastTriggers(table, put, [row]);
    return () => this.#pastTriggers(table, `delete from ${table} t using ${old} where ${found}`, [row]);
  }

  async #pastTriggers(table: string, statement: string, values: unknown[]): Promise<void> {
    await this.#run(`alter table ${table} disable trigger user`);
    try {
      await this.#database.rows(statement, values);
    } finally {
      await this.#run(`alter table ${table} enable trigger user`);
    }
  }

  async #columns(table: string): Promise<string[]> {
    const rows = await this.#database.rows<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
      [table],
    );
    return rows.map(({ name }) => `"${name}"`);
  }

  async #run(...statements: string[]): Promise<void> {
    for (const statement of statements) await this.#database.rows(statement);
  }
}
