import type { LotView } from '../lotView.ts';

/** The fields of a lot that a client sets: what an import takes. */
export const SETTABLE = [
  'lotId',
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'latitude',
  'longitude',
  'weight',
  'moistureContent',
  'temperature',
  'certifications',
  'qualityScore',
  'isAnonymized',
] as const satisfies readonly (keyof LotView)[];
export type Settable = (typeof SETTABLE)[number];

/** Columns of a CSV export: a lot as staff see it, in the order of the contract (interfaces, '`Lot` as staff see it'). */
export const COLUMNS = [
  'id',
  ...SETTABLE,
  'currentProcess',
  'processDetails',
  'deforestationStatus',
  'satelliteTimestamp',
  'satelliteOutdated',
  'blockchainHash',
  'createdAt',
  'updatedAt',
  'timestamp',
  'version',
] as const satisfies readonly (keyof LotView)[];

/** Fields that an export holds and the server sets: an import passes over them, so that an export can be imported again. */
export const SET_BY_SERVER: ReadonlySet<string> = new Set(
  [...COLUMNS, 'satelliteMessage' as const].filter((name) => !isSettable(name)),
);

export function isSettable(name: string): name is Settable {
  return SETTABLE.some((one) => one === name);
}

/** Between the certifications in one cell; none of their names holds it. */
export const BETWEEN_CERTIFICATIONS = '|';
