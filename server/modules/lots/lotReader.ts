import type { PlaceUse } from '../../domain/plot/placeUse.ts';
import { usesOfPlaces, type FarmPlace } from './placeUses.ts';
import type { Database } from '../../platform/database/database.ts';
import { boundedTotal, EXACT_UP_TO, isKnownLarge, type TotalCache } from '../../platform/database/boundedTotal.ts';
import { DEEP_FROM, DeepPages, type PageCursor } from '../../platform/database/deepPages.ts';
import { complianceRate } from '../../domain/forest/deforestation.ts';
import { isUuid, parsePublicLotId } from '../../domain/lot/lotId.ts';
import { inScope, type LotScope } from '../../domain/access/permissions.ts';
import {
  LOT_LIST_LIMIT,
  LOT_PAGE_SIZES,
  MOST_ON_PAGE,
  pageOf,
  type Pagination,
} from '../../domain/public/publicRoutes.ts';
import type { LotPlace } from '../../domain/plot/locationWarnings.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isStorable } from '../../domain/text/validText.ts';
import { degreesFromMicro, kgFromGrams } from '../../domain/text/units.ts';
import { alikeLots, LotStatistics } from './lotStatistics.ts';
import { LOT_COLUMNS, lotView, waitsForCheck, withMessages, type LotRow, type LotView } from './lotView.ts';
import { LOT_SORT_COLUMNS, lotCondition, lotOrder, type LotChoice, type LotSort } from './lotQuery.ts';

export interface LotListing {
  page: number;
  limit: number;
  filter: LotChoice;
  sort: LotSort;
  order: 'asc' | 'desc';
}

/** A lot that a person selected. */
export interface SelectedLotView {
  id: string;
  /** whether the list has it */
  listed: boolean;
  deforestationStatus: string;
}

/** Figures of a list of lots (docs/spec/figures.md). */
export interface LotStatsView {
  /** origin and derived lots */
  totalLots: number;
  originLots: number;
  /** origin lots, as the next three figures */
  compliantLots: number;
  /** %, one decimal; null without origin lots */
  complianceRate: number | null;
  /** 0-100, one decimal; null when no lot is graded */
  averageQuality: number | null;
  /** kg */
  totalWeight: number;
  /** kg available, of origin and derived lots; null without lots */
  stockKg: number | null;
  recordedLots: number;
  pendingLots: number;
}

/** Null: there is no lot, or none that counts. */
interface StatsRow {
  total: number | null;
  origins: number | null;
  compliant: number | null;
  /** tenths of points, of all graded lots together */
  quality: number | null;
  graded: number | null;
  grams: number | null;
  available: number | null;
  recorded: number | null;
}

/** Lots whose beans are in the store: what left it is available to nobody. */
const NOT_SHIPPED = `stage not in ('shipped', 'delivered')`;

const OFFERED_SIZES: ReadonlySet<number> = new Set([LOT_LIST_LIMIT, ...LOT_PAGE_SIZES]);

/** Enough to locate a farm's plots. */
const FARM_PLACES_MOST = 50;
const FARM_PLACES = `select l.lot_id as "lotId", l.lat_micro as "latMicro", l.lon_micro as "lonMicro" from lot l
  where l.farm_id = $1 and l.deleted_at is null and l.lat_micro is not null and l.lon_micro is not null
  order by l.harvest_date desc, l.id desc limit ${FARM_PLACES_MOST}`;
const BY_UUID = `select ${LOT_COLUMNS} from lot l where l.id = $1 and l.deleted_at is null`;
const BY_LOT_ID = `select ${LOT_COLUMNS} from lot l where l.lot_id = $1 and l.deleted_at is null`;
const SELECTED = `select l.id, l.farm_id as "farmId", l.deforestation_status as "deforestationStatus" from lot l
  where l.id = any($1) and l.deleted_at is null`;
const BY_UUIDS = `select ${LOT_COLUMNS} from lot l where l.id = any($1) and l.deleted_at is null`;

/**
 * Reads lots as typed rows, without hydration. Every method takes the caller's scope; lots outside of it count as
 * absent.
 */
export class LotReader {
  readonly #database: Database;
  readonly #figures: LotStatistics;
  readonly #sourceAway: () => Promise<Message | null>;
  readonly #totals: TotalCache = new Map();
  readonly #deepPages = new DeepPages();

  /** @param sourceAway the message about waiting lots while the satellite source is away; null while it is available */
  constructor(database: Database, sourceAway: () => Promise<Message | null> = async () => null) {
    this.#database = database;
    this.#sourceAway = sourceAway;
    this.#figures = new LotStatistics(database);
  }

  /** One lot by UUID or lotId; null when there is none in scope. */
  async find(scope: LotScope, idOrLotId: string): Promise<LotView | null> {
    const row = await this.#row(idOrLotId);
    if (row === null || !inScope(scope, row.farmId)) return null;
    const [view] = await this.#views([row]);
    return view ?? null;
  }

