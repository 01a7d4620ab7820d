import { isSatelliteOutdated, type DeforestationStatus } from '../domain/deforestation.ts';
import { STAGES, type Stage } from '../domain/stages.ts';
import { degreesFromMicro, fromHundredths, fromTenths, kgFromGrams } from '../domain/units.ts';
import type { LedgerStatus } from './lot.ts';

/** The newest recorded event's transaction, and whether later events still wait (decisions, 'Blockchain state of a lot'). */
export interface BlockchainHash {
  transactionId: string;
  signature: string;
  status: LedgerStatus;
}

/** A lot as staff see it, in the API's units (interfaces, '`Lot` as staff see it'). */
export interface LotView {
  id: string;
  lotId: string;
  farmId: string | null;
  farmerName: string | null;
  cacaoVariety: string;
  /** YYYY-MM-DD */
  harvestDate: string;
  latitude: number | null;
  longitude: number | null;
  /** kg */
  weight: number;
  /** % */
  moistureContent: number;
  /** °C */
  temperature: number;
  certifications: string[];
  /** 0-100 */
  qualityScore: number | null;
  isAnonymized: boolean;
  currentProcess: Stage;
  processDetails: string | null;
  deforestationStatus: DeforestationStatus;
  satelliteTimestamp: string | null;
  satelliteOutdated: boolean;
  satelliteMessage: string | null;
  /** null until the creation is recorded */
  blockchainHash: BlockchainHash | null;
  createdAt: string;
  updatedAt: string;
  timestamp: string;
  version: number;
}

/** A row of the lot table, as `LOT_COLUMNS` selects it. */
export interface LotRow {
  id: string;
  lot_id: string;
  farm_id: string | null;
  farmer_name: string | null;
  variety: string;
  harvest_date: string;
  lat_micro: number | null;
  lon_micro: number | null;
  weight_grams: number;
  moisture_hundredths: number;
  temperature_hundredths: number;
  certifications: string[];
  quality_tenths: number | null;
  is_anonymized: boolean;
  stage: number;
  process_details: string | null;
  deforestation_status: DeforestationStatus;
  satellite_at: Date | null;
  satellite_message: string | null;
  ledger_status: LedgerStatus;
  ledger_tx_id: string | null;
  ledger_signature: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export const LOT_COLUMNS = `l.id, l.lot_id, l.farm_id, l.farmer_name, l.variety, l.harvest_date, l.lat_micro, l.lon_micro,
  l.weight_grams, l.moisture_hundredths, l.temperature_hundredths, l.certifications, l.quality_tenths, l.is_anonymized,
  l.stage, l.process_details, l.deforestation_status, l.satellite_at, l.satellite_message, l.ledger_status,
  l.ledger_tx_id, l.ledger_signature, l.created_at, l.updated_at, l.version`;

/** The stage at a stored position. */
export function stageAt(position: number): Stage {
  const stage = STAGES[position];
  if (stage === undefined) throw new RangeError(`No stage at position ${position}`);
  return stage;
}

export function lotView(row: LotRow, now: Date): LotView {
  const updatedAt = row.updated_at.toISOString();
  return {
    id: row.id,
    lotId: row.lot_id,
    farmId: row.farm_id,
    farmerName: row.farmer_name,
    cacaoVariety: row.variety,
    harvestDate: row.harvest_date,
    latitude: row.lat_micro === null ? null : degreesFromMicro(row.lat_micro),
    longitude: row.lon_micro === null ? null : degreesFromMicro(row.lon_micro),
    weight: kgFromGrams(row.weight_grams),
    moistureContent: fromHundredths(row.moisture_hundredths),
    temperature: fromHundredths(row.temperature_hundredths),
    certifications: row.certifications,
    qualityScore: row.quality_tenths === null ? null : fromTenths(row.quality_tenths),
    isAnonymized: row.is_anonymized,
    currentProcess: stageAt(row.stage),
    processDetails: row.process_details,
    deforestationStatus: row.deforestation_status,
    satelliteTimestamp: row.satellite_at === null ? null : row.satellite_at.toISOString(),
    satelliteOutdated: isSatelliteOutdated(row.satellite_at, now),
    satelliteMessage: row.satellite_message,
    blockchainHash:
      row.ledger_tx_id === null || row.ledger_signature === null
        ? null
        : { transactionId: row.ledger_tx_id, signature: row.ledger_signature, status: row.ledger_status },
    createdAt: row.created_at.toISOString(),
    updatedAt,
    timestamp: updatedAt,
    version: row.version,
  };
}
