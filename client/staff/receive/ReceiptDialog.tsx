import { Dialog } from '../../design/Dialog.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { ReceiptPanel } from './ReceiptPanel.tsx';

interface ReceiptDialogProps {
  open: boolean;
  lotId: string;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** The receipt of a lot that was received at a scale, from the lot's own page. */
export default function ReceiptDialog({ open, lotId, onClose, returnFocusTo }: ReceiptDialogProps) {
  const { say } = useReceiveWords();
  return (
    <Dialog open={open} onClose={onClose} returnFocusTo={returnFocusTo} title={`${say('receipt.title')} ${lotId}`}>
      <ReceiptPanel lotId={lotId} />
    </Dialog>
  );
}
