import type { LotView } from './lotView.ts';

/** What happens next with a new lot (staff specification, section 8). */
export const CREATED_MESSAGE = 'Lot created. Blockchain recording initiated... Satellite verification started';

/** Transaction of a change that was just made: null until it is recorded. */
export function transactionIdOf(lot: LotView): string | null {
  return lot.blockchainHash?.status === 'recorded' ? lot.blockchainHash.transactionId : null;
}
