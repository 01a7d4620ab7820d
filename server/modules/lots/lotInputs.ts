import type { Database } from '../../platform/database/database.ts';
import { advanceLotsInput, type AdvanceLotsValues } from '../../domain/lot/advanceLotsInput.ts';
import {
  createLotInput,
  latestCalendarDay,
  processUpdateInput,
  stageReversalInput,
  updateLotPatch,
  type CreateLotValues,
  type LotPatchValues,
  type StageChange,
  type StageReversal,
} from '../../domain/lot/lotInput.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { requireGrant, type Caller } from '../../platform/access/caller.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { choosePlots } from '../farms/plotRefs.ts';

/**
 * Parses lots as REST and GraphQL give them. Their rules depend on the day, and the location of a new lot may come from
 * its plots.
 */
export class LotInputs {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * A new lot, with its plots in stored form and their location.
   * @throws Refused unauthenticated, forbidden (before anything is said about the lot); invalid, also naming the plots
   *   that its farm does not have
   */
  async newLot(caller: Caller, given: object): Promise<CreateLotValues> {
    requireGrant(this.#permissions, caller, 'create_lot');
    const [chosen] = await choosePlots(this.#database, [{ ...given }]);
    if (chosen !== undefined && chosen.faults.length > 0) throw invalid(...chosen.faults);
    return parseInput(createLotInput(latestCalendarDay(this.#clock())), chosen?.input);
  }

  /** A change of a lot. @throws Refused invalid */
  patch(given: object): LotPatchValues {
    return parseInput(updateLotPatch(latestCalendarDay(this.#clock())), given);
  }

  /** A wrong stage that is taken back. @throws Refused invalid */
  stageReversal(given: object): StageReversal {
    return parseInput(stageReversalInput, given);
  }

  /** A move of a lot to another stage. @throws Refused invalid */
  stageChange(given: object): StageChange {
    return parseInput(processUpdateInput, given);
  }

  /**
   * A move of many lots.
   * @throws Refused unauthenticated, forbidden (before anything is said about the input); invalid
   */
  advance(caller: Caller, given: object): AdvanceLotsValues {
    requireGrant(this.#permissions, caller, 'edit_lot');
    return parseInput(advanceLotsInput, given);
  }
}
