import { useQuery } from '@apollo/client/react';
import { Dialog } from '../../../design/Dialog.tsx';
import { LotQrCodeDocument, type LotCardFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { QrCode } from './QrCode.tsx';
import { useLotFiles } from '../list/useLotFiles.ts';

export interface QrCodeDialogProps {
  open: boolean;
  lot: LotCardFragment;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Dialog with the lot's QR code, its address and downloads. */
export function QrCodeDialog({ open, lot, onClose, returnFocusTo }: QrCodeDialogProps) {
  const words = useLotListWords();
  const { say } = words;
  const { job, qrSheet } = useLotFiles();
  const { data, error, loading, refetch } = useQuery(LotQrCodeDocument, { variables: { id: lot.id }, skip: !open });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="sm"
      title={say('qr.title', { lotId: lot.lotId })}
    >
      <QrCode
        lotId={lot.lotId}
        code={data?.lotQrCode}
        error={error === undefined ? null : errorMessage(words, error, say('qr.failed'))}
        busy={loading}
        retry={() => void refetch().catch(() => undefined)}
        onPrint={() => qrSheet([lot])}
        printing={job !== null}
      />
    </Dialog>
  );
}
