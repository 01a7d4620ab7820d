import type { Pool } from 'pg';
import { CONTRACTS } from '../../domain/ledger/transitions.ts';
import { readEnvelope } from '../../domain/proof/transaction.ts';
import type { CarriedEvent } from '../../domain/ledger/ledger.ts';
import { nativeContentHash } from '../../platform/checkpoints/nativeSha256.ts';
import { rowFault } from './rowAgrees.ts';
import { readPage, type StoredTransaction } from './storedChain.ts';

/** Blocks that are read at once. */
const PAGE = 20;

/**
 * All events of the embedded ledger in the order of recording, with their positions, some blocks at a time: those of one transaction
 * one after the other, and never in two portions.
 * @param blocks how many there are
 * @throws Error for unreadable data: the ledger must be verified before
 */
export async function* carriedEvents(pool: Pool, blocks: number): AsyncGenerator<CarriedEvent[]> {
  for (let from = 1; from < blocks; from += PAGE) {
    const { transactions } = await readPage(pool, from, Math.min(from + PAGE, blocks) - 1);
    yield await Promise.all(transactions.map(encodeMessage));
  }
}

async function encodeMessage(row: StoredTransaction): Promise<CarriedEvent> {
  const { eventId, lotKey, seq, content, blockNumber } = row;
  const payload = readEnvelope(row.envelope)?.payload;
  const contract = payload?.chaincode.version ?? '';
  const readable = payload !== undefined && content !== null && CONTRACTS.has(contract);
  if (!readable || (await rowFault(row, payload)) !== null) {
    throw new Error(`A transaction of block ${blockNumber} cannot be read`);
  }
  const formerly = { transactionId: payload.txId, blockNumber, at: payload.at };
  return { eventId, lotKey, seq, content, contentHash: nativeContentHash(content), formerly, contract };
}
