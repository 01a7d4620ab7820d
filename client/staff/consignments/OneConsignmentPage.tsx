import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Container, Pencil } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { ConsignmentOfDocument, type ConsignmentOfQuery } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedTexts } from '../../words/localizedTexts.ts';
import { ITEM_COLUMNS, PageBeforeItem } from '../admin-shared/PageBeforeItem.tsx';
import { BuyerTasks } from '../recall/BuyerTasks.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { StatementsPanel } from '../statements/StatementsPanel.tsx';
import { BuyerLinksPanel } from './BuyerLinksPanel.tsx';
import { ClosingPanel } from './ClosingPanel.tsx';
import { CONSIGNMENTS_PATH } from './consignmentAddress.ts';
import { ConsignmentFacts } from './ConsignmentFacts.tsx';
import { ConsignmentHistory } from './ConsignmentHistory.tsx';
import { ConsignmentLotList } from './ConsignmentLotList.tsx';
import { ConsignmentStepper } from './ConsignmentStepper.tsx';
import { EditConsignmentDialog } from './EditConsignmentDialog.tsx';
import { MovePanel } from './MovePanel.tsx';
import { PapersPanel } from './PapersPanel.tsx';
import { useConsignmentRefetch } from './useConsignmentRefetch.ts';

const DueDiligencePanel = lazyPart(() => import('../due-diligence/DueDiligencePanel.tsx'));

/** An event is recorded within seconds; the page has no subscription of its own. */
const POLL_PENDING_MS = 3_000;

type ShownConsignment = NonNullable<ConsignmentOfQuery['consignment']>;

/** One consignment: how far it is, its papers, lots, rules, links and history. */
export function OneConsignmentPage({ id }: { id: string }) {
  const { say } = useConsignmentWords();
  const { data, error, refetch, startPolling, stopPolling } = useQuery(ConsignmentOfDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const consignment = data?.consignment;
  const isPending = consignment?.ledgerStatus === 'pending';
  useEffect(() => {
    if (isPending) startPolling(POLL_PENDING_MS);
    return stopPolling;
  }, [isPending, startPolling, stopPolling]);
  if (consignment) return <Known consignment={consignment} />;
  const gone = {
    icon: Container,
    title: say('consignment.gone'),
    hint: say('consignment.goneHint'),
    listPath: CONSIGNMENTS_PATH,
    listLabel: say('consignment.all'),
  };
  return (
    <PageBeforeItem
      title={say('consignments.title')}
      loading={say('consignment.loading')}
      failure={{ title: say('consignment.failed'), error, onRetry: refetch }}
      gone={consignment === null ? gone : null}
    />
  );
}

function Known({ consignment }: { consignment: ShownConsignment }) {
  const words = useConsignmentWords();
  const { say } = words;
  const manages = useMay('manage_consignments');
  const again = useConsignmentRefetch();
  const { id, number, state, closing, history, warnings } = consignment;
  const [done, setDone] = useState(isJustOpened(useLocation().state) ? say('consignments.opened', { number }) : null);
  const [editing, setEditing] = useState(false);
  const finish = (message: string) => {
    setDone(message);
    again();
  };
  return (
    <Page
      title={say('consignment.title', { number })}
      actions={
        <LinkButton variant="secondary" to={CONSIGNMENTS_PATH}>
          {say('consignment.all')}
        </LinkButton>
      }
    >
      <ConsignmentStepper consignment={consignment} />
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="sky" title={say('consignment.warnings')}>
          {localizedTexts(words, warnings)}
        </Banner>
      )}
      <BuyerTasks consignmentId={id} />
      <Grid templateColumns={ITEM_COLUMNS} gap="5" alignItems="start">
        <Panel
          title={say('consignment.facts')}
          actions={
            manages &&
            state !== 'delivered' && (
              <Button size="sm" variant="secondary" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                {say('consignment.edit')}
              </Button>
            )
          }
        >
          <ConsignmentFacts consignment={consignment} />
        </Panel>
        {state === 'open' ? (
          <ClosingPanel consignment={consignment} closing={closing} onDone={finish} onStale={again} />
        ) : (
          <MovePanel consignment={consignment} onDone={finish} />
        )}
      </Grid>
      <ConsignmentLotList consignment={consignment} blockers={closing.blockers} onDone={finish} onStale={again} />
      {/* Below the lots: what loads late must not move the buttons that are pressed most. */}
      <Suspense>
        <DueDiligencePanel consignmentId={id} />
      </Suspense>
      <StatementsPanel consignment={consignment} />
      <Grid templateColumns={ITEM_COLUMNS} gap="5" alignItems="start">
        <Flex direction="column" gap="5" minW="0">
          <PapersPanel consignment={consignment} />
          <BuyerLinksPanel consignmentId={id} />
        </Flex>
        <ConsignmentHistory steps={history} />
      </Grid>
      <Box>
        <EditConsignmentDialog
          consignment={consignment}
          open={editing}
          onClose={() => {
            setEditing(false);
            // After a conflict the page shows what the other person changed.
            again();
          }}
          onDone={() => {
            setEditing(false);
            finish(say('consignmentForm.saved'));
          }}
        />
      </Box>
    </Page>
  );
}

function isJustOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'justOpened' in state;
}
