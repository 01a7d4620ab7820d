import { createHash } from 'node:crypto';
import type { PoolClient, QueryResultRow } from 'pg';
import { ROW_TYPES } from './rowTypes.ts';

/**
 * Limit of prepared statements. Each connection keeps each of them, with about 30 kB in the database; a list has many
 * thousands of combinations of filters and orders, which one caller could request one after another.
 */
const MOST_PREPARED = 250;

/** Source of a connection for a statement. */
interface Connections {
  connect(): Promise<Pick<PoolClient, 'query' | 'release'>>;
}

/**
 * Marks a statement whose best plan depends on its values, such as a search text: it is planned for them each time.
 * After five times PostgreSQL would use one plan for all, and scan a million lots for the one that a search names.
 */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** Row reads on a pool, or on one connection. */
export class Rows {
  readonly #pool: Connections;
  /** names of prepared statements by their texts */
  readonly #names = new Map<string, string>();

  constructor(pool: Connections) {
    this.#pool = pool;
  }

  /**
   * Rows of a query with `$1`-style parameters. The first 250 texts become prepared statements, which the database
   * plans once for each connection; later ones are planned each time. Values are never part of a text. Bigint and
   * numeric are returned as numbers, date as YYYY-MM-DD, timestamptz as Date.
   */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const query = { name: this.#nameOf(text), text, values: [...values], types: ROW_TYPES };
    const client = await this.#pool.connect();
    try {
      return (await client.query<Row>(query)).rows;
    } finally {
      client.release();
    }
  }

  /** The first row, or null. */
  async row<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row | null> {
    return (await this.rows<Row>(text, values))[0] ?? null;
  }

  /** The text's hash, the same for every connection; none above the limit. */
  #nameOf(text: string): string | undefined {
    if (text.includes(PLANNED_EACH_TIME)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_PREPARED) return known;
    const name = `q${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }
}
