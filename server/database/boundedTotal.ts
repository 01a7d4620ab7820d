import type { Rows } from './database.ts';

/** Up to here a total is counted anew each time; above, it may be this old (decisions, 'Figures'). */
const EXACT_UP_TO = 10_000;
const MAX_AGE_MS = 10_000;
const MAX_ENTRIES = 500;

export type TotalCache = Map<string, { total: number; at: number }>;

/**
 * How many rows a condition lets through: exact up to 10,000, at most 10 s old above that.
 * @param fromWhere `from ... where ...`, with `$1`-style placeholders; one text for each shape of filter
 */
export async function boundedTotal(
  database: Rows,
  cache: TotalCache,
  fromWhere: string,
  values: readonly unknown[],
): Promise<number> {
  const key = JSON.stringify([fromWhere, values]);
  const known = cache.get(key);
  if (known && Date.now() - known.at < MAX_AGE_MS) return known.total;
  const bounded = await database.row<{ count: number }>(
    `select count(*) from (select 1 ${fromWhere} limit ${EXACT_UP_TO + 1}) bounded`,
    values,
  );
  const upToBound = bounded?.count ?? 0;
  if (upToBound <= EXACT_UP_TO) {
    cache.delete(key);
    return upToBound;
  }
  const whole = await database.row<{ count: number }>(`select count(*) ${fromWhere}`, values);
  const total = whole?.count ?? upToBound;
  if (cache.size >= MAX_ENTRIES) cache.clear();
  cache.set(key, { total, at: Date.now() });
  return total;
}
