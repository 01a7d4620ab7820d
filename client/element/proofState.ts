import type { NamedRoot } from '../public/verify/proof/fetchProof.ts';
import type { ProofProgress } from '../public/verify/proof/proveLot.ts';
import type { LotAnswer } from '../public/verify/publicAnswers.ts';
import type { LedgerNoticeContent } from '../public/verify/storedHead.ts';
import type { UnderHead } from './heads.ts';

/** A loaded lot with everything shown beside it. */
export interface ShownLot {
  phase: 'shown';
  answer: LotAnswer;
  proof: ProofProgress;
  /** fingerprints that the page pins; undefined where it pins none */
  pinned: readonly string[] | undefined;
  /** the roots that the server names, requested if none are pinned; undefined if they could not load */
  named: readonly NamedRoot[] | undefined;
  /** problem of the ledger; null if there is none or it is unknown */
  notice: LedgerNoticeContent | null;
  /** for a completed proof; null without a stored head or if the check is not possible */
  under: UnderHead | null;
}

/** The state that an element renders. */
export type ProofState = { phase: 'loading' } | { phase: 'failed'; message: string; mayRetry: boolean } | ShownLot;
