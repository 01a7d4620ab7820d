import type { ClientBase, Pool } from 'pg';
import { IS_READY, QUALITY_STEP, SUMMED_BY } from '../../lots/lotStatistics.ts';

/** The period of figures of the whole, which has none. */
const ALWAYS = `date '0001-01-01'`;
const GRAINS = `cross join lateral (values ('all', ${ALWAYS}), ('month', date_trunc('month', m.harvest_date)::date), ('day', m.harvest_date))
  g (grain, period)`;
/** Limit of past nights whose dashboard figures are stored after a long pause. */
const DAYS_BACK = 40;

/** Sums of changes, by the key of each table. `m` are the changes. */
const SUMS = {
  lot_figure: `select g.grain, g.period, ${SUMMED_BY}, sum(lots) as lots, sum(lots * grams_of) as grams, sum(lots * coalesce(quality_tenths, 0)) as quality,
      coalesce(sum(lots) filter (where quality_tenths is not null), 0) as graded
    from m ${GRAINS} group by g.grain, g.period, ${SUMMED_BY}`,
  farm_figure: `select g.grain, g.period, farm_id, sum(lots) as lots,
      coalesce(sum(lots) filter (where deforestation_status = 'No Deforestation'), 0) as compliant, sum(lots * grams_of) as grams
    from m ${GRAINS} where farm_id is not null group by g.grain, g.period, farm_id`,
  quality_figure: `select g.grain, g.period,
      ${QUALITY_STEP} as step, sum(lots) as lots
    from m ${GRAINS} group by 1, 2, 3`,
  check_figure: `select coalesce(date_trunc('hour', satellite_at, 'UTC'), '-infinity') as hour, check_inconclusive,
      ${IS_READY} as ready, sum(lots) as lots
    from m group by 1, 2, 3`,
} as const;
const ALERT_SUMS = {
  alert_figure: `select status, severity, type, date_trunc('week', created_at at time zone 'UTC')::date as week, sum(alerts) as alerts,
      sum(answered) as answered, sum(answer_us) as answer_us
    from m group by 1, 2, 3, 4`,
  alert_place_figure: `select farm_id, floor(lat_micro / 1e6) as lat_degree, floor(lon_micro / 1e6) as lon_degree, severity, sum(alerts) as alerts,
      sum(alerts * lat_micro) as lat_sum, sum(alerts * lon_micro) as lon_sum
    from m where status = 'active' and lat_micro is not null and lon_micro is not null group by 1, 2, 3, 4`,
} as const;

/** The tables of sums: keys, and summed columns. The first sum counts: a row of 0 means nothing. */
export const FIGURE_TABLES = {
  lot_figure: { key: ['grain', 'period', ...SUMMED_BY.split(', ')], sums: ['lots', 'grams', 'quality', 'graded'] },
  farm_figure: { key: ['grain', 'period', 'farm_id'], sums: ['lots', 'compliant', 'grams'] },
  quality_figure: { key: ['grain', 'period', 'step'], sums: ['lots'] },
  check_figure: { key: ['hour', 'check_inconclusive', 'ready'], sums: ['lots'] },
  alert_figure: { key: ['status', 'severity', 'type', 'week'], sums: ['alerts', 'answered', 'answer_us'] },
  alert_place_figure: {
    key: ['farm_id', 'lat_degree', 'lon_degree', 'severity'],
    sums: ['alerts', 'lat_sum', 'lon_sum'],
  },
} as const;
type FigureTable = keyof typeof FIGURE_TABLES;

/** Lots and alerts, as if each had just been created: the source of a recount. */
export const COUNTED_ANEW = {
  lots: `select farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, 1 as lots, weight_grams as grams_of from lot where deleted_at is null`,
  alerts: `select a.created_at, a.type, a.severity, a.status, coalesce(l.farm_id, '') as farm_id, coalesce(a.lat_micro, l.lat_micro) as lat_micro,
      coalesce(a.lon_micro, l.lon_micro) as lon_micro, 1 as alerts,
      case when a.acknowledged_at is null and a.closed_at is null then 0 else 1 end as answered,
      coalesce((extract(epoch from least(a.acknowledged_at, a.closed_at) - a.created_at) * 1000000)::bigint, 0) as answer_us
    from alert a join lot l on l.id = a.lot_id and l.deleted_at is null`,
} as const;

