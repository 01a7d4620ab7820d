import type { ClientBase, Pool } from 'pg';
import { ALERT_SUMS_OF_DAY, SUMMED_ALERTS } from '../../alerts/alertSums.ts';
import { LOT_SUMS_OF_DAY, SUMMED_LOTS, type SumTable } from '../../lots/lotSums.ts';

/** Limit of past nights whose dashboard figures are stored after a long pause. */
const DAYS_BACK = 40;

/** All that is summed. */
export const SUMMED = [SUMMED_LOTS, SUMMED_ALERTS] as const;

/** Sums of an upgrade or an import are computed in memory. */
const WORK_MEM = '64MB';
const LOCK = `select pg_try_advisory_xact_lock(hashtext('manam-figures')) as ours`;

/**
 * Adds sums to their table, except those without effect. In the order of the key, so that rows read together, as the
 * farms of a day, are stored together.
 */
function added({ table, key, sums: names, text }: SumTable): string {
  return `insert into ${table} as known (${[...key, ...names].join(', ')})
    select ${[...key, ...names].join(', ')} from (${text}) s where ${names.map((name) => `s.${name} <> 0`).join(' or ')}
    order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${names.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}`;
}

const FOLDS = SUMMED.map(({ changes, net, tables }) => {
  const parts = tables.map((one) => `${one.table}_added as (${added(one)})`);
  return `with moved as (delete from ${changes} returning *), m as (${net}), ${parts.join(', ')}
    select count(*)::int as changes from moved`;
});

/** A farm whose lots are deleted or erased leaves no row with its id. */
const EMPTIED = SUMMED.flatMap(({ tables, emptied }) =>
  tables
    .filter(({ table }) => emptied.includes(table))
    .map(({ table, sums }) => `delete from ${table} where ${sums[0]} = 0`),
);

/** The figures of the dashboard at the beginning of each day since the last fold, once. */
const NOTE_DAYS = `
  with due as (
    select d::date as day from figure_fold f,
      generate_series(greatest(f.day, $1::date - ${DAYS_BACK}) + 1, $1::date, interval '1 day') d),
  noted as (
    insert into day_figure (day, lots, compliant, quality, graded, high_alerts)
    select due.day, coalesce(sum(s.lots), 0), coalesce(sum(s.lots) filter (where s.compliant), 0), coalesce(sum(s.quality), 0),
      coalesce(sum(s.graded), 0), coalesce(sum(s.high), 0)
    from due left join lateral (${LOT_SUMS_OF_DAY}
      union all${ALERT_SUMS_OF_DAY}) s on true
    group by due.day on conflict (day) do nothing)
  update figure_fold set day = $1::date where day < $1::date`;

/**
 * Adds the changes since the last call to the tables of sums, in one transaction: a reader sees each change in exactly
 * one place, and a process that dies leaves everything unchanged.
 * @returns how many changes it added; null when another process runs it
 */
export async function foldFigures(pool: Pool, now: Date): Promise<number | null> {
  return withStatisticsLock(pool, (client) => foldWithin(client, now));
}

/** The same within an exclusive transaction. */
export async function foldWithin(client: ClientBase, now: Date): Promise<number> {
  await client.query(NOTE_DAYS, [now.toISOString().slice(0, 10)]);
  let changes = 0;
  for (const text of FOLDS) {
    const { rows } = await client.query<{ changes: number }>(text);
    changes += rows[0]?.changes ?? 0;
  }
  for (const text of EMPTIED) await client.query(text);
  return changes;
}

/** Whether there is anything to fold. */
export async function isFolded(pool: Pool, now: Date): Promise<boolean> {
  const { rows } = await pool.query<{ folded: boolean }>(
    `select ${SUMMED.map(({ changes }) => `not exists (select from ${changes})`).join(' and ')}
       and not exists (select from figure_fold where day < $1::date) as folded`,
    [now.toISOString().slice(0, 10)],
  );
  return rows[0]?.folded ?? true;
}

/** Runs work in a transaction while no other such transaction runs. @returns null when one does */
export async function withStatisticsLock<T>(
  pool: Pool,
  work: (client: ClientBase) => Promise<T>,
  isolation = '',
): Promise<T | null> {
  const client = await pool.connect();
  try {
    await client.query(`begin ${isolation}`);
    await client.query(`set local work_mem = '${WORK_MEM}'`);
    const { rows } = await client.query<{ ours: boolean }>(LOCK);
    const answer = rows[0]?.ours === true ? await work(client) : null;
    await client.query('commit');
    client.release();
    return answer;
  } catch (error) {
    // Ends the connection with any running statement.
    client.release(true);
    throw error;
  }
}
