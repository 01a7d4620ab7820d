import type { ConsignmentState } from '../../../domain/consignment/states.ts';
import type { DeforestationStatus } from '../../../domain/forest/deforestation.ts';
import { isUuid, parsePublicLotId } from '../../../domain/lot/lotId.ts';
import type { Stage } from '../../../domain/lot/stages.ts';
import { kgFromGrams } from '../../../domain/text/units.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ALL_LOTS } from '../../lots/lotViews.ts';
import { wholeParties } from '../../parties/partyBuyer.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../../transformations/originViews.ts';
import { affectedLots } from './openBuyerTasks.ts';

/** Where a recall begins: one of them. */
export type RecallStart =
  | { kind: 'lot'; lot: string }
  | { kind: 'plot'; plotId: string }
  | { kind: 'farm'; farmId: string };

/** A lot in a recall. */
export interface RecallLotView {
  id: string;
  lotId: string;
  kind: 'origin' | 'derived';
  farmId: string | null;
  /** kg */
  weight: number;
  currentProcess: Stage;
  deforestationStatus: DeforestationStatus;
}

/** A consignment with beans of a recall. */
export interface RecallConsignmentView {
  id: string;
  number: string;
  state: ConsignmentState;
  buyerId: string;
  /** kg of affected lots in it */
  weight: number;
  lotIds: string[];
}

/** Somebody whom to inform. */
export interface RecallBuyerView {
  id: string;
  /** null once erased */
  name: string | null;
  /** null: not known, erased, or not for the caller */
  email: string | null;
  country: string | null;
  consignments: string[];
}

/** What beans of some lots went into, and where these came from. */
export interface RecallView {
  /** lots that the recall begins with */
  starts: RecallLotView[];
  startCount: number;
  /** lots that beans of these went into */
  descendants: RecallLotView[];
  descendantCount: number;
  /** lots that these were made of */
  sources: RecallLotView[];
  sourceCount: number;
  consignments: RecallConsignmentView[];
  consignmentCount: number;
  /** of all consignments, also those that are not listed */
  buyers: RecallBuyerView[];
}

/** Lots of a recall that one answer names, of each kind, and consignments. */
const MOST_LOTS = 1_000;
/** Lot ids that a consignment of a recall names. */
const MOST_LOT_IDS = 20;

const LOT = `l.id, l.lot_id as "lotId", l.kind, l.farm_id as "farmId", l.weight_grams as grams,
  l.stage as "currentProcess", l.deforestation_status as "deforestationStatus"`;

type ConsignmentRow = Omit<RecallConsignmentView, 'weight'> & { grams: number; total: number };
type LotRow = Omit<RecallLotView, 'weight'> & { grams: number; total: number };

const STARTS = {
  lot: `select id from ${ALL_LOTS} l where l.id = any($1::uuid[]) or l.lot_id = any($2::text[])`,
  plot: `select id from ${ALL_LOTS} l where l.deleted_at is null and l.plots is not null and plots_of(l.plots) @> $1::text[]`,
  farm: `select id from ${ALL_LOTS} l where l.deleted_at is null and l.farm_id = $1`,
};
const page = (ids: string): string => `select ${LOT}, (count(*) over ())::int as total from ${ALL_LOTS} l
  where l.id in (${ids}) order by l.lot_id limit ${MOST_LOTS}`;
const SEEDS = 'select unnest($1::uuid[])';
const CONSIGNMENTS = `select c.id, c.number, c.state, c.buyer_id as "buyerId", sum(h.grams) as grams,
    (array_agg(l.lot_id order by l.lot_id))[1:${MOST_LOT_IDS}] as "lotIds", (count(*) over ())::int as total
  from consignment_lot h join consignment c on c.id = h.consignment_id join ${ALL_LOTS} l on l.id = h.lot_id
  where h.lot_id in (${affectedLots(SEEDS)}) and c.number > $2 group by c.id order by c.number limit ${MOST_LOTS}`;
