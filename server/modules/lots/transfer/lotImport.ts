import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { carriedOutTarget, currentRequest } from '../../../platform/database/requestScope.ts';
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
import { choosePlots, choosePlotsWithin } from '../../farms/plotRefs.ts';
import { pause } from '../../../platform/concurrency/pause.ts';
import type { Ledger } from '../../../domain/ledger/ledger.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { invalid, Refused, type FieldError } from '../../../platform/errors/refusal.ts';
import type { Actor } from '../lotEvents.ts';
import { actorOf } from '../lotService.ts';
import { newLot, registersFor } from '../newLot.ts';
import { registered, registerLots } from '../registration.ts';
import { writeDeliveries } from '../deliveries.ts';
import { MAX_ROWS, type ImportRow } from './importRow.ts';
import { storeImport, type ImportFile } from './storedImports.ts';
import { importSource, type ImportSource } from './importSource.ts';
import { PreviewSums, type ImportPreview } from './importPreview.ts';
import { rememberColumns } from './rememberedColumns.ts';
import type { SheetChoice } from './sheetRows.ts';
import type { StoredRow } from '../../../platform/database/tableRow.ts';

/** Rows that are looked at, and written, at a time: as many as other requests can wait for. */
const BATCH = 100;
/** Rows that are held in memory to be brought into order. */
const PORTION = 10_000;
/** What an answer says of single rows (docs/spec/rest-api.md, 'Import and export of lots'). */
export const ROWS_ANSWERED = 1_000;
/** A fault of a row; of a spreadsheet's row with the cell, which is answered to a check alone: no such answer is stored. */
export interface RowError extends FieldError {
  column?: string;
  value?: string;
}

export interface ImportedRow {
  row: number;
  /** as in the file, in upper case; null if missing */
  lotId: string | null;
  errors: RowError[];
}

export interface ImportAnswer {
  /** lots that were registered: all rows, or 0 */
  created: number;
  total: number;
  /** rows with errors */
  invalid: number;
  /** at most 1,000, those with errors first; empty in an answer that was lost and is given again */
  rows: ImportedRow[];
  /** of lots that were registered */
  importId?: string;
  /** where it was asked for: what the rows without errors add up to */
  preview?: ImportPreview;
}

