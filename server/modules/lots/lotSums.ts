import { IS_READY, QUALITY_STEP, SUMMED_BY } from './lotStatistics.ts';

/** A table of sums: its key, and its summed columns. The first sum counts: a row of 0 means nothing. */
export interface SumTable {
  table: string;
  key: readonly string[];
  sums: readonly string[];
  /** SQL that sums the changes `m` for it */
  text: string;
}

/** How a kind of rows is summed, and the SQL of that. */
export interface SummedRows {
  /** table of the changes that are not in the sums yet */
  changes: string;
  /**
   * SQL of the changes that are to be summed, of `moved`, all of them: a state that a row entered and left again, as
   * each new lot does several times, is left out
   */
  net: string;
  /** SQL of all rows, as if each had just been created: the source of a recount */
  countedAnew: string;
  tables: readonly SumTable[];
  /** tables of which rows that count nothing are deleted: they name farms */
  emptied: readonly string[];
}

/** The period of figures of the whole, which has none. */
const ALWAYS = `date '0001-01-01'`;
const GRAINS = `cross join lateral (values ('all', ${ALWAYS}), ('month', date_trunc('month', m.harvest_date)::date), ('day', m.harvest_date))
  g (grain, period)`;

/** Sums over lots. */
export const SUMMED_LOTS: SummedRows = {
  changes: 'lot_figure_change',
  net: `select farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, abs(grams) as grams_of, abs(available_grams) as available_of,
      sum(lots) as lots
      from moved group by farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, abs(grams), abs(available_grams) having sum(lots) <> 0`,
  countedAnew: `select farm_id, harvest_date, ${SUMMED_BY}, quality_tenths, satellite_at, 1 as lots, weight_grams as grams_of,
      weight_grams - used_grams as available_of from lot where deleted_at is null`,
  tables: [
    {
      table: 'lot_figure',
      key: ['grain', 'period', ...SUMMED_BY.split(', ')],
      sums: ['lots', 'grams', 'quality', 'graded', 'available'],
      text: `select g.grain, g.period, ${SUMMED_BY}, sum(lots) as lots, sum(lots * grams_of) as grams, sum(lots * coalesce(quality_tenths, 0)) as quality,
      coalesce(sum(lots) filter (where quality_tenths is not null), 0) as graded, sum(lots * available_of) as available
    from m ${GRAINS} group by g.grain, g.period, ${SUMMED_BY}`,
    },
    {
      table: 'farm_figure',
      key: ['grain', 'period', 'farm_id'],
      sums: ['lots', 'compliant', 'grams'],
      text: `select g.grain, g.period, farm_id, sum(lots) as lots,
      coalesce(sum(lots) filter (where deforestation_status = 'No Deforestation'), 0) as compliant, sum(lots * grams_of) as grams
    from m ${GRAINS} where farm_id is not null group by g.grain, g.period, farm_id`,
    },
    {
      table: 'quality_figure',
      key: ['grain', 'period', 'step', 'kind'],
      sums: ['lots'],
      text: `select g.grain, g.period,
      ${QUALITY_STEP} as step, kind, sum(lots) as lots
    from m ${GRAINS} group by 1, 2, 3, 4`,
    },
    {
      table: 'check_figure',
      key: ['hour', 'check_inconclusive', 'ready', 'kind'],
      sums: ['lots'],
      text: `select coalesce(date_trunc('hour', satellite_at, 'UTC'), '-infinity') as hour, check_inconclusive,
      ${IS_READY} as ready, kind, sum(lots) as lots
    from m group by 1, 2, 3, 4`,
    },
  ],
  emptied: ['farm_figure'],
};

/** SQL of the sums of origin lots that the dashboard keeps of each day: what is summed, and the changes before `due.day`. */
export const LOT_SUMS_OF_DAY = `
      select lots, deforestation_status = 'No Deforestation' as compliant, quality, graded, 0 as high from lot_figure
        where grain = 'all' and kind = 'origin'
      union all
      select lots, deforestation_status = 'No Deforestation', lots * coalesce(quality_tenths, 0), case when quality_tenths is null then 0 else lots end, 0
        from lot_figure_change c where c.kind = 'origin' and c.at < due.day::timestamp at time zone 'UTC'`;

/** A column of a table that follows from other tables, and SQL of the rows where it does not: their `id` and right `value`. */
export interface DerivedColumn {
  table: string;
  column: string;
  differing: string;
}

/**
 * A column of lots that follows from rows of another table.
 * @param joined SQL of what is joined to the lots `l`
 * @param value SQL of the right value
 */
export function derivedLotColumn(
  column: 'check_inconclusive' | 'alert_state',
  joined: string,
  value: string,
): DerivedColumn {
  const differing = `select l.id, ${value} as value from lot l ${joined} where l.${column} <> ${value}`;
  return { table: 'lot', column, differing };
}
