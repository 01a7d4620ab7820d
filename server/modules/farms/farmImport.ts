import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { FARM_FIELDS, newFarmInput, type FarmField, type NewFarm } from '../../domain/farm/farmInput.ts';
import { FARM_COLUMN_NAMES, farmOfCells, MOST_FARM_ROWS, type FarmSheetField } from '../../domain/farm/farmSheet.ts';
import { FILE } from '../../domain/messages/callMessages.ts';
import { fieldMessage, fieldMessages } from '../../domain/messages/fieldMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { SheetCell } from '../../domain/spreadsheet/cellValue.ts';
import {
  partnerKeyOf,
  requireGrant,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { audit, auditAll } from '../../platform/audit-log/audit.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget, currentRequest } from '../../platform/database/requestScope.ts';
import { invalid, Refused, type FieldError } from '../../platform/errors/refusal.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { openSheetFile, type ReadableFile, type SheetFile } from '../../platform/spreadsheet/sheetFile.ts';
import {
  assertMapped,
  cellOf,
  dataRows,
  planColumns,
  type SheetFormatChoice,
  type ColumnPlan,
} from '../../platform/spreadsheet/sheetPlan.ts';
import { foundColumns, foundFormat } from '../../platform/spreadsheet/sheetQuery.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { MOST_FARMS } from './farmRegister.ts';
import { changedFarmFields } from './farmValues.ts';
import { FARM_COLUMNS, farmRow, type FarmView } from './farmView.ts';
import { registeredFarms } from './registeredFarms.ts';
import { FARM_ROWS } from './signedFarms.ts';

/** Rows that are looked at, and written, at a time: as many as other requests can wait for. */
const BATCH = 250;
/** What an answer says of single rows. */
export const FARM_ROWS_ANSWERED = 1_000;

/** A row of a file. */
export interface ImportedFarm {
  row: number;
  /** null: it has none that can be taken */
  farmId: string | null;
  /** of a check with the cell: no such answer is stored */
  errors: (FieldError & { column?: string; value?: string })[];
  /** what the row does; null for one with errors */
  effect: 'added' | 'changed' | 'same' | null;
  /** fields that differ from the entry; of a new farm none */
  fields: FarmField[];
  /** the entry was changed after the file was exported, so the row may put an old value back */
  isOld: boolean;
}

export interface FarmImportAnswer {
  /** farms that were added or changed: those of all rows, or 0 */
  created: number;
  total: number;
  /** rows with errors */
  invalid: number;
  added: number;
  changed: number;
  same: number;
  /** rows that may put an old value back */
  old: number;
  /**
   * at most 1,000: those with errors first, then those that may put an old value back; empty in an answer that was lost
   * and is given again
   */
  rows: ImportedFarm[];
}

/** What a file holds, before anything is checked. */
export interface FarmInspection {
  format: ReturnType<typeof foundFormat>;
  columns: ReturnType<typeof foundColumns<FarmSheetField>>;
  rows: number;
}

type Plan = ColumnPlan<FarmSheetField>;

/** What the audit table has of an import. */
const importDetails = z.object({ added: z.int(), changed: z.int() });

interface JudgedRow {
  row: number;
  farmId: string | null;
  errors: ImportedFarm['errors'];
  /** null for a row with errors of its own */
  values: NewFarm | null;
  given: FarmField[];
  version: number | null;
  cells: readonly SheetCell[];
}

/** Adds and changes farms of the register from a spreadsheet: all of its rows, or none. */
export class FarmImport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: (() => Date) | undefined }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** @throws Refused unauthenticated, forbidden; invalid for a file that is no spreadsheet */
  async inspect(
    caller: Caller,
    file: ReadableFile,
    choice: SheetFormatChoice<FarmSheetField>,
  ): Promise<FarmInspection> {
    requireGrant(this.#permissions, caller, 'manage_farms');
    const sheet = await openSheetFile(file, choice);
    const { plan } = await planColumns(sheet, choice, FARM_COLUMN_NAMES);
    let rows = 0;
    for await (const _ of dataRows(sheet, plan.headRow)) {
      rows += 1;
      if (rows > MOST_FARM_ROWS) throw tooMany();
    }
    return { format: foundFormat(sheet, plan), columns: foundColumns(plan), rows };
  }

  /**
   * A farm that is in the register gets the values of its row, any other one is entered. An empty cell, and a field
   * without column, change nothing.
   * @param dryRun judges everything and writes nothing
   * @throws Refused unauthenticated, forbidden; invalid when the file cannot be read as rows at all; conflict (the
   *   register would hold more farms than it may, or an entry was changed outside of the program meanwhile)
   */
  async run(
    caller: Caller,
    file: ReadableFile,
    { dryRun, choice }: { dryRun: boolean; choice: SheetFormatChoice<FarmSheetField> },
    info: RequestInfo,
  ): Promise<FarmImportAnswer> {
    const { user } = requireGrant(this.#permissions, caller, 'manage_farms');
    const sheet = await openSheetFile(file, choice);
    const { plan } = await planColumns(sheet, choice, FARM_COLUMN_NAMES);
    assertMapped(plan);
    if (!plan.columns.includes('farmId'))
      throw invalid({ field: 'file', said: FILE.columnMissing({ column: 'farmId' }) });
    const judged = await judgedRows(sheet, plan);
    const again = await this.#carriedOut(judged.length);
    if (again !== null) return again;
    const rows = await this.#compared(judged, dryRun ? plan : null);
    const answer = answerOf(rows);
    if (dryRun || answer.invalid > 0) return answer;
    const { added, changed } = await this.#write(user, judged, info);
    return { ...answer, added, changed, same: answer.total - added - changed, created: added + changed };
  }

  /** The answer of an earlier call under this key, from its line of the audit table; null where there is none. */
  async #carriedOut(total: number): Promise<FarmImportAnswer | null> {
    let created = 0;
    while (carriedOutTarget('farm') !== null) created += 1;
    const id = carriedOutTarget('farm-import');
    if (id === null) return null;
    const line = await this.#database.row<{ details: unknown }>(
      `select a.details from ${AUDITED} a where a.target_kind = 'farm-import' and a.target_id = $1`,
      [id],
    );
    const { added, changed } = importDetails.parse(line?.details);
    return { created, total, invalid: 0, added, changed, same: total - created, old: 0, rows: [] };
  }

  /** What each row would do to the register as it is. @param plan null: errors are told without cells */
  async #compared(judged: readonly JudgedRow[], plan: Plan | null): Promise<ImportedFarm[]> {
    const rows: ImportedFarm[] = [];
    for (let from = 0; from < judged.length; from += BATCH) {
      currentRequest()?.signal.throwIfAborted();
      await pause();
      const batch = judged.slice(from, from + BATCH);
      const farmIds = batch.flatMap(({ farmId }) => farmId ?? []);
      const entries = await registeredFarms(this.#database, farmIds);
      const known = await this.#inRegister(farmIds);
      for (const { row, farmId, errors, values, given, version, cells } of batch) {
        const entry = farmId === null ? undefined : entries.get(farmId);
        if (farmId !== null && entry === undefined && known.has(farmId)) {
          errors.push(fieldMessage('farmId', REFUSED.changedFarm({})));
        }
        const told =
          plan === null ? errors : errors.map((error) => ({ ...error, ...cellOf(plan, cells, error.field) }));
        if (values === null || errors.length > 0) {
          rows.push({ row, farmId, errors: told, effect: null, fields: [], isOld: false });
          continue;
        }
        const fields = entry === undefined ? [] : changedFarmFields(entry, { ...entry, ...picked(values, given) });
        const effect = entry === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same';
        const isOld = effect === 'changed' && version !== null && version !== entry?.version;
        rows.push({ row, farmId, errors: told, effect, fields, isOld });
      }
    }
    return rows;
  }

  async #inRegister(farmIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.rows<{ farmId: string }>(
      'select farm_id as "farmId" from farm where erased_at is null and farm_id = any($1::text[])',
      [farmIds],
    );
    return new Set(rows.map(({ farmId }) => farmId));
  }

  /** Writes all rows in one transaction, by the entries as they are then. */
  async #write(
    user: UserCaller,
    judged: readonly JudgedRow[],
    info: RequestInfo,
  ): Promise<{ added: number; changed: number }> {
    const at = this.#clock();
    return this.#database.write(async (em) => {
      await lockCaller(em, user);
      await holdLimit(em, 'farms');
      const counts = { added: 0, changed: 0 };
      // In the order in which an erasure locks them too.
      await em.execute(
        `select 1 from farm where erased_at is null
           and farm_id in (select value from json_array_elements_text(?::json)) order by id for update`,
        [JSON.stringify(judged.flatMap(({ farmId }) => farmId ?? []))],
      );
      for (let from = 0; from < judged.length; from += BATCH) {
        currentRequest()?.signal.throwIfAborted();
        const written = await writeBatch(em, { user, at, info }, judged.slice(from, from + BATCH));
        counts.added += written.added;
        counts.changed += written.changed;
        await pause();
      }
      await assertRoom(em);
      const target = { kind: 'farm-import', id: randomUUID() };
      await audit(em, { caller: user, action: 'farm.imported', target, info, details: counts });
      return counts;
    }, judged.length);
  }
}

