import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery } from 'kysely';
import type { QueryResultRow } from 'pg';

const NAMES = new Map<string, string>();

/** The name under which a connection sends a text; undefined if it is planned each time. */
export function preparedName(text: string): string | undefined {
  return NAMES.get(text);
}

/**
 * A statement of a transaction that PostgreSQL parses and plans once for each connection, with `$1`-style parameters.
 * The ORM's own `execute` writes the values into the text, so each call is a new statement.
 */
export class PreparedStatement<Row extends QueryResultRow = never> {
  readonly #text: string;

  /** @param text a constant of the program: each connection keeps it for as long as it lives */
  constructor(text: string) {
    this.#text = text;
    NAMES.set(text, `p${createHash('sha1').update(text).digest('hex').slice(0, 20)}`);
  }

  /** Rows with the types of `Database.rows`. @throws what the ORM throws, such as UniqueConstraintViolationException */
  async run(em: EntityManager, values: readonly unknown[]): Promise<Row[]> {
    try {
      const { rows } = await em.getKysely().executeQuery(this.#with(values));
      return rows;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw em.getPlatform().getExceptionConverter().convertException(error);
    }
  }

  /** As the ORM's query layer makes it of a text; that layer is not a direct dependency. */
  #with(values: readonly unknown[]): CompiledQuery<Row> {
    const sql = this.#text;
    return {
      sql,
      parameters: [...values],
      query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
      queryId: { queryId: sql },
    };
  }
}
