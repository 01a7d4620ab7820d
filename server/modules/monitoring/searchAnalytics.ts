import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { parsePublicLotId } from '../../domain/lot/lotId.ts';
import { TOLD } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { derivedKey } from '../../platform/access/derivedKey.ts';
import { requirePerson, type Caller } from '../../platform/access/caller.ts';
import { forbidden } from '../../platform/errors/refusal.ts';
import { bucketOf, BUCKET_ENDS_MS, percentileMs } from './responseTimes.ts';

export const MOST_LOTS_A_DAY = 1_000;
export const MOST_SESSIONS_A_DAY = 50_000;
const SHOWN_LOTS = 20;
const DAY_MS = 86_400_000;
const SEARCH_TYPES = ['lot', 'date', 'batch'] as const;
const MOST_SESSION_ID = 200;

/**
 * A search as the public page reports it (docs/spec/public-pages.md, 'Search analytics'). Only the fields below are
 * read; user agent, referrer, error texts, time zone and language are dropped unread.
 */
export const searchEventInput = z.object({
  searchType: z.enum(SEARCH_TYPES, encodeMessage(INPUT.oneOf({ field: 'searchType', choices: SEARCH_TYPES }))),
  searchValue: z
    .string(encodeMessage(TOLD.notText({ field: 'searchValue' })))
    .nullish()
    .meta({ description: 'Kept when it has the form of a lot id; anything else is dropped' }),
  found: z.boolean(encodeMessage(INPUT.notAFlag({ field: 'found' }))),
  sessionId: z
    .string(encodeMessage(TOLD.notText({ field: 'sessionId' })))
    .max(MOST_SESSION_ID, encodeMessage(INPUT.tooLong({ field: 'sessionId', most: MOST_SESSION_ID })))
    .nullish()
    .meta({ description: 'Counted once a day by a keyed hash whose key changes each day' }),
  responseTime: z
    .number(encodeMessage(TOLD.notMilliseconds({ field: 'responseTime' })))
    .min(0, encodeMessage(TOLD.negative({ field: 'responseTime' })))
    .nullish()
    .meta({ description: 'Milliseconds' }),
});

export type StoredSearchEvent = z.output<typeof searchEventInput>;

/** The searches of one day (UTC), as browsers reported them. */
export interface SearchDayView {
  /** YYYY-MM-DD */
  day: string;
  searches: number;
  found: number;
  notFound: number;
  /** browser sessions that searched */
  sessions: number;
  /** null without measured searches */
  averageResponseMs: number | null;
  /** within which 95 of 100 searches were answered, estimated from counts by time */
  p95ResponseMs: number | null;
  /** asked for most, at most 20 */
  topLots: { lotId: string; found: number; notFound: number }[];
}

interface DayRow {
  day: string;
  found: number;
  not_found: number;
  sessions: number;
  response_ms_total: number;
  response_buckets: number[];
  top_lots: SearchDayView['topLots'];
}

/** Counts searches by day; single searches are not stored. */
export class SearchAnalytics {
  readonly #database: Database;
  readonly #secret: string;
  readonly #clock: () => Date;

  /** @param parts.secret AUTH_SECRET, from which the keys of session hashes are derived */
  constructor(parts: { database: Database; secret: string; clock?: () => Date }) {
    this.#database = parts.database;
    this.#secret = parts.secret;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** Counts one search. */
  async add({ searchType, searchValue, found, sessionId, responseTime }: StoredSearchEvent): Promise<void> {
    const day = this.#clock().toISOString().slice(0, 10);
    const ms = typeof responseTime === 'number' ? Math.min(Math.round(responseTime), 3_600_000) : null;
    const [yes, no] = found ? [1, 0] : [0, 1];
    await this.#database.rows(
      `insert into search_day as known (day, found, not_found, response_ms_total, response_buckets)
       values ($1, $2, $3, coalesce($4::bigint, 0),
         (select array_agg(case when at = $5::int then 1 else 0 end order by at) from generate_series(0, ${BUCKET_ENDS_MS.length}) at))
       on conflict (day) do update set found = known.found + excluded.found, not_found = known.not_found + excluded.not_found,
         response_ms_total = known.response_ms_total + excluded.response_ms_total,
         response_buckets = (select array_agg(a + b order by at)
           from unnest(known.response_buckets, excluded.response_buckets) with ordinality both_of (a, b, at))`,
      [day, yes, no, ms, ms === null ? null : bucketOf(ms)],
    );
    const parsed = searchType === 'lot' ? parsePublicLotId(searchValue) : null;
    if (parsed !== null && 'lotId' in parsed) await this.#countLot(day, parsed.lotId, yes, no);
    if (sessionId) await this.#countSession(day, sessionId);
  }

  /**
   * The newest days first; days without searches are missing.
   * @param days how many, up to today
   * @throws Refused unauthenticated, forbidden
   */
  async daily(caller: Caller, { days }: { days: number }): Promise<SearchDayView[]> {
    if (requirePerson(caller).role !== 'admin') throw forbidden();
    const since = new Date(this.#clock().getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const rows = await this.#database.rows<DayRow>(
      `select d.*, (select coalesce(json_agg(top), '[]') from (
          select lot_id as "lotId", found, not_found as "notFound" from search_day_lot l where l.day = d.day
          order by found + not_found desc, lot_id limit ${SHOWN_LOTS}) top) as top_lots
       from search_day d where d.day >= $1 order by d.day desc`,
      [since],
    );
    return rows.map(dayView);
  }

  async #countLot(day: string, lotId: string, yes: number, no: number): Promise<void> {
    await this.#database.rows(
      `insert into search_day_lot as known (day, lot_id, found, not_found)
       select $1::date, $2, $3::int, $4::int
       where exists (select 1 from search_day_lot where day = $1::date and lot_id = $2)
         or (select count(*) from search_day_lot where day = $1::date) < ${MOST_LOTS_A_DAY}
       on conflict (day, lot_id) do update set found = known.found + excluded.found, not_found = known.not_found + excluded.not_found`,
      [day, lotId, yes, no],
    );
  }

  async #countSession(day: string, sessionId: string): Promise<void> {
    const dayKey = createHmac('sha256', derivedKey(this.#secret, 'search-session')).update(day).digest();
    await this.#database.rows(
      `with added as (
         insert into search_session (day, hash)
         select $1::date, $2::bytea where (select sessions from search_day where day = $1::date) < ${MOST_SESSIONS_A_DAY}
         on conflict do nothing returning 1
       )
       update search_day set sessions = sessions + 1 where day = $1::date and exists (select 1 from added)`,
      [day, createHmac('sha256', dayKey).update(sessionId).digest()],
    );
  }
}

function dayView(row: DayRow): SearchDayView {
  const measured = row.response_buckets.reduce((sum, count) => sum + count, 0);
  return {
    day: row.day,
    searches: row.found + row.not_found,
    found: row.found,
    notFound: row.not_found,
    sessions: row.sessions,
    averageResponseMs: measured === 0 ? null : Math.round(row.response_ms_total / measured),
    p95ResponseMs: percentileMs(row.response_buckets, 0.95),
    topLots: row.top_lots,
  };
}
