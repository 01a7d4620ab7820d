import { BY_CLEAR_NAME, factsOf } from '../lot/lotTable.ts';
import { degreesFromMicro } from '../text/units.ts';
import { ALERT_FIELDS, CLEAR_FIELDS, COMMITTED_FIELDS, type ClearField, type CommittedField } from './content.ts';

/** The API's name of a ledger field: for a field in the clear the lot's field, otherwise the same name. */
export const API_FIELD = Object.fromEntries(
  [...CLEAR_FIELDS, ...COMMITTED_FIELDS, ...ALERT_FIELDS].map(
    (name) => [name, BY_CLEAR_NAME.get(name) ?? name] as const,
  ),
) as Record<ClearField | CommittedField, string>;

/**
 * A field's value for display, in the API's units; null for no value.
 * @param value as it is in a content or in the table of personal values
 */
export function apiText(field: ClearField | CommittedField, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return String(inApiUnits(field, value));
  if (Array.isArray(value)) {
    if (field === 'place' || field === 'place2' || field === 'place1') {
      return value.map((micro) => degreesFromMicro(Number(micro))).join(', ');
    }
    return value.map((part) => String(part ?? '—')).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function inApiUnits(field: ClearField | CommittedField, value: number): number {
  const known = BY_CLEAR_NAME.get(field);
  const figure = known === undefined ? undefined : factsOf(known).figure;
  return figure === undefined ? value : figure.scale.fromWhole(value);
}
