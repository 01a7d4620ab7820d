import type { Rows } from './rows.ts';

/**
 * Up to this number a total is counted for every call; above it, the total may be cached (docs/spec/reports.md,
 * 'Figures').
 */
export const EXACT_UP_TO = 10_000;
const MAX_AGE_MS = 10_000;
/**
 * From this age on one caller counts again while all others still get the cached value, so that callers do not wait one
 * after another.
 */
const REFRESH_AGE_MS = 5_000;
const MAX_ENTRIES = 500;

interface Known {
  total: number;
  /** ms since 1970, when counting began */
  at: number;
  /** the next count, if it runs */
  next: Promise<number> | null;
}

export type TotalCache = Map<string, Known>;

/**
 * The number of rows that match a condition: exact up to 10,000, at most 10 s old above that.
 * @param sum the same number from stored sums; null without such sums
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
  // Each caller makes its own count if it must be exact, or if the shared one failed with another request.
  return shared !== null && shared > EXACT_UP_TO ? shared : count();
}

/** Whether a condition is known to match more rows than are counted for every call. */
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
