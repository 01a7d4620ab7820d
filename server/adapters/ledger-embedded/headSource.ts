import type { Signers } from '../../domain/proof/certificate.ts';
import { verifyBlockHeader } from '../../domain/proof/block.ts';
import type { HeadSource } from '../../platform/checkpoints/headSource.ts';
import type { HeadTables } from '../../platform/checkpoints/tree.ts';
import { readSignatures } from './blockCheck.ts';
import { declaredSince } from './restored.ts';

export const EMBEDDED_HEAD_TABLES: HeadTables = { blocks: 'ledger_block', nodes: 'ledger_tree_node' };

/** The blocks of the embedded ledger as a source of heads; its organizations sign all headers. */
export function embeddedHeadSource(signers: Signers): HeadSource {
  return {
    tables: EMBEDDED_HEAD_TABLES,
    isSigned: async (row) => (await verifyBlockHeader(row, readSignatures(row), signers)).length === 0,
    since: (client, known) => declaredSince(client, known, signers),
  };
}
