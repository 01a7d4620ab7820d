import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Ban, SquareCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { alertMove } from '../../../../server/domain/alert/alerts.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../../design/Loading.tsx';
import { Facts, Page, Panel } from '../../../design/Page.tsx';
import { DetailSkeleton } from '../../../design/Skeletons.tsx';
import { AlertOfDocument, type AlertItemFragment, type LotCheckRowFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useAlertWords } from '../../../words/alertWords.ts';
import { localizedTexts } from '../../../words/localizedTexts.ts';
import { HOME_PATH } from '../../address.ts';
import { Retry } from '../../admin-shared/Retry.tsx';
import { useMay } from '../../session/SessionProvider.tsx';
import { alertFacts } from '../alertFacts.tsx';
import { DismissAlert } from '../DismissAlert.tsx';
import { headingOf } from '../finding.ts';
import { ResolveForm } from '../ResolveForm.tsx';
import { useAlertSteps } from '../useAlertSteps.ts';
import { AlertChecks } from './AlertChecks.tsx';
import { AlertComments } from './AlertComments.tsx';
import { AlertEvidence, AlertLocation } from './AlertEvidence.tsx';
import { AlertFiles } from './AlertFiles.tsx';
import { AlertTaskPanel } from './AlertTaskPanel.tsx';
import { useInvestigation } from './useInvestigation.ts';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' };

/** Page of one alert: finding, place, task, comments, files, and the decision. */
export default function AlertPage() {
  const words = useAlertWords();
  const { say } = words;
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const { data, error, refetch } = useQuery(AlertOfDocument, { variables: { id } });
  const alert = data?.alert;
  if (alert === undefined && error === undefined) {
    return (
      <Page title={say('page.alert')}>
        <Delayed label={say('alertPage.loading')}>
          <Grid templateColumns={COLUMNS} gap="5" alignItems="start">
            <Panel>
              <DetailSkeleton rows={9} />
            </Panel>
            <Skeleton h="20rem" />
          </Grid>
        </Delayed>
      </Page>
    );
  }
  return (
    <Page
      title={alert ? say('alert.titleOf', { lotId: alert.lotId, title: headingOf(words, alert) }) : say('page.alert')}
      actions={
        <LinkButton variant="secondary" to={`${HOME_PATH}?tab=alerts`}>
          {say('alertPage.back')}
        </LinkButton>
      }
    >
      {error !== undefined && (
        <Banner action={<Retry onRetry={refetch} />}>
          {say('alertPage.failed', { reason: errorMessage(words, error) })}
        </Banner>
      )}
      {alert === null && <Banner tone="pod">{say('alertPage.gone')}</Banner>}
      {alert && <Known key={alert.id} alert={alert} />}
    </Page>
  );
}

function Known({ alert }: { alert: AlertItemFragment }) {
  const words = useAlertWords();
  const { say } = words;
  const { investigation, error, again, comment, assign, remove } = useInvestigation(alert.id);
  const [check, setCheck] = useState<LotCheckRowFragment | null>(null);
  return (
    <Flex direction="column" gap="5" minW="0">
      <Grid templateColumns={COLUMNS} gap="5" alignItems="start">
        <Flex direction="column" gap="5" minW="0">
          <Panel title={say('alertPage.facts')}>
            <Box mb="4" overflowWrap="anywhere">
              {localizedTexts(words, alert.descriptionSaid)}
            </Box>
            <Facts items={alertFacts(words, alert)} />
          </Panel>
          <Decision alert={alert} />
        </Flex>
        <Flex direction="column" gap="5" minW="0">
          {investigation !== undefined && (
            <AlertTaskPanel alert={alert} investigation={investigation} assign={assign} />
          )}
          {investigation === undefined && error !== null && (
            <Banner title={say('investigation.failed')} action={<Retry onRetry={again} />}>
              {error}
            </Banner>
          )}
          {investigation === undefined && error === null && (
            <Delayed label={say('investigation.loading')}>
              <Skeleton h="16rem" borderRadius="panel" />
            </Delayed>
          )}
          <AlertLocation alert={alert} />
        </Flex>
      </Grid>
      <AlertEvidence alert={alert} check={check} onNewest={() => setCheck(null)} />
      <AlertChecks lotId={alert.lotId} chosen={check} onChoose={setCheck} />
      {investigation !== undefined && (
        <Grid templateColumns={COLUMNS} gap="5" alignItems="start">
          <AlertComments comments={investigation.comments} comment={comment} />
          <AlertFiles alert={alert} files={investigation.files} again={again} remove={remove} />
        </Grid>
      )}
    </Flex>
  );
}

/** Buttons to review, resolve and dismiss, as far as the user's rights and the alert's state allow. */
function Decision({ alert }: { alert: AlertItemFragment }) {
  const { say } = useAlertWords();
  const formId = useId();
  const mayClose = useMay('close_alerts');
  const mayReview = useMay('acknowledge_alerts') && alertMove(alert.status, 'acknowledged') === 'moves';
  const isOpen = alertMove(alert.status, 'resolved') === 'moves';
  const { acknowledge, resolve, busy } = useAlertSteps();
  const [failure, setFailure] = useState<string | null>(null);
  const [dismissing, setDismissing] = useState(false);
  const review = async () => {
    setFailure(null);
    const step = await acknowledge(alert.id);
    if (step.kind === 'failed') setFailure(step.message);
  };
  return (
    <Panel title={say('alertPage.decision')}>
      {failure !== null && (
        <Banner mb="4" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {!isOpen && <Box color="fg.muted">{say('alertPage.decided')}</Box>}
      {isOpen && !mayClose && (
        <Box color="fg.muted" mb={mayReview ? '4' : '0'}>
          {say('alertPage.mayNot')}
        </Box>
      )}
      {isOpen && mayClose && (
        <Box mb="4">
          <ResolveForm alertId={alert.id} formId={formId} resolve={resolve} onResolved={() => undefined} />
        </Box>
      )}
      <Flex gap="3" wrap="wrap">
        {isOpen && mayClose && (
          <Button type="submit" form={formId} busy={busy} busyLabel={say('resolve.busy')}>
            {say('resolve.action')}
          </Button>
        )}
        {mayReview && (
          <Button variant="secondary" disabled={busy} onClick={() => void review()}>
            <SquareCheck aria-hidden />
            {say('alert.review')}
          </Button>
        )}
        {isOpen && mayClose && (
          <Button variant="quiet" disabled={busy} onClick={() => setDismissing(true)}>
            <Ban aria-hidden />
            {say('alert.dismiss')}
          </Button>
        )}
      </Flex>
      <DismissAlert
        alert={dismissing ? alert : null}
        onClose={() => setDismissing(false)}
        onAnswered={() => setDismissing(false)}
      />
    </Panel>
  );
}
