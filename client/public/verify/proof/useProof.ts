import './withoutEval.ts';
import { useEffect, useState } from 'react';
import { checkProof } from '../../../../server/domain/proof/checkProof.ts';
import type { ProofStep } from '../../../../server/domain/proof/proofSteps.ts';
import { isPublic, LOT_FIELD_NAMES } from '../../../../server/domain/lotTable.ts';
import type { LotAnswer, PublicLot } from '../publicAnswers.ts';
import { TIMEOUT_MS } from '../publicApi.ts';
import { fetchProof } from './fetchProof.ts';

/** How far a check is. */
export type ProofProgress =
  | { phase: 'fetching' | 'no file' | 'no record' | 'no crypto' }
  | { phase: 'checking' | 'done'; steps: readonly ProofStep[] };

/** Whether the lot has other values now than those that the page shows. */
function hasChanged(shown: PublicLot, now: PublicLot | null): boolean {
  if (now === null) return false;
  return LOT_FIELD_NAMES.filter(isPublic).some((field) => JSON.stringify(shown[field]) !== JSON.stringify(now[field]));
}

function isWaiting({ lot, verification }: LotAnswer, now: PublicLot | null): boolean {
  return verification?.state === 'pending' || lot.blockchainHash?.status === 'pending' || hasChanged(lot, now);
}

/**
 * Fetches the proof of a lot and checks it here, step by step, against what the page shows.
 */
export function useProof(answer: LotAnswer): ProofProgress {
  const [progress, setProgress] = useState<ProofProgress>({ phase: 'fetching' });
  useEffect(() => {
    let left = false;
    const tell = (next: ProofProgress): void => {
      if (!left) setProgress(next);
    };
    const calls = new AbortController();
    const late = setTimeout(() => calls.abort(), TIMEOUT_MS);
    const begin = async (): Promise<void> => {
      // Browsers have it on secure pages alone.
      if (!('subtle' in crypto)) return tell({ phase: 'no crypto' });
      const { file, roots, lot } = await fetchProof(answer.lot.lotId, calls.signal);
      if (file === null) return tell({ phase: 'no record' });
      const steps: ProofStep[] = [];
      tell({ phase: 'checking', steps: [] });
      const onStep = (step: ProofStep): void => {
        steps.push(step);
        tell({ phase: 'checking', steps: [...steps] });
      };
      await checkProof(file, { roots, fields: answer.lot, waiting: isWaiting(answer, lot), onStep });
      tell({ phase: 'done', steps });
    };
    begin().catch(() => tell({ phase: 'no file' }));
    return () => {
      left = true;
      clearTimeout(late);
      calls.abort();
    };
  }, [answer]);
  return progress;
}
