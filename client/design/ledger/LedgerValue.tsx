import { hashPreview, transactionPreview } from '../../words/format.ts';
import { useRecordWords } from '../../words/recordWords.ts';
import { CopyableValue } from '../CopyableValue.tsx';

/**
 * <LedgerValue of="transactionId" text={entry.transactionId} />
 *
 * The start of a ledger value, with a button that copies the whole value: 20 characters of a transaction id, 16 of a
 * hash or a signature (docs/spec/staff-screens.md, 'Blockchain view'). Shows a dash for null.
 */
export function LedgerValue({ of, text }: { of: 'transactionId' | 'signature' | 'contentHash'; text: string | null }) {
  const { say } = useRecordWords();
  const shown = of === 'transactionId' ? transactionPreview(text) : hashPreview(text);
  return <CopyableValue name={say(`copy.${of}`)} text={text} shown={shown} />;
}
