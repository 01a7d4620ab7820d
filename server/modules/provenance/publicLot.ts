import { publicValues } from '../../domain/lot/lotValues.ts';
import type { PublicLotView } from '../../domain/public/publicAnswers.ts';
import { statusOrigin, type StatusFacts } from '../../domain/forest/statusOrigin.ts';
import { recordOf, type LotRow } from '../lots/lotView.ts';

/** A lot as database and ledger tell it, as far as shoppers see it. */
interface ShownLot {
  readonly dossier: StatusFacts & { row: LotRow };
  /** null while the ledger cannot be reached */
  readonly chain: { entries: readonly { blockNumber: number }[] } | null;
}

/** Without the UUID; places rounded, and an anonymised lot without names, farm and free text. */
export function publicLot({ dossier, chain }: ShownLot, sampleSatelliteData: boolean): PublicLotView {
  const { row } = dossier;
  const { decidedBy, decidedOn, pendingReason } = statusOrigin(row.deforestationStatus, dossier);
  const updatedAt = row.updatedAt.toISOString();
  return {
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
