import type { PermissionTable } from '../../../domain/access/permissions.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { requireGrant, type Caller } from '../../../platform/access/caller.ts';
import { currentRequest } from '../../../platform/database/requestScope.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { openSheetFile, type ReadableFile } from '../../../platform/spreadsheet/sheetFile.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findRemembered } from './rememberedColumns.ts';
import { MAX_ROWS } from './importRow.ts';
import { importRows, isGeoJson } from './importRows.ts';
import { foundColumns, foundFormat } from '../../../platform/spreadsheet/sheetQuery.ts';
import type { InspectAnswer } from './sheetQuery.ts';
import { dataRows } from '../../../platform/spreadsheet/sheetPlan.ts';
import { planSheet, type SheetChoice } from './sheetRows.ts';

/** Says what a file holds, before anything is checked or registered. */
export class SheetInspection {
  readonly #database: Database;
  readonly #permissions: PermissionTable;

  constructor(database: Database, permissions: PermissionTable) {
    this.#database = database;
    this.#permissions = permissions;
  }

  /** @throws Refused forbidden; invalid for a file that is no spreadsheet */
  async inspect(caller: Caller, file: ReadableFile, choice: SheetChoice): Promise<InspectAnswer> {
    const { user } = requireGrant(this.#permissions, caller, 'create_lot');
    if (await isGeoJson(file))
      return { format: GEOJSON, columns: [], remembered: false, rows: await counted(importRows(file)) };
    const sheet = await openSheetFile(file, choice);
    const found = await planSheet(sheet, choice);
    const known =
      choice.columns || user.userId === null ? null : await findRemembered(this.#database, user.userId, found.heads);
    const plan = known === null ? found : await planSheet(sheet, { ...known, ...given(choice) });
    return {
      format: { ...foundFormat(sheet, plan), quality: plan.quality === 10 ? '10' : '100' },
      columns: foundColumns(plan),
      remembered: known !== null,
      rows: await counted(dataRows(sheet, plan.headRow)),
    };
  }
}

function given(choice: SheetChoice): SheetChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

const GEOJSON = {
  kind: 'geojson',
  sheet: null,
  sheets: [],
  encoding: 'utf-8',
  delimiter: null,
  headRow: null,
  decimal: null,
  dates: null,
  quality: null,
} satisfies InspectAnswer['format'];

/** @throws Refused invalid for more lots than an import takes */
async function counted(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) {
    count += 1;
    if (count > MAX_ROWS) throw invalid({ field: 'file', said: FILE.manyLots({ most: MAX_ROWS }) });
    if (count % 1_000 === 0) currentRequest()?.signal.throwIfAborted();
  }
  return count;
}
