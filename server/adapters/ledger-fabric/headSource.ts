import { sameHead, type SignedHead } from '../../domain/proof/head.ts';
import { readHeaderSignatures } from '../../domain/proof/fabric/block.ts';
import type { FabricSignatures } from '../../domain/proof/fabric/members.ts';
import type { HeadSource } from '../../platform/checkpoints/headSource.ts';
import type { HeadTables } from '../../platform/checkpoints/tree.ts';

export const FABRIC_HEAD_TABLES: HeadTables = { blocks: 'fabric_block', nodes: 'fabric_tree_node' };

/**
 * The headers of the channel's blocks, signed by the orderers, as a source of heads.
 * @param closes the last head of the ledger that the channel replaces; null: it began by itself
 */
export function fabricHeadSource(signatures: FabricSignatures, closes: () => Promise<SignedHead | null>): HeadSource {
  return {
    tables: FABRIC_HEAD_TABLES,
    isSigned: async ({ number, previousHash, dataHash, signatures: stored }) => {
      // The first block, with the channel's configuration, is not signed.
      if (number === 0) return true;
      if (!Buffer.isBuffer(stored)) return false;
      const header = { number, previousHash, dataHash };
      return (await signatures.headerFaults(readHeaderSignatures(header, new Uint8Array(stored)))).length === 0;
    },
    since: async (_client, known) => {
      const closed = await closes();
      return closed !== null && sameHead(closed, known) ? 'block 0' : null;
    },
  };
}