/** What a table of sums is of, and the statement that sums `m` for it. */
export const SUMMED: readonly { table: FigureTable; of: keyof typeof COUNTED_ANEW; text: string }[] = [
  ...(Object.keys(SUMS) as (keyof typeof SUMS)[]).map((table) => ({ table, of: 'lots' as const, text: SUMS[table] })),
  ...(Object.keys(ALERT_SUMS) as (keyof typeof ALERT_SUMS)[]).map((table) => ({
    table,
    of: 'alerts' as const,
    text: ALERT_SUMS[table],
  })),
];

/** Sums of an upgrade or an import are computed in memory. */
const WORK_MEM = '64MB';
const LOCK = `select pg_try_advisory_xact_lock(hashtext('manam-figures')) as ours`;

/**
 * The table of changes; and the changes to be summed: a state that a lot entered and left again, as each new one does
 * several times, is left out.
 */
const CHANGES = {
  lots: {
    table: 'lot_figure_change',
    net: `select farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, abs(grams) as grams_of, sum(lots) as lots
      from moved group by farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, abs(grams) having sum(lots) <> 0`,
  },
  alerts: { table: 'alert_figure_change', net: 'select * from moved' },
} as const;

/**
 * Adds sums to their table, except those without effect. In the order of the key, so that rows read together, as the
 * farms of a day, are stored together.
 */
function added(table: FigureTable, sums: string): string {
  const { key, sums: names } = FIGURE_TABLES[table];
  return `insert into ${table} as known (${[...key, ...names].join(', ')})
    select ${[...key, ...names].join(', ')} from (${sums}) s where ${names.map((name) => `s.${name} <> 0`).join(' or ')}
    order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${names.map((name) => `${name} = known.${name} + excluded.${name}`).join(', ')}`;
}

const FOLDS = (['lots', 'alerts'] as const).map((of) => {
  const parts = SUMMED.filter((one) => one.of === of).map(
    ({ table, text }) => `${table}_added as (${added(table, text)})`,
  );
  const { table: changes, net } = CHANGES[of];
  return `with moved as (delete from ${changes} returning *), m as (${net}), ${parts.join(', ')}
    select count(*)::int as changes from moved`;
});

/** A farm whose lots are deleted or erased leaves no row with its id. */
const EMPTIED = ['delete from farm_figure where lots = 0', 'delete from alert_place_figure where alerts = 0'] as const;

/** The figures of the dashboard at the beginning of each day since the last fold, once. */
const NOTE_DAYS = `
  with due as (
    select d::date as day from figure_fold f,
      generate_series(greatest(f.day, $1::date - ${DAYS_BACK}) + 1, $1::date, interval '1 day') d),
  noted as (
    insert into day_figure (day, lots, compliant, quality, graded, high_alerts)
    select due.day, coalesce(sum(s.lots), 0), coalesce(sum(s.lots) filter (where s.compliant), 0), coalesce(sum(s.quality), 0),
      coalesce(sum(s.graded), 0), coalesce(sum(s.high), 0)
    from due left join lateral (
      select lots, deforestation_status = 'No Deforestation' as compliant, quality, graded, 0 as high from lot_figure where grain = 'all'
      union all
      select lots, deforestation_status = 'No Deforestation', lots * coalesce(quality_tenths, 0), case when quality_tenths is null then 0 else lots end, 0
        from lot_figure_change c where c.at < due.day::timestamp at time zone 'UTC'
      union all
      select 0, false, 0, 0, alerts from alert_figure where severity = 'high' and status in ('active', 'acknowledged')
      union all
      select 0, false, 0, 0, alerts from alert_figure_change c
        where severity = 'high' and status in ('active', 'acknowledged') and c.at < due.day::timestamp at time zone 'UTC') s on true
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
    `select not exists (select from lot_figure_change) and not exists (select from alert_figure_change)
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
