import { readContent, type EventContent, type MovedPart } from '../ledger/content.ts';
import { contentTextHash } from './hashing.ts';
import { because, type ProofRefusal } from './proofSteps.ts';

/** The texts of the contents of a lot's events, oldest first, as a proof file has them. */
export interface LotContents {
  lotKey: string;
  contents: readonly string[];
}

/**
 * Compares what a `formed` event says of one of its inputs with the proof of that input: it holds, at the position that
 * is named, an event with the hash that is named, by which these grams left the lot in the same transfer. The hash
 * alone makes that content authentic, as the `formed` event is signed.
 * @param input counted from 1, among the inputs of the `formed` event
 * @returns null when they fit
 */
export async function inputRefusal(
  part: MovedPart,
  input: number,
  transfer: string,
  { lotKey, contents }: LotContents,
): Promise<ProofRefusal | null> {
  const text = contents[part.seq - 1];
  const content = readContent(text ?? null);
  const place = { input, key: part.key, event: part.seq };
  if (lotKey !== part.key || text === undefined || content === null) return because('input_missing', place);
  const found = gramsUsed(content, part, transfer);
  if (found === null) return because('input_other_event', place);
  if (found !== part.grams) return because('input_differs', { ...place, stated: part.grams, found });
  return (await contentTextHash(text)) === part.hash ? null : because('input_other_event', place);
}

/** Grams that an event takes out of its lot for a transfer; null for another event. */
function gramsUsed(content: EventContent, { key, seq }: MovedPart, transfer: string): number | null {
  if (content.type !== 'used' || content.lotKey !== key || content.seq !== seq) return null;
  return content.transfer === transfer && content.consignment === null ? content.grams : null;
}
