import type { FieldError } from '../../../platform/errors/refusal.ts';

/** Largest import: the ids of its lots are held while it is checked, and its locks until it is committed. */
export const MAX_ROWS = 50_000;

/** One lot of an import file, before validation. */
export interface ImportRow {
  /** line of a CSV file, the header being 1; number of a GeoJSON feature, from 1 */
  row: number;
  /** as `createLotInput` takes it, values not judged yet */
  input: Record<string, unknown>;
  /** faults of the row itself */
  problems: FieldError[];
  /**
   * its cells are shifted against their names: their values are not validated, since every fault would follow from that
   * one
   */
  shifted?: true;
  /** the row has no lot id of its own */
  isNumbered?: boolean;
  /** of a spreadsheet: the cell of a field, null for a field without column */
  cellOf?: (field: string) => { column: string; value: string } | null;
}
