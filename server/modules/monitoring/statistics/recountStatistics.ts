import type { Pool } from 'pg';
import { DERIVED_OF_ALERTS } from '../../alerts/alertSums.ts';
import type { SumTable } from '../../lots/lotSums.ts';
import { DERIVED_OF_CHECKS } from '../../satellite/checkViews.ts';
import { withStatisticsLock, foldWithin, SUMMED } from './applyStatistics.ts';

/** Result of a recount: the number of wrong sums, and their tables. */
export interface Recount {
  /** ISO 8601, UTC */
  at: string;
  differing: number;
  tables: Record<string, number>;
}

/** List columns that follow from lots, checks and alerts. */
const DERIVED = [DERIVED_OF_CHECKS, ...DERIVED_OF_ALERTS];

/** What a table of sums falls short of, or has too much, by its key. @param how.mend sets it right as well */
function differences(countedAnew: string, one: SumTable, how: { mend: boolean; whole: boolean }): string {
  const { table, key, sums, text } = one;
  const { mend, whole } = how;
  const rows = whole && key.includes('grain') ? `where grain = 'all'` : '';
  const keys = key.join(', ');
  const less = sums.map((name) => `sum(${name}) as ${name}`).join(', ');
  return `with m as materialized (${countedAnew}), counted as (${text}),
    difference as (
      select ${keys}, ${less} from (
        select ${keys}, ${sums.join(', ')} from counted ${rows}
        union all select ${keys}, ${sums.map((name) => `- ${name}`).join(', ')} from ${table} ${rows}) both_of
      group by ${keys} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')})${mend ? `, ${mending(one)}` : ''}
    select count(*)::int as count from difference`;
}

function mending({ table, key, sums }: SumTable): string {
  const keys = key.join(', ');
  return `mended as (
      insert into ${table} as known (${keys}, ${sums.join(', ')}) select ${keys}, ${sums.join(', ')} from difference
      on conflict (${keys}) do update set ${sums.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}),
    emptied as (delete from ${table} where ${sums[0]} = 0)`;
}

/**
 * Counts all lots and alerts and compares the sums with the result, in one snapshot. The next fold adds changes that
 * are written in the meantime.
 * @param how.mend corrects differences
 * @param how.whole compares only the sums over all lots and alerts, without those of months and days and columns of
 *   single lots
 * @returns null when a fold runs
 */
export async function recountFigures(
  pool: Pool,
  now: Date,
  how: { mend: boolean; whole: boolean } = { mend: true, whole: false },
): Promise<Recount | null> {
  const tables: Record<string, number> = {};
  const note = (table: string, count: number): void => {
    if (count > 0) tables[table] = (tables[table] ?? 0) + count;
  };
  // What is set right there changes sums, which the count then includes.
  if (how.mend) await countBeside(pool, true, note);
  const counted = await withStatisticsLock(
    pool,
    async (client) => {
      await foldWithin(client, now);
      for (const { countedAnew, tables: sumTables } of SUMMED) {
        for (const one of sumTables) {
          const { rows } = await client.query<{ count: number }>(differences(countedAnew, one, how));
          note(one.table, rows[0]?.count ?? 0);
        }
      }
      return true;
    },
    'isolation level repeatable read',
  );
  if (counted === null) return null;
  if (!how.mend && !how.whole) await countBeside(pool, false, note);
  return { at: now.toISOString(), differing: Object.values(tables).reduce((sum, count) => sum + count, 0), tables };
}

async function countBeside(pool: Pool, mend: boolean, note: (table: string, count: number) => void): Promise<void> {
  for (const { table, column, differing } of DERIVED) {
    const mended = `update ${table} set ${column} = d.value from (${differing}) d where ${table}.id = d.id returning 1`;
    const { rows } = await pool.query<{ count: number }>(
      mend
        ? `with mended as (${mended}) select count(*)::int as count from mended`
        : `select count(*)::int as count from (${differing}) d`,
    );
    note(table, rows[0]?.count ?? 0);
  }
}
