import type { EntityManager } from '@mikro-orm/postgresql';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { PermissionTable } from '../../../domain/access/permissions.ts';
import type { TransformationValues } from '../../../domain/mass/transformationInput.ts';
import { fieldMessage, fieldMessages, type FieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { requireGrant, type Caller, type RequestInfo } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { carriedOutTarget } from '../../../platform/database/requestScope.ts';
import { pause } from '../../../platform/concurrency/pause.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refused, refusalMessage } from '../../../platform/errors/refusal.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { lockLots, lotUuidsOf } from '../../lots/lotTransfer.ts';
import type { LotWriter } from '../../lots/lotWriter.ts';
import type { TransformationInputs } from '../transformationInputs.ts';
import type { TransformationService } from '../transformationService.ts';
import { fileTransformations, type FileTransformation } from './transformationRows.ts';

/** What was found wrong with one transformation of a file. */
export interface ImportedTransformation {
  /** as the file calls it */
  transformation: string;
  errors: {
    /** line of the file; null: the transformation as a whole */ row: number | null;
    field: string;
    message: string;
    said: FieldMessage['said'];
  }[];
}

export interface TransformationImportAnswer {
  /** transformations that were recorded: all of them, or 0 */
  created: number;
  total: number;
  /** transformations with errors */
  invalid: number;
  /** those with errors first */
  transformations: ImportedTransformation[];
}

/** Ends a transaction of which nothing is to stay. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/** Records the transformations of a file: all of them, or none. Later ones may take what earlier ones made. */
export class TransformationImport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #inputs: TransformationInputs;
  readonly #transformations: TransformationService;
  readonly #lotWriter: Pick<LotWriter, 'lockCreators'>;

  constructor(parts: {
    database: Database;
    permissions: PermissionTable;
    inputs: TransformationInputs;
    transformations: TransformationService;
    lotWriter: Pick<LotWriter, 'lockCreators'>;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#inputs = parts.inputs;
    this.#transformations = parts.transformations;
    this.#lotWriter = parts.lotWriter;
  }

  /**
   * @param file CSV, see `fileTransformations`
   * @param dryRun carries all of it out and takes it back
   * @throws Refused forbidden; invalid when the file cannot be read as rows at all
   */
  async run(
    caller: Caller,
    file: { read(): AsyncIterable<Buffer> },
    dryRun: boolean,
    info: RequestInfo,
  ): Promise<TransformationImportAnswer> {
    requireGrant(this.#permissions, caller, 'combine_lots');
    const given = await fileTransformations(file);
    const parsed = given.map((one) => this.#parsed(one));
    const checked = answerOf(given, new Map(parsed.map(({ errors }, i) => [i, errors])));
    if (checked.invalid > 0) return checked;
    // An earlier call under this key recorded them: their inputs are used now.
    if (carriedOutTarget('transformation') !== null) return { ...checked, created: given.length };
    const values = parsed.flatMap((one) => (one.values === null ? [] : [one.values]));
    const refused = await this.#write(caller, given, values, dryRun, info);
    if (refused !== null) return answerOf(given, refused);
    return { ...checked, created: dryRun ? 0 : given.length };
  }

  #parsed(given: FileTransformation): {
    values: TransformationValues | null;
    errors: ImportedTransformation['errors'];
  } {
    const problems = given.problems.map(({ line, error }) => ({ row: line, ...error }));
    if (problems.length > 0) return { values: null, errors: problems };
    const result = this.#inputs.schema.safeParse(given.input);
    if (result.success) return { values: result.data, errors: [] };
    return { values: null, errors: fieldMessages(result.error).map((one) => atLine(given, one)) };
  }

  /** @returns what was refused, by the number of the transformation; null when all of it was carried out */
  async #write(
    caller: Caller,
    given: readonly FileTransformation[],
    values: readonly TransformationValues[],
    dryRun: boolean,
    info: RequestInfo,
  ): Promise<Map<number, ImportedTransformation['errors']> | null> {
    let at = 0;
    try {
      await this.#database.write(async (em) => {
        await this.#lockAll(em, caller, values);
        for (const one of values) {
          await this.#transformations.write(em, caller, one, info);
          at += 1;
          await pause();
        }
        const { user } = requireGrant(this.#permissions, caller, 'combine_lots');
        const details = { created: values.length };
        await audit(em, { caller: user, action: 'transformation.imported', info, details });
        if (dryRun) throw new RolledBack();
      }, values.length);
      return null;
    } catch (error) {
      if (error instanceof RolledBack) return null;
      const errors = refusalsOf(error);
      const one = given[at];
      if (errors === null || one === undefined) throw error;
      return new Map([[at, errors.map((message) => atLine(one, message))]]);
    }
  }

  /** All lots of the file at once, in the order of all locks; one may change several times. */
  async #lockAll(em: EntityManager, caller: Caller, values: readonly TransformationValues[]): Promise<void> {
    const { user } = requireGrant(this.#permissions, caller, 'combine_lots');
    await lockCaller(em, user);
    const refs = [...new Set(values.flatMap(({ inputs }) => inputs.map(({ lot }) => lot)))];
    await this.#lotWriter.lockCreators(em, await lotUuidsOf(em, refs));
    await lockLots(em, refs);
  }
}

/** What a refused transformation says; null for another error. */
function refusalsOf(error: unknown): FieldMessage[] | null {
  if (error instanceof UniqueConstraintViolationException) return [fieldMessage('outputs', REFUSED.lotIdsTaken({}))];
  if (!(error instanceof Refused)) return null;
  const { refusal } = error;
  if ('details' in refusal && refusal.details !== undefined && refusal.details.length > 0) return refusal.details;
  return refusal.kind === 'not-found' ? [fieldMessage('inputs', refusalMessage(refusal))] : null;
}

const LOSS_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['loss.weight', 'lossWeight'],
  ['loss.reason', 'lossReason'],
  ['loss.note', 'lossNote'],
]);

/** The line and column of the file that a field of a transformation is about. */
function atLine(
  { lines }: FileTransformation,
  { field, message, said }: FieldMessage,
): ImportedTransformation['errors'][number] {
  const lossColumn = LOSS_COLUMNS.get(field);
  if (lossColumn !== undefined) return { row: lines.loss, field: lossColumn, message, said };
  const [, side, at, name] = /^(inputs|outputs)\.(\d+)(?:\.(\w+))?$/.exec(field) ?? [];
  if (side !== 'inputs' && side !== 'outputs') return { row: null, field, message, said };
  return { row: lines[side][Number(at)] ?? null, field: name === 'lotId' ? 'lot' : (name ?? field), message, said };
}

function answerOf(
  given: readonly FileTransformation[],
  errors: ReadonlyMap<number, ImportedTransformation['errors']>,
): TransformationImportAnswer {
  const transformations = given.map(({ name }, i) => ({ transformation: name, errors: errors.get(i) ?? [] }));
  const wrong = transformations.filter((one) => one.errors.length > 0);
  const right = transformations.filter((one) => one.errors.length === 0);
  return { created: 0, total: given.length, invalid: wrong.length, transformations: [...wrong, ...right] };
}