  /** Lots in their present state. Waiting lots carry a message when no check can be made. */
  async #views(rows: readonly LotRow[]): Promise<LotView[]> {
    const now = new Date();
    const views = rows.map((row) => lotView(row, now));
    if (!views.some(waitsForCheck)) return views;
    const away = await this.#sourceAway();
    return away === null ? views : views.map((view) => (waitsForCheck(view) ? withMessages(view, away) : view));
  }

  async #row(idOrLotId: string): Promise<LotRow | null> {
    if (isUuid(idOrLotId)) return this.#database.row<LotRow>(BY_UUID, [idOrLotId]);
    const parsed = parsePublicLotId(idOrLotId);
    // An invalid lot id is not queried: it may contain characters that PostgreSQL rejects.
    return 'fault' in parsed ? null : this.#database.row<LotRow>(BY_LOT_ID, [parsed.lotId]);
  }

  /** Lots by UUID, in any order; those out of scope or deleted are missing. */
  async byIds(scope: LotScope, ids: readonly string[]): Promise<LotView[]> {
    const rows = await this.#database.rows<LotRow>(BY_UUIDS, [ids]);
    return this.#views(rows.filter((row) => inScope(scope, row.farmId)));
  }

  /** Selected lots in their present state, and which of them a list with this filter has. Two statements. */
  async selected(scope: LotScope, ids: readonly string[], filter: LotChoice): Promise<SelectedLotView[]> {
    const { where, values } = lotCondition(scope, { ...filter, ids });
    const [rows, listed] = await Promise.all([
      this.#database.rows<Omit<SelectedLotView, 'listed'> & { farmId: string | null }>(SELECTED, [ids]),
      this.#database.rows<{ id: string }>(`select l.id from lot l where ${where}`, values),
    ]);
    const inList = new Set(listed.map(({ id }) => id));
    return rows
      .filter(({ farmId }) => inScope(scope, farmId))
      .map(({ id, deforestationStatus }) => ({ id, deforestationStatus, listed: inList.has(id) }));
  }

  /** Ids and farms of lots by UUID, deleted ones too: for events about lots that left the lists. */
  async namesOf(ids: readonly string[]): Promise<{ id: string; lotId: string; farmId: string | null }[]> {
    return this.#database.rows(`select id, lot_id as "lotId", farm_id as "farmId" from lot where id = any($1)`, [ids]);
  }

  /** Places of a farm's newest harvests, those that are known; none when its lots are out of scope. */
  async farmPlaces(scope: LotScope, farmId: string): Promise<LotPlace[]> {
    const farm = farmId.trim().toUpperCase();
    if (!isStorable(farm) || !inScope(scope, farm)) return [];
    const rows = await this.#database.lists.rows<{ lotId: string; latMicro: number; lonMicro: number }>(FARM_PLACES, [
      farm,
    ]);
    return rows.map(({ lotId, latMicro, lonMicro }) => ({
      lotId,
      latitude: degreesFromMicro(latMicro),
      longitude: degreesFromMicro(lonMicro),
    }));
  }

  /** What other farms have at a place; nothing for those who do not see all farms, and where there is no such place. */
  async placeUse(scope: LotScope, { farmId, latitude, longitude }: FarmPlace): Promise<PlaceUse[]> {
    const farm = farmId.trim().toUpperCase();
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (!isStorable(farm) || !isPlace) return [];
    const [uses = []] = await usesOfPlaces(this.#database.lists, scope, [{ farmId: farm, latitude, longitude }]);
    return uses;
  }

  /** One page of lots in scope. Two statements, whatever the page holds. */
  async list(scope: LotScope, listing: LotListing): Promise<{ lots: LotView[]; pagination: Pagination }> {
    const offset = (listing.page - 1) * listing.limit;
    const few = offset < DEEP_FROM ? await this.#found(scope, listing) : null;
    if (few !== null) return few;
    const [rows, total] =
      offset < DEEP_FROM
        ? await Promise.all([this.#page(scope, listing), this.#total(scope, listing.filter)])
        : await this.#deepPage(scope, listing, offset);
    return { lots: await this.#views(rows), pagination: pageOf(total, listing.page, listing.limit) };
  }

  /**
   * A page of the results of a text search, and their number, by one search: the index of texts takes most of the time.
   * @returns null without a text, or with more results than are counted for every call
   */
  async #found(
    scope: LotScope,
    { filter, sort, order, page, limit }: LotListing,
  ): Promise<{ lots: LotView[]; pagination: Pagination } | null> {
    if (!filter.search?.trim()) return null;
    const { where, values } = lotCondition(scope, filter);
    if (isKnownLarge(this.#totals, `from lot l where ${where}`, values)) return null;
    const [at, { column }] = [values.length, LOT_SORT_COLUMNS[sort]];
    const rows = await this.#database.lists.rows<LotRow & { found: number; id: string | null }>(
      `with found as materialized (select l.id, ${column} as place from lot l where ${where} limit ${EXACT_UP_TO + 1}),
         page as (select id from found order by place ${order}, id ${order} limit $${at + 1} offset $${at + 2})
       select counted.found, ${LOT_COLUMNS} from (select count(*)::int as found from found) counted
       left join (page join lot l using (id)) on true order by ${lotOrder(sort, order)}`,
      [...values, limit, (page - 1) * limit],
    );
    const total = rows[0]?.found ?? 0;
    if (total > EXACT_UP_TO) return null;
    const lots = await this.#views(rows.filter(({ id }) => id !== null));
    return { lots, pagination: pageOf(total, page, limit) };
  }

  #page(scope: LotScope, listing: LotListing): Promise<LotRow[]> {
    const { text, values } = lotPage(scope, listing);
    return this.#database.lists.rows<LotRow>(text, values);
  }

  async #deepPage(
    scope: LotScope,
    { filter, sort, order, limit }: LotListing,
    offset: number,
  ): Promise<[LotRow[], number]> {
    const total = await this.#total(scope, filter);
    const places = (): Promise<PageCursor[]> => this.#figures.places(scope, { filter, sort, order }, offset);
    const { where, values } = lotCondition(scope, filter);
    const list = {
      select: `select ${LOT_COLUMNS}`,
      from: 'from lot l',
      fromWhere: `from lot l where ${where}`,
      values,
      id: 'l.id',
      sort: { ...LOT_SORT_COLUMNS[sort], order, idOrder: order },
    };
    return [await this.#deepPages.read<LotRow>(this.#database.lists, list, { offset, limit, total, places }), total];
  }

  #total(scope: LotScope, filter: LotChoice): Promise<number> {
    const { where, values } = lotCondition(scope, filter);
    const sum = (): Promise<number> | null => this.#figures.counter(scope, filter)?.() ?? null;
    return boundedTotal(this.#database.lists, this.#totals, `from lot l where ${where}`, values, sum);
  }

  /** The list's header figures for a scope and filter. */
  async stats(scope: LotScope, filter: LotChoice): Promise<LotStatsView> {
    const { from, where, values } = alikeLots('lots', scope, filter);
    const row = await this.#database.row<StatsRow>(
      `select sum(l.lots) as total, sum(l.lots) filter (where l.kind = 'origin') as origins,
         sum(l.lots) filter (where l.kind = 'origin' and l.deforestation_status = 'No Deforestation') as compliant,
         sum(l.quality) filter (where l.kind = 'origin') as quality, sum(l.graded) filter (where l.kind = 'origin') as graded,
         sum(l.grams) filter (where l.kind = 'origin') as grams, sum(l.available) filter (where l.${NOT_SHIPPED}) as available,
         sum(l.lots) filter (where l.ledger_status = 'recorded') as recorded
       ${from} where ${where}`,
      values,
    );
    const total = row?.total ?? 0;
    const [origins, compliant] = [row?.origins ?? 0, row?.compliant ?? 0];
    const [recorded, graded] = [row?.recorded ?? 0, row?.graded ?? 0];
    return {
      totalLots: total,
      originLots: origins,
      compliantLots: compliant,
      complianceRate: complianceRate(compliant, origins),
      averageQuality: graded === 0 ? null : Math.round((row?.quality ?? 0) / graded) / 10,
      totalWeight: kgFromGrams(row?.grams ?? 0),
      stockKg: total === 0 ? null : kgFromGrams(row?.available ?? 0),
      recordedLots: recorded,
      pendingLots: total - recorded,
    };
  }
}

/**
 * The statement of a page that begins before DEEP_FROM. PostgreSQL estimates an unknown limit or offset as a tenth of
 * the list, finds a plan for the given values cheaper, and so plans at each call, which costs more than reading 12
 * lots. First pages of the list's sizes have their limit in the text. Other pages are cut from the list's first rows,
 * whose ids come from the index alone, by numbers that do not affect the plan.
 */
export function lotPage(
  scope: LotScope,
  { filter, sort, order, page, limit }: LotListing,
): { text: string; values: unknown[] } {
  const { where, values } = lotCondition(scope, filter);
  const inOrder = `order by ${lotOrder(sort, order)}`;
  if (page === 1 && OFFERED_SIZES.has(limit)) {
    return { text: `select ${LOT_COLUMNS} from lot l where ${where} ${inOrder} limit ${limit}`, values };
  }
  const { column } = LOT_SORT_COLUMNS[sort];
  const unknown = (at: number): string => `(select $${values.length + at}::int)`;
  const first = `select l.id, ${column} from lot l where ${where} ${inOrder} limit ${DEEP_FROM + MOST_ON_PAGE}`;
  const ids = `select l.id from (${first}) l ${inOrder} limit ${unknown(1)} offset ${unknown(2)}`;
  return {
    text: `select ${LOT_COLUMNS} from lot l where l.id = any(array(${ids})) ${inOrder}`,
    values: [...values, limit, (page - 1) * limit],
  };
}
