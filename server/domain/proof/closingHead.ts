import type { TreeHead } from './head.ts';

/**
 * Whether a ledger that ended with one head can have had another one before. Only of the last head itself the root can be compared: a ledger
 * that ended is asked no more.
 */
export function canEndAs(closing: TreeHead, kept: TreeHead): boolean {
  if (closing.ledgerId !== kept.ledgerId) return false;
  return kept.blocks < closing.blocks || (kept.blocks === closing.blocks && kept.rootHash === closing.rootHash);
}
