import { Banner } from '../../design/Banner.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { UpdateStatementDocument, type StatementWholeFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { sentStatement } from './sentStatement.ts';
import { ContentFields, FilingFields } from './StatementFields.tsx';
import { editedStatement, statementChanges, statementField, statementForm } from './statementForm.ts';

interface EditStatementDialogProps {
  statement: StatementWholeFragment;
  open: boolean;
  onClose: () => void;
  /** what takes the focus then; null: what opened it */
  returnFocusTo: () => HTMLElement | null;
  onDone: () => void;
}

/** Changes a statement that was not handed over. What somebody else changed in the meantime is not overwritten. */
export function EditStatementDialog(props: EditStatementDialogProps) {
  const openings = useOpenings(props.open);
  return <EditStatement key={openings} {...props} />;
}

function EditStatement({ statement, open, onClose, returnFocusTo, onDone }: EditStatementDialogProps) {
  const words = useStatementWords();
  const { say } = words;
  const [update] = useWrite(UpdateStatementDocument, { failed: say('statementForm.saveFailed') });
  const form = useForm({
    schema: statementForm,
    initial: editedStatement(statement),
    open,
    send: async (typed) =>
      sentStatement(
        words,
        await update({ id: statement.id, input: statementChanges(statement, typed) }),
        (data) => data.updateStatement,
        statementField,
      ),
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('statementForm.editTitle', { reference: statement.internalReference })}
      size="lg"
      action={say('statementForm.save')}
      busyLabel={say('statementForm.saving')}
      disabled={form.changed.length === 0}
    >
      {statement.state === 'checked' && <Banner tone="sky">{say('statementForm.frozen')}</Banner>}
      <FieldGrid>
        <FilingFields form={form} hasKind={false} />
        <ContentFields form={form} />
      </FieldGrid>
    </FormDialog>
  );
}
