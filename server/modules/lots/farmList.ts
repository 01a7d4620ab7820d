import type { FarmShown, FarmSort } from '../../domain/farm/farmInput.ts';
import type { LotScope, PermissionTable } from '../../domain/access/permissions.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { isStorable } from '../../domain/text/validText.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import { REGISTERED_FARMS } from '../farms/farmViews.ts';
import { PLOT_OUTLINES, PLOTS_IN_USE } from '../farms/plotViews.ts';
import { registeredFarms } from '../farms/registeredFarms.ts';
import { lotCondition } from './lotQuery.ts';
import { alikeLots } from './lotStatistics.ts';

/** A farm that is in the register, or has lots or plots. */
export interface FarmSummary {
  farmId: string;
  /** whether it is in the register; what follows up to the farmers is empty if it is not */
  registered: boolean;
  name: string;
  village: string;
  /** ISO 3166-1 alpha-2; empty: not known */
  country: string;
  /** names */
  farmers: string[];
  lots: number;
  /** of these, lots with the status 'No Deforestation' */
  compliantLots: number;
  /** of these, lots with the status 'Deforestation Detected' */
  detectedLots: number;
  plots: number;
  /** hectares of its plots together */
  areaHa: number;
  /** centre of its largest plot, else the place of its newest lot that has one; null: none is known */
  latitude: number | null;
  longitude: number | null;
}

export interface FarmListing {
  /** looks in ids, names, villages and farmers; empty for all */
  search: string;
  show: FarmShown;
  sort: FarmSort;
  page: number;
  limit: number;
}

/** Characters from which the farmers of lots are searched: fewer are in too many names for an index. */
const LEAST_OF_NAME = 3;
/** Farms that are found by the farmers of their lots, at most. */
const MOST_BY_FARMER = 200;

const DETECTED = `l.deleted_at is null and l.deforestation_status = 'Deforestation Detected'`;
const SHOWN: Record<FarmShown, string> = {
  all: 'true',
  unregistered: 'not registered',
  withoutPlots: 'plots = 0',
  detected: `farm_id in (select l.farm_id from lot l where ${DETECTED})`,
};
const ORDER: Record<FarmSort, string> = {
  lots: 'lots desc, farm_id',
  farmId: 'farm_id',
  name: `lower(nullif(name, '')) nulls last, farm_id`,
};

interface PageRow {
  total: number;
  farmId: string | null;
  lots: number;
  compliantLots: number;
  detectedLots: number;
  plots: number;
  area: number;
  latMicro: number | null;
  lonMicro: number | null;
}

/** Farms as callers see them: those that lots name, those that have plots, and those of the register. */
export class FarmList {
  readonly #database: Database;
  readonly #permissions: PermissionTable;

  constructor(database: Database, permissions: PermissionTable) {
    this.#database = database;
    this.#permissions = permissions;
  }

