import { factsOf, isSettable, LOT_FIELD_NAMES, type SettableField } from '../../../server/domain/lot/lotTable.ts';

/** The columns of an import file (docs/api.md, 'Imports'), in the order of a lot's fields. */
export const IMPORT_COLUMNS: readonly { name: SettableField; isNeeded: boolean }[] = LOT_FIELD_NAMES.filter(
  isSettable,
).map((name) => ({ name, isNeeded: !factsOf(name).optional }));

/** A CSV file with these columns and no row: an example row might be imported by mistake. */
export function lotTemplate(): string {
  return `${IMPORT_COLUMNS.map(({ name }) => name).join(',')}\r\n`;
}