/** What an import is called with, beside the file. */
export interface ImportOptions {
  /** checks everything and writes nothing */
  dryRun: boolean;
  preview: boolean;
  /** how a spreadsheet is read */
  choice: SheetChoice;
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
   * @param file CSV, GeoJSON or a spreadsheet, see `importSource`
   * @throws Refused forbidden; invalid when the file cannot be read as rows at all; conflict when others keep taking ids
   *   of its lots
   */
  async run(caller: Caller, file: ImportFile, options: ImportOptions, info: RequestInfo): Promise<ImportAnswer> {
    const { user } = requireGrant(this.#permissions, caller, 'create_lot');
    const again = carriedOutTarget('lot-import');
    if (again !== null) return this.#carriedOut(again);
    const at = this.#clock();
    const rules = new RowRules(user, scopeOf(this.#permissions, caller), at);
    const source = await importSource(this.#database, file, options.choice);
    let report = await this.#check(source, rules, options);
    if (report.isNumberTaken && source.renumber()) report = await this.#check(source, rules, options);
    const checked = report.answer();
    if (options.preview)
      checked.preview = await report.preview.answer(this.#database, scopeOf(this.#permissions, caller));
    if (options.dryRun || checked.invalid > 0) return checked;
    const write = { file, source, rules, user, info, at };
    try {
      return { ...checked, created: checked.total, importId: await this.#write(write, report) };
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      return this.#again(write, options);
    }
  }

  /** Of an import whose answer was lost: its ids are taken now, so its rows are not checked again. */
  async #carriedOut(importId: string): Promise<ImportAnswer> {
    const made = await this.#database.row<StoredRow<'lot_import', 'lots'>>(
      'select lots from lot_import where id = $1',
      [importId],
    );
    // Newer ones may have made it leave the list (`MOST_IMPORTS`).
    if (made === null) throw new Refused({ kind: 'conflict', said: REFUSED.keyAnswerGone({}) });
    return { created: made.lots, total: made.lots, invalid: 0, rows: [], importId };
  }

  /** After somebody registered one of the lots since they were checked: the second look names it, or numbers the rows anew. */
  async #again(write: ImportWrite, options: ImportOptions): Promise<ImportAnswer> {
    const isNumbered = write.source.renumber();
    const report = await this.#check(write.source, write.rules, options);
    const again = report.answer();
    if (again.invalid > 0) return again;
    const isTaken = new Refused({ kind: 'conflict', said: REFUSED.lotIdsTaken({}) });
    if (!isNumbered) throw isTaken;
    try {
      return { ...again, created: again.total, importId: await this.#write(write, report) };
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? isTaken : error;
    }
  }

  /** Validates every row by itself, against the other rows and against the database. */
  async #check(source: ImportSource, rules: RowRules, options: ImportOptions): Promise<Report> {
    const report = new Report();
    const firstRow = new Map<string, Pick<ImportRow, 'row' | 'isNumbered'>>();
    for await (const batch of batches(source.rows())) {
      const judged: (Judged & ImportRow)[] = [];
      const chosen = await choosePlots(
        this.#database,
        batch.map(({ input }) => input),
      );
      for (const [i, row] of batch.entries()) {
        const faults = (chosen[i]?.faults ?? []).map((fault) => fieldMessage(fault.field, fault.said));
        const verdict = row.shifted
          ? { lotId: lotIdOf(row.input), errors: [...row.problems], values: null }
          : rules.judge(chosen[i]?.input ?? row.input, [...row.problems, ...faults]);
        judged.push({ ...row, ...verdict });
        await pause();
      }
      const taken = await this.#taken(judged.flatMap(({ lotId }) => (lotId === null ? [] : [lotId])));
      for (const { row, lotId, errors, shifted, values, cellOf, isNumbered } of judged) {
        if (lotId !== null && !shifted) {
          const before = firstRow.get(lotId);
          if (before === undefined) firstRow.set(lotId, { row, isNumbered });
          else errors.push(fieldMessage('lotId', FILE.sameLotId({ row: before.row })));
          if (taken.has(lotId)) errors.push(fieldMessage('lotId', REFUSED.lotIdTaken({ lotId })));
          if (before?.isNumbered || (isNumbered && taken.has(lotId))) report.isNumberTaken = true;
        }
        const shown = options.dryRun && cellOf ? errors.map((error) => ({ ...error, ...cellOf(error.field) })) : errors;
        report.add({ row, lotId, errors: shown }, errors.length === 0 ? values : null);
      }
    }
    if (report.total === 0) throw invalid({ field: 'file', said: FILE.noLots({}) });
    return report;
  }

  /** Those of the ids that a lot has, also a deleted one. What can be no lot's id may be no text for the database either. */
  async #taken(lotIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows<StoredRow<'lot', 'lot_id'>>(
      'select lot_id from lot where lot_id = any($1)',
      [lotIds.filter((lotId) => PUBLIC_LOT_ID.test(lotId))],
    );
    return new Set(rows.map((row) => row.lot_id));
  }

  /**
   * Writes lots in the order of their ids: imports that name the same ones wait for each other, and never both.
   * @returns the import's id
   */
  async #write({ file, source, rules, user, info, at }: ImportWrite, report: Report): Promise<string> {
    const actor = actorOf(user, info);
    const ordered = report.lotIds.toSorted();
    const id = randomUUID();
    await this.#database.write(async (em) => {
      for (let from = 0; from < ordered.length; from += PORTION) {
        const inputs = await inputsOf(source, ordered.slice(from, from + PORTION));
        for (let next = 0; next < inputs.length; next += BATCH) {
          currentRequest()?.signal.throwIfAborted();
          const chosen = await choosePlotsWithin(em, inputs.slice(next, next + BATCH));
          const values = chosen.map(({ input }) => rules.values(input));
          await pause();
          await this.#writeBatch(em, values, user, actor, at);
        }
      }
      await storeImport(em, {
        id,
        user,
        requestId: info.requestId,
        at,
        file,
        lots: ordered.length,
        ...report.preview.sums(),
      });
      if (source.plan !== null && user.userId !== null) await rememberColumns(em, user.userId, source.plan, at);
      const target = { kind: 'lot-import', id };
      await audit(em, { caller: user, action: 'lot.imported', target, info, details: { created: ordered.length } });
    }, ordered.length);
    return id;
  }

  async #writeBatch(
    em: EntityManager,
    batch: readonly CreateLotValues[],
    user: UserCaller,
    actor: Actor,
    at: Date,
  ): Promise<void> {
    const lots = batch.map((values) => ({ ...newLot(values, at), id: randomUUID(), createdBy: user.userId }));
    const made = await Promise.all(lots.map((lot) => registered(lot, actor, this.#ledger.mspId)));
    await registerLots(em, made);
    await writeDeliveries(
      em,
      batch.flatMap(({ delivery }, i) => {
        const lot = lots[i];
        return delivery && lot !== undefined ? [{ lotId: lot.id, delivery, at, by: user.userId }] : [];
      }),
    );
    await this.#queueChecks(
      em,
      made.map(({ lot }) => lot.id),
      actor,
    );
  }
}

interface Judged {
  lotId: string | null;
  errors: FieldError[];
  /** null for a row with errors of its own */
  values: CreateLotValues | null;
}

/** All that a write needs of an import that was checked. */
interface ImportWrite {
  file: ImportFile;
  source: ImportSource;
  rules: RowRules;
  user: UserCaller;
  info: RequestInfo;
  at: Date;
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

  judge(input: Record<string, unknown>, problems: readonly FieldError[]): Judged {
    const parsed = this.#schema.safeParse(input);
    const errors = [...problems, ...(parsed.success ? this.#farmErrors(parsed.data) : messagesOf(parsed.error))];
    return {
      lotId: parsed.success ? parsed.data.lotId : lotIdOf(input),
      errors,
      values: parsed.success ? parsed.data : null,
    };
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
  const messages = fieldMessages(error).map((one) => ({ ...one, field: columnOfField(one.field) }));
  return messages.filter(
    ({ field, message }, at) => messages.findIndex((one) => one.field === field && one.message === message) === at,
  );
}

/** The column of a field: `delivery.bags` stands in the column of bags, each plot in that of plots. */
function columnOfField(field: string): string {
  const [first = field, second] = field.split('.');
  return first === 'delivery' && second !== undefined ? second : first;
}

/** Counts all rows and keeps those that the answer names. */
class Report {
  total = 0;
  /** a number that was given to a row is another lot's: in the database, or further down in the file */
  isNumberTaken = false;
  readonly lotIds: string[] = [];
  readonly preview = new PreviewSums();
  #invalid = 0;
  readonly #wrong: ImportedRow[] = [];
  readonly #right: ImportedRow[] = [];

  /** @param values of a row without errors */
  add(row: ImportedRow, values: CreateLotValues | null): void {
    this.total += 1;
    if (this.total > MAX_ROWS) {
      throw invalid({ field: 'file', said: FILE.manyLots({ most: MAX_ROWS }) });
    }
    const bad = row.errors.length > 0;
    if (bad) this.#invalid += 1;
    if (values !== null) {
      this.lotIds.push(values.lotId);
      this.preview.add(row.row, values);
    }
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
async function inputsOf(source: ImportSource, lotIds: readonly string[]): Promise<Record<string, unknown>[]> {
  const places = new Map(lotIds.map((lotId, place) => [lotId, place]));
  const inputs: Record<string, unknown>[] = [];
  let found = 0;
  for await (const batch of batches(source.rows())) {
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
