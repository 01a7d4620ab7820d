import { holds, type ProofStepCode, type ReasonCode } from '../../server/domain/proof/proofSteps.ts';
import { PublicCallError, type FailureKind } from '../public/verify/publicApi.ts';
import type { UnderHead } from './heads.ts';
import type { ProofProgress } from '../public/verify/proof/proveLot.ts';

/** What an element tells its page (docs/manam-proof.md): codes, no words. */
export interface ProofResult {
  /** the lot number, upper-case; as it was written where it is none */
  lot: string;
  result:
    | 'proven'
    /** a step failed: `step` and `reason` name it */
    | 'failed'
    /** nothing is wrong, but `step` was not made, for `reason` */
    | 'open'
    /** nothing wrong but that the page names no roots */
    | 'unpinned'
    /** nothing of the lot stands on the ledger yet */
    | 'unrecorded'
    /** the file fits, and is of another history of the ledger than the one that this browser saw before (`remember`) */
    | 'other-history'
    /** the proof file could not be had; `failure` says why */
    | 'unavailable'
    /** the browser cannot compute hashes and signatures here */
    | 'unable'
    /** the lot could not be shown; `failure` says why */
    | 'no-lot'
    /** an attribute cannot be read; `attribute` names it */
    | 'unreadable';
  step?: ProofStepCode;
  reason?: ReasonCode;
  failure?: FailureKind | 'offline';
  attribute?: 'lot' | 'roots' | 'server';
}

/** The kind of a failed call. */
export function failureKind(failure: unknown): FailureKind {
  return failure instanceof PublicCallError ? failure.kind : 'network';
}

/** What came out of a check; null while it is under way. */
export function resultOf(lot: string, progress: ProofProgress, under: UnderHead | null): ProofResult | null {
  switch (progress.phase) {
    case 'fetching':
    case 'checking':
      return null;
    case 'no file':
      return { lot, result: 'unavailable', failure: failureKind(progress.failure) };
    case 'no record':
      return { lot, result: 'unrecorded' };
    case 'no crypto':
      return { lot, result: 'unable' };
  }
  const failed = progress.steps.find(({ state }) => state === 'failed');
  if (failed === undefined && under?.stands === false) return { lot, result: 'other-history' };
  const unproven = failed ?? progress.steps.find((step) => !holds(step));
  if (unproven === undefined || unproven.state === 'proven') return { lot, result: 'proven' };
  const { code: step, reason } = unproven;
  if (failed !== undefined) return { lot, result: 'failed', step, reason: reason.code };
  return { lot, result: reason.code === 'no_roots' ? 'unpinned' : 'open', step, reason: reason.code };
}
