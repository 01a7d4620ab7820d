import './withoutEval.ts';
import { checkProof } from '../../../../server/domain/proof/checkProof.ts';
import type { FormedContent } from '../../../../server/domain/ledger/content.ts';
import type { ProofStep } from '../../../../server/domain/proof/proofSteps.ts';
import type { NumberedBlock } from '../../../../server/domain/proof/underHead.ts';
import { isPublic, LOT_FIELD_NAMES } from '../../../../server/domain/lot/lotTable.ts';
import type { LotAnswer, PublicLot } from '../publicAnswers.ts';
import { OWN_SERVER, TIMEOUT_MS, type PublicServer } from '../publicApi.ts';
import { fetchFile, fetchFresh } from './fetchProof.ts';

/** Progress of a check. */
export type ProofProgress =
  | { phase: 'fetching' | 'no record' | 'no crypto' }
  | { phase: 'no file'; failure: unknown }
  | { phase: 'checking'; steps: readonly ProofStep[] }
  | {
      phase: 'done';
      steps: readonly ProofStep[];
      newest: NumberedBlock | null;
      driver: LedgerDriver;
      /** what the lot was made of; null for one that was registered at a farm, or is not proven */
      formed: FormedContent | null;
    };

/** The ledger driver that a proof file names. */
export type LedgerDriver = 'embedded' | 'fabric';

function driverOf(file: unknown): LedgerDriver {
  return typeof file === 'object' && file !== null && 'ledger' in file && file.ledger === 'fabric'
    ? 'fabric'
    : 'embedded';
}

export interface ProveOptions {
  /** fingerprints of trusted roots, hex; undefined if there are none */
  roots(signal: AbortSignal): Promise<readonly string[] | undefined>;
  server?: PublicServer;
  /** request whole blocks, which are larger */
  whole?: boolean;
  /** aborts the check: no more progress is reported, and it rejects */
  signal: AbortSignal;
  tell(progress: ProofProgress): void;
}

/** Whether the lot's values have changed since they were shown. */
function hasChanged(shown: PublicLot, now: PublicLot | null): boolean {
  if (now === null) return false;
  return LOT_FIELD_NAMES.filter(isPublic).some((field) => JSON.stringify(shown[field]) !== JSON.stringify(now[field]));
}

function isWaiting({ lot, verification }: LotAnswer, now: PublicLot | null): boolean {
  return verification?.state === 'pending' || lot.blockchainHash?.status === 'pending' || hasChanged(lot, now);
}

/**
 * Fetches the proof of a lot and checks it step by step against the fields and the journey shown; other shown values
 * are in `SHOWN_VALUES`. All calls run in parallel, because round trips are slow on a weak connection.
 */
export async function proveLot(
  answer: LotAnswer,
  { roots, server = OWN_SERVER, whole = false, signal, tell }: ProveOptions,
): Promise<void> {
  // Available only in secure contexts.
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
    const { newest, formed } = await checkProof(file, {
      roots: trusted,
      fields: answer.lot,
      journey: answer.journey,
      waiting: isWaiting(answer, now),
      onStep,
    });
    signal.throwIfAborted();
    tell({ phase: 'done', steps, newest, driver: driverOf(file), formed });
  } catch (failure) {
    signal.throwIfAborted();
    tell({ phase: 'no file', failure });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}
