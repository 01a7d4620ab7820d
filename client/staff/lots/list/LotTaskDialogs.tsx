import { useQuery } from '@apollo/client/react';
import { Suspense, useRef, useState } from 'react';
import { ConfirmDialog, Dialog } from '../../../design/Dialog.tsx';
import { lazyPart } from '../../../design/lazyPart.ts';
import { toaster } from '../../../design/Toaster.tsx';
import { useLastShown } from '../../../design/useLastShown.ts';
import { LotQrCodeDocument, type LotCardFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotUser } from './lotFacts.ts';
import { cardId, type LotTask, RESULTS_ID } from './lotTask.ts';
import { ProcessUpdatedDialog } from '../process-update/ProcessUpdatedDialog.tsx';
import { ProcessUpdateWizard } from '../process-update/ProcessUpdateWizard.tsx';
import { useDeleteLots } from '../delete/useDeleteLots.ts';
import type { MovedLot } from '../process-update/useUpdateProcess.ts';
import { QrCode } from '../qr/QrCode.tsx';
import { useLotFiles } from './useLotFiles.ts';

const EditLotDialog = lazyPart(() => import('../edit/EditLotDialog.tsx'));

export interface LotTaskDialogsProps {
  task: LotTask | null;
  onTask: (task: LotTask | null) => void;
  user: LotUser;
  onDeleted: (id: string) => void;
}

/** The dialogs that a lot's card opens, one at a time, and the success message of a process update. */
export function LotTaskDialogs({ task, onTask, user, onDeleted }: LotTaskDialogsProps) {
  const { say } = useLotListWords();
  const last = useLastShown(task);
  const [updated, setUpdated] = useState<MovedLot | null>(null);
  const { remove, done } = useDeleteLots();
  const close = () => onTask(null);
  const removed = useRef<string | null>(null);
  const returnFocusTo = () =>
    removed.current === last?.lot.id ? document.getElementById(RESULTS_ID) : cardControl(last);
  const lot = last?.lot;
  if (lot === undefined) return null;
  const to = last?.kind === 'advance' || last?.kind === 'update' ? last.to : '';

  return (
    <>
      <ProcessUpdateWizard
        open={task?.kind === 'advance' || task?.kind === 'update'}
        lot={lot}
        stage={to}
        operatorName={user.name}
        onClose={close}
        returnFocusTo={returnFocusTo}
        onUpdated={(result) => {
          close();
          setUpdated(result);
        }}
      />
      <Suspense>
        {last?.kind === 'edit' && (
          <EditLotDialog open={task?.kind === 'edit'} lotId={lot.id} onClose={close} returnFocusTo={returnFocusTo} />
        )}
      </Suspense>
      <QrCodeDialog open={task?.kind === 'qr'} lot={lot} onClose={close} returnFocusTo={returnFocusTo} />
      <ConfirmDialog
        open={task?.kind === 'delete'}
        onClose={close}
        title={say('delete.title')}
        message={say('delete.sure', { lotId: lot.lotId })}
        action={say('card.delete')}
        busyLabel={say('delete.busy')}
        danger
        returnFocusTo={returnFocusTo}
        onConfirm={async () => {
          const deletion = await remove(lot);
          if (deletion.kind === 'ignored') return;
          if (deletion.kind === 'failed') throw new Error(deletion.message);
          done();
          toaster.create({ type: 'success', title: say('delete.done', { lotId: lot.lotId }) });
          removed.current = lot.id;
          onDeleted(lot.id);
        }}
      />
      <ProcessUpdatedDialog updated={updated} onClose={() => setUpdated(null)} returnFocusTo={returnFocusTo} />
    </>
  );
}

/** The control that opened the task; the list's heading if the card is gone. */
function cardControl(task: LotTask | null): HTMLElement | null {
  const card = task === null ? null : document.getElementById(cardId(task.lot))?.closest('article, tr');
  const menu = card?.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  const advance = task?.kind === 'advance' ? card?.querySelector<HTMLElement>('button[data-advance]') : null;
  return advance ?? menu ?? document.getElementById(RESULTS_ID);
}

interface QrCodeDialogProps {
  open: boolean;
  lot: LotCardFragment;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Dialog with the lot's QR code, its address and downloads. */
function QrCodeDialog({ open, lot, onClose, returnFocusTo }: QrCodeDialogProps) {
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
