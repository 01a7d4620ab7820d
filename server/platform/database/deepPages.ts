import { LRUCache } from 'lru-cache';
import type { QueryResultRow } from 'pg';
import type { Rows } from './rows.ts';

/** A list in pages, in an order in which no two rows are equal. */
export interface OrderedList {
  /** `select ...` of a row, and the sources of its columns, `from ...` */
  select: string;
  from: string;
  /** `from ... where ...` with the condition, without joins that only the columns need */
  fromWhere: string;
  values: readonly unknown[];
  /** the table's id */
  id: string;
  /** sort columns; equal rows are ordered by id */
  sort: {
    column: string;
    type: 'date' | 'text' | 'int' | 'smallint' | 'timestamptz';
    order: 'asc' | 'desc';
    idOrder: 'asc' | 'desc';
  };
}

/** Pages from this offset on are read from the nearest known position. */
export const DEEP_FROM = 1_000;
/** Up to this many rows are skipped without asking for other positions. */
const FAR = 20_000;
/** A position is as exact as a total above 10,000 (docs/spec/reports.md, 'Figures'). */
const KNOWN_FOR_MS = 10_000;
const MOST_LISTS = 200;
const MOST_MARKS = 20;

/** A position in a list: the number of rows before this value and id. */
export interface PageCursor {
  position: number;
  /** as text, since a timestamp is finer than a Date */
  value: string;
  id: string;
}

/** The start of a page. */
interface Mark extends PageCursor {
  at: number;
}

interface Start {
  /** rows between the mark and the page */
  skip: number;
  from: PageCursor | null;
  backwards: boolean;
}

/**
 * Pages far into a list, read from the nearest known position: the list's beginning, its end, or the first row of a
 * page of the last ten seconds. The rows in between are skipped in the index.
 */
export class DeepPages {
  readonly #marks = new LRUCache<string, Mark[]>({ max: MOST_LISTS });

  /**
   * @param total of the list, exact or at most ten seconds old
   * @param places other known positions; asked if the page is far from all of these
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
    // Rows without a value are separate in the index, so a page may end where the values end.
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

/** First the page's ids, then its rows: skipping a row costs only its index entry. */
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

/** Rows from a mark on, including its own, or those before it. */
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