async function judgedRows(sheet: SheetFile, plan: Plan): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  const firstRow = new Map<string, number>();
  for await (const { row, cells } of dataRows(sheet, plan.headRow)) {
    if (judged.length % BATCH === 0) currentRequest()?.signal.throwIfAborted();
    const byField = new Map(
      plan.columns.flatMap((field, at) => (field === null ? [] : [[field, cells[at] ?? ''] as const])),
    );
    if ([...byField.values()].every((cell) => String(cell).trim() === '')) continue;
    const one = judgedRow(row, byField, cells, plan);
    const before = one.farmId === null ? undefined : firstRow.get(one.farmId);
    if (before !== undefined) one.errors.push(fieldMessage('farmId', FILE.sameFarm({ row: before })));
    else if (one.farmId !== null) firstRow.set(one.farmId, row);
    if (judged.push(one) > MOST_FARM_ROWS) throw tooMany();
    await pause();
  }
  if (judged.length === 0) throw invalid({ field: 'file', said: FILE.noFarms({}) });
  return judged;
}

function judgedRow(
  row: number,
  byField: ReadonlyMap<FarmSheetField, SheetCell>,
  cells: readonly SheetCell[],
  plan: Plan,
): JudgedRow {
  const { input, version } = farmOfCells(byField, plan.dates);
  const parsed = newFarmInput.safeParse(input);
  const errors = parsed.success ? [] : messagesOf(parsed.error);
  const id = newFarmInput.shape.farmId.safeParse(input['farmId']);
  return {
    row,
    farmId: id.success ? id.data : null,
    errors,
    values: parsed.success ? parsed.data : null,
    given: FARM_FIELDS.filter((field) => field in input),
    version,
    cells,
  };
}

