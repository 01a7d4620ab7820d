import type { DeliveryValues } from '../lot/deliveryInput.ts';
import { factsOf, isSettable, LOT_FIELD_NAMES, type FieldForm, type SettableField } from '../lot/lotTable.ts';

/** The fields of a lot that an import accepts. */
export const SETTABLE = LOT_FIELD_NAMES.filter(isSettable);

/** Fields of a delivery that an import accepts beside those of a lot (docs/spec/rest-api.md, 'Import and export of lots'). */
export const IMPORT_DELIVERY_COLUMNS = [
  'bags',
  'grossKg',
  'tareKg',
  'grade',
] as const satisfies (keyof DeliveryValues)[];
export type DeliveryColumn = (typeof IMPORT_DELIVERY_COLUMNS)[number];

export function isDeliveryColumn(name: string): name is DeliveryColumn {
  return IMPORT_DELIVERY_COLUMNS.some((known) => known === name);
}

/** Lot id of the example in the template; a spreadsheet's row with it is passed over. */
export const EXAMPLE_LOT_ID = 'EXAMPLE';

/** The field of a column. */
export type ImportField = SettableField | DeliveryColumn;
export const IMPORT_FIELDS: readonly ImportField[] = [...SETTABLE, ...IMPORT_DELIVERY_COLUMNS];

export function isImportField(name: string): name is ImportField {
  return IMPORT_FIELDS.some((known) => known === name);
}

/** Whether every lot needs a field. */
export function isNeeded(name: ImportField): boolean {
  return NEEDED.some((known) => known === name);
}

/** Columns that must be there; for the others `createLotInput` has a value. */
export const NEEDED = SETTABLE.filter((name) => !factsOf(name).optional);

/** The form of a field's values. The grade is the only text of a delivery. */
export function formOfField(name: ImportField): FieldForm {
  if (!isDeliveryColumn(name)) return factsOf(name).form;
  return name === 'grade' ? 'text' : 'figure';
}
