import { useEffect, useState } from 'react';
import { localStore } from '../../../deviceStorage.ts';
import { askLedger, isUnderKept, loadHead } from '../storedHead.ts';
import type { ProofProgress } from './proveLot.ts';

/** Result of checking a proof against the stored head: whether the ledger had the newest event at that block height. */
export interface UnderHead {
  stands: boolean;
  blocks: number;
}

/**
 * Checks a proof against this browser's stored ledger head, after all other steps passed; null if that is not possible.
 */
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
