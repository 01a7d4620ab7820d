import type { ConsignmentListing } from '../../domain/consignment/consignmentCalls.ts';
import type { ConsignmentState } from '../../domain/consignment/states.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import type { ConsignmentStep } from '../../domain/ledger/content.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import { LEDGER_RECORDS } from '../ledger/outbox/outboxViews.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { LOT_ORIGINS } from '../transformations/originViews.ts';
import { ALL_PARTIES } from '../parties/partyViews.ts';
import {
  CONSIGNMENT_COLUMNS,
  consignmentRow,
  consignmentView,
  HELD_BY_CONSIGNMENT,
  type ConsignmentView,
} from './consignmentView.ts';

/** A lot in a consignment. */
export interface ConsignmentLotView {
  id: string;
  lotId: string;
  /** kg in this consignment */
  weight: number;
  /** kg of the lot that nothing has used */
  available: number;
  /** kg that the lot weighs */
  lotWeight: number;
  variety: string;
  currentProcess: Stage;
  deforestationStatus: DeforestationStatus;
  satelliteTimestamp: Date | null;
}

/** A step in the history of a consignment. */
export interface ConsignmentStepView {
  step: ConsignmentStep;
  at: Date;
  /** name of the account or partner key; null once erased */
  by: string | null;
  /** what the ledger has of it */
  state: 'pending' | 'recorded' | 'failed';
  transactionId: string | null;
}

const SOURCE = `from consignment c join ${ALL_PARTIES} b on b.id = c.buyer_id`;

/** SQL of the origin lots of the lot `l`: its own id where it is one. */
export const ORIGINS_OF_LOT = `(select o.origin_id from ${LOT_ORIGINS} o where o.lot_id = l.id
    union all select l.id where l.kind = 'origin')`;

/** Reads consignments as typed rows; the callers check who may. */
export class ConsignmentReader {
  readonly #database: Database;
  readonly #totals: TotalCache = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  /** One page, the newest first. */
  async list({
    page,
    limit,
    ...filter
  }: ConsignmentListing): Promise<{ consignments: ConsignmentView[]; pagination: Pagination }> {
    const { where, values } = condition(filter);
    const [rows, total] = await Promise.all([
      this.#database.rows(
        `select ${CONSIGNMENT_COLUMNS} ${SOURCE} ${HELD_BY_CONSIGNMENT} where ${where}
         order by c.created_at desc, c.id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, `${SOURCE} where ${where}`, values),
    ]);
    return { consignments: rows.map(viewOf), pagination: pageOf(total, page, limit) };
  }

  /** One by its UUID; null for none. */
  async find(id: string): Promise<ConsignmentView | null> {
    if (!isUuid(id)) return null;
    const [view] = await this.byIds([id]);
    return view ?? null;
  }

  /** Several by their UUIDs, in any order. */
  async byIds(ids: readonly string[]): Promise<ConsignmentView[]> {
    const rows = await this.#database.rows(
      `select ${CONSIGNMENT_COLUMNS} ${SOURCE} ${HELD_BY_CONSIGNMENT} where c.id = any($1::uuid[])`,
      [ids],
    );
    return rows.map(viewOf);
  }

  /** One page of the lots in a consignment, by lot id. */
  async lots(
    id: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ lots: ConsignmentLotView[]; pagination: Pagination }> {
    const [rows, total] = await Promise.all([
      this.#database.rows<{
        id: string;
        lotId: string;
        grams: number;
        weightGrams: number;
        usedGrams: number;
        variety: string;
        stage: Stage;
        status: DeforestationStatus;
        satelliteAt: Date | null;
      }>(
        `select l.id, l.lot_id as "lotId", h.grams, l.weight_grams as "weightGrams", l.used_grams as "usedGrams",
           l.variety, l.stage, l.deforestation_status as status, l.satellite_at as "satelliteAt"
         from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id where h.consignment_id = $1
         order by l.lot_id limit $2 offset $3`,
        [id, limit, (page - 1) * limit],
      ),
      this.#database.row<{ count: number }>(
        'select count(*)::int as count from consignment_lot where consignment_id = $1',
        [id],
      ),
    ]);
    const lots = rows.map(({ grams, weightGrams, usedGrams, stage, status, satelliteAt, ...lot }) => ({
      ...lot,
      weight: kgFromGrams(grams),
      available: kgFromGrams(weightGrams - usedGrams),
      lotWeight: kgFromGrams(weightGrams),
      currentProcess: stage,
      deforestationStatus: status,
      satelliteTimestamp: satelliteAt,
    }));
    return { lots, pagination: pageOf(total?.count ?? 0, page, limit) };
  }

  /** From how many origin lots a consignment's lots come. */
  async originCount(id: string): Promise<number> {
    const row = await this.#database.row<{ count: number }>(
      `select count(distinct o.origin_id)::int as count
       from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id cross join lateral ${ORIGINS_OF_LOT} o
       where h.consignment_id = $1`,
      [id],
    );
    return row?.count ?? 0;
  }

  /** The steps of a consignment, the newest first, at most 100. */
  async history(id: string): Promise<ConsignmentStepView[]> {
    return this.#database.rows<ConsignmentStepView & Record<string, unknown>>(
      `select e.type as step, e.at, v.value #>> '{}' as by, coalesce(o.state, 'pending') as state,
         o.tx_id as "transactionId"
       from consignment_event e
         left join consignment_value v on v.event_id = e.event_id and v.field = 'userName'
         left join ${LEDGER_RECORDS} o on o.event_id = e.event_id
       where e.consignment_id = $1 order by e.seq desc limit 100`,
      [id],
    );
  }
}

function viewOf(row: unknown): ConsignmentView {
  return consignmentView(consignmentRow.parse(row));
}

/** One text for each shape of filter, so that it can be prepared. */
function condition({
  state,
  buyerId,
  search,
}: {
  state?: ConsignmentState | undefined;
  buyerId?: string | undefined;
  search?: string | undefined;
}): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (sql: (at: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  if (state !== undefined) add((at) => `c.state = ${at}`, state);
  if (buyerId !== undefined) add((at) => `c.buyer_id = ${at}`, buyerId);
  if (search) {
    add(
      (at) =>
        `(c.number ilike ${at} or c.bill_of_lading ilike ${at} or b.name ilike ${at} or c.containers::text ilike ${at})`,
      likePattern(search),
    );
  }
  return { where: parts.length === 0 ? 'true' : parts.join(' and '), values };
}
