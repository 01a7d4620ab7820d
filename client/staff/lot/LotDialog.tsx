import { Box, chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed } from '../../design/Loading.tsx';
import { CardSkeleton, DetailSkeleton } from '../../design/Skeletons.tsx';
import { LotDialogDocument } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import type { OpenLot } from '../address.ts';
import { useAnswer } from './useAnswer.ts';
import { LotActions } from './LotActions.tsx';
import { LotDetail } from './LotDetail.tsx';
import { UnknownLot } from './UnknownLot.tsx';
import { useLotDetail } from './useLotDetail.ts';

const BlockchainView = lazyPart(() => import('./blockchain/BlockchainView.tsx'));

export interface LotDialogProps {
  open: boolean;
  lot: OpenLot;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/**
 * Dialog of one lot: the detail or the ledger record (docs/spec/staff-screens.md, 'Lot detail' and 'Blockchain view').
 */
export default function LotDialog({ open, lot, onClose, returnFocusTo }: LotDialogProps) {
  const { lotId, view, part } = lot;
  const { say } = useLotWords();
  // The contents load the lot and unmount with it, so they render its actions into the dialog's footer through a
  // portal.
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const title = useRef<HTMLSpanElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The control that switched the view is gone, so move focus to the title.
    if (shown.current !== view) title.current?.focus();
    shown.current = view;
  }, [view]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="cover"
      title={
        <chakra.span ref={title} tabIndex={-1} fontVariantNumeric="tabular-nums" _focusVisible={{ outline: 'none' }}>
          {view === 'blockchain' ? say('chainView.title', { lotId }) : lotId}
        </chakra.span>
      }
      footer={
        view === 'detail' ? (
          <>
            <Box ref={setSlot} display="contents" />
            {/* On phones the header's Close button is enough, and space is short. */}
            <Box hideBelow="md">
              <Button variant="secondary" onClick={onClose}>
                {say('lot.close')}
              </Button>
            </Box>
          </>
        ) : undefined
      }
    >
      {view === 'blockchain' ? (
        <Suspense fallback={<LotSkeleton label={say('chainView.loading')} />}>
          <BlockchainView lotId={lotId} part={part} onClose={onClose} />
        </Suspense>
      ) : (
        <DetailView lotId={lotId} actionsSlot={slot} />
      )}
    </Dialog>
  );
}

function DetailView({ lotId, actionsSlot }: { lotId: string; actionsSlot: HTMLElement | null }) {
  const { say } = useLotWords();
  const answer = useAnswer(LotDialogDocument, { id: lotId }, say('lot.failed'));
  const parts = useLotDetail(lotId);
  const lot = answer.data?.lot;
  if (lot === undefined && answer.error !== null) {
    return (
      <Box role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={say('lot.failed')}
          action={
            <Button busy={answer.busy} busyLabel={say('again.trying')} onClick={answer.retry}>
              {say('again.try')}
            </Button>
          }
        >
          {answer.error}
        </EmptyState>
      </Box>
    );
  }
  if (lot === undefined) return <LotSkeleton label={say('lot.loading', { lotId })} />;
  if (lot === null) return <UnknownLot lotId={lotId} />;
  return (
    <>
      <LotDetail lot={lot} parts={parts} />
      {actionsSlot !== null && createPortal(<LotActions lot={lot} parts={parts} />, actionsSlot)}
    </>
  );
}

function LotSkeleton({ label }: { label: string }) {
  return (
    <Delayed label={label}>
      <Box display="grid" gap="4" gridTemplateColumns={{ md: '1fr 1fr' }}>
        <DetailSkeleton rows={8} />
        <DetailSkeleton rows={6} />
        <CardSkeleton />
        <CardSkeleton />
      </Box>
    </Delayed>
  );
}
