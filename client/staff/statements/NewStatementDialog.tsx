import { FieldGrid } from '../../design/FieldGrid.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreateStatementDocument, type StatementWholeFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { sentStatement } from './sentStatement.ts';
import { ContentFields, FilingFields } from './StatementFields.tsx';
import { NEW_STATEMENT, statementField, statementForm } from './statementForm.ts';

interface NewStatementDialogProps {
  consignment: { id: string; number: string };
  open: boolean;
  onClose: () => void;
  onMade: (statement: StatementWholeFragment) => void;
}

/** Makes the draft of a statement for a closed consignment. */
export function NewStatementDialog(props: NewStatementDialogProps) {
  const openings = useOpenings(props.open);
  return <NewStatement key={openings} {...props} />;
}

function NewStatement({ consignment, open, onClose, onMade }: NewStatementDialogProps) {
  const words = useStatementWords();
  const { say } = words;
  const [create] = useWrite(CreateStatementDocument, { failed: say('statementForm.makeFailed') });
  const form = useForm({
    schema: statementForm,
    initial: NEW_STATEMENT,
    open,
    send: async (input) =>
      sentStatement(
        words,
        await create({ consignmentId: consignment.id, input }),
        (data) => data.createStatement,
        statementField,
      ),
    onDone: onMade,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('statementForm.title', { number: consignment.number })}
      size="lg"
      action={say('statementForm.make')}
      busyLabel={say('statementForm.making')}
    >
      <FieldGrid>
        <FilingFields form={form} hasKind />
        <ContentFields form={form} />
      </FieldGrid>
    </FormDialog>
  );
}
