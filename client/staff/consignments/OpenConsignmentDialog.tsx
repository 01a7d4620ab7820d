import { FieldGrid } from '../../design/FieldGrid.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { OpenConsignmentDocument, type ConsignmentRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { IdentityFields, ShippingDateFields, TermFields } from './ConsignmentFields.tsx';
import { consignmentForm, formFieldOf, NEW_CONSIGNMENT } from './consignmentForm.ts';

interface OpenConsignmentDialogProps {
  open: boolean;
  onClose: () => void;
  onDone: (consignment: ConsignmentRowFragment) => void;
}

/** Opens a consignment. Each opening of the dialog begins with an empty form. */
export function OpenConsignmentDialog(props: OpenConsignmentDialogProps) {
  const openings = useOpenings(props.open);
  return <OpenConsignment key={openings} {...props} />;
}

function OpenConsignment({ open, onClose, onDone }: OpenConsignmentDialogProps) {
  const { say } = useConsignmentWords();
  const [write] = useWrite(OpenConsignmentDocument, { failed: say('consignmentForm.failed') });
  const form = useForm({
    schema: consignmentForm,
    initial: NEW_CONSIGNMENT,
    open,
    send: async (input) => {
      const written = await write({ input });
      if (written.kind === 'answered') return { kind: 'done', result: written.data.openConsignment };
      if (written.kind === 'ignored') return written;
      const field = formFieldOf(written.refusedField);
      return { kind: 'failed', message: written.message, ...(field !== undefined && { field }) };
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('consignmentForm.openTitle')}
      size="lg"
      action={say('consignmentForm.openAction')}
      busyLabel={say('consignmentForm.opening')}
    >
      <FieldGrid>
        <IdentityFields form={form} buyer={null} />
        <TermFields form={form} />
        <ShippingDateFields form={form} />
      </FieldGrid>
    </FormDialog>
  );
}
