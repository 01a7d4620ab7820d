import type { ImportField } from '../../../server/domain/spreadsheet/importFields.ts';
import type { ImportCall, ImportOutcome, InspectOutcome, UploadCall } from './importCall.ts';
import { createImportJob, type ImportJob, type ImportState } from './importJob.ts';
import {
  changesColumns,
  type Inspection,
  sheetParameters,
  withColumn,
  type FormatPart,
  type InspectedSheet,
} from './inspection.ts';

/** Before a spreadsheet is checked its columns are found, and named where they are not known. */
export type SheetImportState<Field extends string = ImportField> =
  | ImportState
  | { step: 'reading'; file: File; sent: number }
  | { step: 'mapping'; file: File; sheet: InspectedSheet<Field> };

export interface SheetImportJob<Field extends string = ImportField> extends Omit<ImportJob, 'read'> {
  read: () => SheetImportState<Field>;
  /** the spreadsheet that is checked or imported; null for GeoJSON */
  sheet: () => InspectedSheet<Field> | null;
  /** shows how the file is read, to be changed */
  map: () => void;
  changeFormat: (part: FormatPart, value: string) => Promise<void>;
  changeColumn: (at: number, field: Field | null) => void;
  /** checks the file by the columns that are shown */
  checkMapped: () => Promise<void>;
}

/** The calls of a job. */
export interface SheetImportCalls<Field extends string = ImportField> {
  inspect: (call: UploadCall) => Promise<InspectOutcome<Field>>;
  send: (call: ImportCall) => Promise<ImportOutcome>;
  /** fields without a column that every row needs */
  missing: (columns: readonly (Field | null)[]) => readonly Field[];
}

/** One import of a spreadsheet: choose a file, name its columns if they are not known, check it, register it. */
export function createSheetImportJob<Field extends string = ImportField>({
  inspect,
  send,
  missing,
}: SheetImportCalls<Field>): SheetImportJob<Field> {
  const job = createImportJob(send);
  const listeners = new Set<() => void>();
  let front: SheetImportState<Field> | null = null;
  let sheet: InspectedSheet<Field> | null = null;
  // Columns that were named in this session: a corrected file has the same ones.
  let named: { heads: string; columns: InspectedSheet<Field>['columns'] } | null = null;
  let underWay: AbortController | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  job.subscribe(tell);
  const show = (next: SheetImportState<Field> | null): void => {
    front = next;
    tell();
  };
  const leave = (): void => {
    underWay?.abort();
    underWay = null;
    front = null;
  };

  const read = async (file: File, chosen: InspectedSheet<Field>['chosen']): Promise<'mapped' | 'found' | 'ended'> => {
    leave();
    const mine = new AbortController();
    underWay = mine;
    show({ step: 'reading', file, sent: 0 });
    const onProgress = (sent: number): void => {
      if (underWay === mine) show({ step: 'reading', file, sent });
    };
    const outcome = await inspect({ file, query: chosen, onProgress, signal: mine.signal });
    // The reading was aborted, or another file was selected.
    if (underWay !== mine) return 'ended';
    underWay = null;
    if (outcome.kind === 'unreadable') show({ step: 'unreadable', file, faults: outcome.faults });
    if (outcome.kind === 'failed') {
      show({ step: 'failed', file, during: 'checking', statusCode: outcome.statusCode, isUndecided: false });
    }
    if (outcome.kind !== 'inspected') return 'ended';
    const { found } = outcome;
    const columns = named?.heads === headsOf(found) ? named.columns : found.columns.map(({ field }) => field);
    sheet = found.format.kind === 'geojson' ? null : { file, found, chosen, columns };
    return sheet === null || missing(sheet.columns).length === 0 ? 'mapped' : 'found';
  };
  const check = async (file: File): Promise<void> => {
    leave();
    await job.check(file, sheet === null ? {} : sheetParameters(sheet));
  };
  const map = (): void => {
    if (sheet !== null) show({ step: 'mapping', file: sheet.file, sheet });
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => front ?? job.read(),
    sheet: () => sheet,
    async check(file) {
      // Trying again keeps the format that was chosen for the file.
      const result = await read(file, sheet?.file === file ? sheet.chosen : {});
      if (result === 'mapped') await check(file);
      if (result === 'found') map();
    },
    run: job.run,
    reset() {
      leave();
      sheet = null;
      job.reset();
    },
    map,
    async changeFormat(part, value) {
      if (sheet === null) return;
      const chosen = { ...sheet.chosen, [part]: value };
      if (changesColumns(part) && (await read(sheet.file, chosen)) === 'ended') return;
      if (!changesColumns(part)) sheet = { ...sheet, chosen };
      map();
    },
    changeColumn(at, field) {
      if (sheet === null) return;
      sheet = { ...sheet, columns: withColumn(sheet.columns, at, field) };
      named = { heads: headsOf(sheet.found), columns: sheet.columns };
      map();
    },
    async checkMapped() {
      if (sheet !== null) await check(sheet.file);
    },
  };
}

function headsOf({ columns }: Inspection<string>): string {
  return JSON.stringify(columns.map(({ head }) => head));
}
