import { useState } from 'react';
import { type IntegrityFindingFragment, VerifyIntegrityDocument } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';

/** A check of a lot started by the user during this visit. */
export interface Verify {
  run: () => void;
  busy: boolean;
  finding: IntegrityFindingFragment | null;
  /** text for the user; null unless the last check failed */
  error: string | null;
}

/** @param onChecked refetches the comparison of the fields */
export function useVerify(lotId: string, onChecked: () => void): Verify {
  const words = useLotWords();
  const [check, busy] = useWrite(VerifyIntegrityDocument, { failed: words.say('chainView.verifyFailed') });
  const [finding, setFinding] = useState<IntegrityFindingFragment | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    const written = await check({ id: lotId });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return setError(written.message);
    const result = written.data.verifyIntegrity;
    if (result.__typename === 'NotFound') return setError(localizedText(words, result.refused));
    setError(null);
    setFinding(result);
    onChecked();
  };
  return { run: () => void run(), busy, finding, error };
}
