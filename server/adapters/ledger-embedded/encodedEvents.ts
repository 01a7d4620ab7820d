import type { Pool } from 'pg';
import { CONTRACTS } from '../../domain/ledger/transitions.ts';
import { readEnvelope } from '../../domain/proof/transaction.ts';
import type { CarriedEvent } from '../../domain/ledger/ledger.ts';
import { readPage, type StoredTransaction } from './storedChain.ts';

/** Blocks that are read at once. */
const PAGE = 20;

/**
 * All events of the embedded ledger in the order of recording, with their positions, some blocks at a time.
 * @param blocks how many there are
 * @throws Error for unreadable data: the ledger must be verified before
 */
export async function* carriedEvents(pool: Pool, blocks: number): AsyncGenerator<CarriedEvent[]> {
  for (let from = 1; from < blocks; from += PAGE) {
    const { transactions } = await readPage(pool, from, Math.min(from + PAGE, blocks) - 1);
    yield transactions.map(encodeMessage);
  }
}

function encodeMessage({ content, envelope, blockNumber }: StoredTransaction): CarriedEvent {
  const payload = readEnvelope(envelope)?.payload;
  const contract = payload?.chaincode.version ?? '';
  if (payload === undefined || content === null || !CONTRACTS.has(contract)) {
    throw new Error(`A transaction of block ${blockNumber} cannot be read`);
  }
  const { eventId, lotKey, seq, contentHash, txId: transactionId, at } = payload;
  return { eventId, lotKey, seq, content, contentHash, formerly: { transactionId, blockNumber, at }, contract };
}
