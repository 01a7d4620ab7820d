import { FARM_FIELDS, type FarmField } from '../../domain/farm/farmInput.ts';
import type { FarmView } from './farmView.ts';

type FarmValues = Pick<FarmView, FarmField>;

/** The values of a farm as they are stored, in the order of `FARM_FIELDS`. */
export function storedValues(farm: FarmValues): string[] {
  return FARM_FIELDS.map((field) => storedValue(farm, field));
}

/** The fields in which two states of a farm differ. */
export function changedFarmFields(before: FarmValues, after: FarmValues): FarmField[] {
  return FARM_FIELDS.filter((field) => storedValue(before, field) !== storedValue(after, field));
}

function storedValue(farm: FarmValues, field: FarmField): string {
  const value = farm[field];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
