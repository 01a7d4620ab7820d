import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { currentRequest } from '../../../platform/database/requestScope.ts';
import { normaliseLotId, PUBLIC_LOT_ID } from '../../../domain/lot/lotId.ts';
import { fieldMessage, fieldMessages } from '../../../domain/messages/fieldMessages.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { createLotInput, latestCalendarDay, type CreateLotValues } from '../../../domain/lot/lotInput.ts';
import type { LotScope, PermissionTable } from '../../../domain/access/permissions.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import {
  requireGrant,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../../platform/access/caller.ts';
import { choosePlots } from '../../farms/plotRefs.ts';
import { pause } from '../../../platform/concurrency/pause.ts';
import type { Ledger } from '../../../domain/ledger/ledger.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { invalid, Refused, type FieldError } from '../../../platform/errors/refusal.ts';
import type { Actor } from '../lotEvents.ts';
import { actorOf } from '../lotService.ts';
import { newLot, registersFor } from '../newLot.ts';
import { registered, registerLots } from '../registration.ts';
import type { ImportRow } from './importRow.ts';
import { importRows, type ImportFile } from './importRows.ts';
import type { StoredRow } from '../../../platform/database/tableRow.ts';

/** Rows that are looked at, and written, at a time: as many as other requests can wait for. */
const BATCH = 100;
/** Rows that are held in memory to be brought into order. */
const PORTION = 10_000;
/** What an answer says of single rows (docs/spec/rest-api.md, 'Import and export of lots'). */
export const ROWS_ANSWERED = 1_000;
/** Largest import: the ids of its lots are held while it is checked, and its locks until it is committed. */
export const MAX_ROWS = 50_000;

export interface ImportedRow {
  row: number;
  /** as in the file, in upper case; null if missing */
  lotId: string | null;
  errors: FieldError[];
}

export interface ImportAnswer {
  /** lots that were registered: all rows, or 0 */
  created: number;
  total: number;
  /** rows with errors */
  invalid: number;
  /** at most 1,000, those with errors first */
  rows: ImportedRow[];
}

/** Queues the satellite checks of new lots, in the transaction that writes them. */
export type QueueChecks = (em: EntityManager, lotUuids: readonly string[], actor: Actor) => Promise<void>;

/**
 * Registers lots from a file: all of them, or none. The file is read once to be checked and once for each 10,000 lots to be
 * written, so that its lots are never all in memory.
 */
export class LotImport {
  readonly #database: Database;
  readonly #ledger: Pick<Ledger, 'mspId'>;
  readonly #permissions: PermissionTable;
  readonly #queueChecks: QueueChecks;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    ledger: Pick<Ledger, 'mspId'>;
    permissions: PermissionTable;
    queueChecks: QueueChecks;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#permissions = parts.permissions;
    this.#queueChecks = parts.queueChecks;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * @param file CSV or GeoJSON, see `importRows`
   * @param dryRun checks everything and writes nothing
   * @throws Refused forbidden; invalid when the file cannot be read as rows at all
   */
  async run(caller: Caller, file: ImportFile, dryRun: boolean, info: RequestInfo): Promise<ImportAnswer> {
    const { user } = requireGrant(this.#permissions, caller, 'create_lot');
    const at = this.#clock();
    const rules = new RowRules(user, scopeOf(this.#permissions, caller), at);
    const { answer: checked, lotIds } = await this.#check(file, rules);
    if (dryRun || checked.invalid > 0) return checked;
    try {
      await this.#write(file, rules, lotIds, user, info, at);
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      // Somebody registered one of these lots after they were checked: the second look names it.
      const { answer: again } = await this.#check(file, rules);
      if (again.invalid > 0) return again;
      throw new Refused({ kind: 'conflict', said: REFUSED.lotIdsTaken({}) });
    }
    return { ...checked, created: checked.total };
  }

  /**
   * Validates every row by itself, against the other rows and against the database.
   * @returns the answer, and the lot ids as in the file
   */
  async #check(file: ImportFile, rules: RowRules): Promise<{ answer: ImportAnswer; lotIds: string[] }> {
    const report = new Report();
    const firstRow = new Map<string, number>();
    for await (const batch of batches(importRows(file))) {
      const judged: (ReturnType<RowRules['judge']> & Pick<ImportRow, 'row' | 'shifted'>)[] = [];
      const chosen = await choosePlots(
        this.#database,
        batch.map(({ input }) => input),
      );
      for (const [i, { row, input, problems, shifted }] of batch.entries()) {
        const faults = (chosen[i]?.faults ?? []).map((fault) => fieldMessage(fault.field, fault.said));
        const { lotId, errors } = shifted
          ? { lotId: lotIdOf(input), errors: [...problems] }
          : rules.judge(chosen[i]?.input ?? input, [...problems, ...faults]);
        judged.push({ row, lotId, errors, shifted });
        await pause();
      }
      const taken = await this.#taken(judged.flatMap(({ lotId }) => (lotId === null ? [] : [lotId])));
      for (const { row, lotId, errors, shifted } of judged) {
        if (lotId !== null && !shifted) {
          const before = firstRow.get(lotId);
          if (before !== undefined) errors.push(fieldMessage('lotId', FILE.sameLotId({ row: before })));
          else firstRow.set(lotId, row);
          if (taken.has(lotId)) errors.push(fieldMessage('lotId', REFUSED.lotIdTaken({ lotId })));
        }
        report.add({ row, lotId, errors });
      }
    }
    if (report.total === 0) throw invalid({ field: 'file', said: FILE.noLots({}) });
    return { answer: report.answer(), lotIds: [...firstRow.keys()] };
  }

  /** Those of the ids that a lot has, also a deleted one. What can be no lot's id may be no text for the database either. */
  async #taken(lotIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows<StoredRow<'lot', 'lot_id'>>(
      'select lot_id from lot where lot_id = any($1)',
      [lotIds.filter((lotId) => PUBLIC_LOT_ID.test(lotId))],
    );
    return new Set(rows.map((row) => row.lot_id));
  }

