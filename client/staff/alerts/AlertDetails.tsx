import { useFragment } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { SquareCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { alertMove } from '../../../server/domain/alert/alerts.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { Facts } from '../../design/Page.tsx';
import { AlertItemFragmentDoc, type AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { localizedTexts } from '../../words/localizedTexts.ts';
import { alertFacts } from './alertFacts.tsx';
import { headingOf } from './finding.ts';
import { alertPath } from './page/alertAddress.ts';
import { ResolveForm } from './ResolveForm.tsx';
import { useAlertSteps } from './useAlertSteps.ts';

interface AlertDetailsProps {
  /** as listed when the dialog was opened */
  alert: AlertItemFragment | null;
  onClose: () => void;
  onAnswered: () => void;
}

/** All fields of an alert, with the resolution form for users who may close alerts. */
export function AlertDetails({ alert: opened, onClose, onAnswered }: AlertDetailsProps) {
  const words = useStaffWords();
  const { say } = words;
  const formId = useId();
  const mayClose = useMay('close_alerts');
  const mayAcknowledge = useMay('acknowledge_alerts');
  const { acknowledge, resolve, busy } = useAlertSteps();
  const [failure, setFailure] = useState<{ of: string; message: string } | null>(null);
  const last = useLastShown(opened);
  const newest = useFragment({
    fragment: AlertItemFragmentDoc,
    fragmentName: 'AlertItem',
    from: last === null ? null : { __typename: 'Alert', id: last.id },
  });
  // Load the alert itself, not from the list: a filter or another user's action may remove it from the list while it is
  // open.
  const alert = newest.dataState === 'complete' ? newest.data : last;
  const resolvable = alert !== null && mayClose && (busy || alertMove(alert.status, 'resolved') === 'moves');
  const reviewable = alert !== null && mayAcknowledge && alertMove(alert.status, 'acknowledged') === 'moves';

  const review = async (id: string) => {
    setFailure(null);
    const step = await acknowledge(id);
    if (step.kind === 'failed') setFailure({ of: id, message: step.message });
    if (step.kind !== 'done') return;
    if (mayClose) {
      // Users who may resolve the alert continue in the form; the pressed button is gone.
      document.getElementById(formId)?.querySelector('select')?.focus();
      return;
    }
    onClose();
    onAnswered();
  };

  return (
    <Dialog
      open={opened !== null}
      onClose={onClose}
      title={alert === null ? '' : say('alert.titleOf', { lotId: alert.lotId, title: headingOf(words, alert) })}
      size="lg"
      keepOpenOutside={mayClose}
      busy={busy}
      footer={
        reviewable || resolvable ? (
          <>
            {reviewable && alert !== null && (
              <Button variant="secondary" disabled={busy} onClick={() => void review(alert.id)}>
                <SquareCheck aria-hidden />
                {say('alert.review')}
              </Button>
            )}
            {resolvable && (
              <Button type="submit" form={formId} busy={busy} busyLabel={say('resolve.busy')}>
                {say('resolve.action')}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {alert !== null && (
        <Flex direction="column" gap="5">
          {failure?.of === alert.id && <Banner onDismiss={() => setFailure(null)}>{failure.message}</Banner>}
          <Box overflowWrap="anywhere">{localizedTexts(words, alert.descriptionSaid)}</Box>
          <Facts items={alertFacts(words, alert)} />
          <TextLink asChild>
            <Link to={alertPath(alert.id)} onClick={onClose}>
              {say('alert.page')}
            </Link>
          </TextLink>
          {resolvable && (
            <ResolveForm
              key={alert.id}
              alertId={alert.id}
              formId={formId}
              resolve={resolve}
              onResolved={() => {
                onClose();
                onAnswered();
              }}
            />
          )}
        </Flex>
      )}
    </Dialog>
  );
}
