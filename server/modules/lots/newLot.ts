import { randomBytes } from 'node:crypto';
import type { CreateLotValues } from '../../domain/lot/lotInput.ts';
import { LOT_FIELD_NAMES, LOT_FIELDS } from '../../domain/lot/lotTable.ts';
import type { LotScope } from '../../domain/access/permissions.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import type { UserCaller } from '../../platform/access/caller.ts';
import type { Lot } from './lot.ts';
import type { Actor, LotEventChange } from './lotEvents.ts';
import { satelliteFields } from './satelliteFields.ts';
import { clearFieldsOf, personalFieldsOf, storedFields, type StoredFields } from './lotFields.ts';

/**
 * Whether a caller who may register lots may do so for a farm: farmers, and callers who see one farm only, for their
 * own.
 */
export function registersFor(scope: LotScope, user: UserCaller, farmId: string): boolean {
  return (scope.kind !== 'farm' && user.role !== 'farmer') || farmId === user.farmId;
}

/** A lot but for its id and who registers it. */
export type NewLot = Omit<Lot, 'id' | 'createdBy' | symbol>;

/** A lot as it is first written. */
export type RegisteredLot = NewLot & Pick<Lot, 'id' | 'createdBy'>;

/** Columns set on insert; the rest stay null until the ledger and satellite jobs fill them. */
export const NEW_LOT_NAMES = [
  ...LOT_FIELD_NAMES.map((field) => LOT_FIELDS[field].stored),
  'id',
  'lotKey',
  'kind',
  'usedGrams',
  'satelliteMessage',
  'satelliteSaid',
  'ledgerStatus',
  'headSeq',
  'headHash',
  'createdBy',
  'createdAt',
  'updatedAt',
  'version',
] as const satisfies readonly (keyof RegisteredLot)[];

/** A lot at its registration, without results of the satellite and the ledger. */
export function newLot(values: CreateLotValues, at: Date): NewLot {
  return {
    lotId: values.lotId,
    lotKey: randomBytes(16).toString('hex'),
    kind: 'origin',
    usedGrams: 0,
    ...storedFields(values),
    harvestUntil: null,
    stage: 'harvested',
    processDetails: null,
    deforestationStatus: 'Pending Review',
    satelliteAt: null,
    ...satelliteFields([SATELLITE.firstCheckQueued({})]),
    ledgerStatus: 'pending',
    ledgerTxId: null,
    ledgerSignature: null,
    ledgerBlock: null,
    ledgerRecordedAt: null,
    headSeq: 0,
    headHash: '',
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    version: 1,
  };
}

/** What a derived lot is made with; all else it has no value for. */
export type DerivedLotValues = Pick<
  Lot,
  | 'lotId'
  | 'variety'
  | 'harvestDate'
  | 'harvestUntil'
  | 'certifications'
  | 'isAnonymized'
  | 'deforestationStatus'
  | 'satelliteAt'
  | 'stage'
  | 'weightGrams'
  | 'moistureHundredths'
  | 'temperatureHundredths'
  | 'qualityTenths'
>;

/** A lot that is made of others: it has no farm, farmer or place of its own. */
export function derivedLot(values: DerivedLotValues, at: Date): NewLot {
  return {
    ...values,
    lotKey: randomBytes(16).toString('hex'),
    kind: 'derived',
    usedGrams: 0,
    farmId: null,
    farmerName: null,
    latMicro: null,
    lonMicro: null,
    plots: null,
    processDetails: null,
    ...satelliteFields([]),
    ledgerStatus: 'pending',
    ledgerTxId: null,
    ledgerSignature: null,
    ledgerBlock: null,
    ledgerRecordedAt: null,
    headSeq: 0,
    headHash: '',
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    version: 1,
  };
}

/** The first event of a new lot. */
export function creationOf(lot: StoredFields & Pick<Lot, 'lotId'>, actor: Actor, at: Date): LotEventChange {
  return {
    type: 'created',
    set: {
      lotId: lot.lotId,
      ...clearFieldsOf(lot),
      stage: 'harvested',
      deforestationStatus: 'Pending Review',
      satelliteTimestamp: null,
    },
    personal: personalFieldsOf(lot, lot),
    actor,
    at,
  };
}
