import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Suspense, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { alertMove } from '../../../../server/domain/alert/alerts.ts';
import { Banner } from '../../../design/Banner.tsx';
import { lazyPart } from '../../../design/lazyPart.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../../design/Loading.tsx';
import { Facts, Page, Panel } from '../../../design/Page.tsx';
import { DetailSkeleton } from '../../../design/Skeletons.tsx';
import { AlertOfDocument, type AlertItemFragment, type LotCheckRowFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useAlertWords } from '../../../words/alertWords.ts';
import { localizedTexts } from '../../../words/localizedTexts.ts';
import { Retry } from '../../admin-shared/Retry.tsx';
import { useMay } from '../../session/SessionProvider.tsx';
import { alertFacts } from '../alertFacts.tsx';
import { alertViewOf } from '../alertListState.ts';
import { headingOf } from '../finding.ts';
import { AlertDecision } from './AlertDecision.tsx';
import { AlertChecks } from './AlertChecks.tsx';
import { AlertComments } from './AlertComments.tsx';
import { AlertEvidence, AlertLocation } from './AlertEvidence.tsx';
import { AlertFiles } from './AlertFiles.tsx';
import { AlertTaskPanel } from './AlertTaskPanel.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { listPath } from './alertAddress.ts';
import { useInvestigation } from './useInvestigation.ts';

const AffectedPanel = lazyPart(() => import('../../recall/AffectedPanel.tsx'));

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' };
const AREAS = { base: '"evidence" "decision" "rest"', lg: '"evidence decision" "rest decision"' };
/** The decision stays beside the evidence where it fits whole into the window. */
const TALL = '@media (min-width: 64rem) and (min-height: 40rem)';

/** Page of one alert: the evidence with the decision beside it, then what people know and wrote about it. */
export default function AlertPage() {
  const words = useAlertWords();
  const { say } = words;
  const params = new URLSearchParams(useLocation().search);
  const id = params.get('id') ?? '';
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
        // On phones the breadcrumb leads there.
        <Box hideBelow="md">
          <LinkButton variant="secondary" to={listPath(alertViewOf(params))}>
            {say('alertPage.back')}
          </LinkButton>
        </Box>
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
  const decisionId = useId();
  const mayClose = useMay('close_alerts');
  return (
    <>
      <Grid templateColumns={COLUMNS} templateAreas={AREAS} gap="5" alignItems="start">
        <Box gridArea="evidence" minW="0">
          <AlertEvidence alert={alert} check={check} onNewest={() => setCheck(null)} />
        </Box>
        <Box gridArea="decision" minW="0" css={{ [TALL]: { position: 'sticky', top: '1rem' } }}>
          <AlertDecision id={decisionId} alert={alert} />
        </Box>
        <Flex gridArea="rest" direction="column" gap="5" minW="0">
          <Panel title={say('alertPage.facts')}>
            <Box mb="4" overflowWrap="anywhere">
              {localizedTexts(words, alert.descriptionSaid)}
            </Box>
            <Facts items={alertFacts(words, alert)} />
          </Panel>
          <Suspense>
            <AffectedPanel alertId={alert.id} lotId={alert.lotId} />
          </Suspense>
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
          {investigation !== undefined && (
            <>
              <AlertFiles alert={alert} files={investigation.files} again={again} remove={remove} />
              <AlertComments comments={investigation.comments} comment={comment} />
              <AlertTaskPanel alert={alert} investigation={investigation} assign={assign} />
            </>
          )}
          <AlertLocation alert={alert} />
          <AlertChecks lotId={alert.lotId} chosen={check} onChoose={setCheck} />
        </Flex>
      </Grid>
      {alertMove(alert.status, 'resolved') === 'moves' && mayClose && <DecisionBar decisionId={decisionId} />}
    </>
  );
}
