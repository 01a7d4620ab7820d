import { recordedOtherwise, type PlaceWithin, type TransactionPayload } from '../../domain/proof/transaction.ts';
import { nativeContentHash, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { CHANNEL } from './channel.ts';
import type { StoredTransaction } from './storedChain.ts';

/**
 * What of a row differs from its signed payload: the columns by which its event is found, or the content (of several events in one
 * transaction: content, part or path). Null: nothing.
 */
export async function rowFault(
  row: StoredTransaction,
  payload: TransactionPayload,
): Promise<'columns' | 'content' | null> {
  const { eventId, lotKey, seq, content } = row;
  if (payload.channel !== CHANNEL || payload.txId !== row.txId) return 'columns';
  if (content === null) return 'content';
  const event = { eventId, lotKey, seq, contentHash: nativeContentHash(content) };
  const other = await recordedOtherwise(payload, event, withinOf(row, payload), nativeSha256);
  return other === 'keys' ? 'columns' : other;
}

/** The place that a row names for its event within its transaction, without the path where that is none; null: it is alone there. */
export function withinOf({ part, path }: StoredTransaction, payload: TransactionPayload): PlaceWithin | null {
  if (payload.v === 1 && part === 0 && path === '') return null;
  const hashes = /^([0-9a-f]{64})*$/.test(path) ? (path.match(/.{64}/g) ?? []) : [];
  return { index: part, size: payload.v === 1 ? 1 : payload.events.size, path: hashes };
}
