import type { Database } from '../../platform/database/database.ts';
import type { PageCursor } from '../../platform/database/deepPages.ts';
import { SATELLITE_FRESH_DAYS } from '../../domain/forest/deforestation.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import { presetNeeds } from '../../domain/lot/lotPresets.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { lotChoiceNames, lotCondition, type LotChoice, type LotSort } from './lotQuery.ts';

/** Where sums of lots are read: `from ... where ...` and its values. Rows of `l` have the columns of a lot that lots are summed by, and `lots`. */
export interface Summed {
  from: string;
  where: string;
  values: unknown[];
}

/** What lots are summed by, for a list; all lots that are alike make one row. */
export const SUMMED_BY = 'stage, variety, deforestation_status, ledger_status, alert_state, check_inconclusive, kind';
/** Ten points each, the last one with 100; -1: not graded. */
export const QUALITY_STEP =
  'case when quality_tenths is null then -1 when quality_tenths = 1000 then 9 else quality_tenths / 100 end';
const GRADED = 'case when quality_tenths is null then 0 else lots end';

/**
 * The columns of each figure in its table of sums, in the changes not yet included in the sums
 * (migrations/baseline/figures.ts, migrations/transformations/figures.ts: one per lot that entered or left a group), and in the lots themselves, which count
 * one each.
 */
const SOURCES = {
  lots: {
    table: 'lot_figure',
    sums: `period as harvest_date, ${SUMMED_BY}, lots, grams, quality, graded, available`,
    changes: `harvest_date, ${SUMMED_BY}, lots, grams, lots * coalesce(quality_tenths, 0), ${GRADED}, available_grams`,
    rows: `1 as lots, weight_grams::bigint as grams, coalesce(quality_tenths, 0) as quality, (quality_tenths is not null)::int as graded,
      (weight_grams - used_grams)::bigint as available`,
  },
  farms: {
    table: 'farm_figure',
    sums: 'period as harvest_date, farm_id, lots, compliant, grams',
    changes: `harvest_date, farm_id, lots, case when deforestation_status = 'No Deforestation' then lots else 0 end, grams`,
    rows: `1 as lots, (deforestation_status = 'No Deforestation')::int as compliant, weight_grams::bigint as grams`,
  },
  quality: {
    table: 'quality_figure',
    sums: 'period as harvest_date, step, kind, lots',
    changes: `harvest_date, ${QUALITY_STEP}, kind, lots`,
    rows: `${QUALITY_STEP} as step, 1 as lots`,
  },
} as const;
export type FigureSource = keyof typeof SOURCES;

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-01';

type Choices = ReadonlySet<keyof LotChoice>;
const PERIOD: Choices = new Set(['harvestedFrom', 'harvestedTo'] as const);
/** What each table of sums can be asked; lots of farms are origin lots. */
const ANSWERED: Record<FigureSource, Choices> = {
  lots: new Set([...PERIOD, 'status', 'stage', 'variety', 'eudr', 'blockchain', 'kind', 'needs'] as const),
  farms: PERIOD,
  quality: new Set([...PERIOD, 'kind'] as const),
};

/** The filters that narrow a list; an empty text does not. */
function givenIn(filter: LotChoice): (keyof LotChoice)[] {
  return lotChoiceNames(filter).filter((name) => {
    const value = filter[name];
    return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');
  });
}

/**
 * Whether the sums over all lots can answer a filter: they have no texts, no single lots, no age of a check, and for a
 * list no farm.
 */
function isSummed(source: FigureSource, scope: LotScope, filter: LotChoice): boolean {
  if (scope.kind !== 'all') return false;
  const { needs = [] } = filter;
  return givenIn(filter).every((name) => ANSWERED[source].has(name)) && needs.every(({ check }) => check === undefined);
}

/**
 * A harvest period in the form of the sums: whole months, and the days at both ends. Both days included.
 * @param at number of the first parameter
 * @param byDay only by days
 */
function harvestCover(
  { harvestedFrom, harvestedTo }: Pick<LotChoice, 'harvestedFrom' | 'harvestedTo'>,
  at: number,
  byDay: boolean,
): { text: string; values: string[] } {
  if (byDay) {
    const text = `grain = 'day' and period >= $${at}::date and period <= $${at + 1}::date`;
    return { text, values: [harvestedFrom ?? FIRST_DAY, harvestedTo ?? LAST_DAY] };
  }
  if (!harvestedFrom && !harvestedTo) return { text: `grain = 'all'`, values: [] };
  const from = harvestedFrom ?? FIRST_DAY;
  const to = harvestedTo ?? LAST_DAY;
  const firstMonth = from.endsWith('-01') ? from : monthAfter(from);
  const endMonth = harvestedTo ? monthAfterDay(to) : LAST_DAY;
  const [begin, end] = firstMonth < endMonth ? [firstMonth, endMonth] : [from, from];
  return {
    text: `(grain = 'month' and period >= $${at}::date and period < $${at + 1}::date
      or grain = 'day' and period >= $${at + 2}::date and period < $${at}::date
      or grain = 'day' and period >= $${at + 1}::date and period <= $${at + 3}::date)`,
    values: [begin, end, from, to],
  };
}

