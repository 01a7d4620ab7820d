import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { TextAreaField } from '../../design/Field.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useAlertSteps } from './useAlertSteps.ts';

interface DismissAlertProps {
  alert: AlertItemFragment | null;
  onClose: () => void;
  onAnswered: () => void;
}

/** Asks before an alert is dismissed, with room for a reason. */
export function DismissAlert({ alert, onClose, onAnswered }: DismissAlertProps) {
  const { say } = useStaffWords();
  const { dismiss } = useAlertSteps();
  const [reason, setReason] = useState('');
  const close = () => {
    setReason('');
    onClose();
  };
  return (
    <ConfirmDialog
      open={alert !== null}
      onClose={close}
      title={say('dismiss.title')}
      action={say('dismiss.title')}
      busyLabel={say('dismiss.busy')}
      danger
      onConfirm={async () => {
        if (alert === null) return;
        const step = await dismiss(alert.id, reason.trim() || null);
        if (step.kind === 'failed') throw new Error(step.message);
        if (step.kind === 'done') onAnswered();
      }}
      message={
        <>
          <Box mb="4">{say('dismiss.sure', { title: alert?.title ?? '', lotId: alert?.lotId ?? '' })}</Box>
          <TextAreaField label={say('dismiss.reason')} value={reason} onChange={setReason} maxLength={1000} />
        </>
      }
    />
  );
}
