import { isConsistent } from './consistency.ts';
import { fromHex, type Bytes } from './hashing.ts';
import { leafHash, rootOfPath } from './merkle.ts';

/** A block of a proof file, by its number and the hash of its header, hex. */
export interface NumberedBlock {
  number: number;
  headerHash: string;
}

const isPowerOfTwo = (count: number): boolean => count > 0 && Number.isInteger(Math.log2(count));

/**
 * Whether a block is one of those that a head counts, by two consistency proofs (RFC 6962, 2.1.2) that a ledger answers anyhow. The one
 * from `number` to `number + 1` blocks holds the audit path of the block as the last of so many: its leaf is the second hash (the first
 * where the tree before is perfect, whose root then is the path). The leaf is put together here, so neither root needs to be trusted; the other proof,
 * from `number + 1` blocks to the head, holds the root that results to the head's.
 * @param before root of the tree of `number` blocks as it was answered; of no use but where that tree is perfect
 * @param own hashes of the first proof; none for block 0
 * @param onward hashes of the second proof; none where the block is the head's last
 */
export async function isUnderHead(
  { number, headerHash }: NumberedBlock,
  head: { blocks: number; rootHash: string },
  { before, own, onward }: { before: string; own: readonly string[]; onward: readonly string[] },
): Promise<boolean> {
  const leaf = await leafHash(fromHex(headerHash));
  const siblings = isPowerOfTwo(number) ? [before] : own.filter((_, i) => i !== 1);
  const path: Bytes[] = number === 0 ? [] : siblings.map(fromHex);
  const root = await rootOfPath(leaf, number, number + 1, path);
  if (root === null) return false;
  const later = { size: head.blocks, root: fromHex(head.rootHash) };
  return isConsistent({ size: number + 1, root }, later, onward.map(fromHex));
}