/** The first day of the month after a day's. */
function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return firstOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1);
}

/** The first day of the month that the next day is in: a month that ends with the day is whole. */
function monthAfterDay(day: string): string {
  const isLast = new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1;
  return isLast ? monthAfter(day) : `${day.slice(0, 7)}-01`;
}

function firstOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/**
 * Source of a figure over the lots of a list, with the list's own names: `l` is a group of equal lots, `l.lots` its
 * size. Without usable sums each lot is a group.
 * @param byDay never by months: for a short period
 */
export function alikeLots(source: FigureSource, scope: LotScope, filter: LotChoice, byDay = false): Summed {
  const { where, values } = lotCondition(scope, filter);
  const { table, sums, changes, rows } = SOURCES[source];
  if (!isSummed(source, scope, filter)) return { from: `from (select *, ${rows} from lot) l`, where, values };
  const cover = harvestCover(filter, values.length + 1, byDay);
  return {
    from: `from (select null::timestamptz as deleted_at, s.* from (
        select ${sums} from ${table} where ${cover.text} union all select ${changes} from lot_figure_change) s) l`,
    where,
    values: [...values, ...cover.values],
  };
}

const OUTDATED = JSON.stringify(presetNeeds('outdatedChecks', { role: '', may: () => false }));
const NEVER = JSON.stringify(presetNeeds('neverChecked', { role: '', may: () => false }));
const READY = JSON.stringify(presetNeeds('readyToShip', { role: '', may: () => false }));
const FRESH_FROM = `(now() - interval '${SATELLITE_FRESH_DAYS * 24} hours')`;
const FRESH_HOUR = `date_trunc('hour', ${FRESH_FROM}, 'UTC')`;
/** Fit to be shipped but for the age of its check (`readyToShip`). */
export const IS_READY = `stage = 'processed' and deforestation_status = 'No Deforestation' and alert_state < 2`;

/** Counts of the lots on either side of an age: whole hours are summed, of the hour in between the lots are asked. */
const BY_AGE = `
  select side, check_inconclusive, ready, kind, sum(lots) as lots from (
    select case when hour = '-infinity' then 'never' when hour < ${FRESH_HOUR} then 'outdated' else 'fresh' end as side, check_inconclusive, ready, kind, lots
      from check_figure where hour <> ${FRESH_HOUR}
    union all
    select case when satellite_at is null then 'never' when satellite_at < ${FRESH_HOUR} then 'outdated' else 'fresh' end, check_inconclusive,
      ${IS_READY}, kind, lots
      from lot_figure_change l where date_trunc('hour', satellite_at, 'UTC') is distinct from ${FRESH_HOUR}
    union all
    select case when satellite_at < ${FRESH_FROM} then 'outdated' else 'fresh' end, check_inconclusive, ${IS_READY}, kind, count(*)
      from lot l where deleted_at is null and satellite_at >= ${FRESH_HOUR} and satellite_at < ${FRESH_HOUR} + interval '1 hour' group by 1, 2, 3, 4) s
  group by side, check_inconclusive, ready, kind`;

interface AgeRow {
  side: 'never' | 'outdated' | 'fresh';
  check_inconclusive: boolean;
  ready: boolean;
  kind: LotKind;
  lots: number;
}

/** How many origin lots there are by the age of their last conclusive check. */
export interface ChecksByAge {
  /** by the newest check: inconclusive; else by the last conclusive one */
  fresh: number;
  outdated: number;
  inconclusive: number;
  neverChecked: number;
}

/** What places in a list are asked of. */
interface Ordered {
  filter: LotChoice;
  sort: LotSort;
  order: 'asc' | 'desc';
}

interface Group {
  value: string;
  lots: number;
}

/** Beyond all ids, on the side that a list in that order begins with. */
const FIRST_ID = { asc: '00000000-0000-0000-0000-000000000000', desc: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } as const;

/** Where the group that an offset is in begins, and the one after it. @param groups in the order of the list */
function placesIn(groups: readonly Group[], order: 'asc' | 'desc', offset: number): PageCursor[] {
  let position = 0;
  for (const [at, { value, lots }] of groups.entries()) {
    if (offset < position + lots) {
      const next = groups[at + 1];
      const begins = { position, value, id: FIRST_ID[order] };
      return next === undefined
        ? [begins]
        : [begins, { position: position + lots, value: next.value, id: FIRST_ID[order] }];
    }
    position += lots;
  }
  return [];
}

