import { FieldGrid } from '../../design/FieldGrid.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import type { ConsignmentFactsFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { IdentityFields, LoadFields, ShippingDateFields, TermFields } from './ConsignmentFields.tsx';
import { consignmentForm, editedConsignment } from './consignmentForm.ts';
import { usePapersWrite } from './usePapersWrite.ts';

interface EditConsignmentDialogProps {
  consignment: ConsignmentFactsFragment;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Changes number and papers. What somebody else changed in the meantime is not overwritten. */
export function EditConsignmentDialog(props: EditConsignmentDialogProps) {
  const openings = useOpenings(props.open);
  return <EditConsignment key={openings} {...props} />;
}

function EditConsignment({ consignment, open, onClose, onDone }: EditConsignmentDialogProps) {
  const { say } = useConsignmentWords();
  const write = usePapersWrite();
  const { buyerId, buyerName, state } = consignment;
  const form = useForm({
    schema: consignmentForm,
    initial: editedConsignment(consignment),
    open,
    send: (typed) => write(consignment, typed),
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('consignmentForm.editTitle', { number: consignment.number })}
      size="lg"
      action={say('consignmentForm.save')}
      busyLabel={say('consignmentForm.saving')}
      disabled={form.changed.length === 0}
    >
      <FieldGrid>
        <IdentityFields
          form={form}
          buyer={state === 'open' ? { id: buyerId, name: buyerName ?? say('consignments.erasedBuyer') } : undefined}
        />
        <TermFields form={form} />
        <ShippingDateFields form={form} />
        <LoadFields form={form} />
      </FieldGrid>
    </FormDialog>
  );
}
