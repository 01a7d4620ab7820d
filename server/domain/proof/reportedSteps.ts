import type { FormedContent } from '../ledger/content.ts';
import type { LotState } from '../ledger/projection.ts';
import {
  because,
  holds,
  isUnknownVersion,
  PROOF_STEPS,
  type Computed,
  type ProofStep,
  type ProofStepCode,
  type ProofRefusal,
} from './proofSteps.ts';
import type { LotContents } from './inputProof.ts';
import type { LotBalance } from './lotBalance.ts';
import type { ShownFields } from './shownFields.ts';
import type { ShownStage } from './shownJourney.ts';
import type { NumberedBlock } from './underHead.ts';

export interface ProofCheckOptions {
  /**
   * SHA-256 (hex) of the trusted root certificates, from another source than the file; without any, the file is checked
   * only against its own certificates, and is not proven
   */
  roots?: readonly string[] | undefined;
  /**
   * shown values of the lot, to be compared with the recorded ones; if absent, only the file's own opened values are
   */
  fields?: ShownFields | undefined;
  /** the stages that are shown, oldest first; left out or null, they are not compared */
  journey?: readonly ShownStage[] | null | undefined;
  /**
   * a change of the lot waits to be recorded, so the shown values may be newer than the ledger: no fault, but no proof
   */
  waiting?: boolean | undefined;
  /**
   * contents of lots that this lot was made of, by their keys, out of proofs of their own (`lotContents` of
   * `proofFile.ts`); of those that are left out the balance is not checked
   */
  inputs?: ReadonlyMap<string, LotContents> | undefined;
  /** called and awaited after each step */
  onStep?: ((step: ProofStep) => void | Promise<void>) | undefined;
}

export interface ProofVerdict {
  /** every step holds (`holds`); one that was not checked does not, but for places that take whole blocks */
  proven: boolean;
  /** all of `PROOF_STEPS`, in order */
  steps: ProofStep[];
  /** the lot by its events; null unless their contents and chain were proven */
  recorded: LotState | null;
  /** the block of the newest event, to be held to a head (`underHead.ts`); null unless it was proven that all signed it */
  newest: NumberedBlock | null;
  /** the lot's grams; null unless all of its events were proven and add up */
  balance: LotBalance | null;
  /** what the lot was made of; null for one that was registered, and unless its events were proven */
  formed: FormedContent | null;
}

/** The steps so far, and the verdict that they make. */
export class ReportedSteps {
  readonly #steps: ProofStep[] = [];
  readonly #onStep: ProofCheckOptions['onStep'];
  newest: NumberedBlock | null = null;
  balance: LotBalance | null = null;
  formed: FormedContent | null = null;

  constructor(onStep: ProofCheckOptions['onStep']) {
    this.#onStep = onStep;
  }

  async proven<Code extends ProofStepCode>(code: Code, computed: Computed[Code]): Promise<void> {
    // The compiler does not see that a code and its values form one member of the union.
    await this.#add({ code, state: 'proven', computed } as ProofStep);
  }

  async open(code: ProofStepCode, { reason }: ProofRefusal): Promise<void> {
    await this.#add({ code, state: 'not checked', reason });
  }

  /** The end: nothing after this step is checked. A step that meets an unknown version is not checked either. */
  async failed(code: ProofStepCode, { reason }: ProofRefusal, recorded: LotState | null = null): Promise<ProofVerdict> {
    await this.#add({ code, state: isUnknownVersion(reason) ? 'not checked' : 'failed', reason });
    for (const rest of PROOF_STEPS.slice(this.#steps.length)) await this.open(rest, because('rests', { step: code }));
    return this.verdict(recorded);
  }

  verdict(recorded: LotState | null): ProofVerdict {
    const proven = this.#steps.every(holds);
    const { newest, balance, formed } = this;
    return { proven, steps: this.#steps, recorded, newest, balance, formed };
  }

  async #add(step: ProofStep): Promise<void> {
    this.#steps.push(step);
    await this.#onStep?.(step);
  }
}
