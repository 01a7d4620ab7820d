import { holds, type ProofStepCode, type ReasonCode } from '../../server/domain/proof/proofSteps.ts';
import { PublicCallError, type FailureKind } from '../public/verify/publicApi.ts';
import type { UnderHead } from './heads.ts';
import type { ProofProgress } from '../public/verify/proof/proveLot.ts';

/** The result that an element reports to its page (docs/manam-proof.md): codes, no texts. */
export interface ProofResult {
  /** the lot number, upper-case; as written if it is invalid */
  lot: string;
  result:
    | 'proven'
    /** a step failed: `step` and `reason` name it */
    | 'failed'
    /** no step failed, but `step` was not completed, for `reason` */
    | 'open'
    /** all steps passed, but the page pins no roots */
    | 'unpinned'
    /** the ledger has no event of the lot yet */
    | 'unrecorded'
    /** the file is valid, but belongs to another ledger history than this browser saw before (`remember`) */
    | 'other-history'
    /** the proof file could not load; `failure` gives the reason */
    | 'unavailable'
    /** the browser cannot compute hashes and signatures on this page */
    | 'unable'
    /** the lot could not load; `failure` gives the reason */
    | 'no-lot'
    /** an attribute is invalid; `attribute` names it */
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

/** The result of a check; null while it runs. */
export function proofResult(lot: string, progress: ProofProgress, under: UnderHead | null): ProofResult | null {
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
