import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { nextStage } from '../../../../server/domain/lot/stages.ts';
import { toaster } from '../../../design/Toaster.tsx';
import { AdvanceLotDocument } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import { offeredActions } from '../list/lotFacts.ts';
import { ProcessUpdatedDialog } from './ProcessUpdatedDialog.tsx';
import { ProcessUpdateWizard } from './ProcessUpdateWizard.tsx';
import type { MovedLot } from './useUpdateProcess.ts';

interface AdvanceLotProps {
  open: boolean;
  /** number on the package */
  lotId: string;
  onClose: () => void;
}

const nowhere = (): null => null;

/** The wizard of a lot's next stage, over whatever is open; a toast says why a lot cannot advance. */
export default function AdvanceLot({ open, lotId, onClose }: AdvanceLotProps) {
  const words = useLotListWords();
  const { say } = words;
  const { name } = useUser();
  const [updated, setUpdated] = useState<MovedLot | null>(null);
  const { data, error } = useQuery(AdvanceLotDocument, {
    variables: { id: lotId },
    skip: !open,
    fetchPolicy: 'cache-and-network',
  });
  const lot = data?.lot;
  const mayAdvance = lot !== undefined && lot !== null && offeredActions(lot).advance;
  const failure =
    error !== undefined
      ? errorMessage(words, error, say('lots.fetchFailed'))
      : lot !== undefined && !mayAdvance
        ? say('card.cannotAdvance', { lotId })
        : null;
  useEffect(() => {
    if (!open || failure === null) return;
    toaster.create({ type: 'error', title: failure });
    onClose();
  }, [open, failure, onClose]);
  return (
    <>
      {lot && (
        <ProcessUpdateWizard
          open={open && mayAdvance}
          lot={lot}
          stage={nextStage(lot.currentProcess) ?? ''}
          operatorName={name}
          returnFocusTo={nowhere}
          onClose={onClose}
          onUpdated={(result) => {
            onClose();
            setUpdated(result);
          }}
        />
      )}
      <ProcessUpdatedDialog updated={updated} onClose={() => setUpdated(null)} returnFocusTo={nowhere} />
    </>
  );
}
