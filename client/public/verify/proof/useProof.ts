import { useEffect, useState } from 'react';
import type { LotAnswer } from '../publicAnswers.ts';
import { fetchRoots } from './fetchProof.ts';
import { proveLot, type ProofProgress } from './proveLot.ts';

/** This page starts from the roots as its own site names them, and says so. */
async function siteRoots(signal: AbortSignal): Promise<string[] | undefined> {
  return (await fetchRoots(signal))?.map(({ fingerprint }) => fingerprint);
}

/** How far the check of a lot's proof against what the page shows is; it begins by itself. @param whole with whole blocks */
export function useProof(answer: LotAnswer, whole: boolean): ProofProgress {
  const [progress, setProgress] = useState<ProofProgress>({ phase: 'fetching' });
  useEffect(() => {
    const check = new AbortController();
    // It rejects only when nobody looks any more.
    proveLot(answer, { roots: siteRoots, whole, signal: check.signal, tell: setProgress }).catch(() => undefined);
    return () => check.abort();
  }, [answer, whole]);
  return progress;
}
