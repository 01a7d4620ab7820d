/** The fields of a kind of spreadsheet, as screens name them. */
export interface SheetFields<Field extends string> {
  names: readonly Field[];
  label: (field: Field) => string;
  /** what a field accepts; empty where its name says it */
  accepted: (field: Field) => string;
  /** whether every row needs it */
  isNeeded: (field: Field) => boolean;
  /** fields without a column that are needed */
  missing: (columns: readonly (Field | null)[]) => readonly Field[];
}

/** The field of a name; null for any other name. */
export function sheetField<Field extends string>({ names }: SheetFields<Field>, name: string): Field | null {
  return names.find((field) => field === name) ?? null;
}
