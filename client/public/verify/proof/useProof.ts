import { useEffect, useState } from 'react';
import type { LotAnswer } from '../publicAnswers.ts';
import { fetchRoots } from './fetchProof.ts';
import { proveLot, type ProofProgress } from './proveLot.ts';

/** This page trusts the roots that its own site names, and says so. */
async function siteRoots(signal: AbortSignal): Promise<string[] | undefined> {
  return (await fetchRoots(signal))?.map(({ fingerprint }) => fingerprint);
}

/**
 * Progress of checking a lot's proof against the page; starts on mount.
 * @param whole with whole blocks
 */
export function useProof(answer: LotAnswer, whole: boolean): ProofProgress {
  const [progress, setProgress] = useState<ProofProgress>({ phase: 'fetching' });
  useEffect(() => {
    const check = new AbortController();
    // It rejects only after an abort.
    proveLot(answer, { roots: siteRoots, whole, signal: check.signal, tell: setProgress }).catch(() => undefined);
    return () => check.abort();
  }, [answer, whole]);
  return progress;
}
