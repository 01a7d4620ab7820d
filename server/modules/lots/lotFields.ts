import type { ClearFields, CommittedField } from '../../domain/ledger/content.ts';
import type { CreateLotValues, LotPatchValues } from '../../domain/lot/lotInput.ts';
import { factsOf, isEditable, LOT_FIELD_NAMES, LOT_FIELDS, type EditableStored } from '../../domain/lot/lotTable.ts';
import { roundPlace } from '../../domain/text/units.ts';
import type { Lot } from './lot.ts';

/** The fields of a lot that an edit may change, as they are stored. */
export type StoredFields = Pick<Lot, EditableStored>;
export type StoredPatch = Partial<StoredFields>;

const EDITABLE = LOT_FIELD_NAMES.filter(isEditable);

/** The API's values in stored units, figures rounded to whole numbers; only the fields that were given. */
export function storedPatch(values: LotPatchValues): StoredPatch {
  const stored: Record<string, unknown> = {};
  for (const field of EDITABLE) {
    const value = values[field];
    if (value === undefined) continue;
    const { stored: name, figure } = factsOf(field);
    stored[name] = typeof value === 'number' && figure !== undefined ? figure.scale.toWhole(value) : value;
  }
  return stored;
}

/** The same of a new lot, of which each field is given. */
export function storedFields(values: CreateLotValues): StoredFields {
  return storedPatch(values) as StoredFields;
}

/** The part of a patch that differs from the lot. */
export function changedFields(patch: StoredPatch, lot: StoredFields): StoredPatch {
  const changed = EDITABLE.map((field) => LOT_FIELDS[field].stored).filter(
    (stored) => stored in patch && !same(patch[stored], lot[stored]),
  );
  return Object.fromEntries(changed.map((stored) => [stored, patch[stored]]));
}

/** What a patch sets in the clear on the ledger. */
export function clearFieldsOf(patch: StoredPatch): ClearFields {
  const set: Record<string, unknown> = {};
  for (const field of EDITABLE) {
    const { ledger } = factsOf(field);
    const value = patch[LOT_FIELDS[field].stored];
    if (ledger.kind === 'clear' && value !== undefined) set[ledger.name] = value;
  }
  return set;
}

/** What a patch commits to on the ledger: names, farm and the place in its three roundings. */
export function personalFieldsOf(
  patch: StoredPatch,
  lot: Pick<Lot, 'latMicro' | 'lonMicro'>,
): Partial<Record<CommittedField, unknown>> {
  const place = movesPlace(patch)
    ? { latMicro: patch.latMicro ?? lot.latMicro, lonMicro: patch.lonMicro ?? lot.lonMicro }
    : null;
  return {
    ...(patch.farmerName === undefined ? {} : { farmerName: patch.farmerName }),
    ...(patch.farmId === undefined ? {} : { farmId: patch.farmId }),
    ...(patch.plots === undefined || patch.plots === null ? {} : { geometry: patch.plots }),
    ...(place === null || place.latMicro === null || place.lonMicro === null
      ? {}
      : placeFields({ latMicro: place.latMicro, lonMicro: place.lonMicro })),
  };
}

/** Whether a patch sets another place, or other plots. */
export function movesPlace(patch: StoredPatch): boolean {
  return patch.latMicro !== undefined || patch.lonMicro !== undefined || patch.plots !== undefined;
}

function placeFields(place: { latMicro: number; lonMicro: number }): Partial<Record<CommittedField, unknown>> {
  const pair = ({ latMicro, lonMicro }: { latMicro: number; lonMicro: number }): [number, number] => [
    latMicro,
    lonMicro,
  ];
  return { place: pair(place), place2: pair(roundPlace(place, 2)), place1: pair(roundPlace(place, 1)) };
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((part, i) => part === b[i]);
  return a === b;
}
