import type { Database } from '../../platform/database/database.ts';
import type { NamedFarmer } from '../../domain/privacy/farmerInput.ts';
import { accountsOfFarm } from '../identity/accountErasure.ts';
import { requirePerson, type Caller } from '../../platform/access/caller.ts';
import { forbidden } from '../../platform/errors/refusal.ts';
import { retainedUntil } from './retentionYears.ts';
import { likeName, looksLike, sameName } from './person.ts';
import { namedLots, type NamedLot } from './reach.ts';

/** Whether a farmer to be erased by an admin has an account: one who can sign in erases themselves. */
export type FarmerAccount = 'none' | 'enabled' | 'disabled';

/** A name that lots of a farm have, or had, for their farmer. */
export interface FarmerName {
  /** exactly as stored */
  name: string;
  lots: number;
  /** whether it is the farmer's who would be erased: the whole name, as `sameName` compares */
  erased: boolean;
  /** whether it looks like that name but is written with other letters: it stays until it is chosen itself */
  similar: boolean;
}

/** What erasing a farmer without an account would reach. */
export interface FarmerReach {
  account: FarmerAccount;
  /** lots of the farm that have, or had, a farmer of this name */
  lots: number;
  /** the numbers of the first of them */
  lotIds: string[];
  /** how this name is written on them; then names that look like it; then others that are like it, or all of the farm where none is */
  names: FarmerName[];
  /** YYYY-MM-DD; null without lots */
  keptUntil: string | null;
}

const LOTS_NAMED = 20;
const OTHERS_NAMED = 20;

/** Shows an admin the extent of an erasure of a farmer, before it is done. */
export class FarmerErasures {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws Refused unauthenticated, forbidden */
  async reach(caller: Caller, { farmId, farmerName }: NamedFarmer): Promise<FarmerReach> {
    if (requirePerson(caller).role !== 'admin') throw forbidden();
    return this.#database.read(async (em) => {
      const namesakes = (await accountsOfFarm(em, farmId)).filter(({ name }) => sameName(name, farmerName));
      const named = await namedLots(em, farmId);
      const lots = lotsOf(named.filter(({ name }) => sameName(name, farmerName)));
      const known = namesakes.some(({ disabled }) => !disabled) ? 'enabled' : 'disabled';
      return {
        account: namesakes.length === 0 ? 'none' : known,
        lots: lots.length,
        lotIds: lots.slice(0, LOTS_NAMED).map(({ lotId }) => lotId),
        names: namesOf(named, farmerName),
        keptUntil: await retainedUntil(
          em,
          lots.map(({ id }) => id),
        ),
      };
    });
  }
}

function lotsOf(named: readonly NamedLot[]): NamedLot[] {
  return [...new Map(named.map((lot) => [lot.id, lot])).values()];
}

/** The names to be erased, then similar names, then the others; those of most lots first. */
function namesOf(named: readonly NamedLot[], asked: string): FarmerName[] {
  const names = [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, rows]) => ({
      name,
      lots: lotsOf(rows).length,
      erased: sameName(name, asked),
      similar: looksLike(name, asked),
    }))
    .sort((a, b) => b.lots - a.lots || (a.name < b.name ? -1 : 1));
  const erased = names.filter((one) => one.erased);
  const similar = names.filter((one) => one.similar);
  const others = names.filter((one) => !one.erased && !one.similar);
  const alike = others.filter(({ name }) => likeName(name, asked));
  const shown = alike.length === 0 && erased.length === 0 && similar.length === 0 ? others : alike;
  return [...erased, ...similar, ...shown.slice(0, OTHERS_NAMED)];
}
