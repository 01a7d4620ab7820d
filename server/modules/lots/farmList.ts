import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { isStorable } from '../../domain/text/validText.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import { alikeLots } from './lotStatistics.ts';
import { PLOTS_IN_USE } from '../farms/plotViews.ts';

/** A farm that has lots or plots. */
export interface FarmSummary {
  farmId: string;
  lots: number;
  plots: number;
}

export interface FarmListing {
  /** filter by a part of the farm id; empty for all */
  search: string;
  page: number;
  limit: number;
}

/** Farms as callers see them: those that lots name, and those that have plots. */
export class FarmList {
  readonly #database: Database;
  readonly #permissions: PermissionTable;

  constructor(database: Database, permissions: PermissionTable) {
    this.#database = database;
    this.#permissions = permissions;
  }

  /**
   * One page, those with most lots first. Counts come from the sums that are kept with each write.
   * @throws Refused unauthenticated
   */
  async list(
    caller: Caller,
    { search, page, limit }: FarmListing,
  ): Promise<{ farms: FarmSummary[]; pagination: Pagination }> {
    const scope = scopeOf(this.#permissions, caller);
    const sought = search.trim().toUpperCase();
    if (scope.kind === 'none' || !isStorable(sought)) return { farms: [], pagination: pageOf(0, page, limit) };
    const { from, where, values } = alikeLots('farms', scope, {});
    const at = values.length;
    const own = scope.kind === 'farm' ? scope.farmId : null;
    const rows = await this.#database.lists.rows<Partial<FarmSummary> & { total: number }>(
      `with lots as (select l.farm_id, sum(l.lots) as lots ${from} where ${where} and l.farm_id like $${at + 1} group by l.farm_id
           having sum(l.lots) > 0),
         plots as (select p.farm_id, count(*)::integer as plots from ${PLOTS_IN_USE} p
           where p.farm_id like $${at + 1} and ($${at + 2}::text is null or p.farm_id = $${at + 2})
           group by p.farm_id),
         farms as (select farm_id, coalesce(lots, 0) as lots, coalesce(plots, 0) as plots from lots full join plots using (farm_id)),
         page as (select * from farms order by lots desc, farm_id limit $${at + 3} offset $${at + 4})
       select counted.total, page.farm_id as "farmId", page.lots, page.plots
       from (select count(*)::integer as total from farms) counted left join page on true order by page.lots desc, page.farm_id`,
      [...values, likePattern(sought), own, limit, (page - 1) * limit],
    );
    const farms = rows.flatMap(({ farmId, lots = 0, plots = 0 }) =>
      typeof farmId === 'string' ? [{ farmId, lots, plots }] : [],
    );
    return { farms, pagination: pageOf(rows[0]?.total ?? 0, page, limit) };
  }
}
