import { publicValues } from '../../domain/lot/lotValues.ts';
import type { PublicLotView } from '../../domain/public/publicAnswers.ts';
import { statusOrigin, type StatusFacts } from '../../domain/forest/statusOrigin.ts';
import { recordOf, type LotRow } from '../lots/lotView.ts';

/** A lot by database and ledger, for the public view. */
interface ShownLot {
  readonly dossier: StatusFacts & { row: LotRow };
  /** null while the ledger cannot be reached */
  readonly chain: { entries: readonly { blockNumber: number }[] } | null;
}

/** Without the UUID; with rounded locations, and for an anonymized lot without names, farm and free text. */
export function publicLot({ dossier, chain }: ShownLot, sampleSatelliteData: boolean): PublicLotView {
  const { row } = dossier;
  const { decidedBy, decidedOn, pendingReason } = statusOrigin(row.deforestationStatus, dossier);
  const updatedAt = row.updatedAt.toISOString();
  return {
    kind: row.kind,
    ...publicValues(row),
    statusDecidedBy: decidedBy,
    statusDecidedOn: decidedOn,
    pendingReason,
    sampleSatelliteData,
    timestamp: updatedAt,
    updatedAt,
    blockchainHash: recordOf(row),
    blockNumber: chain?.entries.at(-1)?.blockNumber ?? null,
  };
}
