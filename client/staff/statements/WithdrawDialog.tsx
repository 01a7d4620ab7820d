import { Box } from '@chakra-ui/react';
import { z } from 'zod';
import { TimeInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { WithdrawStatementDocument, type StatementWholeFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { sentStatement } from './sentStatement.ts';
import { typedMoment } from './statementForm.ts';

const withdrawForm = z.strictObject({ withdrawnAt: z.string().transform(typedMoment) });
const NOW = { withdrawnAt: '' };

interface WithdrawDialogProps {
  statement: StatementWholeFragment;
  open: boolean;
  onClose: () => void;
  /** what takes the focus then; null: what opened it */
  returnFocusTo: () => HTMLElement | null;
  onDone: (statement: StatementWholeFragment) => void;
}

/** Withdraws a statement at the registry, or records when the importer did. */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const openings = useOpenings(props.open);
  return <Withdraw key={openings} {...props} />;
}

function Withdraw({ statement, open, onClose, returnFocusTo, onDone }: WithdrawDialogProps) {
  const words = useStatementWords();
  const { say } = words;
  const [withdraw] = useWrite(WithdrawStatementDocument, { failed: say('withdraw.failed') });
  const { id, version, internalReference, registryUuid } = statement;
  const isOurs = registryUuid !== null;
  const form = useForm({
    schema: withdrawForm,
    initial: NOW,
    open,
    send: async ({ withdrawnAt }) =>
      sentStatement(
        words,
        await withdraw({ id, version, withdrawnAt }),
        (data) => data.withdrawStatement,
        ([name]) => (name === 'withdrawnAt' ? ('withdrawnAt' as const) : undefined),
      ),
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('withdraw.title', { reference: internalReference })}
      action={say('withdraw.action')}
      busyLabel={say('withdraw.busy')}
      danger
    >
      <Box>{say(isOurs ? 'withdraw.leadRegistry' : 'withdraw.lead')}</Box>
      {!isOurs && (
        <TimeInput form={form} field="withdrawnAt" label={say('withdraw.at')} hint={say('withdraw.atHint')} />
      )}
    </FormDialog>
  );
}
