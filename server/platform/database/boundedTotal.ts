import type { Rows } from './rows.ts';

/** Up to here a total is counted anew each time; above, it may be this old (decisions, 'Figures'). */
export const EXACT_UP_TO = 10_000;
const MAX_AGE_MS = 10_000;
/** From this age on one caller counts again while all others still take what is known, so that nobody waits in turn. */
const REFRESH_AGE_MS = 5_000;
const MAX_ENTRIES = 500;

interface Known {
  total: number;
  /** ms since 1970, when counting began */
  at: number;
  /** the next count, under way */
  next: Promise<number> | null;
}

export type TotalCache = Map<string, Known>;

/**
 * How many rows a condition lets through: exact up to 10,000, at most 10 s old above that.
 * @param sum tells the same of sums that are kept; null where there are none such
 * @param fromWhere `from ... where ...`, with `$1`-style placeholders; one text for each shape of filter
 */
export async function boundedTotal(
  database: Pick<Rows, 'row'>,
  cache: TotalCache,
  fromWhere: string,
  values: readonly unknown[],
  sum: (() => Promise<number> | null) | null = null,
): Promise<number> {
  const key = keyOf(fromWhere, values);
  const count = async (): Promise<number> => {
    const at = Date.now();
    const total = await (sum?.() ?? counted(database, fromWhere, values));
    cache.delete(key);
    if (total <= EXACT_UP_TO) return total;
    if (cache.size >= MAX_ENTRIES) cache.clear();
    cache.set(key, { total, at, next: null });
    return total;
  };
  const known = cache.get(key);
  if (known === undefined) return count();
  const age = Date.now() - known.at;
  if (age < REFRESH_AGE_MS) return known.total;
  known.next ??= count().finally(() => {
    known.next = null;
  });
  const next = known.next.catch(() => null);
  if (age < MAX_AGE_MS) return known.total;
  const shared = await next;
  // A count that is to be exact, or that failed with another's request, is made by each caller.
  return shared !== null && shared > EXACT_UP_TO ? shared : count();
}

/** Whether a condition is known to let through more rows than are counted anew each time. */
export function isKnownLarge(cache: TotalCache, fromWhere: string, values: readonly unknown[]): boolean {
  return cache.has(keyOf(fromWhere, values));
}

const keyOf = (fromWhere: string, values: readonly unknown[]): string => JSON.stringify([fromWhere, values]);

async function counted(database: Pick<Rows, 'row'>, fromWhere: string, values: readonly unknown[]): Promise<number> {
  const bounded = await database.row<{ count: number }>(
    `select count(*) from (select 1 ${fromWhere} limit ${EXACT_UP_TO + 1}) bounded`,
    values,
  );
  const upToBound = bounded?.count ?? 0;
  if (upToBound <= EXACT_UP_TO) return upToBound;
  const whole = await database.row<{ count: number }>(`select count(*) ${fromWhere}`, values);
  return whole?.count ?? upToBound;
}
