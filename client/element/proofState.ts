import type { NamedRoot } from '../public/verify/proof/fetchProof.ts';
import type { ProofProgress } from '../public/verify/proof/proveLot.ts';
import type { LotAnswer } from '../public/verify/publicAnswers.ts';
import type { LedgerNotice } from '../public/verify/storedHead.ts';
import type { UnderHead } from './heads.ts';

/** What a lot that is shown is shown with. */
export interface ShownLot {
  phase: 'shown';
  answer: LotAnswer;
  proof: ProofProgress;
  /** fingerprints that the page pins; undefined where it pins none */
  pinned: readonly string[] | undefined;
  /** the roots as the server names them, asked where none are pinned; undefined where they could not be had */
  named: readonly NamedRoot[] | undefined;
  /** what is wrong with the ledger; null where nothing is, or nothing can be said */
  notice: LedgerNotice | null;
  /** of a proof that is done; null where no head is kept, or it cannot be told */
  under: UnderHead | null;
}

/** What an element draws. */
export type ProofState = { phase: 'loading' } | { phase: 'failed'; message: string; mayRetry: boolean } | ShownLot;
