import type { Pool } from 'pg';
import { withStatisticsLock, COUNTED_ANEW, FIGURE_TABLES, foldWithin, SUMMED } from './applyStatistics.ts';

/** Result of a recount: the number of wrong sums, and their tables. */
export interface Recount {
  /** ISO 8601, UTC */
  at: string;
  differing: number;
  tables: Record<string, number>;
}

/** Rows with a list column that does not follow from lots, checks and alerts; with the right value. */
const BESIDE = [
  {
    table: 'lot',
    column: 'check_inconclusive',
    differing: `select l.id, coalesce(c.conclusion = 'inconclusive', false) as value from lot l
     left join lateral (select conclusion from satellite_check where lot_id = l.id order by ended_at desc limit 1) c on true
     where l.check_inconclusive <> coalesce(c.conclusion = 'inconclusive', false)`,
  },
  {
    table: 'lot',
    column: 'alert_state',
    differing: `select l.id, coalesce(a.state, 0) as value from lot l
     left join (select lot_id, max(case status when 'active' then 3 when 'acknowledged' then 2 else 1 end) as state from alert group by lot_id) a
       on a.lot_id = l.id
     where l.alert_state <> coalesce(a.state, 0)`,
  },
  {
    table: 'alert',
    column: 'farm_id',
    differing: `select a.id, coalesce(l.farm_id, '') as value from alert a join lot l on l.id = a.lot_id
     where a.farm_id <> coalesce(l.farm_id, '')`,
  },
] as const;

/** What a table of sums falls short of, or has too much, by its key. @param how.mend sets it right as well */
function differences({ table, of, text }: (typeof SUMMED)[number], how: { mend: boolean; whole: boolean }): string {
  const { key, sums } = FIGURE_TABLES[table];
  const { mend, whole } = how;
  const rows = whole && (key as readonly string[]).includes('grain') ? `where grain = 'all'` : '';
  const keys = key.join(', ');
  const less = sums.map((name) => `sum(${name}) as ${name}`).join(', ');
  return `with m as materialized (${COUNTED_ANEW[of]}), counted as (${text}),
    difference as (
      select ${keys}, ${less} from (
        select ${keys}, ${sums.join(', ')} from counted ${rows}
        union all select ${keys}, ${sums.map((name) => `- ${name}`).join(', ')} from ${table} ${rows}) both_of
      group by ${keys} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')})${mend ? `, ${mending(table)}` : ''}
    select count(*)::int as count from difference`;
}

function mending(table: (typeof SUMMED)[number]['table']): string {
  const { key, sums } = FIGURE_TABLES[table];
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
      for (const one of SUMMED) {
        const { rows } = await client.query<{ count: number }>(differences(one, how));
        note(one.table, rows[0]?.count ?? 0);
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
  for (const { table, column, differing } of BESIDE) {
    const mended = `update ${table} set ${column} = d.value from (${differing}) d where ${table}.id = d.id returning 1`;
    const { rows } = await pool.query<{ count: number }>(
      mend
        ? `with mended as (${mended}) select count(*)::int as count from mended`
        : `select count(*)::int as count from (${differing}) d`,
    );
    note(table, rows[0]?.count ?? 0);
  }
}
