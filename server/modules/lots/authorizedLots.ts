import type { PlaceUse } from '../../domain/plot/placeUse.ts';
import type { FarmPlace } from './placeUses.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import type { Pagination } from '../../domain/public/publicRoutes.ts';
import type { LotPlace } from '../../domain/plot/locationWarnings.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import type { LotChoice } from './lotQuery.ts';
import type { LotListing, LotReader, LotStatsView, SelectedLotView } from './lotReader.ts';
import type { LotView } from './lotView.ts';

/** Lots within the caller's scope; others count as absent. Every method throws Refused 'unauthenticated'. */
export class AuthorizedLots {
  readonly #reader: LotReader;
  readonly #permissions: PermissionTable;

  constructor(reader: LotReader, permissions: PermissionTable) {
    this.#reader = reader;
    this.#permissions = permissions;
  }

  /** One lot by UUID or lotId; null if it is not visible. */
  async find(caller: Caller, idOrLotId: string): Promise<LotView | null> {
    return this.#reader.find(scopeOf(this.#permissions, caller), idOrLotId);
  }

  /** Lots by UUID, in any order, without invisible or deleted ones. */
  async byIds(caller: Caller, ids: readonly string[]): Promise<LotView[]> {
    return this.#reader.byIds(scopeOf(this.#permissions, caller), ids);
  }

  /** Selected lots by UUID, and which of them a list has; without invisible or deleted ones. */
  async selected(caller: Caller, ids: readonly string[], filter: LotChoice): Promise<SelectedLotView[]> {
    return this.#reader.selected(scopeOf(this.#permissions, caller), ids, filter);
  }

  /** One page. */
  async list(caller: Caller, listing: LotListing): Promise<{ lots: LotView[]; pagination: Pagination }> {
    return this.#reader.list(scopeOf(this.#permissions, caller), listing);
  }

  /** The list's header figures under a filter. */
  async stats(caller: Caller, filter: LotChoice): Promise<LotStatsView> {
    return this.#reader.stats(scopeOf(this.#permissions, caller), filter);
  }

  /** Known locations of a farm's newest harvests; none if its lots are not visible. */
  async farmPlaces(caller: Caller, farmId: string): Promise<LotPlace[]> {
    return this.#reader.farmPlaces(scopeOf(this.#permissions, caller), farmId);
  }

  /** What other farms have at a place of a farm; nothing for callers who do not see all farms. */
  async placeUse(caller: Caller, place: FarmPlace): Promise<PlaceUse[]> {
    return this.#reader.placeUse(scopeOf(this.#permissions, caller), place);
  }
}
