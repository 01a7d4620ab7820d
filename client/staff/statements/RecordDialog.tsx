import { Box } from '@chakra-ui/react';
import { STATEMENT_LIMITS } from '../../../server/domain/statement/statement.ts';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { TextAreaInput, TextInput, TimeInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { RecordStatementDocument, type StatementWholeFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { localMinute } from '../lots/list/lotFacts.ts';
import { sentStatement } from './sentStatement.ts';
import { recordForm, type RecordFormValues } from './statementForm.ts';

interface RecordDialogProps {
  statement: StatementWholeFragment;
  open: boolean;
  onClose: () => void;
  /** what takes the focus then; null: what opened it */
  returnFocusTo: () => HTMLElement | null;
  onDone: () => void;
}

/** Records what the importer reports: numbers, submission time or rejection. */
export function RecordDialog(props: RecordDialogProps) {
  const openings = useOpenings(props.open);
  return <Record key={openings} {...props} />;
}

/** What is known already stands in the form, so that a correction is typed over it. */
function known({ referenceNumber, verificationNumber, submittedAt }: StatementWholeFragment): RecordFormValues {
  return {
    referenceNumber: referenceNumber ?? '',
    verificationNumber: verificationNumber ?? '',
    submittedAt: submittedAt === null ? '' : localMinute(new Date(submittedAt)),
    rejectionReason: '',
  };
}

function fieldOf([name]: readonly string[]): keyof RecordFormValues | undefined {
  const fields = ['referenceNumber', 'verificationNumber', 'submittedAt', 'rejectionReason'] as const;
  return fields.find((field) => field === name);
}

function Record({ statement, open, onClose, returnFocusTo, onDone }: RecordDialogProps) {
  const words = useStatementWords();
  const { say } = words;
  const [record] = useWrite(RecordStatementDocument, { failed: say('record.failed') });
  const { id, version, internalReference, supersedesId, submittedAt } = statement;
  // The 72 hours of an amendment are those of the first version.
  const keepsTime = supersedesId !== null && submittedAt !== null;
  const form = useForm({
    schema: recordForm,
    initial: known(statement),
    open,
    send: async (typed) => {
      const written = await record({ id, input: { ...typed, version } });
      return sentStatement(words, written, (data) => data.recordStatement, fieldOf);
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('record.title', { reference: internalReference })}
      size="lg"
      action={say('record.action')}
      busyLabel={say('record.busy')}
      disabled={form.changed.length === 0}
    >
      <Box color="fg.muted" fontSize="sm">
        {say('record.lead')}
      </Box>
      <FieldGrid>
        <TextInput
          form={form}
          field="referenceNumber"
          label={say('label.referenceNumber')}
          hint={say('record.referenceHint')}
          spellCheck={false}
        />
        <TextInput
          form={form}
          field="verificationNumber"
          label={say('label.verificationNumber')}
          maxLength={STATEMENT_LIMITS.verificationNumberLength}
          spellCheck={false}
        />
        {!keepsTime && (
          <Box {...WHOLE_ROW}>
            <TimeInput
              form={form}
              field="submittedAt"
              label={say('label.submittedAt')}
              hint={say('record.submittedHint')}
            />
          </Box>
        )}
        <Box {...WHOLE_ROW}>
          <TextAreaInput form={form} field="rejectionReason" label={say('label.rejectionReason')} rows={2} />
        </Box>
      </FieldGrid>
    </FormDialog>
  );
}
