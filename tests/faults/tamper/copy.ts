import { Client } from 'pg';
import { tablesOf, type Table } from './schema.ts';

/** Where the tables are kept as they were. */
const KEPT = 'kept_by_drill';

/**
 * The database in the hands of somebody who has its password: no trigger runs, references are not held, and computed numbers
 * can be set. Its schema stays as it is. All changes since the last `remember` can be undone.
 */
export class AttackedDatabase {
  readonly client: Client;
  #tables: Table[] = [];
  #remembered = new Map<string, string>();
  /** computed numbers by table */
  readonly #numbers: Map<string, string[]>;

  private constructor(client: Client, numbers: Map<string, string[]>) {
    this.client = client;
    this.#numbers = numbers;
  }

  /** @param url of the superuser, who alone may keep triggers from running without a change to the schema */
  static async open(url: string): Promise<AttackedDatabase> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and identity_generation = 'ALWAYS'`,
    );
    const numbers = new Map<string, string[]>();
    for (const { table, column } of rows) numbers.set(table, [...(numbers.get(table) ?? []), column]);
    const attacked = new AttackedDatabase(client, numbers);
    attacked.#tables = await tablesOf(client);
    return attacked;
  }

  get tables(): readonly Table[] {
    return this.#tables;
  }

  /** Changes rows of a table in one transaction, computed numbers too. @returns what `work` answers; with false nothing is changed */
  async change(table: string, work: () => Promise<boolean>): Promise<boolean> {
    await this.client.query('begin');
    try {
      await this.#setNumbers(table, 'by default');
      const done = await work();
      if (done) await this.#setNumbers(table, 'always');
      await this.client.query(done ? 'commit' : 'rollback');
      return done;
    } catch (error) {
      await this.client.query('rollback');
      throw error;
    }
  }

  async #setNumbers(table: string, generated: 'always' | 'by default'): Promise<void> {
    for (const column of this.#numbers.get(table) ?? []) {
      await this.client.query(`alter table "${table}" alter column "${column}" set generated ${generated}`);
    }
  }

  /** Keeps all tables as they are now. */
  async remember(): Promise<void> {
    await this.client.query(`drop schema if exists ${KEPT} cascade; create schema ${KEPT}`);
    for (const { name } of this.#tables) {
      await this.client.query(`create table ${KEPT}."${name}" as table public."${name}"`);
    }
    this.#remembered = await this.#fingerprints();
  }

  /** Puts every table that has changed since back, also what the program wrote meanwhile. */
  async undo(): Promise<void> {
    const now = await this.#fingerprints();
    const changed = this.#tables.filter(({ name }) => now.get(name) !== this.#remembered.get(name));
    if (changed.length === 0) return;
    await this.client.query('begin');
    for (const { name, columns } of changed) {
      const list = columns.map((column) => `"${column.name}"`).join(', ');
      await this.client.query(`delete from public."${name}"`);
      await this.client.query(
        `insert into public."${name}" (${list}) overriding system value select ${list} from ${KEPT}."${name}"`,
      );
    }
    await this.client.query('commit');
  }

  async #fingerprints(): Promise<Map<string, string>> {
    const each = this.#tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from public."${name}" t`,
    );
    const { rows } = await this.client.query<{ name: string; hash: string }>(each.join(' union all '));
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
