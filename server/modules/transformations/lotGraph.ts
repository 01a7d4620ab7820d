import type { PermissionTable } from '../../domain/access/permissions.ts';
import { varietyShares } from '../../domain/mass/inheritance.ts';
import type { TransformationStep } from '../../domain/mass/massBalance.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import type { LotView } from '../lots/lotView.ts';
import type { LotDescendantView, LotOriginView, LotUseView } from './transformationView.ts';

/** Origins that a lot itself shows; all of them are in pages. */
const FIRST_ORIGINS = 5;
/** Uses that a lot itself shows. */
const FIRST_USES = 20;

type OriginRow = Omit<LotOriginView, 'weight'> & { lotWeightGrams: number };
type DescendantRow = Omit<LotDescendantView, 'weight' | 'lotWeight' | 'available'> & {
  weightGrams: number;
  usedGrams: number;
};
interface UseRow {
  lotUuid: string;
  transformationId: string;
  step: TransformationStep;
  at: Date;
  grams: number;
  total: number;
}

const ORIGIN = `l.id, l.lot_id as "lotId", l.farm_id as "farmId", l.farmer_name as "farmerName", l.variety as "cacaoVariety",
  l.harvest_date as "harvestDate", l.deforestation_status as "deforestationStatus", l.is_anonymized as "isAnonymized",
  o.depth, o.share, d.weight_grams as "lotWeightGrams"`;
const IN_ORDER = 'order by o.share desc, o.origin_id';
const ORIGIN_PAGE = `select ${ORIGIN} from (select * from lot_origin o where o.lot_id = $1 ${IN_ORDER} limit $2 offset $3) o
  join ${ALL_LOTS} d on d.id = o.lot_id join ${ALL_LOTS} l on l.id = o.origin_id ${IN_ORDER}`;
const FIRST = `select asked.id as "ofLot", ${ORIGIN} from unnest($1::uuid[]) asked (id)
  cross join lateral (select * from lot_origin o where o.lot_id = asked.id ${IN_ORDER} limit ${FIRST_ORIGINS}) o
  join ${ALL_LOTS} d on d.id = o.lot_id join ${ALL_LOTS} l on l.id = o.origin_id ${IN_ORDER}`;
const TOTALS = `select asked.id, (select count(*)::int from lot_origin o where o.lot_id = asked.id) as total
  from unnest($1::uuid[]) asked (id)`;
const VARIETIES_OF = `select l.variety, sum(o.share)::float8 as share from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id
  where o.lot_id = $1 group by l.variety`;

/** Derived lots between have a table of their own, in the same form. */
const LATER = {
  origin: { table: 'lot_origin', column: 'origin_id' },
  derived: { table: 'lot_ancestor', column: 'ancestor_id' },
} as const;

const USES = `select asked.id as "lotUuid", u.* from unnest($1::uuid[]) asked (id) cross join lateral (
    select t.id as "transformationId", t.step, t.at, i.grams, (count(*) over ())::int as total
    from transformation_input i join transformation t on t.id = i.transformation_id
    where i.lot_id = asked.id order by t.at desc, t.id desc limit $2 offset $3) u order by u.at desc, u."transformationId" desc`;
const MADE = `select o.transformation_id as id, l.lot_id as "lotId" from transformation_output o
  join ${ALL_LOTS} l on l.id = o.lot_id where o.transformation_id = any($1::uuid[]) order by o.grams desc, l.lot_id`;

/** What lots were made of, and what was made of them. */
export class LotGraph {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #lots: Pick<AuthorizedLots, 'find'>;
  readonly #urlOf: (lotId: string) => string;

  /** @param parts.urlOf address of a lot's public page */
  constructor(parts: {
    database: Database;
    permissions: PermissionTable;
    lots: Pick<AuthorizedLots, 'find'>;
    urlOf: (lotId: string) => string;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#lots = parts.lots;
    this.#urlOf = parts.urlOf;
  }

  /** One page of the origin lots of a lot, largest shares first, and its varieties; null when the lot is not visible. */
  async origins(
    caller: Caller,
    idOrLotId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{
    origins: LotOriginView[];
    varieties: { variety: string; share: number }[];
    pagination: Pagination;
  } | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) return null;
    const [rows, totals, varieties] = await Promise.all([
      this.#database.rows<OriginRow>(ORIGIN_PAGE, [lot.id, limit, (page - 1) * limit]),
      this.#database.row<{ total: number }>(TOTALS, [[lot.id]]),
      this.#database.rows<{ variety: string; share: number }>(VARIETIES_OF, [lot.id]),
    ]);
    return {
      origins: rows.map(originView),
      varieties: varietyShares(varieties),
      pagination: pageOf(totals?.total ?? 0, page, limit),
    };
  }

