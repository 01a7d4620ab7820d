import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { DeleteLotDocument, type LotCardFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { screenNewsOf } from '../screenNews.ts';
import { AdvanceDialog } from './AdvanceDialog.tsx';
import type { LotUser } from './lotFacts.ts';
import { cardId, type LotTask, RESULTS_ID } from './lotTask.ts';
import { ProcessUpdatedDialog } from './ProcessUpdatedDialog.tsx';
import { ProcessUpdateWizard } from './ProcessUpdateWizard.tsx';
import { QrCodeDialog } from './QrCodeDialog.tsx';
import type { ProcessUpdated } from './useUpdateProcess.ts';

export interface LotTaskDialogsProps {
  task: LotTask | null;
  onTask: (task: LotTask | null) => void;
  user: LotUser;
}

/** The dialogs that a lot's card opens, one at a time, and the word of success after a process update. */
export function LotTaskDialogs({ task, onTask, user }: LotTaskDialogsProps) {
  const { say } = useStaffWords();
  // A closing dialog still shows its lot: the last task is kept.
  const [last, setLast] = useState(task);
  if (task !== null && task !== last) setLast(task);
  const [updated, setUpdated] = useState<ProcessUpdated | null>(null);
  const remove = useDeleteLot();
  const close = () => onTask(null);
  const removed = useRef<string | null>(null);
  const returnFocusTo = () =>
    removed.current === last?.lot.id ? document.getElementById(RESULTS_ID) : cardControl(last);
  const lot = last?.lot;
  if (lot === undefined) return null;
  const to = last?.kind === 'advance' || last?.kind === 'update' ? last.to : '';

  return (
    <>
      <AdvanceDialog
        open={task?.kind === 'advance'}
        lot={lot}
        to={to}
        onClose={close}
        returnFocusTo={returnFocusTo}
        onMore={() => onTask({ kind: 'update', lot, to })}
      />
      <ProcessUpdateWizard
        open={task?.kind === 'update'}
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
          await remove(lot);
          removed.current = lot.id;
        }}
      />
      <ProcessUpdatedDialog updated={updated} onClose={() => setUpdated(null)} returnFocusTo={returnFocusTo} />
    </>
  );
}

/** The control of the card that a task began at; the head of the list when the card left it. */
function cardControl(task: LotTask | null): HTMLElement | null {
  const card = task === null ? null : document.getElementById(cardId(task.lot))?.closest('article');
  const menu = card?.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  const advance = task?.kind === 'advance' ? card?.querySelector<HTMLElement>('button[data-advance]') : null;
  return advance ?? menu ?? document.getElementById(RESULTS_ID);
}

function useDeleteLot(): (lot: LotCardFragment) => Promise<void> {
  const client = useApolloClient();
  const { say } = useStaffWords();
  const [write] = useWrite(DeleteLotDocument, { failed: say('write.failed') });
  return async (lot) => {
    const written = await write({ id: lot.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    // Also when it was gone already: that is what was asked for.
    client.cache.evict({ id: client.cache.identify({ __typename: 'Lot', id: lot.id }) });
    client.cache.gc();
    toaster.create({ type: 'success', title: say('delete.done', { lotId: lot.lotId }) });
    const news = screenNewsOf(client);
    news.lot(lot.id, null);
    news.lotLists();
  };
}
