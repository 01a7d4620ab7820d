import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';

/** Rows that are held in memory at a time. */
const AT_ONCE = 200;

const lines = z.array(z.object({ row: z.string().transform((text): unknown => JSON.parse(text)) }));

/**
 * The rows of a query as JSON has them, in its order and in portions: numbers as numbers, instants in ISO 8601 with the session's
 * offset. The driver gives both as the texts that PostgreSQL prints.
 * @param em in a transaction; one query at a time
 * @param sql a select with `?` for its parameters
 */
export async function* jsonRows(
  em: EntityManager,
  sql: string,
  values: readonly unknown[],
): AsyncGenerator<unknown[], void, undefined> {
  await em.execute(`declare portions no scroll cursor for select row_to_json(line)::text as row from (${sql}) line`, [
    ...values,
  ]);
  for (let read = AT_ONCE; read === AT_ONCE;) {
    const rows = lines.parse(await em.execute(`fetch ${AT_ONCE} from portions`)).map(({ row }) => row);
    read = rows.length;
    if (read > 0) yield rows;
  }
  await em.execute('close portions');
}
