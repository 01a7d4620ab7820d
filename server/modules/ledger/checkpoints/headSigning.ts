import type { HeadSignature, SignedHead, TreeHead } from '../../../domain/proof/head.ts';

/** Who signs the heads of a ledger, and whose signatures count. */
export interface HeadSigning {
  /** by the keys that this server holds */
  own(head: TreeHead): Promise<HeadSignature[]>;
  /**
   * Those that others make who follow the same ledger themselves.
   * @returns those that came; `all` when none is lacking
   */
  others(head: SignedHead): Promise<{ signatures: HeadSignature[]; all: boolean }>;
  /** What is wrong with a head that this server kept, in plain words; empty when those signed it who sign here. */
  faults(kept: SignedHead): Promise<string[]>;
}
