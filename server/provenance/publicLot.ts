import type { DeforestationStatus } from '../domain/deforestation.ts';
import type { Stage } from '../domain/stages.ts';
import type { PendingReason, StatusSource } from '../domain/statusCodes.ts';
import { statusOrigin, type ToldOfLot } from '../domain/statusOrigin.ts';
import { degreesFromMicro, roundPlace } from '../domain/units.ts';
import { lotView, type BlockchainHash, type LotRow } from '../lots/lotView.ts';

/** A lot as shoppers see it (public specification, section 3; decisions, 'Places in public' and '`isAnonymized` lots'). */
export interface PublicLotView {
  lotId: string;
  farmId: string | null;
  farmerName: string | null;
  cacaoVariety: string;
  harvestDate: string;
  currentProcess: Stage;
  qualityScore: number | null;
  weight: number;
  moistureContent: number;
  temperature: number;
  processDetails: string | null;
  latitude: number | null;
  longitude: number | null;
  deforestationStatus: DeforestationStatus;
  statusDecidedBy: StatusSource;
  /** YYYY-MM-DD, UTC; null where nobody decided yet */
  statusDecidedOn: string | null;
  /** null unless the status is `Pending Review` */
  pendingReason: PendingReason | null;
  satelliteTimestamp: string | null;
  sampleSatelliteData: boolean;
  certifications: string[];
  isAnonymized: boolean;
  timestamp: string;
  updatedAt: string;
  blockchainHash: BlockchainHash | null;
  /** of the newest recorded event; null until there is one, and while the ledger cannot be reached */
  blockNumber: number | null;
}

/** A lot as database and ledger tell it, as far as shoppers see it. */
interface ShownLot {
  readonly dossier: ToldOfLot & { row: LotRow };
  /** null while the ledger cannot be reached */
  readonly chain: { entries: readonly { blockNumber: number }[] } | null;
}

/** Places rounded to two decimals; an anonymised lot without names, farm and free text, its place to one decimal. */
export function publicLot({ dossier, chain }: ShownLot, sampleSatelliteData: boolean): PublicLotView {
  const { row } = dossier;
  const origin = statusOrigin(row.deforestation_status, dossier);
  const staff = lotView(row, new Date());
  const hidden = row.is_anonymized;
  const place =
    row.lat_micro === null || row.lon_micro === null
      ? null
      : roundPlace({ latMicro: row.lat_micro, lonMicro: row.lon_micro }, hidden ? 1 : 2);
  return {
    lotId: staff.lotId,
    farmId: hidden ? null : staff.farmId,
    farmerName: hidden ? null : staff.farmerName,
    cacaoVariety: staff.cacaoVariety,
    harvestDate: staff.harvestDate,
    currentProcess: staff.currentProcess,
    qualityScore: staff.qualityScore,
    weight: staff.weight,
    moistureContent: staff.moistureContent,
    temperature: staff.temperature,
    processDetails: hidden ? null : staff.processDetails,
    latitude: place === null ? null : degreesFromMicro(place.latMicro),
    longitude: place === null ? null : degreesFromMicro(place.lonMicro),
    deforestationStatus: staff.deforestationStatus,
    statusDecidedBy: origin.decidedBy,
    statusDecidedOn: origin.decidedOn,
    pendingReason: origin.pendingReason,
    satelliteTimestamp: staff.satelliteTimestamp,
    sampleSatelliteData,
    certifications: staff.certifications,
    isAnonymized: staff.isAnonymized,
    timestamp: staff.timestamp,
    updatedAt: staff.updatedAt,
    blockchainHash: staff.blockchainHash,
    blockNumber: chain?.entries.at(-1)?.blockNumber ?? null,
  };
}
