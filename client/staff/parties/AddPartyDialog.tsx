import type { PartyKind } from '../../../server/domain/party/partyInput.ts';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreatePartyDocument, type PartyRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { newParty, partyForm } from './partyForm.ts';
import { PartyFields } from './PartyFields.tsx';

interface AddPartyDialogProps {
  open: boolean;
  title: string;
  kind: PartyKind;
  /** the name that was typed before */
  name?: string;
  onClose: () => void;
  onDone: (party: PartyRowFragment) => void;
}

/** Adds a party. Each opening begins with an empty form. */
export function AddPartyDialog(props: AddPartyDialogProps) {
  const openings = useOpenings(props.open);
  return <AddParty key={openings} {...props} />;
}

function AddParty({ open, title, kind, name, onClose, onDone }: AddPartyDialogProps) {
  const { say } = useOfficeWords();
  const [create] = useWrite(CreatePartyDocument, { failed: say('partyForm.failed') });
  const form = useForm({
    schema: partyForm,
    initial: newParty(kind, name),
    open,
    send: async (input) => {
      const written = await create({ input });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.createParty } : written;
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={title}
      size="lg"
      action={say('partyForm.add')}
      busyLabel={say('partyForm.adding')}
    >
      <PartyFields form={form} />
    </FormDialog>
  );
}
