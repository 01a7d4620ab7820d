import type { Database } from '../../platform/database/database.ts';
import { plotsOfLot, type PlotOfLot } from '../farms/plotsOfLot.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from './authorizedLots.ts';

/** The plots that lots came from, as they were. */
export class LotPlots {
  readonly #database: Database;
  readonly #lots: Pick<AuthorizedLots, 'find'>;

  constructor(parts: { database: Database; lots: Pick<AuthorizedLots, 'find'> }) {
    this.#database = parts.database;
    this.#lots = parts.lots;
  }

  /**
   * In the order in which the lot references them; empty if only its location is known. Null if the caller may not see
   * the lot.
   * @throws Refused unauthenticated
   */
  async read(caller: Caller, idOrLotId: string): Promise<PlotOfLot[] | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    return lot === null ? null : plotsOfLot(this.#database, lot.plots ?? []);
  }
}
