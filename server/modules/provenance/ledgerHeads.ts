import type { ConsistencyProof, HeadSignature, Restoration, SignedHead } from '../../domain/proof/head.ts';
import { COUNTERSIGNING } from '../../domain/messages/healthMessages.ts';
import { LedgerAltered, type Ledger, type LedgerOrganisation } from '../../domain/ledger/ledger.ts';
import { Refused } from '../../platform/errors/refusal.ts';

const HOUR_MS = 3_600_000;

/**
 * The ledger's heads, for anyone who keeps one to see later that the ledger only grew
 * (docs/spec/ledger-and-verification.md, 'Tree heads').
 */
export class LedgerHeads {
  readonly #ledger: Ledger;
  readonly #clock: () => Date;
  /** how many blocks there were when an hour began: found once, so that all visitors of the hour get the same head */
  #hour: { began: number; blocks: number } | null = null;

  constructor(parts: { ledger: Ledger; clock?: () => Date }) {
    this.#ledger = parts.ledger;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * The signed head, now or at a number of blocks; null when there are fewer.
   * @throws Refused conflict when the ledger was altered; LedgerAway when it cannot be reached
   */
  async read(blocks?: number): Promise<SignedHead | null> {
    return orConflict(this.#ledger.head(blocks));
  }

  /** The head as it was when the present hour began (UTC): for browsers, which keep it. As `read`. */
  async ofTheHour(): Promise<SignedHead | null> {
    const began = Math.floor(this.#clock().getTime() / HOUR_MS) * HOUR_MS;
    if (this.#hour?.began !== began) {
      const blocks = await this.#ledger.blocksBefore(new Date(began));
      // A clock that was set back must not withdraw an announced head.
      this.#hour = { began, blocks: Math.max(blocks, this.#hour?.blocks ?? 1) };
    }
    const head = await this.read(this.#hour.blocks);
    // The ledger was restored to fewer blocks, and that was declared.
    if (head === null) this.#hour = null;
    return head ?? this.read(1);
  }

  /** When the ledger was declared as restored: from which head back to which, newest first. */
  async restorations(): Promise<Restoration[]> {
    return this.#ledger.restorations();
  }

  /** The last head of the ledger that this one took the place of; null: it began by itself. */
  async closed(): Promise<SignedHead | null> {
    return this.#ledger.closedHead();
  }

  /** The organizations whose signatures make a head complete. */
  async organisations(): Promise<LedgerOrganisation[]> {
    return this.#ledger.organisations();
  }

  /**
   * This server's signature on a head that another organisation's signed.
   * @throws Refused forbidden, not-found, conflict when it is not one of this ledger, or not yet; LedgerAway
   */
  async countersign(head: SignedHead): Promise<HeadSignature> {
    const made = await orConflict(this.#ledger.countersign(head));
    switch (made.kind) {
      case 'signed':
        return made.signature;
      case 'unsigned':
        throw new Refused({ kind: 'forbidden', said: COUNTERSIGNING.unsigned({}) });
      case 'alone':
        throw new Refused({ kind: 'not-found', said: COUNTERSIGNING.noWitness({}) });
      case 'ahead':
        throw new Refused({ kind: 'conflict', said: COUNTERSIGNING.ahead({}) });
      case 'differs':
        throw new Refused({ kind: 'conflict', said: COUNTERSIGNING.differs({}) });
      case 'other-end':
        throw new Refused({ kind: 'conflict', said: COUNTERSIGNING.otherEnd({}) });
    }
  }

  /** That one head extends another; null unless 1 <= from <= to and there are so many blocks. Throws as `read`. */
  async consistency(from: number, to: number): Promise<ConsistencyProof | null> {
    return orConflict(this.#ledger.consistency(from, to));
  }
}

async function orConflict<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LedgerAltered) throw new Refused({ kind: 'conflict', said: error.said });
    throw error;
  }
}