/** Months of which the sums have some whole, and of others days. */
function monthsOf(groups: readonly Group[]): Group[] {
  const lots = new Map<string, number>();
  for (const { value, lots: more } of groups) {
    const month = `${value.slice(0, 7)}-01`;
    lots.set(month, (lots.get(month) ?? 0) + more);
  }
  return [...lots].map(([value, count]) => ({ value, lots: count }));
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function lastDayOf(month: string): string {
  return new Date(Date.parse(monthAfter(month)) - 86_400_000).toISOString().slice(0, 10);
}

/** Orders by something that lots are summed by. */
const RANKS: ReadonlyMap<LotSort, string> = new Map([
  ['currentProcess', 'stage_rank(l.stage)'],
  ['eudr', 'eudr_rank(l.deforestation_status)'],
  ['blockchain', 'record_rank(l.ledger_status)'],
  ['risk', 'risk_rank(l.deforestation_status, l.alert_state)'],
]);

/** Sums over all lots that are kept with each write, exact at every moment (decision 39). */
export class LotStatistics {
  readonly #rows: Database['lists'];

  constructor(database: Pick<Database, 'lists'>) {
    this.#rows = database.lists;
  }

  /** The number of lots of a list, if the sums can answer it. */
  counter(scope: LotScope, filter: LotChoice): (() => Promise<number>) | null {
    if (isSummed('lots', scope, filter)) return () => this.#count(alikeLots('lots', scope, filter));
    const { needs, kind } = filter;
    const isPreset = givenIn(filter).every((name) => name === 'needs' || name === 'kind');
    if (scope.kind !== 'all' || needs === undefined || !isPreset) return null;
    const asked = JSON.stringify(needs);
    const isOfKind = (row: AgeRow): boolean => !kind || row.kind === kind;
    if (asked === OUTDATED) return async () => this.#aged((row) => isOfKind(row) && row.side !== 'fresh');
    if (asked === NEVER) {
      return async () => this.#aged((row) => isOfKind(row) && row.kind === 'origin' && row.side === 'never');
    }
    if (asked === READY) return async () => this.#aged((row) => isOfKind(row) && row.ready && row.side === 'fresh');
    return null;
  }

  /** Places in a list that are known without reading it: where the lots of a page's day of harvest, or of its stage, begin and end. */
  async places(scope: LotScope, { filter, sort, order }: Ordered, offset: number): Promise<PageCursor[]> {
    if (!isSummed('lots', scope, filter)) return [];
    const rank = RANKS.get(sort);
    if (rank !== undefined) {
      return placesIn(await this.#groups(alikeLots('lots', scope, filter), rank, order), order, offset);
    }
    if (sort !== 'harvestDate') return [];
    const from = filter.harvestedFrom ?? FIRST_DAY;
    const byMonth = alikeLots('lots', scope, { ...filter, harvestedFrom: from });
    const month = placesIn(monthsOf(await this.#groups(byMonth, 'l.harvest_date', order)), order, offset)[0];
    if (month === undefined) return [];
    const days = alikeLots(
      'lots',
      scope,
      {
        ...filter,
        harvestedFrom: month.value > from ? month.value : from,
        harvestedTo: earlier(lastDayOf(month.value), filter.harvestedTo ?? LAST_DAY),
      },
      true,
    );
    const found = placesIn(await this.#groups(days, 'l.harvest_date', order), order, offset - month.position);
    return found.map((place) => ({ ...place, position: place.position + month.position }));
  }

  #groups({ from, where, values }: Summed, column: string, order: 'asc' | 'desc'): Promise<Group[]> {
    return this.#rows.rows<Group>(
      `select (${column})::text as value, sum(l.lots) as lots ${from} where ${where} group by ${column}
       having sum(l.lots) > 0 order by ${column} ${order}`,
      values,
    );
  }

  /** All origin lots by the age of their checks: derived lots are not checked themselves. */
  async checksByAge(): Promise<ChecksByAge> {
    const rows = (await this.#rows.rows<AgeRow>(BY_AGE)).filter(({ kind }) => kind === 'origin');
    const sum = (pick: (row: AgeRow) => boolean): number =>
      rows.reduce((total, row) => total + (pick(row) ? row.lots : 0), 0);
    return {
      fresh: sum(({ side, check_inconclusive }) => !check_inconclusive && side === 'fresh'),
      outdated: sum(({ side, check_inconclusive }) => !check_inconclusive && side !== 'fresh'),
      inconclusive: sum(({ check_inconclusive }) => check_inconclusive),
      neverChecked: sum(({ side }) => side === 'never'),
    };
  }

  async #count({ from, where, values }: Summed): Promise<number> {
    const row = await this.#rows.row<{ count: number }>(
      `select coalesce(sum(l.lots), 0) as count ${from} where ${where}`,
      values,
    );
    return row?.count ?? 0;
  }

  async #aged(pick: (row: AgeRow) => boolean): Promise<number> {
    const rows = await this.#rows.rows<AgeRow>(BY_AGE);
    return rows.reduce((total, row) => total + (pick(row) ? row.lots : 0), 0);
  }
}
