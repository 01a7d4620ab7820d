import type { TransactionPayload } from '../../domain/proof/transaction.ts';
import { nativeContentHash } from '../../platform/checkpoints/nativeSha256.ts';
import { CHANNEL } from './channel.ts';
import type { StoredTransaction } from './storedChain.ts';

/** Whether the columns by which a transaction is found match its signed payload. */
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
export function contentAgrees(row: StoredTransaction, payload: TransactionPayload): boolean {
  return row.content !== null && nativeContentHash(row.content) === payload.contentHash;
}
