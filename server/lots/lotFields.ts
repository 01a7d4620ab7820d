import type { ClearFields, CommittedField } from '../domain/ledger/content.ts';
import type { LotPatchValues } from '../domain/lotInput.ts';
import { gramsFromKg, hundredthsFrom, microFromDegrees, roundPlace, tenthsFrom } from '../domain/units.ts';
import type { Lot } from './lot.ts';

const STORED = [
  'farmId',
  'farmerName',
  'variety',
  'harvestDate',
  'latMicro',
  'lonMicro',
  'weightGrams',
  'moistureHundredths',
  'temperatureHundredths',
  'certifications',
  'qualityTenths',
  'isAnonymized',
] as const;

/** The fields of a lot that people set, as they are stored. */
export type StoredFields = Pick<Lot, (typeof STORED)[number]>;
export type StoredPatch = Partial<StoredFields>;

/** The API's values in stored units; only the fields that were given. */
export function storedFields(values: LotPatchValues): StoredPatch {
  const { cacaoVariety, latitude, longitude, weight, moistureContent, temperature, qualityScore } = values;
  return withoutUndefined({
    farmId: values.farmId,
    farmerName: values.farmerName,
    variety: cacaoVariety,
    harvestDate: values.harvestDate,
    latMicro: latitude === undefined ? undefined : microFromDegrees(latitude),
    lonMicro: longitude === undefined ? undefined : microFromDegrees(longitude),
    weightGrams: weight === undefined ? undefined : gramsFromKg(weight),
    moistureHundredths: moistureContent === undefined ? undefined : hundredthsFrom(moistureContent),
    temperatureHundredths: temperature === undefined ? undefined : hundredthsFrom(temperature),
    certifications: values.certifications,
    qualityTenths: typeof qualityScore === 'number' ? tenthsFrom(qualityScore) : qualityScore,
    isAnonymized: values.isAnonymized,
  });
}

/** The part of a patch that differs from the lot. */
export function changedFields(patch: StoredPatch, lot: StoredFields): StoredPatch {
  const changed = STORED.filter((field) => field in patch && !same(patch[field], lot[field]));
  return Object.fromEntries(changed.map((field) => [field, patch[field]]));
}

/** What a patch sets in the clear on the ledger. */
export function clearFieldsOf(patch: StoredPatch): ClearFields {
  return withoutUndefined({
    variety: patch.variety,
    harvestDate: patch.harvestDate,
    weightGrams: patch.weightGrams,
    moistureHundredths: patch.moistureHundredths,
    temperatureHundredths: patch.temperatureHundredths,
    qualityTenths: patch.qualityTenths,
    certifications: patch.certifications,
    isAnonymized: patch.isAnonymized,
  });
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
    ...(place === null || place.latMicro === null || place.lonMicro === null
      ? {}
      : placeFields({ latMicro: place.latMicro, lonMicro: place.lonMicro })),
  };
}

/** Whether a patch sets another place. */
export function movesPlace(patch: StoredPatch): boolean {
  return patch.latMicro !== undefined || patch.lonMicro !== undefined;
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

function withoutUndefined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
