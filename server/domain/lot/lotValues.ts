import {
  factsOf,
  isPublic,
  LOT_FIELD_NAMES,
  LOT_FIELDS,
  type LotField,
  type LotValues,
  type PublicValues,
  type StoredLot,
} from './lotTable.ts';
import { roundPlace } from '../text/units.ts';

/** Converts a stored value into the API's; null if they are the same. */
function reader(field: LotField): ((stored: unknown) => unknown) | null {
  const { form, figure } = factsOf(field);
  if (figure !== undefined) return (whole) => (typeof whole === 'number' ? figure.scale.fromWhole(whole) : null);
  if (form === 'moment') return (at) => (at instanceof Date ? at.toISOString() : null);
  return null;
}

const READ = LOT_FIELD_NAMES.map((field) => ({ field, stored: LOT_FIELDS[field].stored, read: reader(field) }));

/** A lot's fields as the API names and measures them, out of its row. */
export function lotValues(row: StoredLot): LotValues {
  const values: Record<string, unknown> = {};
  for (const { field, stored, read } of READ) values[field] = read === null ? row[stored] : read(row[stored]);
  // The type states about the same table what the loop does.
  return values as LotValues;
}

const PUBLIC = LOT_FIELD_NAMES.filter(isPublic).map((field) => ({
  field,
  named: factsOf(field).public === 'unless anonymised',
}));

/**
 * The same for the public: locations rounded to two decimals; for an anonymized lot to one, without names, farm and
 * free text.
 */
export function publicValues(row: StoredLot): PublicValues {
  const hidden = row.isAnonymized;
  const rounded = lotValues({ ...row, ...roundedPlace(row, hidden ? 1 : 2) });
  const values: Record<string, unknown> = {};
  for (const { field, named } of PUBLIC) values[field] = hidden && named ? null : rounded[field];
  return values as PublicValues;
}

function roundedPlace({ latMicro, lonMicro }: StoredLot, decimals: 1 | 2): Pick<StoredLot, 'latMicro' | 'lonMicro'> {
  if (latMicro === null || lonMicro === null) return { latMicro: null, lonMicro: null };
  return roundPlace({ latMicro, lonMicro }, decimals);
}