  /** The largest origins of visible lots, and how many there are; in the order of the ids. */
  async firstOrigins(lotUuids: readonly string[]): Promise<{ origins: LotOriginView[]; total: number }[]> {
    const [rows, totals] = await Promise.all([
      this.#database.rows<OriginRow & { ofLot: string }>(FIRST, [lotUuids]),
      this.#database.rows<{ id: string; total: number }>(TOTALS, [lotUuids]),
    ]);
    const byLot = Map.groupBy(rows, ({ ofLot }) => ofLot);
    const totalOf = new Map(totals.map(({ id, total }) => [id, total]));
    return lotUuids.map((id) => ({
      origins: (byLot.get(id) ?? []).map(({ ofLot: _of, ...row }) => originView(row)),
      total: totalOf.get(id) ?? 0,
    }));
  }

  /**
   * One page of the lots that were made of a lot, nearest first; null when the lot is not visible. Who does not see all
   * lots sees none of these.
   */
  async descendants(
    caller: Caller,
    idOrLotId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ descendants: LotDescendantView[]; pagination: Pagination } | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    if (lot === null) return null;
    if (!this.#seesAll(caller)) return { descendants: [], pagination: pageOf(0, page, limit) };
    const { table, column } = LATER[lot.kind];
    const [rows, counted] = await Promise.all([
      this.#database.rows<DescendantRow>(
        `select l.id, l.lot_id as "lotId", l.stage as "currentProcess", l.deforestation_status as "deforestationStatus",
           l.weight_grams as "weightGrams", l.used_grams as "usedGrams", o.depth, o.share
         from ${table} o join ${ALL_LOTS} l on l.id = o.lot_id where o.${column} = $1
         order by o.depth, l.lot_id limit $2 offset $3`,
        [lot.id, limit, (page - 1) * limit],
      ),
      this.#database.row<{ total: number }>(`select count(*)::int as total from ${table} where ${column} = $1`, [
        lot.id,
      ]),
    ]);
    return { descendants: rows.map(descendantView), pagination: pageOf(counted?.total ?? 0, page, limit) };
  }

  /** One page of the transformations that took grams of a lot, newest first; null when the lot is not visible. */
  async uses(
    caller: Caller,
    idOrLotId: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ uses: LotUseView[]; pagination: Pagination } | null> {
    const lot: LotView | null = await this.#lots.find(caller, idOrLotId);
    if (lot === null) return null;
    const [first] = await this.#usesOf([lot.id], caller, limit, (page - 1) * limit);
    const total = first === undefined || first.uses.length === 0 ? await this.#countUses(lot.id) : first.total;
    return { uses: first?.uses ?? [], pagination: pageOf(total, page, limit) };
  }

  /** The newest uses of visible lots, and how many there are; in the order of the ids. @throws Refused unauthenticated */
  firstUses(lotUuids: readonly string[], caller: Caller): Promise<{ uses: LotUseView[]; total: number }[]> {
    return this.#usesOf(lotUuids, caller, FIRST_USES, 0);
  }

  async #usesOf(
    lotUuids: readonly string[],
    caller: Caller,
    limit: number,
    offset: number,
  ): Promise<{ uses: LotUseView[]; total: number }[]> {
    const seesAll = this.#seesAll(caller);
    const rows = await this.#database.rows<UseRow>(USES, [lotUuids, limit, offset]);
    const ids = [...new Set(rows.map(({ transformationId }) => transformationId))];
    const made = ids.length === 0 ? [] : await this.#database.rows<{ id: string; lotId: string }>(MADE, [ids]);
    const lots = Map.groupBy(made, ({ id }) => id);
    const byLot = Map.groupBy(rows, ({ lotUuid }) => lotUuid);
    return lotUuids.map((id) => {
      const own = byLot.get(id) ?? [];
      const uses = own.map(({ transformationId, step, at, grams }) => ({
        transformationId: seesAll ? transformationId : null,
        step: seesAll ? step : null,
        at: at.toISOString(),
        weight: kgFromGrams(grams),
        lots: (lots.get(transformationId) ?? []).map(({ lotId }) => ({ lotId, url: this.#urlOf(lotId) })),
      }));
      return { uses, total: own[0]?.total ?? 0 };
    });
  }

  async #countUses(lotUuid: string): Promise<number> {
    const row = await this.#database.row<{ total: number }>(
      'select count(*)::int as total from transformation_input where lot_id = $1',
      [lotUuid],
    );
    return row?.total ?? 0;
  }

  #seesAll(caller: Caller): boolean {
    return scopeOf(this.#permissions, caller).kind === 'all';
  }
}

function originView({ lotWeightGrams, ...row }: OriginRow): LotOriginView {
  return { ...row, weight: kgFromGrams(Math.round(lotWeightGrams * row.share)) };
}

function descendantView({ weightGrams, usedGrams, ...row }: DescendantRow): LotDescendantView {
  return {
    ...row,
    lotWeight: kgFromGrams(weightGrams),
    available: kgFromGrams(weightGrams - usedGrams),
    weight: kgFromGrams(Math.round(weightGrams * row.share)),
  };
}
