import { useFragment } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { MessageDialog } from '../../../design/Dialog.tsx';
import { useLastShown } from '../../../design/useLastShown.ts';
import { LotNewsFragmentDoc } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { MovedLot } from './useUpdateProcess.ts';

export interface ProcessUpdatedDialogProps {
  /** null: no message */
  updated: MovedLot | null;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** The success message of a process update (docs/spec/error-messages.md, 'Staff messages'). */
export function ProcessUpdatedDialog({ updated, onClose, returnFocusTo }: ProcessUpdatedDialogProps) {
  const { say } = useLotListWords();
  // Keep the message while the dialog closes.
  const message = useLastShown(updated);
  return (
    <MessageDialog open={updated !== null} onClose={onClose} title={say('updated.title')} returnFocusTo={returnFocusTo}>
      {message !== null && (
        <Flex direction="column" gap="2">
          <span>{say('updated.stage', { lotId: message.lotId, stage: say(`stage.${message.stage}`) })}</span>
          <Recorded moved={message} />
          <span>{say('updated.history')}</span>
        </Flex>
      )}
    </MessageDialog>
  );
}

/** The transaction of the update, once it is recorded. */
function Recorded({ moved }: { moved: MovedLot }) {
  const { say } = useLotListWords();
  const { data, complete } = useFragment({
    fragment: LotNewsFragmentDoc,
    fragmentName: 'LotNews',
    from: { __typename: 'Lot', id: moved.id },
  });
  const recorded = complete && data.blockchainHash?.status === 'recorded' ? data.blockchainHash.transactionId : null;
  const id = moved.transactionId ?? recorded;
  return <span>{id === null ? say('updated.recording') : say('updated.transaction', { id })}</span>;
}
