import { useEffect, useState } from 'react';
import { localStore } from '../../../deviceStorage.ts';
import { askLedger, isUnderKept, loadHead } from '../storedHead.ts';
import type { ProofProgress } from './proveLot.ts';

/** What the kept head says of a proof: whether the newest event stands in the ledger as it was with so many blocks. */
export interface UnderHead {
  stands: boolean;
  blocks: number;
}

/** Holds a proof to the head of the ledger that this browser keeps, once all else is proven; null where that cannot be told. */
export function useUnderHead(progress: ProofProgress): UnderHead | null {
  const [under, setUnder] = useState<UnderHead | null>(null);
  useEffect(() => {
    if (progress.phase !== 'done' || progress.newest === null) return undefined;
    const kept = loadHead(localStore);
    if (kept === null) return undefined;
    let left = false;
    const tell = (stands: boolean | null): void => {
      if (!left && stands !== null) setUnder({ stands, blocks: kept.blocks });
    };
    isUnderKept(progress.newest, kept, askLedger).then(tell, () => tell(null));
    return () => {
      left = true;
    };
  }, [progress]);
  return under;
}
