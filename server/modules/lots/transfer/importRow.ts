import type { FieldError } from '../../../platform/errors/refusal.ts';

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
}
