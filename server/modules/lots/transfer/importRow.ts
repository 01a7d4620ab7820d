import type { FieldError } from '../../../platform/errors/refusal.ts';

/** One lot of an import file, as it stands there. */
export interface ImportRow {
  /** line of a CSV file, the header being 1; number of a GeoJSON feature, from 1 */
  row: number;
  /** as `createLotInput` takes it, values not judged yet */
  input: Record<string, unknown>;
  /** what is wrong with the row before its values are looked at */
  problems: FieldError[];
  /** its cells do not stand under their names: what they hold is not judged, since every fault would follow from that one */
  shifted?: true;
}