  /** Writes lots in the order of their ids: imports that name the same ones wait for each other, and never both. */
  async #write(
    file: ImportFile,
    rules: RowRules,
    lotIds: readonly string[],
    user: UserCaller,
    info: RequestInfo,
    at: Date,
  ): Promise<void> {
    const actor = actorOf(user, info);
    const ordered = [...lotIds].sort();
    await this.#database.write(async (em) => {
      for (let from = 0; from < ordered.length; from += PORTION) {
        const inputs = await inputsOf(file, ordered.slice(from, from + PORTION));
        for (let next = 0; next < inputs.length; next += BATCH) {
          currentRequest()?.signal.throwIfAborted();
          const chosen = await choosePlots(this.#database, inputs.slice(next, next + BATCH));
          const values = chosen.map(({ input }) => rules.values(input));
          await pause();
          await this.#writeBatch(em, values, user, actor, at);
        }
      }
      await audit(em, { caller: user, action: 'lot.imported', info, details: { created: ordered.length } });
    }, ordered.length);
  }

  async #writeBatch(
    em: EntityManager,
    batch: readonly CreateLotValues[],
    user: UserCaller,
    actor: Actor,
    at: Date,
  ): Promise<void> {
    const made = await Promise.all(
      batch.map((values) =>
        registered({ ...newLot(values, at), id: randomUUID(), createdBy: user.userId }, actor, this.#ledger.mspId),
      ),
    );
    await registerLots(em, made);
    await this.#queueChecks(
      em,
      made.map(({ lot }) => lot.id),
      actor,
    );
  }
}

/** The rules of one import's rows: the domain's, and the allowed farms. */
class RowRules {
  readonly #schema: ReturnType<typeof createLotInput>;
  readonly #user: UserCaller;
  readonly #scope: LotScope;

  constructor(user: UserCaller, scope: LotScope, now: Date) {
    this.#schema = createLotInput(latestCalendarDay(now));
    this.#user = user;
    this.#scope = scope;
  }

  judge(
    input: Record<string, unknown>,
    problems: readonly FieldError[],
  ): { lotId: string | null; errors: FieldError[] } {
    const parsed = this.#schema.safeParse(input);
    const errors = [...problems, ...(parsed.success ? this.#farmErrors(parsed.data) : messagesOf(parsed.error))];
    return { lotId: parsed.success ? parsed.data.lotId : lotIdOf(input), errors };
  }

  /** A row that was judged before. @throws Refused invalid when the file has changed since */
  values(input: Record<string, unknown>): CreateLotValues {
    const parsed = this.#schema.safeParse(input);
    if (!parsed.success) throw invalid(...messagesOf(parsed.error));
    return parsed.data;
  }

  #farmErrors({ farmId }: CreateLotValues): FieldError[] {
    return registersFor(this.#scope, this.#user, farmId) ? [] : [fieldMessage('farmId', REFUSED.ownFarmOnly({}))];
  }
}

/** Each message once: a list with several wrong parts says the same of each. */
function messagesOf(error: z.ZodError): FieldError[] {
  const messages = fieldMessages(error).map((one) => ({ ...one, field: one.field.split('.')[0] ?? one.field }));
  return messages.filter(
    ({ field, message }, at) => messages.findIndex((one) => one.field === field && one.message === message) === at,
  );
}

/** Counts all rows and keeps those that the answer names. */
class Report {
  total = 0;
  #invalid = 0;
  readonly #wrong: ImportedRow[] = [];
  readonly #right: ImportedRow[] = [];

  add(row: ImportedRow): void {
    this.total += 1;
    if (this.total > MAX_ROWS) {
      throw invalid({ field: 'file', said: FILE.manyLots({ most: MAX_ROWS }) });
    }
    const bad = row.errors.length > 0;
    if (bad) this.#invalid += 1;
    const kept = bad ? this.#wrong : this.#right;
    if (kept.length < ROWS_ANSWERED) kept.push(row);
  }

  answer(): ImportAnswer {
    const rows = [...this.#wrong, ...this.#right].slice(0, ROWS_ANSWERED);
    return { created: 0, total: this.total, invalid: this.#invalid, rows };
  }
}

/** The lot id of a row as far as it has one. */
function lotIdOf({ lotId }: Record<string, unknown>): string | null {
  return typeof lotId === 'string' ? normaliseLotId(lotId).slice(0, 64) : null;
}

/** The rows of some lots, in the order in which these are named. @throws Refused invalid when the file has changed since */
async function inputsOf(file: ImportFile, lotIds: readonly string[]): Promise<Record<string, unknown>[]> {
  const places = new Map(lotIds.map((lotId, place) => [lotId, place]));
  const inputs: Record<string, unknown>[] = [];
  let found = 0;
  for await (const batch of batches(importRows(file))) {
    currentRequest()?.signal.throwIfAborted();
    await pause();
    for (const { input } of batch) {
      const place = places.get(lotIdOf(input) ?? '');
      if (place === undefined) continue;
      inputs[place] = input;
      found += 1;
    }
  }
  if (found !== lotIds.length) throw invalid({ field: 'file', said: FILE.changed({}) });
  return inputs;
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
