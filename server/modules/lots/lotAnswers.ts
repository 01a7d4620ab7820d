import type { LotView } from './lotView.ts';

/** Transaction of a change that was just made: null until it is recorded. */
export function transactionIdOf(lot: LotView): string | null {
  return lot.blockchainHash?.status === 'recorded' ? lot.blockchainHash.transactionId : null;
}