/** By column: what is wrong with one of its entries is said of the cell, each once. */
function messagesOf(error: z.ZodError): FieldError[] {
  const messages = fieldMessages(error).map((one) => ({ ...one, field: one.field.split('.')[0] ?? one.field }));
  return messages.filter(
    ({ field, message }, at) => messages.findIndex((one) => one.field === field && one.message === message) === at,
  );
}

/** The values of the fields that a row gives. */
function picked(values: NewFarm, given: readonly FarmField[]): Partial<NewFarm> {
  return Object.fromEntries(given.map((field) => [field, values[field]]));
}

function answerOf(rows: readonly ImportedFarm[]): FarmImportAnswer {
  const count = (effect: ImportedFarm['effect']): number => rows.filter((row) => row.effect === effect).length;
  const rank = ({ effect, isOld }: ImportedFarm): number => {
    if (effect === null) return 0;
    if (isOld) return 1;
    return effect === 'same' ? 3 : 2;
  };
  return {
    created: 0,
    total: rows.length,
    invalid: count(null),
    added: count('added'),
    changed: count('changed'),
    same: count('same'),
    old: rows.filter(({ isOld }) => isOld).length,
    rows: rows.toSorted((one, other) => rank(one) - rank(other)).slice(0, FARM_ROWS_ANSWERED),
  };
}

interface Writing {
  user: UserCaller;
  at: Date;
  info: RequestInfo;
}

