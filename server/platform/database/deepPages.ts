import { LRUCache } from 'lru-cache';
import type { QueryResultRow } from 'pg';
import type { Rows } from './rows.ts';

/** A list cut into pages, in an order that no two rows share. */
export interface OrderedList {
  /** `select ...` of a row, and what its columns are read from, `from ...` */
  select: string;
  from: string;
  /** `from ... where ...`, with the condition, without what only the columns need */
  fromWhere: string;
  values: readonly unknown[];
  /** the table's id */
  id: string;
  /** what the list is sorted by; rows that are equal by their ids */
  sort: {
    column: string;
    type: 'date' | 'text' | 'int' | 'smallint' | 'timestamptz';
    order: 'asc' | 'desc';
    idOrder: 'asc' | 'desc';
  };
}

/** Pages from here on are read from the nearest place that is known. */
export const DEEP_FROM = 1_000;
/** Rows that are passed over sooner than others are asked. */
const FAR = 20_000;
/** A place is as exact as a total above 10,000 (decisions, 'Figures'). */
const KNOWN_FOR_MS = 10_000;
const MOST_LISTS = 200;
const MOST_MARKS = 20;

/** A place in a list: so many rows come before what is sorted by this value and id. */
export interface PageCursor {
  position: number;
  /** as text, since a moment is finer than a Date */
  value: string;
  id: string;
}

/** Where a page began. */
interface Mark extends PageCursor {
  at: number;
}

interface Start {
  /** rows between there and the page */
  skip: number;
  from: PageCursor | null;
  backwards: boolean;
}

/**
 * Pages far into a list, read from the nearest known place: the list's beginning, its end, or a row that a page began with in the last ten
 * seconds. The rows in between are passed over in the index alone.
 */
export class DeepPages {
  readonly #marks = new LRUCache<string, Mark[]>({ max: MOST_LISTS });

  /**
   * @param total of the list, exact or at most ten seconds old
   * @param places tells of others that are known; asked when the page is far from all of these
   * @returns the rows from `offset` on, `limit` at most
   */
  async read<Row extends QueryResultRow & { id: string }>(
    rows: Pick<Rows, 'rows'>,
    list: OrderedList,
    {
      offset,
      limit,
      total,
      places,
    }: { offset: number; limit: number; total: number; places?: () => Promise<readonly PageCursor[]> },
  ): Promise<Row[]> {
    const count = Math.min(limit, total - offset);
    if (count <= 0) return [];
    const now = Date.now();
    const key = JSON.stringify([list.fromWhere, list.values, list.sort]);
    const marks = (this.#marks.get(key) ?? []).filter(({ at }) => now - at < KNOWN_FOR_MS);
    let start = nearest(marks, offset, count, total);
    if (start.skip > FAR && places !== undefined)
      start = nearest([...marks, ...(await places())], offset, count, total);
    let read = await page<Row>(rows, list, start, count);
    // Rows without a value stand apart in the index, so that a page may end where the values do.
    if (read.length < count && start.from !== null)
      read = await page<Row>(rows, list, nearest([], offset, count, total), count);
    const [first] = read;
    if (first?.sortKey !== null && first !== undefined) {
      const mark = { position: offset, at: now, value: first.sortKey, id: first.id };
      this.#marks.set(key, [mark, ...marks.filter(({ position }) => position !== offset)].slice(0, MOST_MARKS));
    }
    return read;
  }
}

function nearest(marks: readonly PageCursor[], offset: number, count: number, total: number): Start {
  const starts: Start[] = [
    { skip: offset, from: null, backwards: false },
    { skip: total - offset - count, from: null, backwards: true },
    ...marks.flatMap((from): Start[] => {
      if (from.position <= offset) return [{ skip: offset - from.position, from, backwards: false }];
      const skip = from.position - offset - count;
      return skip < 0 ? [] : [{ skip, from, backwards: true }];
    }),
  ];
  return starts.reduce((best, start) => (start.skip < best.skip ? start : best));
}

/** The page's ids first, then its rows: to pass over a row costs no more than its line in the index. */
async function page<Row extends QueryResultRow>(
  rows: Pick<Rows, 'rows'>,
  { select, from: source, fromWhere, values, id, sort }: OrderedList,
  { skip, from, backwards }: Start,
  count: number,
): Promise<(Row & { id: string; sortKey: string | null })[]> {
  const { column, order, idOrder } = sort;
  const at = values.length;
  const turned = (way: 'asc' | 'desc'): 'asc' | 'desc' => (backwards === (way === 'asc') ? 'desc' : 'asc');
  const bound = from === null ? '' : ` and ${after(sort, id, backwards, at + 3)}`;
  const text = `${select}, (${column})::text as "sortKey" ${source} where ${id} = any(array(
      select ${id} ${fromWhere}${bound} order by ${column} ${turned(order)}, ${id} ${turned(idOrder)} limit $${at + 1} offset $${at + 2}))
    order by ${column} ${order}, ${id} ${idOrder}`;
  return rows.rows(text, [...values, count, skip, ...(from === null ? [] : [from.value, from.id])]);
}

/** Rows from a mark on, its own included, or those before it. */
function after(
  { column, type, order, idOrder }: OrderedList['sort'],
  id: string,
  backwards: boolean,
  at: number,
): string {
  const value = `$${at}::${type}`;
  const own = `$${at + 1}::uuid`;
  const sign = (way: 'asc' | 'desc'): '>' | '<' => (backwards === (way === 'asc') ? '<' : '>');
  const equal = backwards ? '' : '=';
  if (order === idOrder) return `(${column}, ${id}) ${sign(order)}${equal} (${value}, ${own})`;
  return `${column} ${sign(order)}= ${value} and (${column} <> ${value} or ${id} ${sign(idOrder)}${equal} ${own})`;
}
