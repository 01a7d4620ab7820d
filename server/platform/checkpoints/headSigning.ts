import type { HeadSignature, SignedHead, TreeHead } from '../../domain/proof/head.ts';

/** Signers of a ledger's heads, and the accepted signatures. */
export interface HeadSigning {
  /** by the keys that this server holds */
  own(head: TreeHead): Promise<HeadSignature[]>;
  /**
   * Those that others make who follow the same ledger themselves.
   * @returns those that came; `all` when none is lacking
   */
  others(head: SignedHead): Promise<{ signatures: HeadSignature[]; all: boolean }>;
  /** Faults of a stored head, in plain words; empty when it has the right signatures. */
  faults(kept: SignedHead): Promise<string[]>;
}