/** Writes what differs of some rows, whose entries are locked. @throws Refused conflict */
async function writeBatch(
  em: EntityManager,
  { user, at, info }: Writing,
  batch: readonly JudgedRow[],
): Promise<{ added: number; changed: number }> {
  const found: unknown = await em.execute(
    `select ${FARM_COLUMNS} from farm t where t.erased_at is null
       and t.farm_id in (select value from json_array_elements_text(?::json)) `,
    [JSON.stringify(batch.flatMap(({ farmId }) => farmId ?? []))],
  );
  const entries = new Map(
    z
      .array(farmRow)
      .parse(found)
      .map((entry) => [entry.farmId, entry]),
  );
  const whole = await verifiedRows(
    em,
    FARM_ROWS,
    [...entries.values()].map(({ id }) => id),
  );
  const added: FarmView[] = [];
  const changed: { farm: FarmView; fields: FarmField[] }[] = [];
  for (const { values, given } of batch) {
    if (values === null) continue;
    const entry = entries.get(values.farmId);
    if (entry === undefined) {
      added.push({ ...values, id: randomUUID(), version: 1, createdAt: at, updatedAt: at });
      continue;
    }
    if (!whole.has(entry.id)) throw new Refused({ kind: 'conflict', said: REFUSED.changedFarm({}) });
    const after = { ...entry, ...picked(values, given) };
    const fields = changedFarmFields(entry, after);
    if (fields.length > 0) changed.push({ farm: { ...after, version: entry.version + 1, updatedAt: at }, fields });
  }
  await insertFarms(em, user, added);
  await updateFarms(
    em,
    changed.map(({ farm }) => farm),
  );
  await signRows(
    em,
    FARM_ROWS,
    [...added, ...changed.map(({ farm }) => farm)].map(({ id }) => id),
  );
  const line = { caller: user, info };
  const entriesMade = added.map(({ id }) => ({
    ...line,
    action: 'farm.registered' as const,
    target: { kind: 'farm', id },
  }));
  const entriesChanged = changed.map(({ farm: { id, version }, fields }) => ({
    ...line,
    action: 'farm.changed' as const,
    target: { kind: 'farm', id },
    details: { version, fields },
  }));
  if (added.length + changed.length > 0) await auditAll(em, [...entriesMade, ...entriesChanged]);
  return { added: added.length, changed: changed.length };
}

const VALUE_COLUMNS = FARM_FIELDS.join(', ');
const JSON_FIELDS: ReadonlySet<FarmField> = new Set(['farmers', 'consents', 'certificates']);
const VALUE_TYPES = FARM_FIELDS.map((field) => `${field} ${JSON_FIELDS.has(field) ? 'jsonb' : 'text'}`).join(', ');

async function insertFarms(em: EntityManager, user: UserCaller, farms: readonly FarmView[]): Promise<void> {
  if (farms.length === 0) return;
  await em.execute(
    `insert into farm (id, farm_id, ${VALUE_COLUMNS}, version, created_by, created_key, created_at, updated_at)
     select id, "farmId", ${VALUE_COLUMNS}, version, ?::uuid, ?::uuid, "createdAt", "updatedAt"
     from json_to_recordset(?::json) as made (id uuid, "farmId" text, ${VALUE_TYPES}, version integer, "createdAt" timestamptz,
       "updatedAt" timestamptz)`,
    [user.userId, partnerKeyOf(user), JSON.stringify(farms)],
  );
}

async function updateFarms(em: EntityManager, farms: readonly FarmView[]): Promise<void> {
  if (farms.length === 0) return;
  await em.execute(
    `update farm t set ${FARM_FIELDS.map((field) => `${field} = made.${field}`).join(', ')}, version = made.version,
       updated_at = made."updatedAt"
     from json_to_recordset(?::json) as made (id uuid, ${VALUE_TYPES}, version integer, "updatedAt" timestamptz)
     where t.id = made.id`,
    [JSON.stringify(farms)],
  );
}

/** @throws Refused conflict: nothing of the import stays */
async function assertRoom(em: EntityManager): Promise<void> {
  const [known]: { count: number }[] = await em.execute(
    'select count(*)::int as count from farm where erased_at is null',
  );
  if ((known?.count ?? 0) > MOST_FARMS) {
    throw new Refused({ kind: 'conflict', said: REFUSED.manyFarms({ most: MOST_FARMS }) });
  }
}

function tooMany(): Refused {
  return invalid({ field: 'file', said: FILE.manyFarms({ most: MOST_FARM_ROWS }) });
}
