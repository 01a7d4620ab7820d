import { hashPreview, transactionPreview } from '../../words/format.ts';
import { useRecordWords } from '../../words/recordWords.ts';
import { CopyableValue } from '../CopyableValue.tsx';

/**
 * <LedgerValue of="transactionId" text={entry.transactionId} />
 *
 * The first characters of a value from the ledger, with a button that copies all of it: 20 characters of a transaction id,
 * 16 of a hash or a signature (docs/spec/staff-screens.md, 'Blockchain view'). A dash when there is none.
 */
export function LedgerValue({ of, text }: { of: 'transactionId' | 'signature' | 'contentHash'; text: string | null }) {
  const { say } = useRecordWords();
  const shown = of === 'transactionId' ? transactionPreview(text) : hashPreview(text);
  return <CopyableValue name={say(`copy.${of}`)} text={text} shown={shown} />;
}
