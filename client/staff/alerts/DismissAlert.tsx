import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { headingOf } from './finding.ts';
import { ALERT_NOTE_LENGTH, dismissalForm } from './resolutionForm.ts';
import { useAlertSteps } from './useAlertSteps.ts';

interface DismissAlertProps {
  alert: AlertItemFragment | null;
  onClose: () => void;
  onAnswered: () => void;
}

/** Confirmation before an alert is dismissed, with its reason. */
export function DismissAlert(props: DismissAlertProps) {
  const openings = useOpenings(props.alert !== null);
  return <Dismissal key={openings} {...props} />;
}

function Dismissal({ alert, onClose, onAnswered }: DismissAlertProps) {
  const words = useStaffWords();
  const { say } = words;
  const { dismiss } = useAlertSteps();
  const asked = useLastShown(alert);
  const [schema] = useState(() => dismissalForm(words));
  const form = useForm({
    schema,
    initial: { reason: '' },
    open: alert !== null,
    send: async ({ reason }) => (alert === null ? { kind: 'ignored' } : dismiss(alert.id, reason)),
    onDone: onAnswered,
  });
  return (
    <ConfirmDialog
      open={alert !== null}
      onClose={onClose}
      title={say('dismiss.title')}
      action={say('dismiss.title')}
      busyLabel={say('dismiss.busy')}
      danger
      onConfirm={async () => {
        const submitted = await form.submit();
        if (submitted.kind === 'failed') throw new Error(submitted.message);
        if (submitted.kind === 'done') return;
        form.focus('wrong');
        return false;
      }}
      message={
        <>
          <Box mb="4">
            {say('dismiss.sure', {
              title: asked === null ? '' : headingOf(words, asked),
              lotId: asked?.lotId ?? '',
            })}
          </Box>
          <Form form={form}>
            <TextAreaInput
              form={form}
              field="reason"
              label={say('dismiss.reason')}
              required
              maxLength={ALERT_NOTE_LENGTH}
            />
          </Form>
        </>
      }
    />
  );
}
