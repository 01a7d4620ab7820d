import { auditPaths } from '../../domain/proof/merkle.ts';
import type { EmbeddedProofEvent } from '../../domain/proof/proofFile.ts';
import { readEnvelope } from '../../domain/proof/transaction.ts';
import { readLeaves, readSignatures } from './blockCheck.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { withinOf } from './rowAgrees.ts';
import type { ProofRead } from './storedChain.ts';

/**
 * What a proof file says of some of a lot's events, in order: each with the path that leads to its block's data hash, and, of several
 * in one transaction, with the one that leads to the root of its transaction.
 * @returns null when the ledger can no longer show all of it
 */
export async function proofEvents({ transactions, blocks }: ProofRead): Promise<EmbeddedProofEvent[] | null> {
  const paths = new Map<string, string[]>();
  const inBlock = Map.groupBy(transactions, ({ blockNumber }) => blockNumber);
  for (const { number, positions, hashes } of blocks) {
    const leaves = readLeaves({ positions, hashes }).hashes;
    const own = inBlock.get(number) ?? [];
    if (own.some(({ position }) => position < 0 || position >= leaves.length)) return null;
    const found = await auditPaths(
      leaves,
      own.map(({ position }) => position),
      nativeSha256,
    );
    for (const [i, { eventId }] of own.entries())
      paths.set(eventId, found[i]?.map((hash) => Buffer.from(hash).toString('hex')) ?? []);
  }
  const byNumber = new Map(blocks.map((block) => [block.number, block]));
  const events: EmbeddedProofEvent[] = [];
  for (const row of transactions) {
    const { content, envelope, position } = row;
    const own = byNumber.get(row.blockNumber);
    const path = paths.get(row.eventId);
    const payload = readEnvelope(envelope)?.payload;
    if (!own?.block || content === null || path === undefined) return null;
    const { number, previousHash, dataHash } = own.block;
    const within = payload?.v === 2 ? withinOf(row, payload) : null;
    events.push({
      content,
      transaction: envelope,
      ...(within === null ? {} : { within: { ...within, path: [...within.path] } }),
      position,
      size: own.hashes.length / 64,
      path,
      block: { number, previousHash, dataHash, signatures: readSignatures(own.block) },
      disclosed: [],
    });
  }
  return events;
}
