import { hashPreview, transactionPreview } from '../../words/format.ts';
import { useRecordWords } from '../../words/recordWords.ts';
import { CopyableValue } from '../CopyableValue.tsx';

/**
 * <LedgerValue of="transactionId" text={entry.transactionId} />   what the ledger gave, its beginning shown, the whole to be copied
 * 20 characters of a transaction id, 16 of a hash or a signature (staff specification, section 9). A dash when there is none.
 */
export function LedgerValue({ of, text }: { of: 'transactionId' | 'signature' | 'contentHash'; text: string | null }) {
  const { say } = useRecordWords();
  const shown = of === 'transactionId' ? transactionPreview(text) : hashPreview(text);
  return <CopyableValue name={say(`copy.${of}`)} text={text} shown={shown} />;
}
