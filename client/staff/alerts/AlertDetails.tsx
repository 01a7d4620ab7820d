import { useFragment } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { SquareCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { ALERT_OUTCOMES, alertMove } from '../../../server/domain/alerts.ts';
import { SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { SelectInput, TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { DASH } from '../../words/format.ts';
import { Facts } from '../../design/Page.tsx';
import { AlertItemFragmentDoc, type AlertItemFragment } from '../../graphql/generated.ts';
import { type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { LotLink } from '../LotLink.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { saidWord, saidWords } from '../../words/saidWords.ts';
import { statusWord } from '../tradeWords.ts';
import { headingOf } from './finding.ts';
import { ALERT_NOTE_LENGTH, LEAVE, resolution } from './resolution.ts';
import { useAlertSteps } from './useAlertSteps.ts';

interface AlertDetailsProps {
  /** as it stood in the list when it was opened */
  alert: AlertItemFragment | null;
  onClose: () => void;
  onAnswered: () => void;
}

/** Everything known of an alert, and its resolution for those who may close alerts. */
export function AlertDetails({ alert: opened, onClose, onAnswered }: AlertDetailsProps) {
  const words = useStaffWords();
  const { say, formatCoordinates, formatDateTime } = words;
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
  // Not read from the list: it may leave the list, by a filter or another's answer, while someone reads it here.
  const alert = newest.dataState === 'complete' ? newest.data : last;
  const resolvable = alert !== null && mayClose && (busy || alertMove(alert.status, 'resolved') === 'moves');
  const reviewable = alert !== null && mayAcknowledge && alertMove(alert.status, 'acknowledged') === 'moves';

  const review = async (id: string) => {
    setFailure(null);
    const step = await acknowledge(id);
    if (step.kind === 'failed') setFailure({ of: id, message: step.message });
    if (step.kind !== 'done') return;
    if (mayClose) {
      // Whoever may resolve it goes on here; the button that was pressed is gone.
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
          <Box overflowWrap="anywhere">{saidWords(words, alert.descriptionSaid)}</Box>
          <Facts
            items={[
              [say('alert.finding'), saidWord(words, alert.titleSaid)],
              [say('alert.lot'), <LotLink key="lot" lotId={alert.lotId} />],
              [say('alert.farmer'), alert.lot.farmerName ?? DASH],
              [say('alert.farm'), alert.lot.farmId ?? DASH],
              [say('alert.type'), say(`alertType.${alert.type}`)],
              [say('alert.severity'), <SeverityBadge key="severity" severity={alert.severity} />],
              [say('alert.status'), say(`alertStatus.${alert.status}`)],
              [say('alert.coordinates'), formatCoordinates(alert.latitude, alert.longitude)],
              [say('alert.raised'), formatDateTime(alert.createdAt)],
              ...answers(words, alert),
            ]}
          />
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

/** What people have done with the alert so far; nothing stands where nothing was done. */
function answers(words: StaffWords, alert: AlertItemFragment): [string, string][] {
  const { say, formatDateTime } = words;
  const rows: [string, string][] = [];
  if (alert.acknowledgedAt !== null) rows.push([say('alert.reviewed'), formatDateTime(alert.acknowledgedAt)]);
  if (alert.closedAt !== null) rows.push([say('alert.closed'), formatDateTime(alert.closedAt)]);
  if (alert.closedBy !== null) rows.push([say('alert.closedBy'), alert.closedBy]);
  if (alert.outcome !== null) rows.push([say('alert.outcome'), statusWord(words, alert.outcome)]);
  if (alert.note !== null) rows.push([say('alert.note'), alert.note]);
  return rows;
}

interface ResolveFormProps {
  alertId: string;
  /** of the form, for the button in the dialog's footer */
  formId: string;
  resolve: ReturnType<typeof useAlertSteps>['resolve'];
  onResolved: () => void;
}

function ResolveForm({ alertId, formId, resolve, onResolved }: ResolveFormProps) {
  const words = useStaffWords();
  const { say } = words;
  const [schema] = useState(() => resolution(words));
  const form = useForm({
    id: formId,
    schema,
    initial: { outcome: '', note: '' },
    send: async ({ note, outcome }) => resolve(alertId, note, outcome),
    onDone: onResolved,
  });
  const { failure } = form;
  const needsNote = form.values.outcome !== '' && form.values.outcome !== LEAVE;
  return (
    <Form form={form} display="grid" gap="4" pt="5" borderTopWidth="1px" borderColor="line">
      <chakra.h3 fontWeight="600">{say('resolve.title')}</chakra.h3>
      <SelectInput
        form={form}
        field="outcome"
        label={say('resolve.outcome')}
        required
        options={[
          { value: '', label: say('resolve.choose') },
          ...ALERT_OUTCOMES.map((name) => ({ value: name, label: statusWord(words, name) })),
          { value: LEAVE, label: say('resolve.leave') },
        ]}
        onTyped={() => form.forget(['note'])}
      />
      <TextAreaInput
        form={form}
        field="note"
        label={say(needsNote ? 'resolve.note' : 'resolve.noteOptional')}
        hint={say('resolve.noteHint')}
        required={needsNote}
        maxLength={ALERT_NOTE_LENGTH}
      />
      {failure !== null && <Banner>{failure}</Banner>}
    </Form>
  );
}
