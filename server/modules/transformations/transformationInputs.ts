import type { PermissionTable } from '../../domain/access/permissions.ts';
import {
  transformationInput,
  weighingInput,
  type TransformationValues,
  type WeighingValues,
} from '../../domain/mass/transformationInput.ts';
import { requireGrant, type Caller } from '../../platform/access/caller.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';

/** Parses transformations and weighings as REST, GraphQL and files give them. */
export class TransformationInputs {
  readonly #permissions: PermissionTable;
  readonly #schema: ReturnType<typeof transformationInput>;

  constructor(permissions: PermissionTable, clock: () => Date = () => new Date()) {
    this.#permissions = permissions;
    this.#schema = transformationInput(clock);
  }

  /** The rules of a transformation, for files that name each fault. */
  get schema(): ReturnType<typeof transformationInput> {
    return this.#schema;
  }

  /** @throws Refused unauthenticated, forbidden (before anything is said about the input), invalid */
  transformation(caller: Caller, given: object): TransformationValues {
    requireGrant(this.#permissions, caller, 'combine_lots');
    return parseInput(this.#schema, given);
  }

  /** @throws Refused invalid */
  weighing(given: object): WeighingValues {
    return parseInput(weighingInput, given);
  }
}
