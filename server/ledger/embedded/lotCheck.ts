import { readContent } from '../../domain/ledger/content.ts';
import type { Signers } from '../../domain/proof/certificate.ts';
import { contentTextHash, fromHex } from '../../domain/proof/hashing.ts';
import { verifyTransaction, type CheckedTransaction, type TransactionPayload } from '../../domain/proof/transaction.ts';
import type { Endorser, LedgerEntry, LotChain } from '../ledger.ts';
import { brokenLink, checkBlock, checkGenesis } from './blockCheck.ts';
import { CHANNEL } from './channel.ts';
import type { LotRead, StoredBlock, StoredTransaction } from './storedChain.ts';

/** Whether the columns that a transaction is found by say what its signed payload says. */
export function columnsAgree(row: StoredTransaction, payload: TransactionPayload): boolean {
  return (
    payload.channel === CHANNEL &&
    payload.txId === row.txId &&
    payload.eventId === row.eventId &&
    payload.lotKey === row.lotKey &&
    payload.seq === row.seq
  );
}

/** Whether a stored content is the one that the payload names, and names itself as the payload does. */
export async function contentAgrees(row: StoredTransaction, payload: TransactionPayload): Promise<boolean> {
  return row.content !== null && (await contentTextHash(row.content)) === payload.contentHash;
}

function endorsersOf(checked: CheckedTransaction, signers: Signers): Endorser[] {
  return checked.endorsements.map(({ mspId, signature }) => {
    const signer = signers.get(mspId);
    return {
      mspId,
      organisation: signer?.name ?? mspId,
      certificateFingerprint: signer?.fingerprint ?? '',
      signature,
    };
  });
}

/**
 * Checks all that was read of one lot.
 * @param signers those whose certificates check out and whose roots this server trusts; empty: nothing is valid
 */
export async function checkLot(read: LotRead, signers: Signers): Promise<LotChain> {
  if (read.transactions.length === 0)
    return { entries: [], brokenBlocks: [], missing: missingSeqs(read), rivals: read.rivals };
  const blocks = new Map(read.blocks.map((block) => [block.number, block]));
  const broken = new Set<number>();
  const invalid = new Set<number>();
  if ((await checkGenesis(blocks.get(0), signers)).length > 0) broken.add(0);
  await Promise.all(
    read.leaves.map(async ({ blockNumber, positions, hashes }) => {
      const block = blocks.get(blockNumber);
      const leaves = { positions, hashes: hashes.map(fromHex) };
      const faults = block ? await checkBlock(block, leaves, signers) : ['missing'];
      if (faults.length > 0) {
        broken.add(blockNumber);
        invalid.add(blockNumber);
      }
      if (block && !checkLinks(block, blocks, faults.length === 0, broken)) invalid.add(blockNumber);
    }),
  );
  const checked = await Promise.all(read.transactions.map((row) => verifyTransaction(row.envelope, signers)));
  const entries: LedgerEntry[] = [];
  for (const [i, row] of read.transactions.entries()) {
    const transaction = checked[i] as CheckedTransaction;
    const { payload } = transaction;
    const block = blocks.get(row.blockNumber);
    // The block's time stands in its transactions alone, where it is signed.
    if (payload && block && Date.parse(payload.at) !== block.at) {
      broken.add(block.number);
      invalid.add(block.number);
    }
    const follows =
      row.seq === i + 1 && readContent(row.content)?.prev === (checked[i - 1]?.payload?.contentHash ?? null);
    entries.push({
      eventId: row.eventId,
      seq: row.seq,
      content: row.content,
      transactionId: row.txId,
      blockNumber: row.blockNumber,
      blockTime: new Date(block?.at ?? payload?.at ?? 0),
      chaincode: payload?.chaincode.name ?? '',
      endorsers: endorsersOf(transaction, signers),
      transactionValid:
        transaction.faults.length === 0 &&
        payload !== null &&
        columnsAgree(row, payload) &&
        (await contentAgrees(row, payload)) &&
        follows,
      blockValid: true,
    });
  }
  for (const entry of entries) entry.blockValid = !invalid.has(entry.blockNumber);
  return {
    entries,
    brokenBlocks: [...broken].sort((a, b) => a - b),
    missing: missingSeqs(read),
    rivals: read.rivals,
  };
}

/** Adds the blocks at fault for a broken link to `broken`; answers whether the link to the block before holds. */
function checkLinks(
  block: StoredBlock,
  blocks: ReadonlyMap<number, StoredBlock>,
  sound: boolean,
  broken: Set<number>,
): boolean {
  const before = blocks.get(block.number - 1);
  const after = blocks.get(block.number + 1);
  const backward = before ? brokenLink(block, before, sound) : block.number - 1;
  const forward = after ? brokenLink(block, after, sound) : null;
  for (const fault of [backward, forward]) if (fault !== null) broken.add(fault);
  return backward === null;
}

/** More than this many missing events are not listed one by one. */
const MISSING_LISTED = 100;

function missingSeqs(read: LotRead): number[] {
  const last = Math.max(read.headSeq ?? 0, read.transactions.at(-1)?.seq ?? 0);
  const shown = new Set(read.transactions.map(({ seq }) => seq));
  const missing: number[] = [];
  for (let seq = 1; seq <= last && missing.length < MISSING_LISTED; seq += 1) if (!shown.has(seq)) missing.push(seq);
  return missing;
}
