import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/Dialog.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { DELETE_SELECTED_ID, selectionReturn } from '../list/lotTask.ts';
import { useDeleteLots } from './useDeleteLots.ts';
import type { SelectedLot } from '../list/useLotSelection.ts';

export interface DeleteLotsDialogProps {
  open: boolean;
  lots: readonly SelectedLot[];
  /** those that the list does not show */
  unlisted: readonly SelectedLot[];
  onClose: () => void;
  /** receives the ids of deleted lots */
  onDeleted: (ids: readonly string[]) => void;
}

/**
 * Deletes the selected lots with one request each, so that a refused one does not block the others. Failed lots stay
 * selected and show the reason.
 */
export function DeleteLotsDialog(props: DeleteLotsDialogProps) {
  const openings = useOpenings(props.open);
  return <Deleting key={openings} {...props} />;
}

interface Failed {
  lot: SelectedLot;
  reason: string;
}

function Deleting({ open, lots, unlisted, onClose, onDeleted }: DeleteLotsDialogProps) {
  const { say } = useLotListWords();
  const [asked] = useState(lots);
  const deletable = asked.filter(({ mayDelete }) => mayDelete);
  const others = asked.filter(({ mayDelete }) => !mayDelete);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const { remove, done: finish } = useDeleteLots();
  const waiting = failed.length === 0 ? deletable : failed.map(({ lot }) => lot);

  const run = async (): Promise<void> => {
    const refused: Failed[] = [];
    const deleted: string[] = [];
    setDone(0);
    for (const lot of waiting) {
      const deletion = await remove(lot);
      if (deletion.kind === 'deleted') deleted.push(lot.id);
      else refused.push({ lot, reason: deletion.kind === 'failed' ? deletion.message : say('write.failed') });
      setDone(deleted.length + refused.length);
    }
    finish();
    onDeleted(deleted);
    setDone(null);
    setFailed(refused);
    if (deleted.length > 0) {
      toaster.create({ type: 'success', title: say('delete.done.many', { count: deleted.length }) });
    }
    if (refused.length > 0) throw new Error(say('delete.partly', { count: refused.length }));
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      danger
      title={say(deletable.length === 1 ? 'delete.title' : 'delete.manyTitle')}
      action={say('delete.many', { count: waiting.length })}
      busyLabel={say('delete.busy')}
      returnFocusTo={() => selectionReturn(DELETE_SELECTED_ID)}
      onConfirm={run}
      message={<DeletionState waiting={waiting} unlisted={unlisted} failed={failed} others={others} done={done} />}
    />
  );
}

interface DeletionStateProps {
  waiting: readonly SelectedLot[];
  unlisted: readonly SelectedLot[];
  failed: readonly Failed[];
  others: readonly SelectedLot[];
  done: number | null;
}

/** Which lots are to be deleted, which are not, and how far the deletion is. */
function DeletionState({ waiting, unlisted, failed, others, done }: DeletionStateProps) {
  const { formatList, say } = useLotListWords();
  return (
    <Flex direction="column" gap="3">
      <div>{waiting.length === 1 ? say('delete.sureThis') : say('delete.sureMany', { count: waiting.length })}</div>
      <Names
        name={say('delete.which')}
        lines={
          failed.length === 0
            ? waiting.map((lot) => (unlisted.includes(lot) ? say('delete.unlisted', lot) : lot.lotId))
            : failed.map(({ lot, reason }) => say('delete.reason', { lotId: lot.lotId, reason }))
        }
      />
      {others.length > 0 && (
        <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {say('delete.others', { count: others.length, names: formatList(others.map(({ lotId }) => lotId)) })}
        </Box>
      )}
      <chakra.output fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {done !== null && say('delete.progress', { done, total: waiting.length })}
      </chakra.output>
    </Flex>
  );
}

/** A possibly long list that scrolls on its own. */
function Names({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <Scroller label={name} maxH="10rem">
      <chakra.ul aria-label={name} fontSize="sm" fontVariantNumeric="tabular-nums" listStyleType="none">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </Scroller>
  );
}
