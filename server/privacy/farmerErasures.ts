import type { Database } from '../database/database.ts';
import { farmerInput } from '../domain/farmerInput.ts';
import { accountsOfFarm } from '../identity/accountErasure.ts';
import { requirePerson, type Caller } from '../rights/caller.ts';
import { parseInput } from '../input/parseInput.ts';
import { forbidden } from '../refusal.ts';
import { keptUntil } from './keptYears.ts';
import { sameName } from './person.ts';
import { lotsNaming } from './reach.ts';

/** Whether a farmer whom an admin would erase has an account: one who can sign in erases themselves. */
export type FarmerAccount = 'none' | 'enabled' | 'disabled';

/** What erasing a farmer without an account would reach. */
export interface FarmerReach {
  account: FarmerAccount;
  /** lots of the farm that have, or had, a farmer of this name */
  lots: number;
  /** the numbers of the first of them */
  lotIds: string[];
  /** YYYY-MM-DD; null without lots */
  keptUntil: string | null;
}

const LOTS_NAMED = 20;

/** Tells an admin what erasing a farmer would reach, before it is done. */
export class FarmerErasures {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param input as `farmerInput` takes it; @throws Refused unauthenticated, forbidden, invalid */
  async reach(caller: Caller, input: unknown): Promise<FarmerReach> {
    if (requirePerson(caller).role !== 'admin') throw forbidden();
    const { farmId, farmerName } = parseInput(farmerInput, input);
    return this.#database.write(async (em) => {
      const namesakes = (await accountsOfFarm(em, farmId)).filter(({ name }) => sameName(name, farmerName));
      const lots = await lotsNaming(em, farmId, farmerName);
      const known = namesakes.some(({ disabled }) => !disabled) ? 'enabled' : 'disabled';
      return {
        account: namesakes.length === 0 ? 'none' : known,
        lots: lots.length,
        lotIds: lots.slice(0, LOTS_NAMED).map(({ lotId }) => lotId),
        keptUntil: await keptUntil(
          em,
          lots.map(({ id }) => id),
        ),
      };
    });
  }
}
