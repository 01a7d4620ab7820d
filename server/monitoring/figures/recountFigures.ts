import type { Pool } from 'pg';
import { alone, COUNTED_ANEW, FIGURE_TABLES, foldWithin, SUMMED } from './foldFigures.ts';

/** What a recount came to: how many sums were not what the lots and alerts come to, and in which tables. */
export interface Recount {
  /** ISO 8601, UTC */
  at: string;
  differing: number;
  tables: Record<string, number>;
}

/** Lots of which the columns that lists read beside them are not what their checks and alerts say. */
const BESIDE = [
  {
    table: 'lot',
    text: `update lot set check_inconclusive = true_one.inconclusive from (
     select l.id, coalesce(c.conclusion = 'inconclusive', false) as inconclusive from lot l
     left join lateral (select conclusion from satellite_check where lot_id = l.id order by ended_at desc limit 1) c on true
     where l.check_inconclusive <> coalesce(c.conclusion = 'inconclusive', false)) true_one
   where lot.id = true_one.id`,
  },
  {
    table: 'lot',
    text: `update lot set alert_state = true_one.state from (
     select l.id, coalesce(a.state, 0) as state from lot l
     left join (select lot_id, max(case status when 'active' then 3 when 'acknowledged' then 2 else 1 end) as state from alert group by lot_id) a
       on a.lot_id = l.id
     where l.alert_state <> coalesce(a.state, 0)) true_one
   where lot.id = true_one.id`,
  },
  {
    table: 'alert',
    text: `update alert set farm_id = coalesce(l.farm_id, '') from lot l where l.id = alert.lot_id and alert.farm_id <> coalesce(l.farm_id, '')`,
  },
] as const;

/** What a table of sums falls short of, or has too much, by its key. */
function differences({ table, of, text }: (typeof SUMMED)[number]): string {
  const { key, sums } = FIGURE_TABLES[table];
  const keys = key.join(', ');
  const less = sums.map((name) => `sum(${name}) as ${name}`).join(', ');
  return `with m as materialized (${COUNTED_ANEW[of]}), counted as (${text}),
    difference as (
      select ${keys}, ${less} from (
        select ${keys}, ${sums.join(', ')} from counted
        union all select ${keys}, ${sums.map((name) => `- ${name}`).join(', ')} from ${table}) both_of
      group by ${keys} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')}),
    mended as (
      insert into ${table} as known (${keys}, ${sums.join(', ')}) select ${keys}, ${sums.join(', ')} from difference
      on conflict (${keys}) do update set ${sums.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}),
    emptied as (delete from ${table} where ${sums[0]} = 0)
    select count(*)::int as count from difference`;
}

/**
 * Counts all lots and alerts and holds the sums against that, as of one moment; sums that differ are set right. What is written meanwhile is
 * added by the next fold, as always.
 * @returns null when it could not run beside another fold
 */
export async function recountFigures(pool: Pool, now: Date): Promise<Recount | null> {
  const tables: Record<string, number> = {};
  const note = (table: string, count: number): void => {
    if (count > 0) tables[table] = (tables[table] ?? 0) + count;
  };
  for (const { table, text } of BESIDE) note(table, (await pool.query(text)).rowCount ?? 0);
  const counted = await alone(
    pool,
    async (client) => {
      await foldWithin(client, now);
      for (const one of SUMMED) {
        const { rows } = await client.query<{ count: number }>(differences(one));
        note(one.table, rows[0]?.count ?? 0);
      }
      return true;
    },
    'isolation level repeatable read',
  );
  if (counted === null) return null;
  return { at: now.toISOString(), differing: Object.values(tables).reduce((sum, count) => sum + count, 0), tables };
}
