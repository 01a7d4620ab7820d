import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';

const read = z.tuple([
  z.object({ rows: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))) }),
]);

/**
 * The rows of a query as JSON has them, in its order: numbers as numbers, instants in ISO 8601 with the session's
 * offset. The driver gives both as the texts that PostgreSQL prints.
 * @param sql a select with `?` for its parameters
 */
export async function jsonRows(em: EntityManager, sql: string, values: readonly unknown[]): Promise<unknown[]> {
  const [{ rows }] = read.parse(
    await em.execute(`select coalesce(json_agg(line), '[]')::text as rows from (${sql}) line`, [...values]),
  );
  return rows;
}
