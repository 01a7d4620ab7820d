import { Box } from '@chakra-ui/react';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import type { ReceiptFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { Receipt } from '../privacy/Receipt.tsx';

/** The receipt of one's own erasure; who closes it is signed out. */
export function ErasedDialog({ receipt, onClose }: { receipt: ReceiptFragment | null; onClose: () => void }) {
  const { say } = useOfficeWords();
  return (
    <Dialog
      open={receipt !== null}
      onClose={onClose}
      keepOpenOutside
      title={say('erase.receipt')}
      footer={<Button onClick={onClose}>{say('erase.close')}</Button>}
    >
      <Box mb="4">{say('erase.receiptText')}</Box>
      {receipt !== null && <Receipt receipt={receipt} />}
    </Dialog>
  );
}