const BUYERS = `select c.buyer_id as id, array_agg(c.number order by c.number) as consignments from consignment c
  where c.id in (select h.consignment_id from consignment_lot h where h.lot_id in (${affectedLots(SEEDS)}))
  group by c.buyer_id order by min(c.number)`;
const COUNTS = `select (select count(*)::int from (${affectedLots(SEEDS)}) a) as lots`;

/** Follows beans through transformations and consignments, in both directions; the callers check who may. */
export class RecallReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The lots that a recall begins with, by UUID; none where there is no such lot, plot or farm. */
  async starts(start: RecallStart): Promise<string[]> {
    const rows = await this.#database.rows<{ id: string }>(STARTS[start.kind], startValues(start));
    return rows.map(({ id }) => id);
  }

  /** Everything about a recall that begins with some lots. @param readsParties whether the caller may see addresses */
  async read(seeds: readonly string[], readsParties: boolean): Promise<RecallView> {
    const [starts, descendants, sources, { consignments, total }, buyers] = await Promise.all([
      this.#lots(SEEDS, seeds),
      this.#lots(`(${affectedLots(SEEDS)}) except ${SEEDS}`, seeds),
      this.#lots(
        `select origin_id from ${LOT_ORIGINS} o where o.lot_id in (${SEEDS})
         union select ancestor_id from ${LOT_ANCESTORS} a where a.lot_id in (${SEEDS})`,
        seeds,
      ),
      this.consignments(seeds),
      this.buyers(seeds, readsParties),
    ]);
    return {
      starts: starts.lots,
      startCount: starts.total,
      descendants: descendants.lots,
      descendantCount: descendants.total,
      sources: sources.lots,
      sourceCount: sources.total,
      consignments,
      consignmentCount: total,
      buyers,
    };
  }

  /** How many lots beans of some lots are in, these among them. */
  async affectedCount(seeds: readonly string[]): Promise<number> {
    const row = await this.#database.row<{ lots: number }>(COUNTS, [seeds]);
    return row?.lots ?? 0;
  }

  /**
   * A thousand consignments with beans of some lots, by number.
   * @param after the number that they follow
   * @returns also how many follow it in all
   */
  async consignments(
    seeds: readonly string[],
    after = '',
  ): Promise<{ consignments: RecallConsignmentView[]; total: number }> {
    const rows = await this.#database.rows<ConsignmentRow>(CONSIGNMENTS, [seeds, after]);
    const consignments = rows.map(({ grams, total: _total, ...one }) => ({ ...one, weight: kgFromGrams(grams) }));
    return { consignments, total: rows[0]?.total ?? 0 };
  }

  /** Whom to inform, each once, in the order of the first consignment. */
  async buyers(seeds: readonly string[], readsParties: boolean): Promise<RecallBuyerView[]> {
    const found = await this.#database.rows<Pick<RecallBuyerView, 'id' | 'consignments'>>(BUYERS, [seeds]);
    // A party that was changed in the database must not be written to.
    const parties = await wholeParties(
      this.#database,
      found.map(({ id }) => id),
    );
    return found.map(({ id, consignments }) => {
      const party = parties.get(id);
      const known = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
      return {
        id,
        name: known(party?.name),
        email: readsParties ? known(party?.email) : null,
        country: known(party?.country),
        consignments,
      };
    });
  }

  async #lots(ids: string, seeds: readonly string[]): Promise<{ lots: RecallLotView[]; total: number }> {
    const rows = await this.#database.rows<LotRow>(page(ids), [seeds]);
    const lots = rows.map(({ grams, total: _total, ...lot }) => ({ ...lot, weight: kgFromGrams(grams) }));
    return { lots, total: rows[0]?.total ?? 0 };
  }
}

function startValues(start: RecallStart): unknown[] {
  switch (start.kind) {
    case 'lot': {
      if (isUuid(start.lot)) return [[start.lot], []];
      const parsed = parsePublicLotId(start.lot);
      return [[], 'fault' in parsed ? [] : [parsed.lotId]];
    }
    case 'plot':
      return [[start.plotId.toLowerCase()]];
    case 'farm':
      return [start.farmId.toUpperCase()];
  }
}