  /**
   * One page. Counts of lots come from the sums that are kept with each write; areas, places and losses are read for the
   * farms of the page alone.
   * @throws Refused unauthenticated
   */
  async list(
    caller: Caller,
    { search, show, sort, page, limit }: FarmListing,
  ): Promise<{ farms: FarmSummary[]; pagination: Pagination }> {
    const scope = scopeOf(this.#permissions, caller);
    const sought = search.trim();
    if (scope.kind === 'none' || !isStorable(sought)) return { farms: [], pagination: pageOf(0, page, limit) };
    const byFarmer = await this.#byFarmer(scope, sought);
    const { from, where, values } = alikeLots('farms', scope, {});
    const at = values.length;
    const own = scope.kind === 'farm' ? scope.farmId : null;
    const isSought = (farm: string) =>
      `(${farm} like upper($${at + 1}) or ${farm} in (select farm_id from named) or ${farm} = any($${at + 2}::text[]))`;
    const isOwn = (farm: string) => `($${at + 3}::text is null or ${farm} = $${at + 3})`;
    const rows = await this.#database.lists.rows<PageRow>(
      `with named as (select r.farm_id from ${REGISTERED_FARMS} r where r.name ilike $${at + 1} or r.village ilike $${at + 1}
           or exists (select from jsonb_array_elements(r.farmers) f where f->>'name' ilike $${at + 1})),
         lots as (select l.farm_id, sum(l.lots)::integer as lots, sum(l.compliant)::integer as compliant ${from}
           where ${where} and ${isSought('l.farm_id')} group by l.farm_id having sum(l.lots) > 0),
         plots as (select p.farm_id, count(*)::integer as plots from ${PLOTS_IN_USE} p
           where ${isSought('p.farm_id')} and ${isOwn('p.farm_id')} group by p.farm_id),
         entries as (select r.farm_id, r.name, true as registered from ${REGISTERED_FARMS} r
           where ${isSought('r.farm_id')} and ${isOwn('r.farm_id')}),
         farms as (select * from (select farm_id, coalesce(name, '') as name, coalesce(registered, false) as registered,
             coalesce(lots, 0) as lots, coalesce(compliant, 0) as compliant, coalesce(plots, 0) as plots
           from lots full join plots using (farm_id) full join entries using (farm_id)) f where ${SHOWN[show]}),
         page as (select *, row_number() over (order by ${ORDER[sort]}) as rank from farms
           order by rank limit $${at + 4} offset $${at + 5})
       select counted.total, page.farm_id as "farmId", page.lots, page.compliant as "compliantLots", page.plots,
         detected.lots as "detectedLots", land.area, coalesce(land.lat, place.lat) as "latMicro", coalesce(land.lon, place.lon) as "lonMicro"
       from (select count(*)::integer as total from farms) counted left join page on true
         left join lateral (select count(*)::integer as lots from lot l where l.farm_id = page.farm_id and ${DETECTED}) detected on true
         left join lateral (select coalesce(sum(v.area), 0)::float8 as area, (array_agg(v.lat_micro order by v.area desc, p.id))[1] as lat,
             (array_agg(v.lon_micro order by v.area desc, p.id))[1] as lon
           from ${PLOTS_IN_USE} p join ${PLOT_OUTLINES} v on v.plot_id = p.id and v.version = p.version
           where p.farm_id = page.farm_id) land on true
         left join lateral (select l.lat_micro as lat, l.lon_micro as lon from lot l
           where l.farm_id = page.farm_id and l.deleted_at is null and l.lat_micro is not null
           order by l.harvest_date desc, l.id desc limit 1) place on true
       order by page.rank`,
      [...values, likePattern(sought), byFarmer, own, limit, (page - 1) * limit],
    );
    return { farms: await this.#withEntries(rows), pagination: pageOf(rows[0]?.total ?? 0, page, limit) };
  }

  /** Farms with a farmer of a name on their lots. */
  async #byFarmer(scope: LotScope, sought: string): Promise<string[]> {
    if (sought.length < LEAST_OF_NAME) return [];
    const { where, values } = lotCondition(scope, { search: sought });
    const rows = await this.#database.lists.rows<{ farmId: string }>(
      `select l.farm_id as "farmId" from lot l where ${where} and l.farm_id is not null and l.farmer_name ilike $${values.length + 1}
       group by l.farm_id limit ${MOST_BY_FARMER}`,
      [...values, likePattern(sought)],
    );
    return rows.map(({ farmId }) => farmId);
  }

  async #withEntries(rows: readonly PageRow[]): Promise<FarmSummary[]> {
    const found = rows.flatMap(({ farmId, ...row }) => (farmId === null ? [] : [{ farmId, ...row }]));
    const entries = await registeredFarms(
      this.#database,
      found.map(({ farmId }) => farmId),
    );
    return found.map(({ farmId, lots, compliantLots, detectedLots, plots, area, latMicro, lonMicro }) => {
      const entry = entries.get(farmId);
      return {
        farmId,
        registered: entry !== undefined,
        name: entry?.name ?? '',
        village: entry?.village ?? '',
        country: entry?.country ?? '',
        farmers: entry?.farmers.map(({ name }) => name) ?? [],
        lots,
        compliantLots,
        detectedLots,
        plots,
        areaHa: area / 10_000,
        latitude: latMicro === null ? null : degreesFromMicro(latMicro),
        longitude: lonMicro === null ? null : degreesFromMicro(lonMicro),
      };
    });
  }
}
