import './withoutEval.ts';
import { checkProof } from '../../../../server/domain/proof/checkProof.ts';
import type { ProofStep } from '../../../../server/domain/proof/proofSteps.ts';
import type { NumberedBlock } from '../../../../server/domain/proof/underHead.ts';
import { isPublic, LOT_FIELD_NAMES } from '../../../../server/domain/lot/lotTable.ts';
import type { LotAnswer, PublicLot } from '../publicAnswers.ts';
import { OWN_SERVER, TIMEOUT_MS, type PublicServer } from '../publicApi.ts';
import { fetchFile, fetchFresh } from './fetchProof.ts';

/** How far a check is. */
export type ProofProgress =
  | { phase: 'fetching' | 'no record' | 'no crypto' }
  | { phase: 'no file'; failure: unknown }
  | { phase: 'checking'; steps: readonly ProofStep[] }
  | { phase: 'done'; steps: readonly ProofStep[]; newest: NumberedBlock | null; driver: LedgerDriver };

/** On what kind of ledger a proof file says that its lot stands. */
export type LedgerDriver = 'embedded' | 'fabric';

function driverOf(file: unknown): LedgerDriver {
  return typeof file === 'object' && file !== null && 'ledger' in file && file.ledger === 'fabric'
    ? 'fabric'
    : 'embedded';
}

export interface ProveOptions {
  /** fingerprints of the roots that are trusted, hex; undefined where there are none to start from */
  roots(signal: AbortSignal): Promise<readonly string[] | undefined>;
  server?: PublicServer;
  /** with whole blocks, as large as they are */
  whole?: boolean;
  /** ends the check: nothing more is told, and it rejects */
  signal: AbortSignal;
  tell(progress: ProofProgress): void;
}

/** Whether the lot has other values now than those that are shown. */
function hasChanged(shown: PublicLot, now: PublicLot | null): boolean {
  if (now === null) return false;
  return LOT_FIELD_NAMES.filter(isPublic).some((field) => JSON.stringify(shown[field]) !== JSON.stringify(now[field]));
}

function isWaiting({ lot, verification }: LotAnswer, now: PublicLot | null): boolean {
  return verification?.state === 'pending' || lot.blockchainHash?.status === 'pending' || hasChanged(lot, now);
}

/**
 * Fetches the proof of a lot and checks it here, step by step, against the fields and the journey that are shown of it; what else is
 * shown is in `SHOWN_VALUES`. All calls are made at once: a round trip
 * is dear on a weak line.
 */
export async function proveLot(
  answer: LotAnswer,
  { roots, server = OWN_SERVER, whole = false, signal, tell }: ProveOptions,
): Promise<void> {
  // Browsers have it on secure pages alone.
  if (!('subtle' in crypto)) return tell({ phase: 'no crypto' });
  tell({ phase: 'fetching' });
  const calls = new AbortController();
  const stop = (): void => calls.abort();
  const late = setTimeout(stop, TIMEOUT_MS);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { lotId } = answer.lot;
    const [file, trusted, now] = await Promise.all([
      fetchFile(lotId, calls.signal, server, whole),
      roots(calls.signal),
      fetchFresh(lotId, calls.signal, server),
    ]);
    signal.throwIfAborted();
    if (file === null) return tell({ phase: 'no record' });
    const steps: ProofStep[] = [];
    tell({ phase: 'checking', steps: [] });
    const onStep = (step: ProofStep): void => {
      signal.throwIfAborted();
      steps.push(step);
      tell({ phase: 'checking', steps: [...steps] });
    };
    const { newest } = await checkProof(file, {
      roots: trusted,
      fields: answer.lot,
      journey: answer.journey,
      waiting: isWaiting(answer, now),
      onStep,
    });
    signal.throwIfAborted();
    tell({ phase: 'done', steps, newest, driver: driverOf(file) });
  } catch (failure) {
    signal.throwIfAborted();
    tell({ phase: 'no file', failure });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}
