import { Box } from '@chakra-ui/react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { DeletePartyDocument, type PartyRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';

interface ErasePartyDialogProps {
  party: PartyRowFragment | null;
  onClose: () => void;
  onDone: () => void;
}

/** Confirmation before the values of a party are erased for good. */
export function ErasePartyDialog({ party, onClose, onDone }: ErasePartyDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [erase] = useWrite(DeletePartyDocument, { failed: say('partyErase.failed') });
  const name = useLastShown(party)?.name ?? '';
  const confirm = async () => {
    if (party === null) return;
    const written = await erase({ id: party.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { deleteParty } = written.data;
    if (deleteParty.__typename !== 'PartyErased') throw new Error(localizedText(words, deleteParty.said));
    onDone();
  };
  return (
    <ConfirmDialog
      open={party !== null}
      onClose={onClose}
      title={say('partyErase.title', { name })}
      action={say('partyErase.action')}
      busyLabel={say('partyErase.busy')}
      danger
      onConfirm={confirm}
      message={<Box overflowWrap="anywhere">{say('partyErase.text', { name })}</Box>}
    />
  );
}
