import { degreesFromMicro, fromHundredths, fromTenths, kgFromGrams } from '../units.ts';
import type { ClearField, CommittedField } from './content.ts';

/** What the API calls a field of the ledger. */
export const API_FIELD: Record<ClearField | CommittedField, string> = {
  lotId: 'lotId',
  variety: 'cacaoVariety',
  harvestDate: 'harvestDate',
  stage: 'currentProcess',
  weightGrams: 'weight',
  moistureHundredths: 'moistureContent',
  temperatureHundredths: 'temperature',
  qualityTenths: 'qualityScore',
  certifications: 'certifications',
  isAnonymized: 'isAnonymized',
  deforestationStatus: 'deforestationStatus',
  satelliteTimestamp: 'satelliteTimestamp',
  farmerName: 'farmerName',
  farmId: 'farmId',
  place: 'place',
  place2: 'place2',
  place1: 'place1',
  geometry: 'geometry',
  userName: 'userName',
  operatorName: 'operatorName',
  processDetails: 'processDetails',
  location: 'location',
  notes: 'notes',
  stageTimes: 'stageTimes',
  evidenceHash: 'evidenceHash',
  alertFinding: 'alertFinding',
  alertPlace: 'alertPlace',
  alertAnswer: 'alertAnswer',
  alertNote: 'alertNote',
};

/**
 * A field's value as a person reads it, in the API's units; null for no value.
 * @param value as it stands in a content or in the table of personal values
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
  switch (field) {
    case 'weightGrams':
      return kgFromGrams(value);
    case 'moistureHundredths':
    case 'temperatureHundredths':
      return fromHundredths(value);
    case 'qualityTenths':
      return fromTenths(value);
    default:
      return value;
  }
}
