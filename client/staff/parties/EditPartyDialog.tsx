import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { UpdatePartyDocument, type PartyRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { editedParty, newParty, partyChanges, partyForm } from './partyForm.ts';
import { PartyFields } from './PartyFields.tsx';

interface EditPartyDialogProps {
  party: PartyRowFragment | null;
  onClose: () => void;
  onDone: (party: PartyRowFragment) => void;
}

/** Changes a party. What somebody else changed in the meantime is not overwritten. */
export function EditPartyDialog(props: EditPartyDialogProps) {
  const openings = useOpenings(props.party !== null);
  return <EditParty key={openings} {...props} />;
}

function EditParty({ party, onClose, onDone }: EditPartyDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [update] = useWrite(UpdatePartyDocument, { failed: say('partyForm.failed') });
  const shown = useLastShown(party);
  const form = useForm({
    schema: partyForm,
    initial: party === null ? newParty('buyer') : editedParty(party),
    open: party !== null,
    send: async (input) => {
      if (party === null) return { kind: 'ignored' };
      const written = await update({ id: party.id, input: partyChanges(party, input) });
      if (written.kind !== 'answered') return written;
      const { updateParty } = written.data;
      return updateParty.__typename === 'PartySaved'
        ? { kind: 'done', result: updateParty.party }
        : { kind: 'failed', message: localizedText(words, updateParty.said) };
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={party !== null}
      onClose={onClose}
      title={say('partyForm.editTitle', { name: shown?.name ?? '' })}
      size="lg"
      action={say('partyForm.save')}
      busyLabel={say('partyForm.saving')}
      disabled={form.changed.length === 0}
    >
      <PartyFields form={form} />
    </FormDialog>
  );
}
