import type { NamedRoot } from '../public/verify/proof/fetchProof.ts';
import type { ProofProgress } from '../public/verify/proof/proveLot.ts';
import type { LotAnswer } from '../public/verify/publicAnswers.ts';
import type { Said } from '../../server/domain/said/said.ts';

/** What a lot that is shown is shown with. */
export interface ShownLot {
  phase: 'shown';
  answer: LotAnswer;
  proof: ProofProgress;
  /** fingerprints that the page pins; undefined where it pins none */
  pinned: readonly string[] | undefined;
  /** the roots as the server names them, asked where none are pinned; undefined where they could not be had */
  named: readonly NamedRoot[] | undefined;
  /** what the server itself says to be wrong with its ledger; empty where nothing is */
  ledgerSaid: readonly Said[];
}

/** What an element draws. */
export type ProofState = { phase: 'loading' } | { phase: 'failed'; message: string; mayRetry: boolean } | ShownLot;
